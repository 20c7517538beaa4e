// Signatures that an order pays for, the dated removal of identity documents, and the notices of the bell about requests.
export { avisosDeSolicitud } from './aviso-solicitud.service.ts'
export { countPorHacer as countFirmasPorHacer } from './revision.service.ts'
export { sendDocumentoFirma } from './documento.service.ts'
export { sendPaqueteFirma } from './paquete.service.ts'
export { creditFirmas } from './pago-firma.service.ts'
export { readDeOrden, removeDeOrden } from './pago-firma.sql.ts'
export { limpiarFirmas } from './limpieza.service.ts'
