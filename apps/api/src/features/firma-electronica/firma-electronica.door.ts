// What an order pays for, and the removal of identity documents by the dated rule.
export { creditFirmas } from './pago-firma.service.ts'
export { readDeOrden, removeDeOrden } from './pago-firma.sql.ts'
export { limpiarFirmas } from './limpieza.service.ts'
