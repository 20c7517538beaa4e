/** Arithmetic of a finished document (ficha técnica, tabla 21; SRI error 52): for documents built elsewhere or read back. */
import type { Fecha } from '../valor/fecha.ts'
import { CODIGO_IMPUESTO } from './iva.ts'
import {
  CENTAVO,
  displayMonto,
  multiplyToCents,
  percentOf,
  subtract,
  sum,
  type Cantidad,
  type Monto,
  type Porcentaje,
} from '../valor/monto.ts'
import { parametroAt } from '../norma/parametros.ts'
import type { Problema } from '../valor/problema.ts'

/** A tax under its tag names; the rate is absent in the totals of a nota de crédito. */
interface Impuesto {
  codigo: string
  codigoPorcentaje: string
  tarifa?: Porcentaje | undefined
  baseImponible: Monto
  valor: Monto
}

export interface DocumentoAritmetica {
  detalles: readonly {
    cantidad: Cantidad
    precioUnitario: Monto
    descuento?: Monto | undefined
    precioTotalSinImpuesto: Monto
    impuestos: readonly Impuesto[]
  }[]
  totalSinImpuestos: Monto
  totalConImpuestos: readonly Impuesto[]
}

const { IVA, ICE } = CODIGO_IMPUESTO
/** A finding about an amount that must be `expected`; a difference of one cent is `leve`. */
const unlike = (campo: string, amount: Monto, expected: Monto, mensaje: string): Problema => ({
  campo,
  mensaje,
  ...(Math.abs(amount - expected) <= CENTAVO && { leve: true }),
})
const keyOf = ({ codigo, codigoPorcentaje }: Impuesto): string => `${codigo}/${codigoPorcentaje}`

/** Lines and totals with wrong arithmetic. `fecha` is the issue date. */
export function checkAritmetica(documento: DocumentoAritmetica, fecha: Fecha): Problema[] {
  const { detalles, totalSinImpuestos, totalConImpuestos } = documento
  const problemas = detalles.flatMap((detalle, at) => checkDetalle(detalle, `detalles.${at}`))
  const expected = sum(detalles.map((one) => one.precioTotalSinImpuesto))
  if (totalSinImpuestos !== expected)
    problemas.push(
      unlike('totalSinImpuestos', totalSinImpuestos, expected, `El subtotal debe ser ${displayMonto(expected)}, la suma de los detalles.`),
    )
  return [...problemas, ...checkTotalConImpuestos(documento, fecha), ...checkMissing(detalles, totalConImpuestos)]
}

function checkDetalle(detalle: DocumentoAritmetica['detalles'][number], campo: string): Problema[] {
  const problemas: Problema[] = []
  const neto = subtract(multiplyToCents(detalle.precioUnitario, detalle.cantidad), detalle.descuento ?? 0)
  if (detalle.precioTotalSinImpuesto !== neto)
    problemas.push(
      unlike(
        `${campo}.precioTotalSinImpuesto`,
        detalle.precioTotalSinImpuesto,
        neto,
        `Debe ser ${displayMonto(neto)}: cantidad por precio, menos el descuento.`,
      ),
    )
  const iva = detalle.impuestos.filter((one) => one.codigo === IVA)
  if (iva.length !== 1)
    problemas.push({ campo: `${campo}.impuestos`, mensaje: 'Cada línea lleva un IVA, también al 0%, no objeto o exento.' })
  // ICE is part of the base of the IVA; IRBPNR is not.
  const base = sum([detalle.precioTotalSinImpuesto, ...detalle.impuestos.filter((one) => one.codigo === ICE).map((one) => one.valor)])
  for (const impuesto of iva)
    if (impuesto.baseImponible !== base)
      problemas.push(
        unlike(
          `${campo}.impuestos`,
          impuesto.baseImponible,
          base,
          `La base del IVA debe ser ${displayMonto(base)}: el valor de la línea más su ICE, sin IRBPNR.`,
        ),
      )
  return problemas
}

function checkTotalConImpuestos({ detalles, totalConImpuestos }: DocumentoAritmetica, fecha: Fecha): Problema[] {
  const { valor: tolerancia } = parametroAt('toleranciaIva', fecha)
  const seen = new Set<string>()
  return totalConImpuestos.flatMap((total, at) => {
    const campo = `totalConImpuestos.${at}`
    if (seen.has(keyOf(total)))
      return [
        {
          campo,
          mensaje: `El impuesto ${total.codigo} con código ${total.codigoPorcentaje} consta dos veces: va una sola entrada por tarifa.`,
        },
      ]
    seen.add(keyOf(total))
    const mine = detalles.flatMap((detalle) => detalle.impuestos.filter((one) => keyOf(one) === keyOf(total)))
    const base = sum(mine.map((one) => one.baseImponible))
    const problemas: Problema[] = []
    if (total.baseImponible !== base)
      problemas.push(
        unlike(`${campo}.baseImponible`, total.baseImponible, base, `La base debe ser ${displayMonto(base)}, la suma de los detalles.`),
      )
    const tarifa = total.tarifa ?? mine[0]?.tarifa
    if (total.codigo !== IVA || tarifa === undefined) return problemas
    const valor = percentOf(total.baseImponible, tarifa)
    if (Math.abs(valor - total.valor) > tolerancia)
      problemas.push({ campo: `${campo}.valor`, mensaje: `El IVA debe ser ${displayMonto(valor)}: base por tarifa.` })
    return problemas
  })
}

function checkMissing(detalles: DocumentoAritmetica['detalles'], totales: readonly Impuesto[]): Problema[] {
  const listed = new Set(totales.map(keyOf))
  const impuestos = detalles.flatMap((detalle) => detalle.impuestos)
  const missing = new Set(impuestos.map(keyOf).filter((key) => !listed.has(key)))
  const isCero = (key: string) => impuestos.every((one) => keyOf(one) !== key || ((one.tarifa ?? 0) === 0 && one.valor === 0))
  return [...missing].map((key) => ({
    campo: 'totalConImpuestos',
    mensaje: `Falta la entrada del impuesto ${key} en los totales.`,
    ...(isCero(key) && { leve: true }),
  }))
}
