import { loadedPart } from '../../components/loaded-part.tsx'

/** Additional fields of a document: last on its sheet, and seldom written, so that their code comes after the rest. */
export const CamposAdicionales = loadedPart(async () => (await import('./campos-adicionales-lista.tsx')).CamposAdicionalesLista)
