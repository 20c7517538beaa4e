// Whether the SRI is silent.
export { isCallado } from './aviso-sri.sql.ts'
