// Notices of refusals to those concerned.
export { tellRechazos } from './rechazo.service.ts'
