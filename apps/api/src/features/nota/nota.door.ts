// Issuing a note, and what remains of a factura for it.
export { emitNota, saldoOfFactura } from './nota.service.ts'
// A note that came back from the SRI.
export { recuperarNota, saveNotaRecuperada, type NotaLeida, type NotaRecuperada } from './nota-recuperada.service.ts'
