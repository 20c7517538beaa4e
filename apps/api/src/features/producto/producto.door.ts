// Making a product.
export { create } from './producto.service.ts'
// The worker's part of what is uploaded.
export { Cargas } from './carga-obra.service.ts'
// Which products are of a category.
export { isUnder } from './producto.sql.ts'
