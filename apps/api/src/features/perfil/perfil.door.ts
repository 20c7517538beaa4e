// Who signed in, by his own identification.
export { identificacionOf } from './perfil.service.ts'
