// What becomes of an issued document: the worker moves it, or a person does.
export { Avance, carriesOurSignature, cutOut, toMensajes } from './avance.service.ts'
export { decideAutorizacion, type Decision } from './decision.ts'
export type { Arriendo } from './pipeline.sql.ts'
export { closeDocumento, resendDocumento } from './reenvio.service.ts'
