/** Lines of a comprobante de retención: amounts, and their highest bases. Names are the XML's own (2.0.0). */
import { displayFecha, type Fecha } from '../valor/fecha.ts'
import { displayMonto, displayPorcentaje, fitsDecimals, percentOf, sum, type Monto, type Porcentaje } from '../valor/monto.ts'
import type { Problema, Revision } from '../valor/problema.ts'
import type { ReembolsoDetalle } from '../documento/reembolso.ts'
import { admitsPorcentaje, displayPorcentajes, IMPUESTO_RETENIDO, retencionAt } from './retencion-tarifas.ts'

/** One withholding of a supported document. Amounts and percentages ×10^6. */
export interface Retencion {
  /** SRI table 19. */
  codigo: string
  codigoRetencion: string
  baseImponible: Monto
  porcentajeRetener: Porcentaje
  valorRetenido: Monto
  dividendos?: { fechaPagoDiv: Fecha; imRentaSoc: Monto; ejerFisUtDiv: string } | undefined
  compraCajBanano?: { numCajBan: string; precCajBan: Monto } | undefined
}

export interface ImpuestoDocSustento {
  codImpuestoDocSustento: string
  codigoPorcentaje: string
  baseImponible: Monto
  tarifa: Porcentaje
  valorImpuesto: Monto
}

/** The document that supports a withholding. */
export interface DocSustento {
  codSustento: string
  codDocSustento: string
  /** Fifteen digits. */
  numDocSustento: string
  fechaEmisionDocSustento: Fecha
  /** Day of receipt and booking; the issue date when absent. */
  fechaRegistroContable?: Fecha | undefined
  numAutDocSustento?: string | undefined
  /** 01 resident, 02 abroad. */
  pagoLocExt: string
  tipoRegi?: string | undefined
  paisEfecPago?: string | undefined
  aplicConvDobTrib?: string | undefined
  pagExtSujRetNorLeg?: string | undefined
  pagoRegFis?: string | undefined
  totalComprobantesReembolso?: Monto | undefined
  totalBaseImponibleReembolso?: Monto | undefined
  totalImpuestoReembolso?: Monto | undefined
  totalSinImpuestos: Monto
  importeTotal: Monto
  impuestosDocSustento: readonly ImpuestoDocSustento[]
  retenciones: readonly Retencion[]
  reembolsos?: readonly ReembolsoDetalle[] | undefined
  pagos: readonly { formaPago: string; total: Monto }[]
}

const { RENTA, IVA, ISD } = IMPUESTO_RETENIDO
const CODIGO_IVA = '2'

/** Withheld amount: base × percentage, half-up to the cent. Both ×10^6. */
export const valorRetenidoOf = (baseImponible: Monto, porcentajeRetener: Porcentaje): Monto => percentOf(baseImponible, porcentajeRetener)

/** Highest base of each withholding (sri/README §6.4): the amount without taxes, the IVA, or the whole. */
export function baseMaximaOf(codigo: string, doc: Pick<DocSustento, 'totalSinImpuestos' | 'importeTotal' | 'impuestosDocSustento'>): Monto {
  if (codigo === RENTA) return doc.totalSinImpuestos
  if (codigo === ISD) return doc.importeTotal
  return sum(doc.impuestosDocSustento.filter((one) => one.codImpuestoDocSustento === CODIGO_IVA).map((one) => one.valorImpuesto))
}

/** Total withheld by a voucher. */
export const totalRetenidoOf = (docs: readonly Pick<DocSustento, 'retenciones'>[]): Monto =>
  sum(docs.flatMap((doc) => doc.retenciones.map((one) => one.valorRetenido)))

/** Whether it is a code with which big companies withhold from their own income: the subject is the issuer. */
export const isAutorretencion = ({ codigo, codigoRetencion }: Pick<Retencion, 'codigo' | 'codigoRetencion'>): boolean =>
  codigo === RENTA && (codigoRetencion === '350' || codigoRetencion === '3481')

