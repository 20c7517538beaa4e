// Data that clients type on their own telephone.
export { cleanRegistros } from './registro.service.ts'
