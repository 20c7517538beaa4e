// Purchases.
export { itemOf, proposeLineas, rememberedForm } from './equivalencia.ts'
export { correctProveedor } from './regla-proveedor.ts'
export { findEnlazadas, type ItemDe } from './regla-proveedor.sql.ts'
export { create, register as registerCompraOf } from './compra.service.ts'
export { impuestosDe } from './compra-reglas.ts'
