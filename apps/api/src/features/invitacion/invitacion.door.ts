// Inviting a person to a company.
export { send } from './invitacion.service.ts'
