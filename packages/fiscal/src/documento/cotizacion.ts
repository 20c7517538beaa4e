/** States of a quote and the only moves between them (O-74). */
import { addDays, type Fecha } from '../valor/fecha.ts'

/** Stored states: decisions of people. */
export const ESTADOS_COTIZACION_GUARDADOS = [
  'BORRADOR', // being written, or rewritten
  'ENVIADA', // the client has it
  'ACEPTADA', // the client said yes
  'RECHAZADA', // the client said no
] as const
export type EstadoCotizacionGuardado = (typeof ESTADOS_COTIZACION_GUARDADOS)[number]

export const ESTADOS_COTIZACION = [
  ...ESTADOS_COTIZACION_GUARDADOS,
  'VENCIDA', // sent, and expired without an answer
  'FACTURADA_EN_PARTE', // facturas that count were issued from it, and something is left
  'FACTURADA', // a factura that still counts was issued from it, and nothing is left, or the client declined the rest
] as const
export type EstadoCotizacion = (typeof ESTADOS_COTIZACION)[number]

export const ESTADO_COTIZACION_LABEL: Readonly<Record<EstadoCotizacion, string>> = {
  BORRADOR: 'Borrador',
  ENVIADA: 'Enviada',
  ACEPTADA: 'Aceptada',
  RECHAZADA: 'Rechazada',
  VENCIDA: 'Vencida',
  FACTURADA_EN_PARTE: 'Facturada en parte',
  FACTURADA: 'Facturada',
}

export const VALIDEZ_MAX_DIAS = 365

/** The last day on which the client may accept. */
export const venceCotizacion = (fecha: Fecha, dias: number): Fecha => addDays(fecha, dias)

interface CotizacionGuardada {
  readonly estado: EstadoCotizacionGuardado
  readonly vence: Fecha
  readonly isFacturada: boolean
  /** Whether its facturas leave a remainder. */
  readonly isParcial: boolean
}

/** State of a quote on a day: expiry follows from the calendar, invoicing from its facturas. */
export function estadoCotizacionAt({ estado, vence, isFacturada, isParcial }: CotizacionGuardada, hoy: Fecha): EstadoCotizacion {
  if (isFacturada) return isParcial && estado !== 'RECHAZADA' ? 'FACTURADA_EN_PARTE' : 'FACTURADA'
  return estado === 'ENVIADA' && vence < hoy ? 'VENCIDA' : estado
}

const MOVES: Readonly<Record<EstadoCotizacion, readonly EstadoCotizacionGuardado[]>> = {
  BORRADOR: ['ENVIADA'],
  ENVIADA: ['ACEPTADA', 'RECHAZADA'],
  ACEPTADA: ['BORRADOR'],
  RECHAZADA: ['BORRADOR'],
  VENCIDA: [],
  FACTURADA_EN_PARTE: ['RECHAZADA'],
  FACTURADA: [],
}

/** Whether the table allows this move. */
export const canMoveCotizacion = (from: EstadoCotizacion, to: EstadoCotizacionGuardado): boolean => MOVES[from].includes(to)

/** Whether the remainder after its facturas was declined; that may be taken back. */
export const isRestoCerrado = (estado: EstadoCotizacion, hasResto: boolean): boolean => estado === 'FACTURADA' && hasResto

/** Whether the quote may be edited, which makes it a draft again: an accepted quote stays as it was accepted. */
export const canEditCotizacion = (estado: EstadoCotizacion): boolean =>
  estado !== 'ACEPTADA' && estado !== 'FACTURADA_EN_PARTE' && estado !== 'FACTURADA'

/** An accepted or invoiced quote is kept. */
export const canDeleteCotizacion = canEditCotizacion

/** A quote may be invoiced without a written answer; a declined or expired one is offered anew first. */
export const canFacturarCotizacion = (estado: EstadoCotizacion): boolean =>
  estado === 'BORRADOR' || estado === 'ENVIADA' || estado === 'ACEPTADA' || estado === 'FACTURADA_EN_PARTE'
