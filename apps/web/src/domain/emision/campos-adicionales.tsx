import { loadedPart } from '../../components/loaded-part.tsx'

/** Additional fields of a document; seldom written, so their code is loaded last. */
export const CamposAdicionales = loadedPart(async () => (await import('./campos-adicionales-lista.tsx')).CamposAdicionalesLista)
