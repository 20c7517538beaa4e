// The worker's part of documents issued to the company.
export { importArchivos, type Bandeja } from './entrada.service.ts'
export { countPendientes } from './pedido.sql.ts'
export { Traida } from './traida.service.ts'
