import { randomUUID } from 'node:crypto'
import type { DeclaracionEnCola, Listing, OrdenEnCola, OrdenRevisada } from '@yupana/contract'
import {
  canMoveOrden,
  displayFecha,
  periodoFiscalDe,
  vencimientoDelPeriodo,
  type CodigoFormulario,
  type EstadoOrden,
  type Fecha,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { listingPage } from '../../http/listing.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { acusarComprada, nombreDePedida, pagadaOf } from '../declaracion/declaracion.door.ts'
import { tellComprador, tellDeclarada } from './carta-orden.ts'
import { dropCobros, returnCobro } from './cobro.sql.ts'
import { emitirDeOrden, porEmitirOf } from './emision-orden.service.ts'
import { filaOf, read as readOrden, requireOrden, takeBack } from './orden.service.ts'
import * as sql from './orden.sql.ts'
import { markPagada } from './pagada.service.ts'

// The desk of SUPER_ADMIN: its decisions are written in the company of the order.

interface Lugar {
  empresa_id: EmpresaId
  id: string
}

export async function search(
  { db, clock }: Deps,
  session: Sesion,
  query: { page: number; size: number; estado?: EstadoOrden | undefined },
): Promise<Listing<OrdenEnCola>> {
  const { page, size } = query
  const ahora = clock.now()
  const { rows, total } = await sql.pageEnCola(db, session, { ...query, ahora })
  const content = rows.map((row) => ({ ...filaOf(row, ahora), empresa_id: row.empresa_id, empresa: row.empresa, ruc: row.ruc }))
  return listingPage(content, total, { page, size })
}

async function revisada(tx: Tx, { empresa_id, id }: Lugar, en: Date): Promise<OrdenRevisada> {
  const orden = await readOrden(tx, { empresaId: empresa_id, en, hasTarjeta: false }, id)
  const guardada = await requireOrden(tx, empresa_id, id)
  const empresa = await sql.findEmpresa(tx, empresa_id)
  return {
    ...orden,
    empresa_id,
    empresa: empresa?.nombre_comercial ?? empresa?.razon_social ?? '',
    ruc: empresa?.ruc ?? '',
    por_emitir: porEmitirOf(guardada),
    problema: guardada.emision_problema,
  }
}

export const read = ({ db, clock }: Deps, lugar: Lugar): Promise<OrdenRevisada> =>
  inEmpresa(db, lugar.empresa_id, (tx) => revisada(tx, lugar, clock.now()))

interface Decision extends Lugar {
  version: number
  estado: 'PAGADA' | 'RECHAZADA' | 'ANULADA'
  motivo?: string | undefined
}

/** Issues the documents an order lacks, and answers the order. @throws 404 */
export async function issue(deps: Deps, session: Sesion, lugar: Lugar): Promise<OrdenRevisada> {
  await emitirDeOrden(deps, session, lugar)
  return read(deps, lugar)
}

/**
 * Takes one decision, however often it is pressed: state and version decide. The factura follows in a transaction of its own; when it
 * fails, the desk still shows it. @throws 404, 409, 422
 */
export async function decide(deps: Deps, session: Sesion, decision: Decision): Promise<OrdenRevisada> {
  const { empresa_id, id } = decision
  await inEmpresa(deps.db, empresa_id, (tx) => settle(deps, tx, session, decision))
  return issue(deps, session, { empresa_id, id })
}

async function settle(deps: Deps, tx: Tx, { usuarioId }: Sesion, { version, estado, motivo, ...lugar }: Decision): Promise<void> {
  const en = deps.clock.now()
  const orden = await requireOrden(tx, lugar.empresa_id, lugar.id, true)
  if (!canMoveOrden(orden.estado, estado)) throw errors.orderMove()
  if (estado !== 'PAGADA' && (motivo ?? '').length < 5)
    throw errors.field('REASON', 'motivo', `Escriba por qué se ${estado === 'ANULADA' ? 'anula la orden' : 'rechaza el comprobante'}.`)
  if (estado === 'PAGADA') await markPagada(tx, lugar.empresa_id, orden, { version, decidida_por: usuarioId, con_tarjeta: false }, en)
  else if (!(await sql.updateOrden(tx, lugar.empresa_id, { id: lugar.id, version }, { estado, decidida_por: usuarioId }, en)))
    throw errors.conflict()
  if (estado === 'ANULADA') await dropCobros(tx, lugar.empresa_id, lugar.id, en)
  await sql.insertHistoria(tx, lugar.empresa_id, { ordenId: lugar.id, estado, en, quien: null, motivo })
  const detalle = { estado, total: orden.total, ...(motivo && { motivo }) }
  await recordAuditoria(tx, { empresaId: lugar.empresa_id, usuarioId, en, accion: 'orden.decidir', objeto: lugar.id, detalle })
  await tellComprador(deps, tx, orden, { estado, motivo })
}

/** Refunds an order: takes back what it brought, and annuls its factura by a nota de crédito. @throws 404, 409, 422 */
export async function refund(
  deps: Deps,
  session: Sesion,
  { version, motivo, ...lugar }: Lugar & { version: number; motivo: string },
): Promise<OrdenRevisada> {
  const { empresa_id: empresaId, id } = lugar
  await inEmpresa(deps.db, empresaId, async (tx) => {
    const en = deps.clock.now()
    const orden = await requireOrden(tx, empresaId, id, true)
    if (!canMoveOrden(orden.estado, 'DEVUELTA')) throw errors.orderMove()
    if (porEmitirOf(orden) !== null) throw errors.orderUnissued()
    const nota = orden.factura_id === null ? {} : { nota_id: randomUUID() }
    if (!(await sql.updateOrden(tx, empresaId, { id, version }, { estado: 'DEVUELTA', decidida_por: session.usuarioId, ...nota }, en)))
      throw errors.conflict()
    await takeBack(tx, empresaId, orden)
    await returnCobro(tx, empresaId, id, en)
    await sql.insertHistoria(tx, empresaId, { ordenId: id, estado: 'DEVUELTA', en, quien: null, motivo })
    const detalle = { motivo, total: orden.total }
    await recordAuditoria(tx, { empresaId, usuarioId: session.usuarioId, en, accion: 'orden.devolver', objeto: id, detalle })
    await tellComprador(deps, tx, orden, { estado: 'DEVUELTA', motivo })
  })
  return issue(deps, session, lugar)
}

/** Work of the desk: receipts to decide, and paid declarations to file. */
export async function countPorHacer(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  session: Sesion,
): Promise<{ pagos: number; declaraciones: number }> {
  const first = { page: 0, size: 1, ahora: clock.now() }
  const [pagos, declaraciones] = await Promise.all([
    sql.pageEnCola(db, session, { ...first, estado: 'EN_REVISION' }),
    sql.pageDeclaraciones(db, session, { ...first, hechas: false }),
  ])
  return { pagos: pagos.total, declaraciones: declaraciones.total }
}

/** Declarations bought by all companies: those to be done, or those done. */
export async function searchDeclaraciones(
  { db, clock }: Deps,
  session: Sesion,
  { page, size, estado }: { page: number; size: number; estado: 'POR_HACER' | 'HECHA' },
): Promise<Listing<DeclaracionEnCola>> {
  const { rows, total } = await sql.pageDeclaraciones(db, session, { page, size, hechas: estado === 'HECHA', ahora: clock.now() })
  const content = rows.map(({ empresa_id, empresa, ruc, especial, orden_id, numero, ...comprada }) => {
    const periodo = periodoFiscalDe(comprada.desde, comprada.meses === 6 ? 6 : 1)
    const vence = vencimientoDelPeriodo(comprada.formulario, periodo, ruc, especial)
    return { ...pagadaOf(comprada), empresa_id, empresa, ruc, orden_id, orden: numero, vence }
  })
  return listingPage(content, total, { page, size })
}

interface Presentada extends Lugar {
  formulario: CodigoFormulario
  periodo: string
  numero: string
  fecha: Fecha
  version: number
}

/** Notes that the SRI has a bought declaration: its period is filed, and the buyer told. @throws 404, 409, 422 */
export function fileDeclaracion(deps: Deps, { usuarioId }: Sesion, presentada: Presentada): Promise<OrdenRevisada> {
  const { empresa_id: empresaId, id, formulario, periodo, numero, fecha, version } = presentada
  return inEmpresa(deps.db, empresaId, async (tx) => {
    const en = deps.clock.now()
    const orden = await requireOrden(tx, empresaId, id, true)
    if (orden.estado !== 'PAGADA') throw errors.orderMove()
    const empresa = await sql.findEmpresa(tx, empresaId)
    if (!empresa) throw errors.notFound()
    const { ruc, razon_social: razonSocial, ambiente } = empresa
    const quien = { empresaId, ambiente, ruc, razonSocial, usuarioId }
    if (await acusarComprada(tx, quien, { ordenId: id, formulario, periodo }, { numero, fecha, version, en })) {
      const detalle = { formulario, periodo, numero, fecha }
      await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'orden.presentar', objeto: id, detalle })
      await tellDeclarada(deps, tx, orden, { nombre: nombreDePedida({ formulario, periodo }), numero, fecha: displayFecha(fecha) })
    }
    return revisada(tx, presentada, en)
  })
}
