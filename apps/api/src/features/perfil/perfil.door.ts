// The own identification of a signed-in user.
export { identificacionOf } from './perfil.service.ts'
