// The worker's part of the companies' mailboxes.
export { Lectura } from './lectura.service.ts'
