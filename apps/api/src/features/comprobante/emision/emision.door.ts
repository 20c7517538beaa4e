// Issuing, correcting and registering a document of any type, and its drafts.
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
