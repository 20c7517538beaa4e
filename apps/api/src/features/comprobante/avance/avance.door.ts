// What becomes of an issued document: the worker moves it, or a person does.
export { Avance } from './avance.service.ts'
export { decideAutorizacion, toMensajes, type Decision } from './decision.ts'
export type { Arriendo } from './pipeline.sql.ts'
export { askSri, closeDocumento, resendDocumento } from './reenvio.service.ts'
export { carriesOurSignature, cutOut } from './respuesta-bytes.ts'
