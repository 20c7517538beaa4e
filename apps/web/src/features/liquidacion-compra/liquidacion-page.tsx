import { DocumentoHoja } from '../../domain/emision/documento-hoja.tsx'
import { Editor } from './editor.tsx'
import { LIQUIDACION } from './liquidacion.ts'

/** `/liquidacion_compra`, `/liquidacion_compra/registro` and `/liquidacion_compra/{uuid}`. */
export const LiquidacionPage = () => <DocumentoHoja tipo={LIQUIDACION} editor={Editor} />
