// Letters about what is due.
export { tellObligaciones } from './aviso.service.ts'
