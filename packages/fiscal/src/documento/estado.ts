/** States of an issued document and the only moves between them (O-47, O-48, O-97, O-106, O-107). */
import { ESTADO_AUTORIZACION, ESTADO_GENERACION, type EstadoAutorizacion, type EstadoGeneracion } from './enumeraciones.ts'

export const ESTADOS = [
  'BORRADOR', // no number, editable
  'EMITIDO', // number, clave and unsigned XML committed
  'FIRMADO', // signed bytes committed; immutable from here
  'ENVIANDO', // attempt row open, lease held
  'INCIERTO', // the bytes may have arrived; answer unknown
  'RECIBIDA', // the SRI accepted it for processing
  'AUTORIZADO', // the answer is stored verbatim
  'RECHAZADO', // DEVUELTA or NO AUTORIZADO for its content: correct it
  'RETENIDO', // refused for a cause outside the document: solve it, then send the same bytes
  'CUARENTENA', // contradiction: only a person decides
  'CERRADO', // its number was given up; stands in the gap report
  'ANULADO', // voided by the legal route
] as const
export type Estado = (typeof ESTADOS)[number]

export interface Transicion {
  from: Estado
  to: Estado
  /** Whether only a named person may make the move, with a reason. */
  byPerson: boolean
}

const automatic = (from: Estado, ...to: Estado[]): Transicion[] => to.map((next) => ({ from, to: next, byPerson: false }))
const byPerson = (from: Estado, ...to: Estado[]): Transicion[] => to.map((next) => ({ from, to: next, byPerson: true }))

/** Every allowed move; a database trigger refuses the rest. */
export const TRANSICIONES: readonly Transicion[] = [
  ...automatic('BORRADOR', 'EMITIDO'),
  ...automatic('EMITIDO', 'FIRMADO'),
  ...automatic('FIRMADO', 'ENVIANDO'),
  ...automatic('ENVIANDO', 'RECIBIDA', 'INCIERTO', 'RECHAZADO', 'RETENIDO', 'CUARENTENA'),
  ...automatic('INCIERTO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO', 'RECHAZADO', 'RETENIDO', 'CUARENTENA'),
  ...automatic('RECIBIDA', 'AUTORIZADO', 'RECHAZADO', 'INCIERTO', 'RETENIDO', 'CUARENTENA'),
  // A correction is a new version of the same document, with the same number (O-106).
  ...automatic('RECHAZADO', 'EMITIDO', 'CERRADO'),
  ...automatic('RETENIDO', 'ENVIANDO', 'CERRADO'),
  ...automatic('AUTORIZADO', 'ANULADO'),
  // «Any» state, except those without a number. The person leaves name and reason.
  ...byPerson(
    'CUARENTENA',
    'EMITIDO',
    'FIRMADO',
    'ENVIANDO',
    'INCIERTO',
    'RECIBIDA',
    'AUTORIZADO',
    'RECHAZADO',
    'RETENIDO',
    'CERRADO',
    'ANULADO',
  ),
]

const moves = new Map(TRANSICIONES.map((transicion) => [`${transicion.from}>${transicion.to}`, transicion]))

/** Whether the table allows this move. */
export const canMove = (from: Estado, to: Estado): boolean => moves.has(`${from}>${to}`)

/** Whether only a named person with a reason may make this move. */
export const needsPerson = (from: Estado, to: Estado): boolean => moves.get(`${from}>${to}`)?.byPerson === true

/** States that may follow this state. */
export const nextEstados = (from: Estado): Estado[] => TRANSICIONES.filter((move) => move.from === from).map((move) => move.to)

const { GENERADO, PARCIAL, ANULADO, EN_ESPERA } = ESTADO_GENERACION
const TAX = ESTADO_AUTORIZACION

const STATUSES: Readonly<Record<Estado, readonly [EstadoGeneracion, EstadoAutorizacion | undefined]>> = {
  BORRADOR: [EN_ESPERA, undefined],
  EMITIDO: [PARCIAL, TAX.EN_ESPERA],
  FIRMADO: [GENERADO, TAX.EN_ESPERA],
  ENVIANDO: [GENERADO, TAX.EN_PROCESO],
  INCIERTO: [GENERADO, TAX.EN_PROCESO],
  RECIBIDA: [GENERADO, TAX.EN_PROCESO],
  AUTORIZADO: [GENERADO, TAX.AUTORIZADO],
  RECHAZADO: [GENERADO, TAX.NO_AUTORIZADO],
  RETENIDO: [GENERADO, TAX.NO_AUTORIZADO],
  CUARENTENA: [GENERADO, TAX.EN_PROCESO],
  // The number is void for us, but the SRI never authorised the document, so it cannot be «voided» there.
  CERRADO: [ANULADO, TAX.NO_AUTORIZADO],
  ANULADO: [ANULADO, TAX.ANULADO],
}

/** The specification's document generation status of a state. */
export const generationStatusOf = (estado: Estado): EstadoGeneracion => STATUSES[estado][0]

/** The specification's tax authorization status of a state; undefined for a draft, which has none. */
export const taxStatusOf = (estado: Estado): EstadoAutorizacion | undefined => STATUSES[estado][1]

/** Whether the state changes no more by itself. */
export const isFinal = (estado: Estado): boolean => estado === 'AUTORIZADO' || estado === 'CERRADO' || estado === 'ANULADO'

/** Whether the worker must still act, without a person. */
export const isPending = (estado: Estado): boolean =>
  estado === 'EMITIDO' || estado === 'FIRMADO' || estado === 'ENVIANDO' || estado === 'INCIERTO' || estado === 'RECIBIDA'

/** The states that show as one tax status, for filters. */
export const estadosOfTaxStatus = (status: EstadoAutorizacion): Estado[] => ESTADOS.filter((estado) => taxStatusOf(estado) === status)

/** The states that show as one generation status, for filters. */
export const estadosOfGenerationStatus = (status: EstadoGeneracion): Estado[] =>
  ESTADOS.filter((estado) => generationStatusOf(estado) === status)
