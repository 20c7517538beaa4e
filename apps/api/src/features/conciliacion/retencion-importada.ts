import type { RetencionForm } from '@yupana/contract'
import { isFecha, parseMonto, periodoFiscalOf, sum } from '@yupana/fiscal'
import { XmlError, type DocSustento, type Retencion2 } from '@yupana/sri'

import { CAMPO_PAGO, type PagoRetencion } from '../retencion/retencion.door.ts'
import type { Importado } from './importado.ts'
import {
  camposPropios,
  contactoOf,
  fieldOf,
  identidadOf,
  readTipo,
  reembolsosForm,
  serieOf,
  tipoIdentificacion,
} from './partes-importadas.ts'

type DocForm = RetencionForm['docs_sustento'][number]

/** `001001000000001` in its printed form. */
const numeroOf = ({ numDocSustento: numero }: DocSustento) => `${numero.slice(0, 3)}-${numero.slice(3, 6)}-${numero.slice(6)}`

const lineaForm = ({
  dividendos,
  compraCajBanano: banano,
  ...one
}: DocSustento['retenciones'][number]): DocForm['retenciones'][number] => ({
  impuesto: one.codigo as DocForm['retenciones'][number]['impuesto'],
  codigo: one.codigoRetencion,
  base: one.baseImponible,
  porcentaje: one.porcentajeRetener,
  ...(dividendos && {
    dividendos: { fecha_pago: dividendos.fechaPagoDiv, impuesto_renta: dividendos.imRentaSoc, ejercicio: dividendos.ejerFisUtDiv },
  }),
  ...(banano && { banano: { cajas: Number(banano.numCajBan), precio: banano.precCajBan } }),
})

function exteriorOf(doc: DocSustento): Pick<DocForm, 'pago_exterior'> {
  if (doc.tipoRegi === undefined) return {}
  const isYes = (value: string | undefined) => (value === undefined ? undefined : value === 'SI')
  return {
    pago_exterior: {
      regimen: doc.tipoRegi as NonNullable<DocForm['pago_exterior']>['regimen'],
      pais: doc.paisEfecPago ?? '',
      convenio: doc.aplicConvDobTrib === 'SI',
      sujeto_retencion: isYes(doc.pagExtSujRetNorLeg),
      regimen_fiscal: isYes(doc.pagoRegFis),
    },
  }
}

/** The XSD of the retención has another name for the authorisation, and the rate of a reembolso as digits. */
const reembolsosOf = ({ reembolsos = [] }: DocSustento) =>
  reembolsosForm(
    reembolsos.map(({ numeroAutorizacionDocReemb, detalleImpuestos, ...one }) => ({
      ...one,
      numeroautorizacionDocReemb: numeroAutorizacionDocReemb,
      detalleImpuestos: detalleImpuestos.map((impuesto) => ({ ...impuesto, tarifa: parseMonto(impuesto.tarifa) ?? 0 })),
    })),
  )

const docForm = (doc: DocSustento): DocForm => ({
  cod_sustento: doc.codSustento,
  cod_doc: doc.codDocSustento,
  numero: numeroOf(doc),
  fecha: doc.fechaEmisionDocSustento,
  fecha_registro: doc.fechaRegistroContable,
  autorizacion: doc.numAutDocSustento,
  ...exteriorOf(doc),
  total_sin_impuestos: doc.totalSinImpuestos,
  importe_total: doc.importeTotal,
  impuestos: doc.impuestosDocSustento.map((impuesto) => ({
    codigo: impuesto.codImpuestoDocSustento as DocForm['impuestos'][number]['codigo'],
    codigo_porcentaje: impuesto.codigoPorcentaje,
    base: impuesto.baseImponible,
    tarifa: impuesto.tarifa,
    valor: impuesto.valorImpuesto,
  })),
  retenciones: doc.retenciones.map(lineaForm),
  reembolsos: reembolsosOf(doc),
  pagos: doc.pagos.map(({ formaPago: forma_pago, total }) => ({ forma_pago, total })),
})

/** The payment day from our own additional field, and its reason. */
function pagoOf(retencion: Retencion2): PagoRetencion | undefined {
  const [, day = '', month = '', year = '', motivo] =
    /^(\d{2})\/(\d{2})\/(\d{4}): (.{5,})$/u.exec(fieldOf(retencion, CAMPO_PAGO.toLowerCase()) ?? '') ?? []
  const fecha = `${year}-${month}-${day}`
  return motivo !== undefined && isFecha(fecha) ? { fecha, motivo } : undefined
}

function formOf(retencion: Retencion2, sujeto: RetencionForm['sujeto'], pago: PagoRetencion | undefined): RetencionForm {
  const { infoCompRetencion: info } = retencion
  return {
    ...serieOf(retencion),
    fecha_emision: info.fechaEmision,
    sujeto,
    tipo_sujeto: info.tipoSujetoRetenido as RetencionForm['tipo_sujeto'],
    parte_relacionada: info.parteRel === 'SI',
    ...(info.periodoFiscal !== periodoFiscalOf(info.fechaEmision) && { periodo: info.periodoFiscal }),
    docs_sustento: retencion.docsSustento.map(docForm),
    ...(pago && { pago }),
    info_adicional: camposPropios(retencion).filter(({ nombre }) => pago === undefined || nombre !== CAMPO_PAGO),
  }
}

/** The rows of a comprobante de retención read back from its XML. @throws XmlError when it cannot be read */
export function retencionImportada(xml: string): Importado {
  const retencion = readTipo('comprobanteRetencion', xml)
  if (retencion.version !== '2.0.0')
    throw new XmlError('STRUCTURE', `La versión ${retencion.version} del comprobante de retención ya no se emite.`, 'comprobanteRetencion')
  const { infoCompRetencion: info, docsSustento } = retencion
  const sujeto = {
    tipo_identificacion: tipoIdentificacion(info.tipoIdentificacionSujetoRetenido),
    identificacion: info.identificacionSujetoRetenido,
    razon_social: info.razonSocialSujetoRetenido,
    ...contactoOf(retencion),
  }
  const pago = pagoOf(retencion)
  const retenciones = docsSustento.flatMap((doc) =>
    doc.retenciones.map((one) => ({
      cod_sustento: doc.codSustento,
      cod_doc: doc.codDocSustento,
      numero: numeroOf(doc),
      fecha: doc.fechaEmisionDocSustento,
      impuesto: one.codigo,
      codigo: one.codigoRetencion,
      base: one.baseImponible,
      porcentaje: one.porcentajeRetener,
      valor: one.valorRetenido,
    })),
  )
  return {
    ...identidadOf(retencion),
    fecha_emision: info.fechaEmision,
    receptor: sujeto,
    rol: 'proveedor',
    subtotal: 0,
    descuento: 0,
    iva: 0,
    total: sum(retenciones.map(({ valor }) => valor)),
    lineas: [],
    pagos: [],
    retenciones,
    ...(pago && { pago_retencion: pago }),
    entrada: formOf(retencion, sujeto, pago),
  }
}
