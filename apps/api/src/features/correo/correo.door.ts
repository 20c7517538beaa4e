// Mails about documents, and other letters of a company.
export { cartaDeEmpresa } from './carta-empresa.ts'
export { correosDe, resendCorreo } from './correo.service.ts'
export { dueCorreos } from './correo.sql.ts'
export { cuentaOf } from './cuenta.ts'
export { Entrega } from './entrega.service.ts'
