// Making a product.
export { create } from './producto.service.ts'
// What of products is uploaded.
export { cargaPrecios } from './carga-precios.ts'
export { cargaProductos } from './carga-productos.ts'
// Which products are of a category.
export { isUnder } from './producto.sql.ts'
// What lists ask the database, for its measurement.
export { searchProductos } from './producto.sql.ts'
export { searchVenta } from './producto-linea.sql.ts'
