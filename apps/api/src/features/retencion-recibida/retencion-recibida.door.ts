// Withholdings by clients.
export { register as registerRetencionOf } from './retencion-recibida.service.ts'
