import { randomUUID } from 'node:crypto'
import { MAX_CORREOS_ESTADO, type RecordatorioForm, type RecordatorioGuardado, type RecordatoriosDePersona } from '@yupana/contract'
import { compare, fechaIn, horaIn, subtract, type Fecha } from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, errors } from '../../errors.ts'
import { LIMITES } from '../../plugins/limites/limites.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { log } from '../../proceso/log.ts'
import { changesOf, recordAuditoria } from '../auditoria/auditoria.door.ts'
import { countCartas, countSolas, postCarta } from '../carta/carta.door.ts'
import { cartaDeSaldo, MAX_LINEAS } from './carta-saldo.ts'
import { readNombres } from './cuenta.sql.ts'
import { seesPagar } from './lado.ts'
import * as sql from './recordatorio.sql.ts'

// Automatic reminders: each due date once for each of the chosen days.

export async function read(tx: Tx, empresaId: EmpresaId): Promise<RecordatorioGuardado> {
  const ajuste = await sql.readAjuste(tx, empresaId)
  if (!ajuste) return { version: 0, activo: false, pasos: [], mensaje: null, guardado: null }
  const { version, activo, pasos, mensaje, usuario_id: usuarioId, en } = ajuste
  return { version, activo, pasos, mensaje, guardado: { usuario: (await readNombres(tx)).get(usuarioId) ?? '', en } }
}

const said = ({ activo, pasos, mensaje }: Pick<sql.Ajuste, 'activo' | 'pasos' | 'mensaje'>) => ({ activo, pasos, mensaje })

/** @throws 409 when another user saved in between */
export async function save(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  session: SesionAbierta,
  form: RecordatorioForm,
): Promise<RecordatorioGuardado> {
  const { empresaId, usuarioId } = session
  const { version, activo } = form
  const en = clock.now()
  const before = await sql.readAjuste(tx, empresaId)
  if ((before?.version ?? 0) !== version) throw errors.conflict()
  const pasos = [...new Set(form.pasos)].toSorted((a, b) => a - b)
  const desde = before?.activo ? before.desde : fechaIn(en)
  const ajuste = { activo, pasos, mensaje: form.mensaje ?? null, desde, usuario_id: usuarioId, en }
  if (!(await sql.saveAjuste(tx, empresaId, { ...ajuste, version }))) throw errors.conflict()
  const detalle = changesOf(said(before ?? { activo: false, pasos: [], mensaje: null }), said(ajuste))
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cartera.recordatorios', detalle })
  return read(tx, empresaId)
}

/** Letters shown on a client's page. */
const ENVIADOS = 12

/** `conPagar`: includes the statements of the debts to him. @throws 404 */
export async function readDePersona(tx: Tx, empresaId: EmpresaId, id: string, conPagar: boolean): Promise<RecordatoriosDePersona> {
  const cliente = await sql.readCliente(tx, empresaId, id)
  if (!cliente) throw errors.notFound()
  const ajuste = await sql.readAjuste(tx, empresaId)
  const enviados = await sql.listRecordatorios(tx, empresaId, id, { cuantos: ENVIADOS, conPagar })
  const nombres = await readNombres(tx)
  return {
    activo: ajuste?.activo ?? false,
    exento: cliente.exento,
    correos: cliente.correos,
    enviados: enviados.map(({ usuario_id: usuarioId, ...one }) => ({
      ...one,
      usuario: usuarioId === null ? null : (nombres.get(usuarioId) ?? ''),
    })),
  }
}

/** @throws 404 */
export async function exempt(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  session: SesionAbierta,
  id: string,
  exento: boolean,
): Promise<RecordatoriosDePersona> {
  const { empresaId, usuarioId } = session
  const en = clock.now()
  const cliente = await sql.readCliente(tx, empresaId, id)
  if (!cliente) throw errors.notFound()
  if (cliente.exento !== exento) {
    await sql.setExento(tx, empresaId, id, exento ? { usuario_id: usuarioId, en } : undefined)
    const detalle = { persona: cliente.razon_social, recordatorios: [cliente.exento ? 'no' : 'sí', exento ? 'no' : 'sí'] }
    await recordAuditoria(tx, { empresaId, usuarioId, en, accion: 'cartera.recordatorios_cliente', objeto: id, detalle })
  }
  return readDePersona(tx, empresaId, id, seesPagar(session))
}

