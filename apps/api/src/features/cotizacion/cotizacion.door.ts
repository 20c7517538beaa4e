// Selling what was quoted.
export { markFacturada, readFacturable, takeFacturable } from './facturar.service.ts'
