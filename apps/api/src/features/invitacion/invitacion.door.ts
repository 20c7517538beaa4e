// Inviting somebody to a company.
export { send } from './invitacion.service.ts'
