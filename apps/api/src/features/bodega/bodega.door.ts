// The first warehouse of a company.
export { fundarBodega } from './bodega.service.ts'
