import type { FacturaForm } from '@yupana/contract'
import {
  checkPagos,
  FORMA_PAGO_EFECTIVO,
  largest,
  subtract,
  sum,
  parseEntrada,
  SOLO_NUMEROS,
  type Fecha,
  type Monto,
  type Problema,
} from '@yupana/fiscal'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import type { Hallazgo, Revision } from './tipo-documento.ts'

export const UNIDADES_TIEMPO = ['dias', 'meses', 'anios'] as const
export type UnidadTiempo = (typeof UNIDADES_TIEMPO)[number]

/** One payment as it is typed; an empty total takes what is left to pay. */
export interface PagoValores {
  forma_pago: string
  total: string
  plazo: string
  unidad_tiempo: UnidadTiempo
}

type PagoForm = FacturaForm['pagos'][number]

export const emptyPago = (total = ''): PagoValores => ({ forma_pago: FORMA_PAGO_EFECTIVO, total, plazo: '', unidad_tiempo: 'dias' })

/** The cents of a typed amount; an empty or unreadable text is zero. */
export function montoOf(text: string): Monto {
  const entrada = parseEntrada(text, 2)
  return entrada.ok ? entrada.monto : 0
}

/** Amount of each payment: the first empty one takes the rest of the total. */
export function totalesOfPagos(pagos: readonly PagoValores[], total: Monto): Monto[] {
  const open = pagos.findIndex((pago) => pago.total.trim() === '')
  const typed = pagos.map((pago) => montoOf(pago.total))
  const rest = subtract(total, sum(typed))
  return typed.map((monto, at) => (at === open ? largest(rest, 0) : monto))
}

/** What is still missing (positive) or too much (negative). */
export const missingOf = (pagos: readonly PagoValores[], total: Monto): Monto => subtract(total, sum(totalesOfPagos(pagos, total)))

/** What is sent of the payments of a document of `total`. */
export function pagosFormOf(pagos: readonly PagoValores[], total: Monto): PagoForm[] {
  const totales = totalesOfPagos(pagos, total)
  return pagos.map((pago, at) => {
    const plazo = /^\d{1,5}$/.test(pago.plazo.trim()) ? Number(pago.plazo) : 0
    return { forma_pago: pago.forma_pago, total: totales[at] ?? 0, ...(plazo > 0 && { plazo, unidad_tiempo: pago.unidad_tiempo }) }
  })
}

const isUnidad = (text: string | undefined): text is UnidadTiempo => UNIDADES_TIEMPO.some((unidad) => unidad === text)

/** The typed values of payments that were sent: a single payment follows the total again. */
export const pagosOf = (pagos: readonly PagoForm[]): PagoValores[] =>
  pagos.map((pago) => ({
    forma_pago: pago.forma_pago,
    total: pagos.length === 1 ? '' : entradaOf(pago.total),
    plazo: pago.plazo ? String(pago.plazo) : '',
    unidad_tiempo: isUnidad(pago.unidad_tiempo) ? pago.unidad_tiempo : 'dias',
  }))

export function revisePagos(pagos: readonly PagoValores[], total: Monto, fecha: Fecha): Revision {
  const unread = pagos.flatMap(({ total: text }, at): Hallazgo[] => {
    const entrada = text.trim() === '' ? undefined : parseEntrada(text, 2)
    return entrada && !entrada.ok ? [{ campo: `pagos.${at}.total`, message: entrada.problem }] : []
  })
  const plazos = pagos.flatMap(({ plazo }, at): Hallazgo[] =>
    /^\d{0,5}$/.test(plazo.trim()) ? [] : [{ campo: `pagos.${at}.plazo`, message: SOLO_NUMEROS }],
  )
  const totales = totalesOfPagos(pagos, total)
  const { problemas, advertencias } = checkPagos(
    pagos.map(({ forma_pago: formaPago }, at) => ({ formaPago, total: totales[at] ?? 0 })),
    total,
    fecha,
  )
  const named = ({ campo, mensaje }: Problema): Hallazgo => ({ campo: campo.replace('formaPago', 'forma_pago'), message: mensaje })
  return {
    problemas: [...plazos, ...(unread.length > 0 ? unread : problemas.map(named))],
    avisos: advertencias.map(({ mensaje }) => mensaje),
  }
}
