import type { DeclaracionComprada } from '@yupana/contract'
import {
  addMonths,
  firstOfMonth,
  FORMULARIOS,
  mesesDeDeclaracion,
  nombrePeriodoFiscal,
  parsePeriodoFiscal,
  periodoFiscalDe,
  type CodigoFormulario,
  type Fecha,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { readCondiciones } from '../comprobante/armado/armado.door.ts'
import * as sql from './comprada.sql.ts'
import { cualOf, requirePeriodo, type Pedido } from './cual.service.ts'
import { readPrimerDia, type Lugar } from './declaracion.sql.ts'

/** How far back a period is offered; what is older may be bought by its name. */
const MESES_OFRECIDOS = 24

const FORMULARIO_CORTO: Readonly<Record<CodigoFormulario, string>> = { '104': 'IVA 104', '103': 'Retenciones 103', ATS: 'ATS' }

/** «IVA 104 de septiembre de 2026», «ATS del primer semestre de 2026». */
export function nombreDePedida({ formulario, periodo }: Pedido): string {
  const fiscal = parsePeriodoFiscal(periodo)
  const nombre = fiscal ? nombrePeriodoFiscal(fiscal).toLowerCase() : periodo
  return `${FORMULARIO_CORTO[formulario]} ${fiscal?.meses === 6 ? 'del' : 'de'} ${nombre}`
}

const declaracionOf = ({ formulario, periodo }: Pedido): sql.Declaracion => {
  const fiscal = parsePeriodoFiscal(periodo)
  if (!fiscal) throw errors.field('PERIODO', 'periodo', 'Indique el período, por ejemplo 2026-09 o 2026-S1.')
  return { formulario, periodo: fiscal }
}

/** @throws 422 for a period of the future, one before the company began, one that is none of its periods, and one bought before */
export async function requireComprable(tx: Tx, lugar: Lugar, pedida: Pedido, hoy: Fecha): Promise<void> {
  const cual = cualOf(lugar, pedida, hoy)
  await requirePeriodo(tx, cual)
  if (cual.periodo.hasta < hoy && (await readPrimerDia(tx, lugar)) === null)
    throw errors.field('PERIODO', 'periodo', 'La empresa no tiene documentos en ese período: no hay qué declarar.')
  const before = await sql.findComprada(tx, lugar.empresaId, cual)
  if (before) throw errors.declarationBought(nombreDePedida(pedida), before.orden)
}

/** What the company may buy today, the latest first; without what it has bought. */
export async function listComprables(tx: Tx, lugar: Lugar, hoy: Fecha): Promise<Pedido[]> {
  const { condiciones } = await readCondiciones(tx, lugar.empresaId)
  const primero = (await readPrimerDia(tx, lugar)) ?? hoy
  const mes = firstOfMonth(hoy)
  const compradas = await sql.readCompradas(tx, lugar.empresaId, addMonths(mes, -MESES_OFRECIDOS - 6), MESES_OFRECIDOS + 7)
  const bought = new Set(compradas.map(({ formulario, desde, meses }) => `${formulario} ${desde} ${meses}`))
  return FORMULARIOS.flatMap((formulario) => {
    const periodos = Array.from({ length: MESES_OFRECIDOS }, (_, back) => {
      const dia = addMonths(mes, -back)
      return periodoFiscalDe(dia, mesesDeDeclaracion(formulario, condiciones, dia))
    })
    return [...new Map(periodos.map((periodo) => [periodo.codigo, periodo])).values()]
      .filter(({ desde, hasta, meses }) => hasta >= primero && desde <= hoy && !bought.has(`${formulario} ${desde} ${meses}`))
      .map(({ codigo }) => ({ formulario, periodo: codigo }))
  })
}

/** What a paid order brings. @throws 422 where another order brought one of them meanwhile */
export async function creditDeclaraciones(tx: Tx, empresaId: EmpresaId, ordenId: string, pedidas: readonly Pedido[]): Promise<void> {
  for (const pedida of pedidas) {
    if (await sql.insertComprada(tx, empresaId, ordenId, declaracionOf(pedida))) continue
    const before = await sql.findComprada(tx, empresaId, declaracionOf(pedida))
    throw errors.declarationBought(nombreDePedida(pedida), before?.orden ?? 0)
  }
}

/** As its order and the desk see it. */
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
