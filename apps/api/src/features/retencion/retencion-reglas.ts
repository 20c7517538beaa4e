import type { DocSustentoForm, RetencionForm } from '@yupana/contract'
import {
  checkRetencion,
  condicionAt,
  ESPECIAL_MAX_RETENCION,
  fechaTarifaOf,
  isAutorretencion,
  PAGO_EXTERIOR,
  PAGO_LOCAL,
  periodoFiscalOf,
  reembolsoTotalesOf,
  totalRetenidoOf,
  valorRetenidoOf,
  type CondicionTributaria,
  type DocSustento,
  type Fecha,
  type Monto,
  type Problema,
  type RetencionContexto,
} from '@yupana/fiscal'

import type { Problem } from '../../errors.ts'
import { CAMPOS_REEMBOLSO, checkTextos, optional, problemOf, reembolsosOf } from '../comprobante/armado/armado.door.ts'

/** Fields with another name in the form than in the document. */
const CAMPOS: Readonly<Record<string, string>> = {
  ...CAMPOS_REEMBOLSO,
  infoCompRetencion: '',
  identificacionSujetoRetenido: 'sujeto.identificacion',
  tipoIdentificacionSujetoRetenido: 'sujeto.tipo_identificacion',
  razonSocialSujetoRetenido: 'sujeto.razon_social',
  tipoSujetoRetenido: 'tipo_sujeto',
  parteRel: 'parte_relacionada',
  periodoFiscal: 'periodo',
  codDocSustento: 'cod_doc',
  numDocSustento: 'numero',
  numAutDocSustento: 'autorizacion',
  fechaEmisionDocSustento: 'fecha',
  fechaRegistroContable: 'fecha_registro',
  pagoLocExt: 'pago_exterior',
  tipoRegi: 'pago_exterior.regimen',
  paisEfecPago: 'pago_exterior.pais',
  aplicConvDobTrib: 'pago_exterior.convenio',
  pagExtSujRetNorLeg: 'pago_exterior.sujeto_retencion',
  pagoRegFis: 'pago_exterior.regimen_fiscal',
  impuestosDocSustento: 'impuestos',
  valorImpuesto: 'valor',
  codImpuestoDocSustento: 'codigo',
  codigoRetencion: 'codigo',
  baseImponible: 'base',
  porcentajeRetener: 'porcentaje',
  valorRetenido: 'base',
  compraCajBanano: 'banano',
  numCajBan: 'cajas',
  precCajBan: 'precio',
  fechaPagoDiv: 'fecha_pago',
  imRentaSoc: 'impuesto_renta',
  ejerFisUtDiv: 'ejercicio',
  totalComprobantesReembolso: 'reembolsos',
  totalBaseImponibleReembolso: 'reembolsos',
  totalImpuestoReembolso: 'reembolsos',
}
const TAX_OF_LINE = /^(docs_sustento\.\d+\.retenciones\.\d+)\.codigo$/

/** «codigo» is the tax in one check and, under another tag, the concept: the form has two fields for them. */
export function asProblem(problema: Problema): Problem {
  const found = problemOf(CAMPOS)(problema)
  return problema.campo.endsWith('.codigo') ? { ...found, campo: found.campo?.replace(TAX_OF_LINE, '$1.impuesto') } : found
}

const siNo = (value: boolean): 'SI' | 'NO' => (value ? 'SI' : 'NO')

function pagoOf({ pago_exterior: pago }: DocSustentoForm) {
  if (pago === undefined) return { pagoLocExt: PAGO_LOCAL }
  return {
    pagoLocExt: PAGO_EXTERIOR,
    tipoRegi: pago.regimen,
    paisEfecPago: pago.pais,
    aplicConvDobTrib: siNo(pago.convenio),
    ...(pago.sujeto_retencion !== undefined && { pagExtSujRetNorLeg: siNo(pago.sujeto_retencion) }),
    ...(pago.regimen_fiscal !== undefined && { pagoRegFis: siNo(pago.regimen_fiscal) }),
  }
}

const retencionOf = ({
  impuesto,
  codigo,
  base,
  porcentaje,
  dividendos,
  banano,
}: DocSustentoForm['retenciones'][number]): DocSustento['retenciones'][number] => ({
  codigo: impuesto,
  codigoRetencion: codigo,
  baseImponible: base,
  porcentajeRetener: porcentaje,
  valorRetenido: valorRetenidoOf(base, porcentaje),
  ...(dividendos && {
    dividendos: { fechaPagoDiv: dividendos.fecha_pago, imRentaSoc: dividendos.impuesto_renta, ejerFisUtDiv: dividendos.ejercicio },
  }),
  ...(banano && { compraCajBanano: { numCajBan: String(banano.cajas), precCajBan: banano.precio } }),
})

