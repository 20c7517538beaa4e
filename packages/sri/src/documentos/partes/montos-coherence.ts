// Contradictions between amounts, for several document types (SRI error 52, ficha tabla 21).
import { CENTAVO, displayMonto, nombreFormaPago, sum, type Monto, type Porcentaje } from '@yupana/fiscal'

import type { Impuesto, Pago } from './partes.ts'
import type { Problema } from '../arbol/validate-tree.ts'

const nameOf = (campo: string) => campo.slice(campo.lastIndexOf('.') + 1)

const isCent = (amount: Monto, expected: Monto): boolean => Math.abs(amount - expected) <= CENTAVO

/** The amount at `campo` must be `expected`, which `what` names. */
export const unequal = (campo: string, amount: Monto, expected: Monto, what: string): Problema[] =>
  amount === expected
    ? []
    : [
        {
          campo,
          mensaje: `El campo ${nameOf(campo)} (${displayMonto(amount)}) no es igual a ${what} (${displayMonto(expected)}).`,
          ...(isCent(amount, expected) && { leve: true }),
        },
      ]

/** A nota de crédito may omit the rate of a line. */
type ImpuestoLinea = Pick<Impuesto, 'codigo' | 'codigoPorcentaje' | 'valor'> & { readonly tarifa?: Porcentaje | undefined }

interface EntradaImpuesto {
  readonly codigo: string
  readonly codigoPorcentaje: string
  readonly baseImponible: Monto
}

/** Problems of repeated entries: there is one per tax and rate. */
export function repeatedTaxes(entries: readonly EntradaImpuesto[], campo: string): Problema[] {
  const seen = new Set<string>()
  return entries.flatMap(({ codigo, codigoPorcentaje }, index) => {
    const key = `${codigo}/${codigoPorcentaje}`
    const isFirst = !seen.has(key)
    seen.add(key)
    if (isFirst) return []
    return [
      {
        campo: `${campo}[${index}]`,
        mensaje: `El impuesto ${codigo} con código de porcentaje ${codigoPorcentaje} consta dos veces en los totales.`,
      },
    ]
  })
}

/** Every tax of a line must be among the totals, also at 0 %, no objeto and exento. */
export function missingTaxes(
  entries: readonly EntradaImpuesto[],
  lineas: readonly { readonly impuestos: readonly ImpuestoLinea[] }[],
  campo: string,
): Problema[] {
  const present = new Set(entries.map(({ codigo, codigoPorcentaje }) => `${codigo}/${codigoPorcentaje}`))
  const absent = lineas.flatMap(({ impuestos }) =>
    impuestos.filter(({ codigo, codigoPorcentaje }) => !present.has(`${codigo}/${codigoPorcentaje}`)),
  )
  const missing = new Set(absent.map(({ codigo, codigoPorcentaje }) => `${codigo}/${codigoPorcentaje}`))
  return [...missing].map((key) => {
    const [codigo, porcentaje] = key.split('/')
    const isCero = absent.every((one) => `${one.codigo}/${one.codigoPorcentaje}` !== key || ((one.tarifa ?? 0) === 0 && one.valor === 0))
    return {
      campo,
      ...(isCero && { leve: true }),
      mensaje: `El impuesto ${codigo} con código de porcentaje ${porcentaje} consta en los detalles y falta en los totales.`,
    }
  })
}

/** Problems of payments: each must be in force, and their sum must be the total. */
export function pagoProblems(pagos: readonly Pick<Pago, 'formaPago' | 'total'>[] | undefined, total: Monto, campo: string): Problema[] {
  if (!pagos) return []
  const closed = pagos.flatMap(({ formaPago }, index) =>
    nombreFormaPago(formaPago) !== undefined
      ? []
      : [{ campo: `${campo}[${index}].formaPago`, mensaje: `La forma de pago ${formaPago} no está vigente.` }],
  )
  const pagado = sum(pagos.map((pago) => pago.total))
  if (pagado === total) return closed
  return [...closed, { campo, mensaje: 'La suma de los pagos no es igual al importe total.', ...(isCent(pagado, total) && { leve: true }) }]
}
