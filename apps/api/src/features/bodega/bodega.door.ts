// The warehouse that a company begins with.
export { fundarBodega } from './bodega.service.ts'
