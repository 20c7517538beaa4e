// In which till money of documents and payments counts.
export { noteDocumento, notePago, noteReverso } from './origen.sql.ts'
