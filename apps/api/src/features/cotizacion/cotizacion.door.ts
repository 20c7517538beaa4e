// Making a quote, and selling it.
export { adjuntarCotizacion } from './enviar.service.ts'
export { create } from './cotizacion.service.ts'
export { markFacturada, readFacturable, readOfrecida, releaseFacturada, takeFacturable } from './facturar.service.ts'
