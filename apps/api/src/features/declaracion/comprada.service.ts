import type { DeclaracionComprada } from '@yupana/contract'
import {
  addMonths,
  dePeriodoFiscal,
  firstOfMonth,
  FORMULARIO_CORTO,
  FORMULARIOS,
  mesesDeDeclaracion,
  parsePeriodoFiscal,
  periodoFiscalDe,
  type Fecha,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import * as sql from './comprada.sql.ts'
import { checkPeriodo, cualOf, readPeriodicidad, type Pedido } from './cual.service.ts'
import { lockPapel, readFiled, type Lugar } from './declaracion.sql.ts'

/** Months back for which periods are offered; an older period may be bought by its name. */
const MESES_OFRECIDOS = 24

/** «IVA 104 de septiembre de 2026», «ATS del primer semestre de 2026». */
export function nombreDePedida({ formulario, periodo }: Pedido): string {
  const fiscal = parsePeriodoFiscal(periodo)
  return `${FORMULARIO_CORTO[formulario]} ${fiscal ? dePeriodoFiscal(fiscal) : periodo}`
}

const declaracionOf = ({ formulario, periodo }: Pedido): sql.Declaracion => {
  const fiscal = parsePeriodoFiscal(periodo)
  if (!fiscal) throw errors.field('PERIODO', 'periodo', 'Indique el período, por ejemplo 2026-09 o 2026-S1.')
  return { formulario, periodo: fiscal }
}

/** Declarations bought or filed of periods that began between two days. */
async function readTomadas(tx: Tx, lugar: Lugar, dias: { desde: Fecha; hasta: Fecha }) {
  const compradas = await sql.readCompradas(tx, lugar.empresaId, dias)
  const filed = await readFiled(tx, lugar, dias)
  return { compradas: new Map(compradas.map((one) => [sql.declaradaKeyOf(one), one])), filed: new Set(filed.map(sql.declaradaKeyOf)) }
}

/** @throws 422 for a period of the future, before the company began, of the wrong length, bought before, or filed by the company itself */
export async function requireComprables(tx: Tx, lugar: Lugar, pedidas: readonly Pedido[], hoy: Fecha): Promise<void> {
  const cuales = pedidas.map((pedida) => cualOf(lugar, pedida, hoy))
  const [desde] = cuales.map(({ periodo }) => periodo.desde).toSorted()
  if (desde === undefined) return
  const periodicidad = await readPeriodicidad(tx, lugar)
  const { compradas, filed } = await readTomadas(tx, lugar, { desde, hasta: hoy })
  for (const cual of cuales) {
    const { formulario, periodo } = cual
    const nombre = nombreDePedida({ formulario, periodo: periodo.codigo })
    checkPeriodo(cual, periodicidad)
    if (periodo.hasta < hoy && periodicidad.primero === null)
      throw errors.field('PERIODO', 'periodo', 'La empresa no tiene documentos en ese período: no hay qué declarar.')
    const before = compradas.get(sql.declaradaKeyOf({ formulario, ...periodo }))
    if (before) throw errors.declarationBought(nombre, before.orden)
    if (filed.has(sql.declaradaKeyOf({ formulario, ...periodo }))) throw errors.declarationFiled(nombre)
  }
}

/**
 * Refuses periods that the company filed. It runs before the money of an order is taken, and a filing at the same moment waits or is seen.
 * @throws 409 where the company filed one by itself
 */
export async function requireSinPresentar(tx: Tx, lugar: Lugar, pedidas: readonly Pedido[]): Promise<void> {
  const cuales = pedidas.map((pedida) => ({ ...lugar, ...declaracionOf(pedida) }))
  const keyOf = ({ formulario, periodo }: sql.Declaracion) => sql.declaradaKeyOf({ formulario, ...periodo })
  for (const cual of cuales.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    await lockPapel(tx, cual)
    const { desde } = cual.periodo
    const filed = await readFiled(tx, lugar, { desde, hasta: desde })
    if (filed.some((one) => sql.declaradaKeyOf(one) === keyOf(cual)))
      throw errors.declarationFiledMeanwhile(nombreDePedida({ formulario: cual.formulario, periodo: cual.periodo.codigo }))
  }
}

/** Periods the company may buy today, the latest first; those bought or filed are left out. */
export async function listComprables(tx: Tx, lugar: Lugar, hoy: Fecha): Promise<Pedido[]> {
  const { condiciones, primero } = await readPeriodicidad(tx, lugar)
  const mes = firstOfMonth(hoy)
  const { compradas, filed } = await readTomadas(tx, lugar, { desde: addMonths(mes, -MESES_OFRECIDOS - 6), hasta: hoy })
  return FORMULARIOS.flatMap((formulario) => {
    const isTaken = (key: string) => compradas.has(key) || filed.has(key)
    const periodos = Array.from({ length: MESES_OFRECIDOS }, (_, back) => {
      const dia = addMonths(mes, -back)
      return periodoFiscalDe(dia, mesesDeDeclaracion(formulario, condiciones, dia))
    })
    return [...new Map(periodos.map((periodo) => [periodo.codigo, periodo])).values()]
      .filter(
        (periodo) => periodo.hasta >= (primero ?? hoy) && periodo.desde <= hoy && !isTaken(sql.declaradaKeyOf({ formulario, ...periodo })),
      )
      .map(({ codigo }) => ({ formulario, periodo: codigo }))
  })
}

/** Credits the declarations of a paid order. @throws 422 where another order brought one of them meanwhile */
export async function creditDeclaraciones(tx: Tx, empresaId: EmpresaId, ordenId: string, pedidas: readonly Pedido[]): Promise<void> {
  for (const pedida of pedidas) {
    if (await sql.insertComprada(tx, empresaId, ordenId, declaracionOf(pedida))) continue
    const before = await sql.findComprada(tx, empresaId, declaracionOf(pedida))
    throw errors.declarationBought(nombreDePedida(pedida), before?.orden ?? 0)
  }
}

/** What an order and the desk of the store show of a bought declaration. */
export const pagadaOf = ({ formulario, desde, meses, numero_sri, fecha_sri, version }: Omit<sql.Comprada, 'orden_id' | 'orden'>) => {
  const periodo = periodoFiscalDe(desde, meses === 6 ? 6 : 1).codigo
  return { formulario, periodo, nombre: nombreDePedida({ formulario, periodo }), numero_sri, fecha_sri, version }
}

export const compradaOf = ({ orden_id, orden, numero_sri, fecha_sri }: sql.Comprada): DeclaracionComprada => ({
  orden_id,
  orden,
  numero_sri,
  fecha_sri,
})
