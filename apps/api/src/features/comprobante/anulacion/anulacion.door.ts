// Voiding an authorised document.
export {
  anulacionDe,
  anulacionPedida,
  askAnulacion,
  puedeAnular,
  recordAnulacion,
  requestAnulacion,
  withdrawAnulacion,
} from './anular.service.ts'
export { lockNotasOf } from './anular.sql.ts'
export { readConsultado, Vigilancia, type Consultado } from './vigilancia.service.ts'
export { insertMuestreo } from './vigilancia.sql.ts'
