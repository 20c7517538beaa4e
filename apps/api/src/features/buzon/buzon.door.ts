// The worker's part of the mailboxes of companies.
export { Lectura } from './lectura.service.ts'
