import type { RetencionForm, RetencionFormInput } from '@yupana/contract'
import { isAutorretencion, largest, PAGO_EXTERIOR, PAGO_LOCAL, TIPO_IDENTIFICACION, type DocSustento } from '@yupana/fiscal'

import { camposFormOf } from '../../domain/emision/campos-valores.ts'
import { correosOf } from '../../domain/emision/comprador-valores.ts'
import { montoOf } from '../../domain/emision/pagos-valores.ts'
import { puntoFormOf } from '../../domain/emision/series.ts'
import type { Armada } from '../../domain/emision/tipo-documento.ts'
import { campoDeLinea, isBanano, lineaFormOf, porcentajeOf, precioOf, retencionesOf, valorOf } from '../../domain/retencion/lineas.ts'
import { basesOf, comprado, periodoOf, type RetencionValores, type SustentoValores } from './retencion-valores.ts'

type DocForm = Omit<RetencionForm['docs_sustento'][number], 'reembolsos'> & Pick<RetencionFormInput['docs_sustento'][number], 'reembolsos'>

const text = (value: string) => value.trim() || undefined

const docFormOf = (doc: SustentoValores): DocForm => {
  const { base, importe } = comprado(doc)
  return {
    cod_sustento: doc.cod_sustento,
    cod_doc: doc.cod_doc,
    numero: text(doc.numero),
    fecha: doc.fecha,
    fecha_registro: text(doc.fecha_registro),
    autorizacion: text(doc.autorizacion),
    ...(doc.exterior && {
      pago_exterior: {
        regimen: doc.regimen_exterior,
        pais: doc.pais.trim(),
        convenio: doc.convenio,
        ...(!doc.convenio && { sujeto_retencion: doc.sujeto_retencion }),
        regimen_fiscal: doc.regimen_fiscal,
      },
    }),
    total_sin_impuestos: base,
    importe_total: importe,
    impuestos: [
      ...basesOf(doc).map((one) => ({
        codigo: '2' as const,
        codigo_porcentaje: one.codigoPorcentaje,
        base: one.base,
        tarifa: one.tarifa,
        valor: one.valor,
      })),
      ...doc.otros,
    ],
    retenciones: retencionesOf(doc).map(({ linea }) => lineaFormOf(doc, linea)),
    ...(doc.reembolsos.length > 0 && { reembolsos: doc.reembolsos }),
    pagos: [{ forma_pago: doc.forma_pago, total: importe }],
  }
}

/** The body of the form. Call `revisar` first. */
export function armar(valores: RetencionValores): Armada & { form: RetencionFormInput } {
  const { comprador, tipo_sujeto: tipo } = valores
  return {
    campoOf: (campo) => campoOf(campo, valores),
    form: {
      ...puntoFormOf(valores.serie),
      fecha_emision: valores.fecha_emision || undefined,
      sujeto: {
        ...(comprador ?? { tipo_identificacion: TIPO_IDENTIFICACION.RUC, identificacion: '', razon_social: '' }),
        correos: correosOf(valores.correos),
      },
      ...(tipo !== '' && comprador?.tipo_identificacion === TIPO_IDENTIFICACION.EXTERIOR && { tipo_sujeto: tipo }),
      parte_relacionada: valores.parte_relacionada,
      periodo: periodoOf(valores.periodo),
      docs_sustento: valores.docs.map(docFormOf),
      ...(valores.pago_fecha !== '' && { pago: { fecha: valores.pago_fecha, motivo: valores.pago_motivo.trim() } }),
      info_adicional: camposFormOf(valores.info_adicional),
    },
  }
}

/** Placeholder for the number of the voucher, which does not exist yet. */
const SIN_NUMERO = '001001000000001'

/** Whether a company withholds from itself, and so names its own voucher. */
export const isPropia = (doc: Pick<SustentoValores, 'retenciones'>): boolean => {
  const lineas = retencionesOf(doc)
  return lineas.length > 0 && lineas.every(({ linea }) => isAutorretencion({ codigo: linea.impuesto, codigoRetencion: linea.codigo }))
}

const siNo = (value: boolean) => (value ? 'SI' : 'NO')