/** A supported document by the names of the law. `propio`: number of the voucher itself, which a self-withholding names. */
export function docSustentoOf(doc: DocSustentoForm, propio: string): DocSustento {
  const retenciones = doc.retenciones.map(retencionOf)
  const numero = doc.numero ?? (retenciones.every(isAutorretencion) ? propio : '')
  const reembolsos = reembolsosOf(doc.reembolsos)
  return {
    codSustento: doc.cod_sustento,
    codDocSustento: doc.cod_doc,
    numDocSustento: numero.replaceAll('-', ''),
    fechaEmisionDocSustento: doc.fecha,
    ...optional('fechaRegistroContable', doc.fecha_registro),
    ...optional('numAutDocSustento', doc.autorizacion),
    ...pagoOf(doc),
    ...(reembolsos.length > 0 && reembolsoTotalesOf(reembolsos)),
    totalSinImpuestos: doc.total_sin_impuestos,
    importeTotal: doc.importe_total,
    impuestosDocSustento: doc.impuestos.map(({ codigo, codigo_porcentaje: codigoPorcentaje, base, tarifa, valor }) => ({
      codImpuestoDocSustento: codigo,
      codigoPorcentaje,
      baseImponible: base,
      tarifa,
      valorImpuesto: valor,
    })),
    retenciones,
    ...(reembolsos.length > 0 && { reembolsos }),
    pagos: doc.pagos.map((pago) => ({ formaPago: pago.forma_pago, total: pago.total })),
  }
}

/** The month of its declaration: that of the voucher, or an earlier one. */
function checkPeriodo({ periodo }: RetencionForm, fecha: Fecha): { problemas: Problem[]; avisos: Problem[] } {
  const propio = periodoFiscalOf(fecha)
  if (periodo === undefined || periodo === propio) return { problemas: [], avisos: [] }
  const isLater = `${periodo.slice(3)}-${periodo.slice(0, 2)}` > fecha.slice(0, 7)
  if (isLater)
    return { problemas: [{ campo: 'periodo', message: 'El período fiscal no puede ser posterior a la fecha de emisión.' }], avisos: [] }
  return { problemas: [], avisos: [{ campo: 'periodo', message: `El período no es el de la fecha de emisión (${propio}). Confírmelo.` }] }
}

/** The XSD of the retención allows five characters, that of the others thirteen: no field of this form can correct it. */
function checkEspecial(condiciones: readonly CondicionTributaria[], fecha: Fecha): Problem[] {
  const numero = condicionAt(condiciones, 'CONTRIBUYENTE_ESPECIAL', fecha)?.valor ?? ''
  return numero.length <= ESPECIAL_MAX_RETENCION
    ? []
    : [
        {
          message: `La resolución de contribuyente especial «${numero}» tiene más de ${ESPECIAL_MAX_RETENCION} caracteres y la retención no la admite: corríjala en el perfil de la empresa, en «Condiciones tributarias».`,
        },
      ]
}

export interface RetencionRevisada {
  periodo: string
  fechaTarifa: Fecha
  docs: DocSustento[]
  total: Monto
  problemas: Problem[]
  avisos: Problem[]
}

/** The withholding company and its conditions. */
export interface Retenedor {
  ruc: string
  condiciones: readonly CondicionTributaria[]
}

/** Amounts and every broken rule of a comprobante de retención as of `fecha`. `propio`: its number, or a placeholder. */
export function reviseRetencion(form: RetencionForm, fecha: Fecha, { ruc, condiciones }: Retenedor, propio: string): RetencionRevisada {
  const contexto: RetencionContexto = { fecha, ruc, condiciones, ...optional('pago', form.pago) }
  const base = { periodo: form.periodo ?? periodoFiscalOf(fecha), fechaTarifa: fechaTarifaOf(contexto) }
  const [textos, periodo] = [[...checkTextos(form), ...checkEspecial(condiciones, fecha)], checkPeriodo(form, fecha)]
  try {
    const docs = form.docs_sustento.map((doc) => docSustentoOf(doc, propio))
    const { sujeto, tipo_sujeto: tipoSujetoRetenido } = form
    const { problemas, advertencias } = checkRetencion(
      {
        tipoIdentificacionSujetoRetenido: sujeto.tipo_identificacion,
        identificacionSujetoRetenido: sujeto.identificacion,
        tipoSujetoRetenido,
        docsSustento: docs,
      },
      contexto,
    )
    return {
      ...base,
      docs,
      total: totalRetenidoOf(docs),
      problemas: [...textos, ...periodo.problemas, ...problemas.map(asProblem)],
      avisos: [...periodo.avisos, ...advertencias.map(asProblem)],
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return {
      ...base,
      docs: [],
      total: 0,
      problemas: [...textos, { campo: 'docs_sustento', message: 'Los valores superan el máximo que un comprobante admite.' }],
      avisos: [],
    }
  }
}
