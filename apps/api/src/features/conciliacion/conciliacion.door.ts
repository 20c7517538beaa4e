// Finding what the SRI knows, after a restore.
export { conciliar, type Conciliacion } from './conciliar.service.ts'
