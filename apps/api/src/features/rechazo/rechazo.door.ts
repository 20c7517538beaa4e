// What was refused, told to those it concerns.
export { tellRechazos } from './rechazo.service.ts'
