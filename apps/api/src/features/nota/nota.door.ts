// Issuing a note, and the rest of a factura for it.
export { emitNota, saldoOfFactura } from './nota.service.ts'
// A note restored from the SRI.
export { recuperarNota, saveNotaRecuperada, type NotaLeida, type NotaRecuperada } from './nota-recuperada.service.ts'
