// What an order pays for, the removal of identity documents by the dated rule, and what the bell says of requests.
export { avisosDeSolicitud } from './aviso-solicitud.service.ts'
export { countPorHacer as countFirmasPorHacer } from './revision.service.ts'
export { sendDocumentoFirma } from './documento.service.ts'
export { sendPaqueteFirma } from './paquete.service.ts'
export { creditFirmas } from './pago-firma.service.ts'
export { readDeOrden, removeDeOrden } from './pago-firma.sql.ts'
export { limpiarFirmas } from './limpieza.service.ts'
