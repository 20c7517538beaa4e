// Advances an issued document: the worker does, or a person.
export { Avance } from './avance.service.ts'
export { decideAutorizacion, toMensajes, type Decision } from './decision.ts'
export type { Arriendo } from './pipeline.sql.ts'
export { askSri, closeDocumento, resendDocumento } from './reenvio.service.ts'
export { carriesOurSignature, cutOut } from './respuesta-bytes.ts'
