import type { ComprobanteDetalle } from '@yupana/contract'
import type { Estado } from '@yupana/fiscal'

export type PasoId = 'borrador' | 'firmado' | 'enviado' | 'autorizado' | 'correo'
/** `omitido`: the step will not come, and nothing failed. */
export type PasoAvance = 'hecho' | 'actual' | 'pendiente' | 'fallido' | 'omitido'

export interface Paso {
  id: PasoId
  label: string
  avance: PasoAvance
}

const LABELS: readonly (readonly [PasoId, string])[] = [
  ['borrador', 'Borrador'],
  ['firmado', 'Firmado'],
  ['enviado', 'Enviado al SRI'],
  ['autorizado', 'Autorizado'],
  ['correo', 'Enviado por correo'],
]

/** Index of the step a document has reached; earlier steps are done. */
const AT: Readonly<Record<Estado, number>> = {
  BORRADOR: 0,
  EMITIDO: 1,
  FIRMADO: 2,
  ENVIANDO: 2,
  INCIERTO: 2,
  RECIBIDA: 3,
  RECHAZADO: 3,
  RETENIDO: 3,
  CUARENTENA: 3,
  CERRADO: 3,
  AUTORIZADO: 4,
  ANULADO: 4,
}
const FAILED: readonly string[] = ['RECHAZADO', 'RETENIDO', 'CUARENTENA', 'CERRADO'] satisfies Estado[]

const CORREO: Readonly<Record<string, PasoAvance>> = {
  ENVIADO: 'hecho',
  BANDEJA: 'hecho',
  PENDIENTE: 'actual',
  FALLIDO: 'fallido',
  NINGUNO: 'omitido',
}

export type ConAvance = Pick<ComprobanteDetalle, 'estado' | 'correo_estado'>

/** The steps from draft to mail, each with its progress. */
export function pasosOf({ estado, correo_estado: correo }: ConAvance): Paso[] {
  const at = AT[estado as Estado] ?? 0
  const isFailed = FAILED.includes(estado)
  return LABELS.map(([id, label], index) => ({ id, label, avance: avanceOf(index, at, isFailed, correo) }))
}

function avanceOf(index: number, at: number, isFailed: boolean, correo: string): PasoAvance {
  if (index < at) return 'hecho'
  if (index > at) return isFailed ? 'omitido' : 'pendiente'
  if (isFailed) return 'fallido'
  return index === LABELS.length - 1 ? (CORREO[correo] ?? 'pendiente') : 'actual'
}

type Evento = ComprobanteDetalle['eventos'][number]

const STATES_OF: Readonly<Record<Exclude<PasoId, 'correo'>, readonly string[]>> = {
  borrador: ['EMITIDO'],
  firmado: ['FIRMADO'],
  enviado: ['RECIBIDA', 'ENVIANDO'],
  autorizado: ['AUTORIZADO', ...FAILED],
}

/** Events since the document was issued or last corrected: those of the present version. */
const presentVersion = (eventos: readonly Evento[]) =>
  eventos.slice(
    Math.max(
      eventos.findLastIndex(({ a }) => a === 'EMITIDO'),
      0,
    ),
  )

/** The event of a step; undefined if the server has none. */
export function eventoOf(paso: Paso, eventos: readonly Evento[]): Evento | undefined {
  const present = presentVersion(eventos)
  if (paso.id === 'correo' || paso.avance === 'pendiente' || paso.avance === 'omitido') return undefined
  for (const estado of STATES_OF[paso.id]) {
    const found = present.findLast(({ a }) => a === estado)
    if (found) return found
  }
  return undefined
}
