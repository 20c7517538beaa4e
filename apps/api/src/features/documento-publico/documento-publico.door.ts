// The public page of a document: the worker's part, and the link that its mails carry.
export { askValidez } from './consulta.service.ts'
export { enlaceDeCorreo } from './enlace.service.ts'
