import type { Monto } from '@yupana/fiscal'

/** How a charge stands at the gateway. */
export const ESTADOS_PASARELA = ['ABIERTO', 'PAGADO', 'RECHAZADO', 'VENCIDO', 'REVERSADO'] as const
export type EstadoPasarela = (typeof ESTADOS_PASARELA)[number]

export interface CobroDicho {
  estado: EstadoPasarela
  /** What is charged or to be charged. */
  monto: Monto
  /** Where the buyer pays it; null once nobody can. */
  pagina: string | null
}

export interface CobroPedido {
  /** Of the charge: whoever asks twice with it asks for one. */
  clave: string
  monto: Monto
  /** What the buyer reads there. */
  descripcion: string
  /** Nobody can pay it later. */
  vence: Date
  /** Where the gateway sends the buyer back. */
  vuelta: string
}

/** A notice of a gateway, whose signature was looked at. */
export interface AvisoPasarela extends Pick<CobroDicho, 'estado' | 'monto'> {
  clave: string
  /** When it was signed. */
  momento: Date
}

/** As it came, to the last space. */
export interface AvisoEnviado {
  headers: Readonly<Record<string, unknown>>
  path: string
  cuerpo: string
}

/** A gateway that charges cards on its own page: no number of a card ever comes here (adr/0015). `readAviso` throws nothing. */
export interface Pasarela {
  begin(pedido: CobroPedido): Promise<CobroDicho>
  /** Undefined where it has no charge of that key. */
  find(clave: string): Promise<CobroDicho | undefined>
  /** Takes back what was charged, or sees that it never is; once, however often it is asked. False where it has no charge of that key. */
  reverse(clave: string): Promise<boolean>
  /** Undefined for what the gateway did not sign, or not lately. */
  readAviso(aviso: AvisoEnviado, ahora: Date): AvisoPasarela | undefined
}

/** It answers nothing, or what nobody understands: what became of the charge is not known. */
export class PasarelaError extends Error {}
