// What is bought.
export { create as createCompra } from './compra.service.ts'
