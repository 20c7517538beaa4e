/** States of an order of the store and the only moves between them (O-79). */
import type { Fecha } from '../valor/fecha.ts'

export const ESTADOS_ORDEN_GUARDADOS = [
  'POR_PAGAR', // waits for the transfer
  'EN_REVISION', // the receipt was uploaded; the installation reviews it
  'PAGADA', // the money arrived
  'RECHAZADA', // the receipt was refused; another may follow
  'ANULADA', // the buyer or the installation cancelled it
  'DEVUELTA', // the money went back
] as const
export type EstadoOrdenGuardado = (typeof ESTADOS_ORDEN_GUARDADOS)[number]
/** VENCIDA: not paid by its last day. */
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

/** Number of an order as people read it: «000012». */
export const numeroOrden = (numero: number): string => String(numero).padStart(6, '0')

/** Days for which an order keeps its prices. */
export const DIAS_PARA_PAGAR = 15

const MOVES: Readonly<Record<EstadoOrden, readonly EstadoOrdenGuardado[]>> = {
  POR_PAGAR: ['EN_REVISION', 'ANULADA'],
  // EN_REVISION follows itself: a new receipt replaces the waiting one.
  EN_REVISION: ['EN_REVISION', 'PAGADA', 'RECHAZADA', 'ANULADA'],
  PAGADA: ['DEVUELTA'],
  RECHAZADA: ['EN_REVISION', 'ANULADA'],
  ANULADA: [],
  DEVUELTA: [],
  VENCIDA: [],
}

/** State of an order on a day: expiry follows from the calendar; a paid order, or one under review, does not expire. */
export const estadoOrdenAt = ({ estado, vence }: { estado: EstadoOrdenGuardado; vence: Fecha }, hoy: Fecha): EstadoOrden =>
  (estado === 'POR_PAGAR' || estado === 'RECHAZADA') && vence < hoy ? 'VENCIDA' : estado

/** Whether the table allows this move. */
export const canMoveOrden = (from: EstadoOrden, to: EstadoOrdenGuardado): boolean => MOVES[from].includes(to)

/** Whether the buyer may cancel the order; during the review only the installation decides. */
export const mayGiveUpOrden = (estado: EstadoOrden): boolean => estado !== 'EN_REVISION' && canMoveOrden(estado, 'ANULADA')
