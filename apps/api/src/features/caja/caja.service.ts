import { randomUUID } from 'node:crypto'
import type { AbrirCajaForm, Caja, CajaFila, CerrarCajaForm, ContextoCaja, MovimientoCajaForm } from '@yupana/contract'
import { contadoOf, displayMonto, fechaIn, fitsDecimals, MEDIOS_CAJA, subtract, type Monto } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import { claim } from '../idempotencia/idempotencia.door.ts'
import * as sql from './caja.sql.ts'

type Clocked = Pick<Deps, 'clock'>
interface Cual {
  id: string
  idempotencyKey: string
}

/** The tills that a user sees: his own, or all of the company. */
export const ambitoDe = (session: SesionAbierta): sql.Ambito => ({
  empresaId: session.empresaId,
  ambiente: session.ambiente,
  soloDe: mayDo(session, 'caja:administrar') ? undefined : session.usuarioId,
})

/** @throws 404 */
export async function read(tx: Tx, session: SesionAbierta, id: string): Promise<Caja> {
  const caja = await sql.readCaja(tx, ambitoDe(session), id)
  if (!caja) throw errors.notFound()
  const medios = await sql.sumMedios(tx, session.empresaId, id)
  medios.sort((a, b) => MEDIOS_CAJA.indexOf(a.medio) - MEDIOS_CAJA.indexOf(b.medio))
  return { ...caja, medios, puede: caja.cerrada_en === null && mayDo(session, 'caja:abrir') }
}

/** @throws 404 */
export async function requireSuya(tx: Tx, session: SesionAbierta, id: string): Promise<void> {
  if (!(await sql.readCaja(tx, ambitoDe(session), id))) throw errors.notFound()
}

export async function contexto({ clock }: Clocked, tx: Tx, session: SesionAbierta): Promise<ContextoCaja> {
  const ambito = ambitoDe(session)
  const { usuarioId } = session
  return {
    abierta: (await sql.readAbierta(tx, ambito, usuarioId)) ?? null,
    puntos: await sql.listPuntos(tx, session.empresaId, usuarioId),
    cajeros: ambito.soloDe === undefined ? await sql.listCajeros(tx, ambito) : [],
    sin_caja: await sql.sumSinCaja(tx, ambito, usuarioId, fechaIn(clock.now())),
  }
}

const requireCents = (campo: string, valor: Monto): void => {
  if (!fitsDecimals(valor)) throw errors.field('CENTAVOS', campo, 'El valor lleva máximo dos decimales.')
}

/** Opens a user's till, once for each key. @throws 409 when one is open already, 422 */
export async function open(deps: Clocked, tx: Tx, session: SesionAbierta, idempotencyKey: string, form: AbrirCajaForm): Promise<Caja> {
  const { empresaId, usuarioId } = session
  const id = randomUUID()
  const en = deps.clock.now()
  const used = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'caja.abrir', contenido: form, recursoId: id, en })
  if (used !== undefined) return read(tx, session, used)
  const { apertura, punto } = form
  requireCents('apertura', apertura)
  if (punto !== undefined && !(await sql.listPuntos(tx, empresaId, usuarioId)).includes(punto))
    throw errors.field('POINT', 'punto', 'El punto de emisión no existe, está inactivo o no es suyo.')
  const ambito = ambitoDe(session)
  await sql.lockApertura(tx, ambito)
  const abierta = await sql.readAbierta(tx, ambito, usuarioId)
  if (abierta) throw errors.tillOpen(abierta)
  const [establecimiento = null, codigo = null] = punto?.split('-') ?? []
  await sql.insertCaja(tx, ambito, { id, usuario_id: usuarioId, establecimiento, punto: codigo, apertura, abierta_en: en })
  const caja = await read(tx, session, id)
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'caja.abrir', objeto: id, detalle: { numero: caja.numero, apertura } })
  return caja
}

/** An open till, locked. @throws 404, 409 once it is closed */
async function takeAbierta(tx: Tx, session: SesionAbierta, id: string): Promise<CajaFila> {
  const ambito = ambitoDe(session)
  if (!(await sql.lockCaja(tx, ambito, id))) throw errors.notFound()
  const caja = await sql.readCaja(tx, ambito, id)
  if (!caja) throw errors.notFound()
  if (caja.cerrada_en !== null) throw errors.tillClosed(caja)
  return caja
}

/** Puts cash in or takes it out, once for each key. @throws 404, 409, 422 for more than the till has */
export async function move(
  deps: Clocked,
  tx: Tx,
  session: SesionAbierta,
  { id, idempotencyKey }: Cual,
  { tipo, valor, motivo }: MovimientoCajaForm,
): Promise<Caja> {
  const { empresaId, usuarioId } = session
  const en = deps.clock.now()
  const contenido = [id, tipo, valor, motivo]
  const used = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'caja.mover', contenido, recursoId: id, en })
  if (used !== undefined) return read(tx, session, used)
  requireCents('valor', valor)
  const { numero, esperado } = await takeAbierta(tx, session, id)
  if (tipo === 'EGRESO' && valor > esperado)
    throw errors.field('SIN_EFECTIVO', 'valor', `En la caja hay ${displayMonto(esperado)} en efectivo.`)
  await sql.insertMovimiento(tx, empresaId, { caja_id: id, id: randomUUID(), tipo, valor, motivo, usuario_id: usuarioId, creado_en: en })
  const detalle = { numero, tipo, total: valor, motivo }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'caja.mover', objeto: id, detalle })
  return read(tx, session, id)
}

/** Closes a till for good. @throws 404, 409 when another user closed it or money moved since the count, 422 */
export async function close(
  deps: Clocked,
  tx: Tx,
  session: SesionAbierta,
  { id, idempotencyKey }: Cual,
  form: CerrarCajaForm,
): Promise<Caja> {
  const { empresaId, usuarioId } = session
  const en = deps.clock.now()
  const contenido = [id, form]
  const used = await claim(tx, { empresaId, usuarioId, idempotencyKey, accion: 'caja.cerrar', contenido, recursoId: id, en })
  if (used !== undefined) return read(tx, session, used)
  const conteo = form.conteo?.filter(({ cantidad }) => cantidad > 0)
  const contado = conteo ? contadoOf(conteo) : (form.contado ?? 0)
  requireCents('contado', contado)
  const { numero, esperado } = await takeAbierta(tx, session, id)
  if (esperado !== form.esperado) throw errors.tillMoved(esperado)
  const nota = form.nota ?? null
  if (contado < esperado && nota === null)
    throw errors.field('SIN_NOTA', 'nota', `Faltan ${displayMonto(subtract(esperado, contado))}: escriba una nota que lo explique.`)
  await sql.updateCierre(tx, empresaId, id, { cerrada_en: en, cerrada_por: usuarioId, esperado, contado, conteo, nota })
  const detalle = { numero, esperado, contado, diferencia: contado - esperado, ...(nota !== null && { nota }) }
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'caja.cerrar', objeto: id, detalle })
  return read(tx, session, id)
}