/** A purchase with the field names of the law, for its check. */
export function docSustentoOf(doc: SustentoValores): DocSustento {
  const form = docFormOf(doc)
  const retenciones = retencionesOf(doc).map(({ linea }, at) => ({
    codigo: linea.impuesto,
    codigoRetencion: linea.codigo,
    baseImponible: largest(montoOf(linea.base), 0),
    porcentajeRetener: porcentajeOf(linea),
    valorRetenido: valorOf(linea),
    ...(form.retenciones[at]?.dividendos && {
      dividendos: { fechaPagoDiv: linea.fecha_pago, imRentaSoc: montoOf(linea.impuesto_renta), ejerFisUtDiv: linea.ejercicio },
    }),
    ...(isBanano(linea) && { compraCajBanano: { numCajBan: linea.cajas, precCajBan: precioOf(linea) } }),
  }))
  const { pago_exterior: exterior } = form
  return {
    codSustento: doc.cod_sustento,
    codDocSustento: doc.cod_doc,
    numDocSustento: doc.numero.trim() === '' && isPropia(doc) ? SIN_NUMERO : doc.numero.trim().replaceAll('-', ''),
    fechaEmisionDocSustento: doc.fecha,
    ...(form.fecha_registro && { fechaRegistroContable: form.fecha_registro }),
    ...(form.autorizacion && { numAutDocSustento: form.autorizacion }),
    pagoLocExt: exterior ? PAGO_EXTERIOR : PAGO_LOCAL,
    ...(exterior && {
      tipoRegi: exterior.regimen,
      ...(exterior.pais !== '' && { paisEfecPago: exterior.pais }),
      aplicConvDobTrib: siNo(exterior.convenio),
      ...(exterior.sujeto_retencion !== undefined && { pagExtSujRetNorLeg: siNo(exterior.sujeto_retencion) }),
      pagoRegFis: siNo(doc.regimen_fiscal),
    }),
    totalSinImpuestos: form.total_sin_impuestos,
    importeTotal: form.importe_total,
    impuestosDocSustento: form.impuestos.map((one) => ({
      codImpuestoDocSustento: one.codigo,
      codigoPorcentaje: one.codigo_porcentaje,
      baseImponible: one.base,
      tarifa: one.tarifa,
      valorImpuesto: one.valor,
    })),
    retenciones,
    pagos: form.pagos.map((pago) => ({ formaPago: pago.forma_pago, total: pago.total })),
  }
}

/** Fields of the screen for names of server and law that differ: of the form, of a purchase, of a withholding. */
const RAIZ: Readonly<Record<string, string>> = {
  establecimiento: 'serie',
  punto: 'serie',
  tipoSujetoRetenido: 'tipo_sujeto',
  identificacionSujetoRetenido: 'comprador',
  'pago.fecha': 'pago_fecha',
  'pago.motivo': 'pago_motivo',
}
const SUYO: Readonly<Record<string, string>> = {
  codSustento: 'cod_sustento',
  codDocSustento: 'cod_doc',
  numDocSustento: 'numero',
  numAutDocSustento: 'autorizacion',
  fechaEmisionDocSustento: 'fecha',
  fechaRegistroContable: 'fecha_registro',
  pagoLocExt: 'exterior',
  tipoRegi: 'regimen_exterior',
  paisEfecPago: 'pais',
  aplicConvDobTrib: 'convenio',
  pagExtSujRetNorLeg: 'sujeto_retencion',
  pagoRegFis: 'regimen_fiscal',
  importeTotal: 'importe',
  importe_total: 'importe',
  totalSinImpuestos: 'bases.0.base',
  total_sin_impuestos: 'bases.0.base',
}
const EXTERIOR: Readonly<Record<string, string>> = { regimen: 'regimen_exterior' }
/** The field of the screen for a field name of the server. */
export function campoOf(campo: string, { docs }: Pick<RetencionValores, 'docs'>): string {
  if (campo.startsWith('sujeto.correos')) return 'correos'
  if (campo.startsWith('sujeto')) return 'comprador'
  const [, at, rest] = /^(?:docs_sustento|docsSustento)\.(\d+)\.(.+)$/.exec(campo) ?? []
  const doc = docs[Number(at)]
  if (rest === undefined || !doc) return RAIZ[campo] ?? (/^docs_?sustento$/i.test(campo) ? 'docs.0.numero' : campo)
  return `docs.${at}.${suyoOf(rest, doc)}`
}

function suyoOf(rest: string, doc: SustentoValores): string {
  const [, n, name = 'codigo'] = /^retenciones\.(\d+)(?:\.(.+))?$/.exec(rest) ?? []
  if (n !== undefined) {
    return `retenciones.${retencionesOf(doc)[Number(n)]?.fila ?? n}.${campoDeLinea(name)}`
  }
  if (/^impuestos/.test(rest)) {
    const fila = basesOf(doc)[Number(/\.(\d+)/.exec(rest)?.[1] ?? 0)]?.fila ?? 0
    return `bases.${fila}.${rest.endsWith('.valor') || rest.endsWith('valorImpuesto') ? 'valor' : 'base'}`
  }
  if (rest.startsWith('pagos')) return 'forma_pago'
  const exterior = /^pago_exterior\.(.+)$/.exec(rest)?.[1]
  if (exterior !== undefined) return EXTERIOR[exterior] ?? exterior
  return SUYO[rest] ?? rest
}

/** The field of the screen for a field name of the law, where `codigo` of a withholding is its tax. */
export const campoDeLey = (campo: string, valores: Pick<RetencionValores, 'docs'>): string =>
  campoOf(campo.replace(/^(docsSustento\.\d+\.retenciones\.\d+)\.codigo$/, '$1.impuesto'), valores)
