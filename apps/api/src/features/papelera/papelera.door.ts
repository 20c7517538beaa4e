// Deleted records, as long as they may be restored.
export { bringBack, emptyPapelera, keep } from './papelera.service.ts'
export type { Papelera } from './papelera.sql.ts'
