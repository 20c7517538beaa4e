// Tickets by which a browser takes a large file: given by the feature that the file is of.
export { giveDescarga, type Descargable, type Envios } from './descarga.service.ts'
export { cleanDescargas } from './descarga.sql.ts'
