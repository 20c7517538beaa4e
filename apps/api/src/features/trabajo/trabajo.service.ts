import { createHash, randomUUID } from 'node:crypto'
import { MAX_TRABAJOS_EMPRESA, MAX_TRABAJOS_USUARIO, type Trabajo } from '@yupana/contract'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { LIMITES, requirePlaces } from '../../plugins/limites/limites.ts'
import { mayDo, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { recordAuditoria } from '../auditoria/auditoria.door.ts'
import type { TrabajoNuevo } from './tipo.ts'
import * as sql from './trabajo.sql.ts'

/** How long a file can be downloaded, and a failure is shown. */
export const GUARDADO_MS = 86_400_000
/** Newest jobs of a person that are listed. */
const MAX_LISTA = 20

const huellaOf = ({ ambiente }: SesionAbierta, { tipo, pedido }: TrabajoNuevo): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([ambiente, tipo, pedido]))
    .digest()

/** Gives a file to the workers; a job for the same file that is under way is answered instead. @throws 422 where too many wait, 429 */
export async function start(deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, session: SesionAbierta, nuevo: TrabajoNuevo): Promise<Trabajo> {
  const en = deps.clock.now()
  const { empresaId, usuarioId, ambiente } = session
  const { accion, tipo, pedido, derecho, archivo, total } = nuevo
  const huella = huellaOf(session, nuevo)
  await sql.lockEmpresa(tx, empresaId)
  const before = await sql.findVivo(tx, empresaId, usuarioId, huella)
  if (before) return before
  const vivos = await sql.countVivos(tx, empresaId, usuarioId)
  if (vivos.usuario >= MAX_TRABAJOS_USUARIO) throw errors.jobsWaiting('Usted', MAX_TRABAJOS_USUARIO)
  if (vivos.empresa >= MAX_TRABAJOS_EMPRESA) throw errors.jobsWaiting('Su empresa', MAX_TRABAJOS_EMPRESA)
  await requirePlaces(deps, tx, LIMITES.exportacion, usuarioId, 1)
  const id = randomUUID()
  const fila = { id, usuario_id: usuarioId, ambiente, tipo, pedido, huella, derecho: derecho ?? null, archivo, total, creado_en: en }
  await sql.insertTrabajo(tx, empresaId, fila)
  await recordAuditoria(tx, { empresaId, usuarioId, en, accion, detalle: { ...pedido } })
  return read(tx, session, id, en)
}

export const list = (tx: Tx, { empresaId, usuarioId }: SesionAbierta, en: Date): Promise<Trabajo[]> =>
  sql.listTrabajos(tx, empresaId, usuarioId, en, MAX_LISTA)

/** @throws 404, also for a job of somebody else */
export async function read(tx: Tx, { empresaId, usuarioId }: SesionAbierta, id: string, en: Date): Promise<Trabajo> {
  const trabajo = await sql.readTrabajo(tx, empresaId, usuarioId, en, id)
  if (!trabajo) throw errors.notFound()
  return trabajo
}

/** Cancels a job; one that has ended stays as it is. @throws 404 */
export async function cancel(tx: Tx, session: SesionAbierta, id: string, en: Date): Promise<Trabajo> {
  await sql.cancelTrabajo(tx, session.empresaId, session.usuarioId, id, new Date(en.getTime() + GUARDADO_MS))
  return read(tx, session, id, en)
}

/** The file of a finished job. @throws 404, 403 without the right that its contents demand */
export async function resultado(tx: Tx, session: SesionAbierta, id: string, en: Date): Promise<{ archivoId: string; nombre: string }> {
  const found = await sql.findResultado(tx, session.empresaId, session.usuarioId, en, id)
  if (!found || found.archivo_id === null) throw errors.notFound()
  if (found.derecho !== null && !mayDo(session, found.derecho)) throw errors.forbidden()
  return { archivoId: found.archivo_id, nombre: found.archivo }
}
