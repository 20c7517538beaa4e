// What is bought.
export { create, register as registerCompraOf } from './compra.service.ts'
