// The audit: what people did, as it was written down.
export { changesOf } from './cambios.ts'
export { cabezaKeysOf, exportCabezas, folderOfCabezas } from './cabeza.service.ts'
export { readAutores } from './auditoria.sql.ts'
export { recordAuditoria } from './hecho-empresa.sql.ts'
export { recordDeUsuario } from './hecho.service.ts'
export { sealAuditoria } from './sellado.service.ts'
