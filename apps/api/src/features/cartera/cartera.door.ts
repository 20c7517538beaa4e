export { adjuntarEstado } from './estado-adjunto.service.ts'
export { adjuntarRecibo } from './recibo-correo.service.ts'
export { creditoAvisos, creditoDe } from './credito.service.ts'
// Debts of documents, and their reductions.
export { applyAbono, applyDeuda, reverseCartera, takePagos, type AbonoParte } from './documento-cartera.service.ts'
export { debeOfOrigen, lockNumeros } from './libro.sql.ts'
export { readResumen } from './cuenta.sql.ts'
export { remindDue } from './recordatorio.service.ts'
// Queries of the lists, for their measurement.
export { searchCuentas, searchEstado } from './cuenta.sql.ts'
