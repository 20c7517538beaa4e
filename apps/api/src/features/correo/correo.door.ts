// Mails about documents.
export { correosDe, resendCorreo } from './correo.service.ts'
export { dueCorreos } from './correo.sql.ts'
export { cuentaOf } from './cuenta.ts'
export { Entrega } from './entrega.service.ts'
