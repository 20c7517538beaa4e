// The public page of a document: the worker's part, and the link in its mails.
export { askValidez } from './consulta.service.ts'
export { enlaceDeCorreo } from './enlace.service.ts'
