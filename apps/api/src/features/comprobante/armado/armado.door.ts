// Turns the form of any document type into what is stored and printed.
export { camposAdicionales, emisorOf, infoTributariaOf, optional, SIN_NUMERO } from './armar.ts'
export { presentProductos, readCondiciones, readContexto, type Condicion, type ContextoEmision } from './contexto.sql.ts'
export type { FilaDocumento, LineaGuardada, PagoGuardado } from './fila.ts'
export { checkTextos, problemOf, requireSound, shown } from './formulario.ts'
export { issuedBefore, lineaKey } from './issued-before.ts'
export {
  avisosInactivos,
  calculoOf,
  checkProductos,
  checkSujetoPasivo,
  detallesOf,
  lineaEntradaOf,
  lineasGuardadas,
  pagosGuardados,
  pagosOf,
  taxOf,
} from './lineas.ts'
export { requireMesAbierto, requireMesDeEmision } from './mes-abierto.ts'
export { isMesCerrado, lockMes, shareMes } from './mes-abierto.sql.ts'
export { identificacionesOf, receptorOf } from './receptor.service.ts'
export { cabeceraReembolso, CAMPOS_REEMBOLSO, reembolsosOf } from './reembolso.ts'
