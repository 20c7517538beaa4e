// What was done, written down.
export { changesOf, recordAuditoria } from './auditoria.service.ts'
export { clavesDeCabezas, exportCabezas, folderOfCabezas } from './cabeza.service.ts'
export { recordDeUsuario } from './hecho.service.ts'
export { sealAuditoria } from './sellado.service.ts'
