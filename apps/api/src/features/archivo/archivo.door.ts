// Files of users: one storage for all features (O-105).
export {
  ArchivoGrande,
  begin,
  complete,
  countPartes,
  discard,
  keep,
  keepParte,
  limpiar,
  open,
  PARTE_BYTES,
  put,
  putParte,
  putStream,
  requireReadable,
  sendArchivo,
  type ArchivoPuesto,
} from './archivo.service.ts'
export { findArchivo, removeArchivos, setTipo } from './archivo.sql.ts'
export { whyNotPdf } from './pdf.ts'
export { tipoDeVideo } from './video.ts'
