// Tickets by which a browser downloads a large file; the file's own feature gives them.
export { giveDescarga, type Descargable, type Envios } from './descarga.service.ts'
export { cleanDescargas } from './descarga.sql.ts'
