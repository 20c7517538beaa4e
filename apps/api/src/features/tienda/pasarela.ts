import type { Monto } from '@yupana/fiscal'

/** States of a charge at the gateway. */
export const ESTADOS_PASARELA = ['ABIERTO', 'PAGADO', 'RECHAZADO', 'VENCIDO', 'REVERSADO'] as const
export type EstadoPasarela = (typeof ESTADOS_PASARELA)[number]

export interface CobroDicho {
  estado: EstadoPasarela
  /** Amount charged or to be charged. */
  monto: Monto
  /** Page where the buyer pays; null once payment is impossible. */
  pagina: string | null
}

export interface CobroPedido {
  /** Key of the charge: a repeated request with it is the same charge. */
  cobroId: string
  monto: Monto
  /** Text for the buyer on the page. */
  descripcion: string
  /** Last moment to pay. */
  vence: Date
  /** Address to which the gateway returns the buyer. */
  vuelta: string
}

/** A notice of the gateway with a verified signature. */
export interface AvisoPasarela extends Pick<CobroDicho, 'estado' | 'monto'> {
  cobroId: string
  /** Time of signing. */
  momento: Date
}

/** As received, to the last space. */
export interface AvisoEnviado {
  headers: Readonly<Record<string, unknown>>
  path: string
  cuerpo: string
}

/** A gateway that charges cards on its own page: no number of a card ever comes here (adr/0015). `readAviso` throws nothing. */
export interface Pasarela {
  begin(pedido: CobroPedido): Promise<CobroDicho>
  /** Undefined when the gateway has no charge of this key. */
  find(cobroId: string): Promise<CobroDicho | undefined>
  /** Reverses a charge, or makes sure that it never happens; repeating it is harmless. False when the gateway has no charge of this key. */
  reverse(cobroId: string): Promise<boolean>
  /** Undefined for a notice that the gateway did not sign, or not lately. */
  readAviso(aviso: AvisoEnviado, ahora: Date): AvisoPasarela | undefined
}

/** The gateway gave no intelligible answer: the state of the charge is unknown. */
export class PasarelaError extends Error {}
