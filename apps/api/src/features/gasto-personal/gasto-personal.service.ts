import { randomUUID } from 'node:crypto'
import {
  MAX_GASTOS,
  TIPO_GASTO_LABEL,
  type GastoPersonal,
  type GastoPersonalForm,
  type PropuestaGasto,
  type SituacionPersonal,
} from '@yupana/contract'
import { CATEGORIA_GASTO_LABEL, CONSUMIDOR_FINAL, displayFecha, fechaIn, GASTOS_PERSONALES_DESDE, isCategoriaGasto } from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import { identificacionOf } from '../perfil/perfil.door.ts'
import * as sql from './gasto-personal.sql.ts'
import { readSituacion } from './situacion.service.ts'

type Reloj = Pick<Deps, 'clock'>

/** A cédula and its RUC are one person. */
const personOf = (identificacion: string) =>
  /^\d{13}$/.test(identificacion) && identificacion.endsWith('001') ? identificacion.slice(0, 10) : identificacion

/** Whether a document with this receiver is the taxpayer's, of his family, or neither. */
export function isHis(aNombre: string, propia: string | null, { familiares }: Pick<SituacionPersonal, 'familiares'>): boolean {
  if (aNombre === CONSUMIDOR_FINAL.identificacion) return true
  const his = [...(propia === null ? [] : [propia]), ...familiares.map(({ identificacion }) => identificacion)]
  return his.some((identificacion) => personOf(identificacion) === personOf(aNombre))
}

/** @throws 422 */
async function check({ clock }: Reloj, tx: Tx, session: SesionAbierta, form: GastoPersonalForm): Promise<void> {
  const { fecha, a_nombre, partes } = form
  const ahora = clock.now()
  const anio = Number(fecha.slice(0, 4))
  if (anio < GASTOS_PERSONALES_DESDE)
    throw errors.field('GASTO_FECHA', 'fecha', `Los gastos personales se llevan desde ${GASTOS_PERSONALES_DESDE}.`)
  if (fecha > fechaIn(ahora)) throw errors.field('GASTO_FECHA', 'fecha', 'La fecha todavía no llega.')
  const wrong = partes.findIndex(({ categoria }) => !isCategoriaGasto(anio, categoria))
  if (wrong >= 0) throw errors.field('GASTO_RUBRO', `partes.${wrong}.categoria`, `Este rubro no existe en ${anio}.`)
  const propia = await identificacionOf(tx, session, ahora)
  if (isHis(a_nombre, propia, await readSituacion(tx, session.usuarioId, anio))) return
  throw errors.field(
    'GASTO_A_NOMBRE',
    'a_nombre',
    propia === null
      ? 'Ponga su cédula en su perfil: los gastos cuentan por ella.'
      : `${a_nombre} no es su cédula ni la de un familiar de ${anio}. Agréguelo en la configuración de gastos personales.`,
  )
}

const taken = () => errors.field('GASTO_REPETIDO', 'numero', 'Este documento ya está entre sus gastos.')

async function require(tx: Tx, session: SesionAbierta, id: string): Promise<GastoPersonal> {
  const found = await sql.readGasto(tx, sql.lectorOf(session), id)
  if (!found) throw errors.notFound()
  return found
}

/** @throws 422 when the most expenses of that year are reached */
async function requirePlace(tx: Tx, usuarioId: string, fecha: string): Promise<void> {
  if ((await sql.countGastos(tx, usuarioId, Number(fecha.slice(0, 4)))) >= MAX_GASTOS)
    throw errors.catalogFull(MAX_GASTOS, 'gastos personales de un año')
}

/** Registers an expense once for each key. Its content is in no audit: it is private. */
export async function create(
  deps: Reloj,
  tx: Tx,
  session: SesionAbierta,
  idempotencyKey: string,
  form: GastoPersonalForm,
): Promise<GastoPersonal> {
  const { empresaId, usuarioId } = session
  const [id, en] = [randomUUID(), deps.clock.now()]
  const before = await claim(tx, {
    empresaId,
    usuarioId,
    idempotencyKey,
    accion: 'gasto personal',
    contenido: form,
    recursoId: id,
    en,
  })
  if (before !== undefined) return require(tx, session, before)
  await check(deps, tx, session, form)
  await sql.lockGastos(tx, usuarioId)
  await requirePlace(tx, usuarioId, form.fecha)
  if (!(await sql.insertGasto(tx, usuarioId, id, form, en))) throw taken()
  return require(tx, session, id)
}

/** @throws 404, 409 when it was saved elsewhere since `version` was read, 422 */
export async function edit(
  deps: Reloj,
  tx: Tx,
  session: SesionAbierta,
  { id, version }: { id: string; version: number },
  form: GastoPersonalForm,
): Promise<GastoPersonal> {
  const { usuarioId } = session
  const before = await require(tx, session, id)
  if (before.version !== version) throw errors.conflict()
  await check(deps, tx, session, form)
  await sql.lockGastos(tx, usuarioId)
  if (before.fecha.slice(0, 4) !== form.fecha.slice(0, 4)) await requirePlace(tx, usuarioId, form.fecha)
  if (await sql.findSame(tx, usuarioId, form, id)) throw taken()
  if (!(await sql.updateGasto(tx, usuarioId, { id, version }, form, deps.clock.now()))) throw errors.conflict()
  return require(tx, session, id)
}

/** @throws 404 */
export async function remove(tx: Tx, usuarioId: string, id: string): Promise<void> {
  if (!(await sql.deleteGasto(tx, usuarioId, id))) throw errors.notFound()
}

function propuestaOf({ tipo, numero, fecha, partes }: sql.UltimoGasto): PropuestaGasto | undefined {
  const [largest] = partes.toSorted((a, b) => b.monto - a.monto)
  if (!largest) return undefined
  const which = `${TIPO_GASTO_LABEL[tipo]}${numero === null ? '' : ` ${numero}`} del ${displayFecha(fecha)}`
  const how = partes.length === 1 ? 'así lo clasificó la última vez' : 'fue el rubro mayor la última vez'
  return { categoria: largest.categoria, motivo: `${CATEGORIA_GASTO_LABEL[largest.categoria]}: ${how} (${which}).` }
}

/** For each supplier the category chosen last by this user, the largest one for a split document; inside `asUsuario`. */
export async function proposeCategorias(tx: Tx, usuarioId: string, rucs: readonly string[]): Promise<ReadonlyMap<string, PropuestaGasto>> {
  const ultimos = await sql.readUltimos(tx, usuarioId, rucs)
  return new Map(
    ultimos.flatMap((ultimo) => {
      const propuesta = propuestaOf(ultimo)
      return propuesta ? [[ultimo.proveedor_ruc, propuesta] as const] : []
    }),
  )
}
