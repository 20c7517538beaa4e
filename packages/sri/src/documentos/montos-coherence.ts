// Contradictions between amounts that several document types can have (SRI error 52, ficha tabla 21).
import { displayMonto, nombreFormaPago, sum, type Monto } from '@yupana/fiscal'

import type { Impuesto, Pago } from './partes.ts'
import type { Problema } from './validate-tree.ts'

const nameOf = (campo: string) => campo.slice(campo.lastIndexOf('.') + 1)

/** The amount at `campo` must be `expected`, which `what` names. */
export const unequal = (campo: string, amount: Monto, expected: Monto, what: string): Problema[] =>
  amount === expected ? [] : [{ campo, mensaje: `El campo ${nameOf(campo)} (${displayMonto(amount)}) no es igual a ${what} (${displayMonto(expected)}).` }]

interface EntradaImpuesto {
  readonly codigo: string
  readonly codigoPorcentaje: string
  readonly baseImponible: Monto
}

/** One entry per tax and rate; each repeated one is named. */
export function repeatedTaxes(entries: readonly EntradaImpuesto[], campo: string): Problema[] {
  const seen = new Set<string>()
  return entries.flatMap(({ codigo, codigoPorcentaje }, index) => {
    const key = `${codigo}/${codigoPorcentaje}`
    const isFirst = !seen.has(key)
    seen.add(key)
    if (isFirst) return []
    return [{ campo: `${campo}[${index}]`, mensaje: `El impuesto ${codigo} con código de porcentaje ${codigoPorcentaje} consta dos veces en los totales.` }]
  })
}

/** Every tax of a line must be among the totals, also at 0 %, no objeto and exento. */
export function missingTaxes(entries: readonly EntradaImpuesto[], lineas: readonly { readonly impuestos: readonly Pick<Impuesto, 'codigo' | 'codigoPorcentaje'>[] }[], campo: string): Problema[] {
  const present = new Set(entries.map(({ codigo, codigoPorcentaje }) => `${codigo}/${codigoPorcentaje}`))
  const missing = new Set(lineas.flatMap(({ impuestos }) => impuestos.map(({ codigo, codigoPorcentaje }) => `${codigo}/${codigoPorcentaje}`)).filter((key) => !present.has(key)))
  return [...missing].map((key) => {
    const [codigo, porcentaje] = key.split('/')
    return { campo, mensaje: `El impuesto ${codigo} con código de porcentaje ${porcentaje} consta en los detalles y falta en los totales.` }
  })
}

/** Payments in force that sum up to the total. */
export function pagoProblems(pagos: readonly Pick<Pago, 'formaPago' | 'total'>[] | undefined, total: Monto, campo: string): Problema[] {
  if (!pagos) return []
  const closed = pagos.flatMap(({ formaPago }, index) =>
    nombreFormaPago(formaPago) !== undefined
      ? []
      : [{ campo: `${campo}[${index}].formaPago`, mensaje: `La forma de pago ${formaPago} no está vigente.` }],
  )
  if (sum(pagos.map((pago) => pago.total)) === total) return closed
  return [...closed, { campo, mensaje: 'La suma de los pagos no es igual al importe total.' }]
}
