import { DocumentoHoja } from '../../domain/emision/documento-hoja.tsx'
import { Editor } from './editor.tsx'
import { RETENCION } from './retencion.ts'

/** `/retencion/compra`, `/retencion/compra/registro` and `/retencion/compra/{uuid}` (O-26). */
export const RetencionCompraPage = () => <DocumentoHoja tipo={RETENCION} editor={Editor} />
