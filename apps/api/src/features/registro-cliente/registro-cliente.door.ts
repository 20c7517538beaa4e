// Data that clients type on a telephone of their own.
export { cleanRegistros } from './registro.service.ts'
