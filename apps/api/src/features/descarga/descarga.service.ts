import { createHash, randomBytes } from 'node:crypto'
import type { Descarga } from '@yupana/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { actingAs } from '../../db/actor.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { TipoDescarga } from '../../db/schema-firma.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { concern } from '../../plugins/rechazos/rechazos.ts'
import { isOfOther, readOpenSession, type Sesion } from '../../plugins/sesion/session.ts'
import * as sql from './descarga.sql.ts'

/** Time between the page's request and the browser's download. */
const VALE_MS = 60_000

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

/** A file to be taken by ticket, and its name. */
export interface Descargable {
  empresaId: EmpresaId
  tipo: TipoDescarga
  objeto: string
  nombre: string
}

/**
 * How a kind of file is sent, and which session may still take it. The audit noted the person when the ticket was given; of a job,
 * when it was asked for.
 */
export interface Envio {
  may: (session: Sesion) => boolean
  send: (deps: Deps, reply: FastifyReply, archivo: Descargable, session: Sesion) => Promise<FastifyReply>
}
export type Envios = Readonly<Record<TipoDescarga, Envio>>

/** A ticket for a file that this session may have: 256 random bits, of which the hash is stored. */
export async function giveDescarga(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { usuarioId, tokenHash }: Pick<Sesion, 'usuarioId' | 'tokenHash'>,
  { empresaId, ...archivo }: Descargable,
): Promise<Descarga> {
  const ticket = randomBytes(32).toString('base64url')
  const venceEn = new Date(clock.now().getTime() + VALE_MS)
  await sql.insertDescarga(tx, { ...archivo, empresa_id: empresaId, usuario_id: usuarioId, sesion: tokenHash }, hashOf(ticket), venceEn)
  return { ticket, vence_en: venceEn.toISOString() }
}

/**
 * Uses up a ticket. @throws 404 for a ticket that is used, expired or unknown, or whose session ended, left the company, lost the right or
 * is another one
 */
export async function takeDescarga(
  deps: Deps,
  request: FastifyRequest,
  envios: Envios,
  ticket: string,
): Promise<Descargable & { session: Sesion }> {
  const fila = await sql.takeDescarga(deps.db, hashOf(ticket), deps.clock.now())
  if (fila) concern({ usuarioId: fila.usuario_id })
  const session = fila && !isOfOther(request, fila.sesion) ? await readOpenSession(deps, fila.sesion) : undefined
  if (!fila || session?.usuarioId !== fila.usuario_id) throw errors.downloadInvalid()
  const { empresa_id: empresaId, tipo, objeto, nombre } = fila
  if ((!session.superAdmin && session.empresaId !== empresaId) || !envios[tipo].may(session)) throw errors.downloadInvalid()
  return { empresaId, tipo, objeto, nombre, session }
}

/** Sends the file of a ticket in the name of the person in its session. */
export function sendDescarga(
  deps: Deps,
  reply: FastifyReply,
  envios: Envios,
  { session, ...archivo }: Descargable & { session: Sesion },
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  const send = () => envios[archivo.tipo].send(deps, reply, archivo, session)
  return session.actorId === null ? send() : actingAs(session.actorId, send)
}
