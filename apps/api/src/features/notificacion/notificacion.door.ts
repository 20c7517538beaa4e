// Whether the SRI is silent.
export { isCallado } from './aviso-sri.service.ts'
