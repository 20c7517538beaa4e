// What was withheld.
export { CAMPO_PAGO } from './retencion-armar.ts'
export { detalleRetencion } from './retencion.service.ts'
export { insertRetenciones, type PagoRetencion, type RetencionGuardada } from './retencion.sql.ts'
