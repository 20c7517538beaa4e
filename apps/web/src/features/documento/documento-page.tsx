import { DocumentoHoja } from '../../domain/emision/documento-hoja.tsx'
import { Editor } from './editor.tsx'
import { FACTURA } from './factura.ts'

/** `/documento`, `/documento/registro` and `/documento/{uuid}`. */
export const DocumentoPage = () => <DocumentoHoja tipo={FACTURA} editor={Editor} />
