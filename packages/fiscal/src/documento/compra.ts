/** Taxes of a purchase as its supplier's document states them: their sums, and whether they are plausible. */
import { CODIGO_IMPUESTO, tarifaIvaOfCodigo } from '../impuesto/iva.ts'
import { isVigente } from '../norma/vigencia.ts'
import { parametroAt } from '../norma/parametros.ts'
import { COD_DOC } from './enumeraciones.ts'
import { displayFecha, type Fecha } from '../valor/fecha.ts'
import { displayMonto, displayPorcentaje, fitsDecimals, percentOf, subtract, sum, type Monto, type Porcentaje } from '../valor/monto.ts'
import type { Problema, Revision } from '../valor/problema.ts'
import { COMPROBANTES_ATS } from '../tablas/comprobantes-ats.ts'
import { sustentosOf, type Sustento } from '../retencion/sustento.ts'

const { IVA, ICE, IRBPNR } = CODIGO_IMPUESTO
/** SRI table 17. */
const [CERO, NO_OBJETO, EXENTO] = ['0', '6', '7']

export interface ImpuestoCompra {
  /** SRI table 16. */
  codigo: string
  codigoPorcentaje: string
  /** Percentage ×10^6. */
  tarifa: Porcentaje
  base: Monto
  valor: Monto
}

export interface TotalesCompra {
  /** totalSinImpuestos: the bases of every kind of IVA, less the ICE in them. */
  subtotal: Monto
  gravado: Monto
  cero: Monto
  noObjeto: Monto
  exento: Monto
  iva: Monto
  ice: Monto
  irbpnr: Monto
  total: Monto
}

/** `otros`: untaxed amounts such as tips and items of third parties. RangeError beyond what an amount holds. */
export function totalesCompraOf(impuestos: readonly ImpuestoCompra[], otros: Monto): TotalesCompra {
  const of = (codigo: string) => impuestos.filter((one) => one.codigo === codigo)
  const baseOf = (...codigos: string[]) => sum(of(IVA).flatMap((one) => (codigos.includes(one.codigoPorcentaje) ? one.base : [])))
  const valorOf = (codigo: string) => sum(of(codigo).map((one) => one.valor))
  const bases = sum(of(IVA).map((one) => one.base))
  const [cero, noObjeto, exento] = [baseOf(CERO!), baseOf(NO_OBJETO!), baseOf(EXENTO!)]
  const [iva, ice, irbpnr] = [valorOf(IVA), valorOf(ICE), valorOf(IRBPNR)]
  return {
    subtotal: subtract(bases, ice),
    gravado: subtract(bases, sum([cero, noObjeto, exento])),
    cero,
    noObjeto,
    exento,
    iva,
    ice,
    irbpnr,
    total: sum([bases, iva, irbpnr, otros]),
  }
}

/** Whether this kind of document lowers or raises a purchase; the supplier issues it. */
export const modificaCompra = (tipo: string): boolean =>
  ['04', '05', '23', '24', '47', '48', '51', '52', '372', '373', '374'].includes(tipo)
/** Kinds of documents that lower a purchase. */
export const BAJAN_COMPRA: readonly string[] = ['04', '23', '47', '51', '372']
export const bajaCompra = (tipo: string): boolean => BAJAN_COMPRA.includes(tipo)

/** Kinds that the company issues itself: a liquidación is no document of a supplier. */
const PROPIOS: readonly string[] = [COD_DOC.LIQUIDACION_COMPRA, '294', '344', '375']

/** Kinds of documents from which a purchase may be registered on that day, in the order of the table. */
export const tiposCompraAt = (fecha: Fecha): { codigo: string; nombre: string }[] =>
  COMPROBANTES_ATS.filter(({ codigo }) => !PROPIOS.includes(codigo) && sustentosOf(codigo, fecha).length > 0)

/** Kinds of documents with an authorisation number of the SRI. */
const AUTORIZADOS: readonly string[] = ['01', '02', '04', '05', '41', '47', '48']
export const exigeAutorizacion = (tipo: string): boolean => AUTORIZADOS.includes(tipo)

const IVA_LABEL: Readonly<Record<string, string>> = { [IVA]: 'IVA', [ICE]: 'ICE', [IRBPNR]: 'IRBPNR' }

