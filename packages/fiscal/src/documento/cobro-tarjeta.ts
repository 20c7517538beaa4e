/** States of a card charge for an order of the store, at the gateway of the installation. */
import type { EstadoOrden } from './orden.ts'

export const ESTADOS_COBRO = [
  'PEDIDO', // sent to the gateway; its answer is not known
  'ABIERTO', // the buyer may pay it on the gateway's page
  'PAGADO', // it paid the order
  'RECHAZADO', // the card was refused
  'VENCIDO', // nobody paid it in time
  'POR_REVERSAR', // the charge pays no order: it goes back to the card
  'REVERSADO', // the gateway confirmed the refund
] as const
export type EstadoCobro = (typeof ESTADOS_COBRO)[number]

export const ESTADO_COBRO_LABEL: Readonly<Record<EstadoCobro, string>> = {
  PEDIDO: 'Sin respuesta todavía',
  ABIERTO: 'En curso',
  PAGADO: 'Pagado',
  RECHAZADO: 'Rechazado',
  VENCIDO: 'Vencido',
  POR_REVERSAR: 'Por reversar',
  REVERSADO: 'Reversado',
}

/** Whether the charge is under way; an order has one such charge at most. */
export const isCobroEnCurso = (estado: EstadoCobro): boolean => estado === 'PEDIDO' || estado === 'ABIERTO'

/** Whether a card may pay the order: not while a receipt, which may have paid it, is under review. */
export const mayBeginTarjeta = (estado: EstadoOrden): boolean => estado === 'POR_PAGAR' || estado === 'RECHAZADA'
