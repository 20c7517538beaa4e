// Withholdings, and their emission.
export { readPorRetener } from './por-retener.ts'
export { isPorRetener, isRecibidoPorRetener } from './por-retener.sql.ts'
export { readCriterio } from './propuesta.ts'
export { proposeCompra } from './propuesta-compras.ts'
export { CAMPO_PAGO } from './retencion-armar.ts'
export { reviseRetencion } from './retencion-reglas.ts'
export { detalleRetencion, RETENCION_EMISION } from './retencion.service.ts'
export { insertRetenciones, type CompraRetenible, type PagoRetencion, type RetencionGuardada } from './retencion.sql.ts'
