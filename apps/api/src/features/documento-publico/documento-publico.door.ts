// The worker's part of the public page of a document.
export { askValidez } from './consulta.service.ts'
