// The till that counts the money of a document or payment.
export { cajasDePago, noteDocumento, notePago, noteReverso } from './origen.sql.ts'
// The life of a till: opened, money in and out, counted.
export { close, move, open } from './caja.service.ts'
