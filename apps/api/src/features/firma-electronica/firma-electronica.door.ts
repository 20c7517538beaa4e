// The removal of identity documents by the dated rule.
export { limpiarFirmas } from './limpieza.service.ts'
