import { COD_DOC, type Monto } from '@yupana/fiscal'
import type { RetencionRecibidaForm, RetencionRecibidaFormInput } from '@yupana/contract'
import type { ComprobanteRetencion } from '@yupana/sri'

import { emisorOf, numeroOf } from './compra-de-xml.ts'

type Lineas = RetencionRecibidaForm['lineas']

/** `001-001-000000001` of its fifteen digits. */
const withDashes = (digits: string) => `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`

const lineaOf = (one: {
  codigo: string
  codigoRetencion: string
  baseImponible: Monto
  porcentajeRetener: number
  valorRetenido: Monto
}) => ({
  impuesto: one.codigo as Lineas[number]['impuesto'],
  codigo: one.codigoRetencion.trim().toUpperCase(),
  base: one.baseImponible,
  porcentaje: one.porcentajeRetener,
  valor: one.valorRetenido,
})

function lineasOf(retencion: ComprobanteRetencion): Lineas {
  if (retencion.version === '2.0.0')
    return retencion.docsSustento.flatMap((doc) =>
      doc.retenciones.map((one) => ({
        cod_doc: doc.codDocSustento,
        numero: withDashes(doc.numDocSustento),
        fecha: doc.fechaEmisionDocSustento,
        ...lineaOf(one),
      })),
    )
  return retencion.impuestos.map(({ codDocSustento, numDocSustento, fechaEmisionDocSustento, ...one }) => ({
    cod_doc: codDocSustento ?? COD_DOC.FACTURA,
    ...(numDocSustento !== undefined && { numero: withDashes(numDocSustento) }),
    ...(fechaEmisionDocSustento !== undefined && { fecha: fechaEmisionDocSustento }),
    ...lineaOf(one),
  }))
}

/** What a client withheld, as its voucher of either version says it. */
export function retencionRecibidaOf(retencion: ComprobanteRetencion): RetencionRecibidaFormInput {
  const { infoTributaria: info, infoCompRetencion } = retencion
  return {
    agente: emisorOf(info),
    numero: numeroOf(info),
    autorizacion: info.claveAcceso,
    fecha_emision: infoCompRetencion.fechaEmision,
    periodo: infoCompRetencion.periodoFiscal,
    lineas: lineasOf(retencion),
  }
}
