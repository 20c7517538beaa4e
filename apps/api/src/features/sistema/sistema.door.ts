// The name of the installation.
export { createMarca, readProducto } from './marca.service.ts'
