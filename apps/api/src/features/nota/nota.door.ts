// A note that came back from the SRI.
export { recuperarNota, saveNotaRecuperada, type NotaLeida, type NotaRecuperada } from './nota-recuperada.service.ts'
