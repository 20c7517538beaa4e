// What is bought.
export { proposeLineas, rememberedForm } from './equivalencia.ts'
export { create, register as registerCompraOf } from './compra.service.ts'
