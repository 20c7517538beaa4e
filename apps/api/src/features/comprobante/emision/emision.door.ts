// Issues, corrects and registers documents of any type, and keeps their drafts.
export { createBorrador, editBorrador, readBorrador, removeBorrador, searchBorradores, searchTodoBorrador } from './borrador.service.ts'
export { correct, decideFecha, emit } from './emision.service.ts'
export { lineasMovidas } from './existencias.ts'
export {
  documentoOf,
  pedidoOf,
  type DocumentoPedido,
  type Emisible,
  type MueveCartera,
  type Preparacion,
  type Preparado,
  type TipoEmision,
} from './preparado.ts'
export { registrar } from './registrar.service.ts'
