/** States of what a card is charged for an order of the store, at the gateway that the installation names. */
import type { EstadoOrden } from './orden.ts'

export const ESTADOS_COBRO = [
  'PEDIDO', // asked of the gateway; what it answered is not known
  'ABIERTO', // the buyer may pay it on the gateway's page
  'PAGADO', // it paid the order
  'RECHAZADO', // the card was refused
  'VENCIDO', // nobody paid it in time
  'POR_REVERSAR', // whatever was or is charged pays nothing: it goes back to the card
  'REVERSADO', // the gateway says that it did
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

/** Of an order one is under way at most. */
export const isCobroEnCurso = (estado: EstadoCobro): boolean => estado === 'PEDIDO' || estado === 'ABIERTO'

/** Whether a card may pay it: not while somebody looks at a receipt, which may have paid it. */
export const mayBeginTarjeta = (estado: EstadoOrden): boolean => estado === 'POR_PAGAR' || estado === 'RECHAZADA'
