// Replacing the master key.
export { clavesOf } from './claves.ts'
export { rotarClave } from './rotar-clave.service.ts'
