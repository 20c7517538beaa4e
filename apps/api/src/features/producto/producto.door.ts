// Making a product.
export { create } from './producto.service.ts'
