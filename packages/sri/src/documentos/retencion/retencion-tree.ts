// Element trees of comprobanteRetencion 1.0.0 and 2.0.0, two different layouts (official XSD).
import {
  amount,
  attributedText,
  code,
  fecha,
  group,
  line,
  listOf,
  oneOf,
  optional,
  plainNumber,
  signedAmount,
  type ValueOf,
} from '../arbol/element-tree.ts'
import { infoTributaria } from '../partes/info-tributaria.ts'
import * as partes from '../partes/partes.ts'

const siNo = code('SI|NO', 'debe ser SI o NO')
/** Three digits in all: 1.75 and 100 fit, 12.25 does not. */
const porcentaje = plainNumber(3)

const infoCompRetencion = {
  fechaEmision: fecha,
  dirEstablecimiento: optional(line(300)),
}

const sujetoRetenido = {
  razonSocialSujetoRetenido: line(300),
  identificacionSujetoRetenido: line(20),
}

const retencion = group({
  codigo: code('[126]{1}', 'debe ser 1 (renta), 2 (IVA) o 6 (ISD)'),
  codigoRetencion: line(5),
  baseImponible: amount,
  porcentajeRetener: porcentaje,
  valorRetenido: amount,
  dividendos: optional(
    group({ fechaPagoDiv: fecha, imRentaSoc: amount, ejerFisUtDiv: code('(19|20)[0-9]{2}', 'debe ser un año de cuatro dígitos') }),
  ),
  compraCajBanano: optional(group({ numCajBan: code('[0-9]{1,7}', 'debe tener de 1 a 7 dígitos'), precCajBan: amount })),
})

const reembolsos = listOf(
  'reembolsoDetalle',
  group({
    ...partes.comprobanteReembolso,
    codDocReembolso: partes.digits(2),
    numeroAutorizacionDocReemb: partes.autorizacionReembolso,
    detalleImpuestos: listOf(
      'detalleImpuesto',
      group({
        codigo: code('[235]', 'debe ser 2 (IVA), 3 (ICE) o 5 (IRBPNR)'),
        codigoPorcentaje: code('[0-9]{1,4}', 'debe ser un código de 1 a 4 dígitos'),
        tarifa: code('[0-9]{1,4}', 'debe tener de 1 a 4 dígitos'),
        baseImponibleReembolso: amount,
        impuestoReembolso: amount,
      }),
    ),
  }),
)

const docSustento = group({
  codSustento: partes.digits(2),
  codDocSustento: code('[0-9]{1,3}', 'debe tener de 1 a 3 dígitos'),
  numDocSustento: partes.digits(15),
  fechaEmisionDocSustento: fecha,
  fechaRegistroContable: optional(fecha),
  numAutDocSustento: optional(code('[0-9]{10,49}', 'debe tener de 10 a 49 dígitos')),
  pagoLocExt: code('01|02', 'debe ser 01 (local) o 02 (exterior)'),
  tipoRegi: optional(partes.digits(2)),
  paisEfecPago: optional(code('[0-9]{3,4}', 'debe tener 3 o 4 dígitos')),
  aplicConvDobTrib: optional(siNo),
  pagExtSujRetNorLeg: optional(siNo),
  pagoRegFis: optional(siNo),
  totalComprobantesReembolso: optional(signedAmount),
  totalBaseImponibleReembolso: optional(signedAmount),
  totalImpuestoReembolso: optional(signedAmount),
  totalSinImpuestos: signedAmount,
  importeTotal: amount,
  impuestosDocSustento: listOf(
    'impuestoDocSustento',
    group({
      codImpuestoDocSustento: code('[235]{1}', 'debe ser 2 (IVA), 3 (ICE) o 5 (IRBPNR)'),
      codigoPorcentaje: code('[0-9]{1,4}', 'debe ser un código de 1 a 4 dígitos'),
      baseImponible: amount,
      tarifa: porcentaje,
      valorImpuesto: amount,
    }),
  ),
  retenciones: listOf('retencion', retencion),
  reembolsos: optional(reembolsos),
  pagos: listOf('pago', group({ formaPago: partes.formaPago, total: amount })),
})

const v2 = group({
  infoTributaria,
  infoCompRetencion: group({
    ...infoCompRetencion,
    contribuyenteEspecial: optional(
      code('([A-Za-z0-9])*', 'debe ser el número de la resolución, solo letras y dígitos', { min: 3, max: 5 }),
    ),
    obligadoContabilidad: optional(partes.obligadoContabilidad),
    tipoIdentificacionSujetoRetenido: partes.tipoIdentificacion,
    tipoSujetoRetenido: optional(code('01|02', 'debe ser 01 (persona natural) o 02 (sociedad)')),
    parteRel: siNo,
    ...sujetoRetenido,
    periodoFiscal: code('(0[1-9]|1[012])/20[0-9][0-9]', 'debe tener la forma mm/aaaa'),
  }),
  docsSustento: listOf('docSustento', docSustento),
  maquinaFiscal: optional(partes.maquinaFiscal),
  infoAdicional: optional(listOf('campoAdicional', attributedText({ nombre: line(300) }, 'valor', line(300)), { max: 15 })),
})

const v1 = group({
  infoTributaria,
  infoCompRetencion: group({
    ...infoCompRetencion,
    contribuyenteEspecial: optional(partes.contribuyenteEspecial),
    obligadoContabilidad: optional(oneOf('SI', 'NO')),
    tipoIdentificacionSujetoRetenido: partes.tipoIdentificacion,
    ...sujetoRetenido,
    periodoFiscal: code('[0-9]{2}/[0-9]{4}', 'debe tener la forma mm/aaaa'),
  }),
  impuestos: listOf(
    'impuesto',
    group({
      codigo: code('[0-9]{1}', 'debe ser un dígito', { min: 1, max: 1 }),
      codigoRetencion: line(5),
      baseImponible: amount,
      porcentajeRetener: porcentaje,
      valorRetenido: amount,
      codDocSustento: optional(partes.digits(2)),
      numDocSustento: optional(partes.digits(15)),
      fechaEmisionDocSustento: optional(fecha),
    }),
  ),
  maquinaFiscal: optional(partes.maquinaFiscal),
  infoAdicional: optional(partes.infoAdicional),
})

export const retencionTrees = { '1.0.0': v1, '2.0.0': v2 }

export type VersionRetencion = keyof typeof retencionTrees

/** The present layout of a withholding certificate: withholdings stand under the document that supports them. */
export type Retencion2 = { version: '2.0.0' } & ValueOf<typeof v2>
/** The layout before the ATS data: one flat list. It is read, but no longer issued. */
export type Retencion1 = { version: '1.0.0' } & ValueOf<typeof v1>

/** A comprobante de retención, by the conventions of `Factura`. */
export type ComprobanteRetencion = Retencion1 | Retencion2
export type DocSustento = Retencion2['docsSustento'][number]
