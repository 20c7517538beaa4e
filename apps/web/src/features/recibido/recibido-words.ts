import type { PropuestaRecibido, RecibidoFila } from '@yupana/contract'
import { bajaCompra, COD_DOC, displayMonto, nombreComprobanteAts } from '@yupana/fiscal'

import type { SerieRetencion } from '../../domain/recibido/serie-retencion.ts'
import { mayWithhold } from '../../domain/retencion/al-guardar.ts'

/** Name of an inbox document in a sentence. */
export const numeroText = ({ tipo, numero }: Pick<RecibidoFila, 'tipo' | 'numero'>) => `${nombreComprobanteAts(tipo) ?? tipo} ${numero}`

export const ESTADO = {
  NUEVO: { tone: 'info', label: 'Nuevo' },
  REGISTRADO: { tone: 'success', label: 'Registrado' },
  IGNORADO: { tone: 'void', label: 'Ignorado' },
} as const

export const { RETENCION } = COD_DOC

export function pathOf({ id, tipo, compra_id: compra, retencion_id: retencion }: RecibidoFila): string {
  if (compra !== null) return `/documento/compra/${compra}`
  if (retencion !== null) return `/retencion/${retencion}`
  return `${tipo === RETENCION ? '/retencion' : '/documento/compra'}/registro?recibido=${id}`
}

/** Whether its purchase may be withheld from. */
export const canWithhold = ({ compra_id: compra, tipo }: RecibidoFila): boolean => compra !== null && !bajaCompra(tipo) && mayWithhold()

/** Whether registering also issues its withholding. */
export const emits = (propuesta: PropuestaRecibido | null): propuesta is PropuestaRecibido =>
  propuesta !== null && propuesta.retencion.emitir && mayWithhold()

/** Series in which that withholding is issued; empty until it is known. */
export const serieText = ({ serie, isReady }: Pick<SerieRetencion, 'serie' | 'isReady'>): string => {
  if (serie) return `La retención se emite en la serie ${serie.label}.`
  return isReady ? 'No tiene un punto de emisión activo: se registra y la retención se emite aparte.' : ''
}

/** Text of the button that registers. */
export const registerText = ({ tipo, propuesta }: Pick<RecibidoFila, 'tipo' | 'propuesta'>): string => {
  if (tipo === RETENCION) return 'Registrar'
  const retiene = emits(propuesta) ? ` y retener ${displayMonto(propuesta.retencion.retenido)}` : ''
  return `Registrar con sustento ${propuesta?.sustento ?? ''}${retiene}`
}
