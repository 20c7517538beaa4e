// Making a product.
export { create } from './producto.service.ts'
// Uploads of products.
export { cargaPrecios } from './carga-precios.ts'
export { cargaProductos } from './carga-productos.ts'
// Filter of the products of a category.
export { isUnder } from './producto.sql.ts'
// Queries of the lists, for their measurement.
export { searchProductos } from './producto.sql.ts'
export { searchVenta } from './producto-linea.sql.ts'
