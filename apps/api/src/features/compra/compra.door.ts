// What is bought.
export { register as registerCompraOf, requireMesAbierto } from './compra.service.ts'
