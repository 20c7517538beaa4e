// Letters about due obligations.
export { tellObligaciones } from './aviso.service.ts'
