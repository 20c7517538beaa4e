// All files of a period together, and the reports that a worker makes.
export { archivosDe } from './reporte-archivos.service.ts'
export { trabajoArchivos, trabajoReporte } from './reporte-trabajo.service.ts'
