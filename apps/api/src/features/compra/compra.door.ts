// What is bought.
export { create, register as registerCompraOf, requireMesAbierto } from './compra.service.ts'
