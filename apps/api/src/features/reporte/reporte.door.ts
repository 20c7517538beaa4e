// The files of a period, all together, and what a worker makes of reports.
export { archivosDe } from './reporte-archivos.service.ts'
export { trabajoArchivos, trabajoReporte } from './reporte-trabajo.service.ts'
