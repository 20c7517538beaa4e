/** States of a quote and the only moves between them (O-74). */
import { addDays, type Fecha } from '../valor/fecha.ts'

/** What people decide of a quote, and is stored. */
export const ESTADOS_COTIZACION_GUARDADOS = [
  'BORRADOR', // being written, or rewritten
  'ENVIADA', // the client has it
  'ACEPTADA', // the client said yes
  'RECHAZADA', // the client said no
] as const
export type EstadoCotizacionGuardado = (typeof ESTADOS_COTIZACION_GUARDADOS)[number]

export const ESTADOS_COTIZACION = [
  ...ESTADOS_COTIZACION_GUARDADOS,
  'VENCIDA', // sent, and its last day passed without an answer
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
  /** Whether its facturas leave something. */
  readonly isParcial: boolean
}

/** The state of a quote on a day: that it expired follows from the calendar, that it was invoiced from its factura. */
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

/** Whether somebody said that what its facturas left is not invoiced: that may be taken back. */
export const isRestoCerrado = (estado: EstadoCotizacion, hasResto: boolean): boolean => estado === 'FACTURADA' && hasResto

/** Whether it may be rewritten, which makes it a draft again: what a client accepted stays as it was accepted. */
export const canEditCotizacion = (estado: EstadoCotizacion): boolean =>
  estado !== 'ACEPTADA' && estado !== 'FACTURADA_EN_PARTE' && estado !== 'FACTURADA'

/** What a client accepted, or a factura came from, is kept. */
export const canDeleteCotizacion = canEditCotizacion

/** A sale at the counter needs no answer in writing; what was declined or expired is offered anew first. */
export const canFacturarCotizacion = (estado: EstadoCotizacion): boolean =>
  estado === 'BORRADOR' || estado === 'ENVIADA' || estado === 'ACEPTADA' || estado === 'FACTURADA_EN_PARTE'
