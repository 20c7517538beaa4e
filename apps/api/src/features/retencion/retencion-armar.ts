import type { RetencionForm } from '@yupana/contract'
import { COD_DOC, displayFecha, plainMonto, type DocSustento, type Fecha } from '@yupana/fiscal'
import type { ComprobanteRetencion } from '@yupana/sri'

import { camposAdicionales, emisorOf, infoTributariaOf, optional, type ContextoEmision } from '../comprobante/armado/armado.door.ts'
import type { Identidad } from '../comprobante/identidad/identidad.door.ts'
import { docSustentoOf, type RetencionRevisada } from './retencion-reglas.ts'

export interface RetencionDatos {
  form: RetencionForm
  fecha: Fecha
  contexto: ContextoEmision
  revisada: Pick<RetencionRevisada, 'periodo'>
  /** RUC of the provider of the system, compulsory in every document when the installation has one (O-89). */
  rucProveedor: string | undefined
}

type DocXml = Extract<ComprobanteRetencion, { version: '2.0.0' }>['docsSustento'][number]

/** The XSD of the retención has another name for the authorisation, and the rate of a reembolso as digits. */
const docXmlOf = ({ reembolsos, ...doc }: DocSustento): DocXml => ({
  ...doc,
  impuestosDocSustento: [...doc.impuestosDocSustento],
  retenciones: [...doc.retenciones],
  pagos: [...doc.pagos],
  ...(reembolsos && {
    reembolsos: reembolsos.map(
      ({ numeroautorizacionDocReemb: autorizacion = '', detalleImpuestos, numeroAutorizacionDocReemb: _own, ...one }) => ({
        ...one,
        numeroAutorizacionDocReemb: autorizacion,
        detalleImpuestos: detalleImpuestos.map((impuesto) => ({ ...impuesto, tarifa: plainMonto(impuesto.tarifa) })),
      }),
    ),
  }),
})

/** `001-001-000000001` for a voucher of this form. */
export const numeroPropio = ({ establecimiento, punto }: RetencionForm, { secuencial }: Pick<Identidad, 'secuencial'>): string =>
  `${establecimiento}-${punto}-${secuencial}`

/** The XSD has no field for the day of payment: an additional field has it, cut to the length of a field. */
export const CAMPO_PAGO = 'Fecha de pago'
const MAX_VALOR = 300
const campoPago = ({ pago }: RetencionForm) =>
  pago ? [{ nombre: CAMPO_PAGO, valor: [...`${displayFecha(pago.fecha)}: ${pago.motivo}`].slice(0, MAX_VALOR).join('') }] : []

/** The comprobante in its XML form. */
export function armarRetencion(
  { form, fecha, contexto, revisada, rucProveedor }: RetencionDatos,
  identidad: Identidad,
): ComprobanteRetencion {
  const { sujeto, establecimiento, punto } = form
  const campos = camposAdicionales({
    contexto,
    rucProveedor,
    propios: form.info_adicional,
    debidos: campoPago(form),
    correos: sujeto.correos,
    telefono: sujeto.telefono,
  })
  return {
    version: '2.0.0',
    infoTributaria: infoTributariaOf(contexto, fecha, { codDoc: COD_DOC.RETENCION, establecimiento, punto }, identidad),
    infoCompRetencion: {
      fechaEmision: fecha,
      ...emisorOf(contexto, fecha),
      tipoIdentificacionSujetoRetenido: sujeto.tipo_identificacion,
      ...optional('tipoSujetoRetenido', form.tipo_sujeto),
      parteRel: form.parte_relacionada ? 'SI' : 'NO',
      razonSocialSujetoRetenido: sujeto.razon_social,
      identificacionSujetoRetenido: sujeto.identificacion,
      periodoFiscal: revisada.periodo,
    },
    docsSustento: form.docs_sustento.map((doc) => docXmlOf(docSustentoOf(doc, numeroPropio(form, identidad)))),
    ...(campos.length > 0 && { infoAdicional: campos }),
  }
}
