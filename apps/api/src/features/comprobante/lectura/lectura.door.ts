// Issued documents as people see them.
export { archivosZip } from './archivos-zip.service.ts'
export { hoy, readDetalle, readEntrada, readTotales, type CorreosDe } from './detalle.service.ts'
export { listBrechas, readDocumento, readTipo } from './detalle.sql.ts'
export {
  countComprobantes,
  nextComprobantes,
  readAtencion,
  readUltimos,
  readVentasDelDia,
  searchComprobantes,
  sumComprobantes,
  type Cuentas,
} from './lista.service.ts'
export { avisosDeRevision, dismissAvisoDeRevision } from './revision.service.ts'
export { downloadableRide, requireArchivos, ride, xmlFile } from './ride.service.ts'
export { readEstados, Seguimientos } from './seguir.service.ts'