export interface RevisionImpuestos extends Revision {
  /** IVA that differs from base × rate: an error if a person typed it, a notice if the issuer signed it. */
  diferencias: Problema[]
}

/**
 * Checks the taxes of a document of that day. The issuer may have rounded line by line: half a cent for each of its `lineas` is a warning,
 * more is a difference.
 */
export function checkImpuestosCompra(impuestos: readonly ImpuestoCompra[], fecha: Fecha, lineas = 1): RevisionImpuestos {
  const problemas: Problema[] = []
  const advertencias: Problema[] = []
  const diferencias: Problema[] = []
  const { valor: tolerancia } = parametroAt('toleranciaIva', fecha)
  const seen = new Set<string>()
  if (!impuestos.some(({ codigo }) => codigo === IVA))
    problemas.push({ campo: 'impuestos', mensaje: 'Detalle las bases de IVA del comprobante, también la de 0%.' })
  impuestos.forEach((one, at) => {
    const campo = `impuestos.${at}`
    const key = `${one.codigo}/${one.codigoPorcentaje}`
    if (seen.has(key))
      problemas.push({ campo: `${campo}.codigo_porcentaje`, mensaje: 'Esta tarifa ya consta en otra fila: súmelas en una sola.' })
    seen.add(key)
    if (!fitsDecimals(one.base)) problemas.push({ campo: `${campo}.base`, mensaje: 'La base lleva máximo dos decimales.' })
    if (!fitsDecimals(one.valor)) problemas.push({ campo: `${campo}.valor`, mensaje: 'El impuesto lleva máximo dos decimales.' })
    if (one.base === 0 && one.valor === 0)
      problemas.push({ campo: `${campo}.base`, mensaje: `Escriba la base de ${IVA_LABEL[one.codigo] ?? 'este impuesto'} o quite la fila.` })
    if (one.codigo !== IVA) return
    const revision = checkIva(one, fecha, campo, Math.max(tolerancia, (tolerancia / 2) * lineas))
    problemas.push(...revision.problemas)
    advertencias.push(...revision.advertencias)
    diferencias.push(...revision.diferencias)
  })
  return { problemas, advertencias, diferencias }
}

function checkIva(
  { codigoPorcentaje, tarifa, base, valor }: ImpuestoCompra,
  fecha: Fecha,
  campo: string,
  tolerancia: number,
): RevisionImpuestos {
  const known = tarifaIvaOfCodigo(codigoPorcentaje, fecha)
  const problem = (name: string, mensaje: string): RevisionImpuestos => ({
    problemas: [{ campo: `${campo}.${name}`, mensaje }],
    advertencias: [],
    diferencias: [],
  })
  if (!known) return problem('codigo_porcentaje', `La tarifa de IVA ${codigoPorcentaje} no consta en la tabla del SRI.`)
  if (known.tarifa !== tarifa) return problem('tarifa', `El código ${codigoPorcentaje} es ${known.label}, no ${displayPorcentaje(tarifa)}.`)
  const advertencias: Problema[] = isVigente(known, fecha)
    ? []
    : [
        {
          campo: `${campo}.codigo_porcentaje`,
          mensaje: `La tarifa ${known.label} no regía el ${displayFecha(fecha)}: revise el comprobante.`,
        },
      ]
  const expected = percentOf(base, tarifa)
  const diferencia = Math.abs(expected - valor)
  if (diferencia > tolerancia)
    return {
      problemas: [],
      advertencias,
      diferencias: [
        {
          campo: `${campo}.valor`,
          mensaje: `El IVA debe ser ${displayMonto(expected)}: la base por ${known.label}. Revise la base o el impuesto.`,
        },
      ],
    }
  if (diferencia > 0)
    advertencias.push({
      campo: `${campo}.valor`,
      mensaje: `La base por ${known.label} da ${displayMonto(expected)} y el comprobante dice ${displayMonto(valor)}: se registra lo que dice.`,
    })
  return { problemas: [], advertencias, diferencias: [] }
}

/** Supports (sustentos) under which a purchase of that kind may be booked on that day. */
export const sustentosCompra = (tipo: string, fecha: Fecha): Sustento[] => sustentosOf(tipo, fecha)