/** The company has no place left today: the remaining clients are not tried. */
class SinLugar extends Error {}

type RemindDeps = Pick<Deps, 'config' | 'clock' | 'db' | 'sobre'>

/**
 * Reminds one client, once for each step; for a client without letters the steps are taken without one. @throws SinLugar, 429 with no step
 * taken
 */
async function remind(deps: RemindDeps, tx: Tx, empresaId: EmpresaId, personaId: string, hoy: Fecha): Promise<void> {
  const ajuste = await sql.readAjuste(tx, empresaId)
  if (!ajuste?.activo) return
  const last = await sql.takePasos(tx, empresaId, personaId, hoy, ajuste)
  const cliente = await sql.readCliente(tx, empresaId, personaId)
  if (last === null || !cliente || cliente.exento) return
  const correos = [...new Set(cliente.correos.map((correo) => correo.toLowerCase()))].slice(0, MAX_CORREOS_ESTADO)
  if (correos.length === 0) return
  const debido = await sql.debidoHasta(tx, empresaId, personaId, { hoy, hasta: compare(last, hoy) > 0 ? last : hoy }, MAX_LINEAS)
  if (debido.total <= debido.favor) return
  await countSolas(deps, tx, empresaId, correos.length).catch((error: unknown) => {
    throw error instanceof AppError ? new SinLugar(error.message) : error
  })
  await countCartas(deps, tx, LIMITES.recordatorioCorreo, empresaId, correos)
  const quien = { empresaId, ...(await sql.readEmpresa(tx, empresaId)) }
  const carta = await cartaDeSaldo(tx, quien, { ...debido, persona: cliente.razon_social, hoy, mensaje: ajuste.mensaje })
  for (const para of correos) await postCarta(deps, tx, { ...carta, para })
  const en = deps.clock.now()
  const total = subtract(debido.total, debido.favor)
  await sql.insertRecordatorio(tx, empresaId, {
    id: randomUUID(),
    persona_id: personaId,
    en,
    correos,
    total,
    usuario_id: null,
    con_estado: null,
  })
  const detalle = { persona: cliente.razon_social, total, correos, automatico: true }
  await recordAuditoria(tx, { empresaId, usuarioId: null, en, accion: 'cartera.recordar', objeto: personaId, detalle })
}

/** Clients read at a time. */
const TRAMO = 100
/** No reminders at night; payments until that hour still count. */
const DESDE_HORA = '08:00'

/** The failure of one client stops no other: his own limit waits for the next turn, and a failure is logged. */
async function remindOne(deps: RemindDeps, empresaId: EmpresaId, id: string, hoy: Fecha): Promise<void> {
  try {
    await inEmpresa(deps.db, empresaId, (tx) => remind(deps, tx, empresaId, id, hoy))
  } catch (error) {
    if (error instanceof SinLugar) throw error
    if (error instanceof AppError) log.warn('reminder waits', { empresa: empresaId, code: error.code })
    else log.error('reminder not sent', error, { empresa: empresaId, persona: id })
  }
}

async function remindCompany(deps: RemindDeps, empresaId: EmpresaId, hoy: Fecha): Promise<void> {
  let after: string | undefined
  do {
    const personas = await inEmpresa(deps.db, empresaId, async (tx) => {
      const ajuste = await sql.readAjuste(tx, empresaId)
      return ajuste?.activo ? sql.personasPorRecordar(tx, empresaId, hoy, ajuste, { after, size: TRAMO }) : []
    })
    for (const id of personas) await remindOne(deps, empresaId, id, hoy)
    after = personas.length < TRAMO ? undefined : personas.at(-1)
  } while (after !== undefined)
}

/** Reminds the clients whose day has come, company by company; the failure of one company stops no other. */
export async function remindDue(deps: RemindDeps): Promise<void> {
  const ahora = deps.clock.now()
  if (horaIn(ahora) < DESDE_HORA) return
  const hoy = fechaIn(ahora)
  for (const empresaId of await sql.porEnviar(deps.db, hoy))
    try {
      await remindCompany(deps, empresaId, hoy)
    } catch (error) {
      if (error instanceof SinLugar) log.warn('reminders wait', { empresa: empresaId })
      else log.error('reminders not sent', error, { empresa: empresaId })
    }
}
