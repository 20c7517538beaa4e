// Voiding an authorised document.
export { anulacionDe, puedeAnular, recordAnulacion, requestAnulacion, withdrawAnulacion } from './anular.service.ts'
export { Vigilancia } from './vigilancia.service.ts'
export { insertMuestreo } from './vigilancia.sql.ts'
