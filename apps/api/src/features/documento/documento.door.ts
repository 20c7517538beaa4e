// Issuing a factura.
export { emitFactura } from './documento.service.ts'
// What whoever offers something asks of the sale that may come of it.
export { duplicate as renewFactura } from './factura-duplicar.service.ts'
export { checkPermisos } from './factura-permiso.ts'
