import type { COD_DOC, CodDoc, Monto } from '@yupana/fiscal'
import type { CompraFormInput, RetencionRecibidaFormInput } from '@yupana/contract'

/** What was sent is no document of others, and which way. */
export class RecibidoError extends Error {}

/** Whose documents they are to be. */
export interface Destino {
  readonly ruc: string
  readonly isProduccion: boolean
}

/** A file as somebody sent it. */
export interface ArchivoTraido {
  readonly filename: string
  readonly bytes: Uint8Array
}

/** One document that may come into the inbox. */
export interface RecibidoLeido {
  readonly clave: string
  readonly tipo: Exclude<CodDoc, typeof COD_DOC.LIQUIDACION_COMPRA | typeof COD_DOC.GUIA_REMISION>
  readonly numero: string
  readonly fecha_emision: string
  readonly emisor_ruc: string
  readonly emisor_nombre: string
  readonly total: Monto
  readonly autorizado: boolean
  readonly avisos: readonly string[]
  readonly compra: CompraFormInput | null
  readonly retencion: RetencionRecibidaFormInput | null
  readonly xml: string
}

/** A line of what the press answers. */
export type LineaRecibidos =
  | { readonly archivo: string; readonly leido: RecibidoLeido; readonly problema?: undefined }
  | { readonly archivo: string; readonly problema: string; readonly leido?: undefined }
