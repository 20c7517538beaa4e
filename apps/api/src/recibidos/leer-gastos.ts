import { COD_DOC, readClaveAcceso, type Monto } from '@yupana/fiscal'
import { readComprobante, type ComprobanteLeido } from '@yupana/sri'

import { lineText, numeroOf } from './compra-de-xml.ts'
import { leerArchivos, Refused } from './leer-recibidos.ts'
import type { ArchivoTraido } from './recibidos.ts'

/** What of a document may be a personal expense. */
export interface GastoTraido {
  readonly clave: string
  readonly fecha: string
  readonly proveedor_ruc: string
  readonly proveedor: string
  readonly tipo: typeof COD_DOC.FACTURA | typeof COD_DOC.NOTA_CREDITO
  readonly numero: string
  /** Whose name it bears. */
  readonly a_nombre: string
  readonly comprador: string
  /** Without IVA and ICE. */
  readonly total: Monto
  readonly autorizado: boolean
}

export type LineaGastos =
  | { readonly archivo: string; readonly leido: GastoTraido; readonly problema?: undefined }
  | { readonly archivo: string; readonly problema: string; readonly leido?: undefined }

/** As `leerRecibidos`, of documents to whomever. */
export const leerGastos = (archivos: readonly ArchivoTraido[]): Uint8Array => leerArchivos(archivos, leer)

function infoOf(leido: ComprobanteLeido) {
  if (leido.tipo === 'factura') return { tipo: COD_DOC.FACTURA, info: leido.documento.infoFactura } as const
  if (leido.tipo === 'notaCredito') return { tipo: COD_DOC.NOTA_CREDITO, info: leido.documento.infoNotaCredito } as const
  throw new Refused('No es una factura ni una nota de crédito: las demás no son gastos personales.')
}

function leer(bytes: Uint8Array): GastoTraido {
  const leido = readComprobante(bytes)
  const { tipo, info } = infoOf(leido)
  const { infoTributaria: emisor } = leido.documento
  const clave = readClaveAcceso(emisor.claveAcceso)
  if (!clave) throw new Refused('Su clave de acceso no es válida.')
  const estado = leido.autorizacion?.estado
  if (estado !== undefined && estado !== 'AUTORIZADO') throw new Refused(`El SRI no lo autorizó: dice ${lineText(estado, 40)}.`)
  return {
    clave: emisor.claveAcceso,
    fecha: info.fechaEmision,
    proveedor_ruc: emisor.ruc,
    proveedor: lineText(emisor.razonSocial) || emisor.ruc,
    tipo,
    numero: numeroOf(emisor),
    a_nombre: lineText(info.identificacionComprador, 20),
    comprador: lineText(info.razonSocialComprador, 100),
    total: info.totalSinImpuestos,
    autorizado: estado === 'AUTORIZADO',
  }
}
