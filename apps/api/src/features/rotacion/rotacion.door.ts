// Replacing the master key.
export { clavesMaestrasOf } from './claves-maestras.ts'
export { rotarClaveMaestra } from './rotar-clave-maestra.service.ts'
