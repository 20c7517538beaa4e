// What clients withheld.
export { register as registerRetencionOf } from './retencion-recibida.service.ts'
