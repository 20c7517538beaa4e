/** States of an order of the store and the only moves between them (O-79). */
import type { Fecha } from '../valor/fecha.ts'

export const ESTADOS_ORDEN_GUARDADOS = [
  'POR_PAGAR', // waits for the transfer
  'EN_REVISION', // its receipt was uploaded and somebody of the installation looks at it
  'PAGADA', // the money arrived
  'RECHAZADA', // the receipt is none; another one may come
  'ANULADA', // the buyer gave it up, or the installation does not sell it
  'DEVUELTA', // the money went back
] as const
export type EstadoOrdenGuardado = (typeof ESTADOS_ORDEN_GUARDADOS)[number]
/** VENCIDA: nobody paid it until its last day. */
export const ESTADOS_ORDEN = [...ESTADOS_ORDEN_GUARDADOS, 'VENCIDA'] as const
export type EstadoOrden = (typeof ESTADOS_ORDEN)[number]

export const ESTADO_ORDEN_LABEL: Readonly<Record<EstadoOrden, string>> = {
  POR_PAGAR: 'Por pagar',
  EN_REVISION: 'Comprobante en revisión',
  PAGADA: 'Pagada',
  RECHAZADA: 'Rechazada',
  ANULADA: 'Anulada',
  DEVUELTA: 'Devuelta',
  VENCIDA: 'Vencida',
}

/** As people name an order: «000012». */
export const numeroOrden = (numero: number): string => String(numero).padStart(6, '0')

/** Days in which an order is paid at the prices it has. */
export const DIAS_PARA_PAGAR = 15

const MOVES: Readonly<Record<EstadoOrden, readonly EstadoOrdenGuardado[]>> = {
  POR_PAGAR: ['EN_REVISION', 'ANULADA'],
  // Another receipt in the place of the one that waits.
  EN_REVISION: ['EN_REVISION', 'PAGADA', 'RECHAZADA', 'ANULADA'],
  PAGADA: ['DEVUELTA'],
  RECHAZADA: ['EN_REVISION', 'ANULADA'],
  ANULADA: [],
  DEVUELTA: [],
  VENCIDA: [],
}

/** That it expired follows from the calendar; what was paid, or is being looked at, does not expire. */
export const estadoOrdenAt = ({ estado, vence }: { estado: EstadoOrdenGuardado; vence: Fecha }, hoy: Fecha): EstadoOrden =>
  (estado === 'POR_PAGAR' || estado === 'RECHAZADA') && vence < hoy ? 'VENCIDA' : estado

/** Whether the table allows this move. */
export const canMoveOrden = (from: EstadoOrden, to: EstadoOrdenGuardado): boolean => MOVES[from].includes(to)

/** Whether the buyer may give it up: of what is being looked at the installation decides. */
export const mayGiveUpOrden = (estado: EstadoOrden): boolean => estado !== 'EN_REVISION' && canMoveOrden(estado, 'ANULADA')
