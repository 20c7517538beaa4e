// The files of a period, all together.
export { archivosDe } from './reporte-archivos.service.ts'
