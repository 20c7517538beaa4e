// Deleted records, for as long as their deletion may be taken back.
export { bringBack, emptyPapelera, keep } from './papelera.service.ts'
export type { Papelera } from './papelera.sql.ts'
