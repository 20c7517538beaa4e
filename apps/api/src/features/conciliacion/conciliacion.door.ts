// Asking the SRI for lost documents, after a restore.
export { conciliar, type Conciliacion } from './conciliar.service.ts'
