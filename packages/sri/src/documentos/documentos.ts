import type { Documento, ValorDocumento } from './documento.ts'
import { factura } from './factura/factura.ts'
import { guiaRemision } from './guia-remision/guia-remision.ts'
import { liquidacionCompra } from './liquidacion-compra/liquidacion-compra.ts'
import { notaCredito } from './nota-credito/nota-credito.ts'
import { notaDebito } from './nota-debito/nota-debito.ts'
import { comprobanteRetencion } from './retencion/retencion.ts'

/** Every document type of the SRI, by the name of its root element. */
export const DOCUMENTOS = { factura, liquidacionCompra, notaCredito, notaDebito, guiaRemision, comprobanteRetencion }

/** Name of a root element. */
export type TipoComprobante = keyof typeof DOCUMENTOS

/** The value of a document of that type. */
export type ValorOf<K extends TipoComprobante> = (typeof DOCUMENTOS)[K] extends Documento<infer T> ? T : never

/** A document with its type. */
export type Comprobante = { [K in TipoComprobante]: { readonly tipo: K; readonly documento: ValorOf<K> } }[TipoComprobante]

export const TIPOS_COMPROBANTE = Object.keys(DOCUMENTOS) as readonly TipoComprobante[]

/** The type of a root element; undefined when it is none of the SRI's. */
export const tipoOfRoot = (root: string): TipoComprobante | undefined => TIPOS_COMPROBANTE.find((tipo) => tipo === root)

/** The type of a codDoc of Tabla 3; undefined for an unknown code. */
export const tipoOfCodDoc = (codDoc: string): TipoComprobante | undefined =>
  TIPOS_COMPROBANTE.find((tipo) => DOCUMENTOS[tipo].codDoc === codDoc)

/** The declaration of a type, for work common to all types. */
export const declaracionOf = (tipo: TipoComprobante): Documento<ValorDocumento> => DOCUMENTOS[tipo] as unknown as Documento<ValorDocumento>

/** The XML of a document of any type. */
export const comprobanteToXml = ({ tipo, documento }: Comprobante): string => declaracionOf(tipo).toXml(documento)
