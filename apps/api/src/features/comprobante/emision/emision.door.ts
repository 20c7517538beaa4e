// Issuing, correcting and registering a document of any type, and its drafts.
export { createBorrador, editBorrador, readBorrador, removeBorrador, searchBorradores } from './borrador.service.ts'
export { correct, decideFecha, emit, type PedidoEmision, type Preparado } from './emision.service.ts'
export { registrar } from './registrar.service.ts'