/** Whether the code needs the number of banana boxes. */
const isBanano = ({ codigo, codigoRetencion }: Retencion): boolean =>
  codigo === RENTA && (codigoRetencion === '338' || codigoRetencion === '340')

/** Checks a withholding against the table of its date. `fechaTarifa` is that of the voucher, or of the payment if the user states it. */
export function checkRetencionLinea(retencion: Retencion, fechaTarifa: Fecha, campo: string): Revision {
  const problemas: Problema[] = []
  const advertencias: Problema[] = []
  const add = (name: string, mensaje: string): void => void problemas.push({ campo: `${campo}.${name}`, mensaje })
  const { codigo, codigoRetencion, baseImponible, porcentajeRetener, valorRetenido } = retencion
  const tarifa = retencionAt(codigoRetencion, fechaTarifa)
  if (tarifa === undefined)
    add('codigoRetencion', `El código de retención ${codigoRetencion} no está vigente el ${displayFecha(fechaTarifa)}.`)
  else if (tarifa.impuesto !== codigo) add('codigoRetencion', `El código de retención ${codigoRetencion} no es de ese impuesto.`)
  else if (!admitsPorcentaje(tarifa, porcentajeRetener)) {
    const mensaje = `El código ${codigoRetencion} retiene ${displayPorcentajes(tarifa)} el ${displayFecha(fechaTarifa)}, no ${displayPorcentaje(porcentajeRetener)}.`
    if (tarifa.noResidente === true) advertencias.push({ campo: `${campo}.porcentajeRetener`, mensaje })
    else add('porcentajeRetener', mensaje)
  }
  if (!fitsPorcentaje(porcentajeRetener)) add('porcentajeRetener', 'El porcentaje admite hasta dos decimales y tres cifras en total.')
  if (baseImponible < 0 || !fitsDecimals(baseImponible))
    add('baseImponible', 'La base no puede ser negativa ni llevar más de dos decimales.')
  if (valorRetenido !== valorRetenidoOf(baseImponible, porcentajeRetener))
    add(
      'valorRetenido',
      `El valor retenido debe ser ${displayMonto(valorRetenidoOf(baseImponible, porcentajeRetener))}: base por porcentaje, al centavo.`,
    )
  if (isBanano(retencion) !== (retencion.compraCajBanano !== undefined))
    add('compraCajBanano', 'El número de cajas y su precio van con los códigos 338 y 340, y solo con ellos.')
  return { problemas, advertencias }
}

/** The XSD gives the percentage three digits in all: 1.75, 12.5 and 100 fit, 12.25 does not. */
const fitsPorcentaje = (porcentaje: Porcentaje): boolean =>
  porcentaje >= 0 && fitsDecimals(porcentaje) && displayPorcentaje(porcentaje).replace(/^0\.|\D/g, '').length <= 3

type ConBases = Pick<DocSustento, 'totalSinImpuestos' | 'importeTotal' | 'impuestosDocSustento'> & {
  readonly retenciones: readonly Pick<Retencion, 'codigo' | 'baseImponible'>[]
}

/** Compares the sum of the bases of one tax with the highest base of the document. */
export function checkBases(doc: ConBases, campo: string): Problema[] {
  return [RENTA, IVA, ISD].flatMap((codigo) => {
    const bases = doc.retenciones.filter((one) => one.codigo === codigo).map((one) => one.baseImponible)
    const [total, most] = [sum(bases), baseMaximaOf(codigo, doc)]
    if (total <= most) return []
    const what = { [RENTA]: 'el valor sin impuestos', [IVA]: 'el IVA', [ISD]: 'el importe total' }[codigo]
    return [
      {
        campo: `${campo}.retenciones`,
        mensaje: `Las bases suman ${displayMonto(total)} y superan ${what} del comprobante (${displayMonto(most)}).`,
      },
    ]
  })
}
