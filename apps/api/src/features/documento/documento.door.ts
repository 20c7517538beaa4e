// Issuing a factura.
export { emitFactura } from './documento.service.ts'
// Checks and conversions of a sale that an offer needs.
export { duplicate as renewFactura } from './factura-duplicar.service.ts'
export { checkPermisos } from './factura-permiso.ts'
