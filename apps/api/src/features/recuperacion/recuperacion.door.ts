// The letter that sets a new password.
export { recover } from './recuperacion.service.ts'
