// Issuing a factura.
export { emitFactura } from './documento.service.ts'
