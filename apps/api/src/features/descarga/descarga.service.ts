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

/** From the page that asks to the browser that downloads. */
const VALE_MS = 60_000

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

/** A file that is taken by a ticket: which one, and what it is called. */
export interface Descargable {
  empresaId: EmpresaId
  tipo: TipoDescarga
  objeto: string
  nombre: string
}

/** How the file of each kind is sent, and which session may still take it; who looked was noted when the ticket was given. */
export interface Envio {
  may: (session: Sesion) => boolean
  send: (deps: Deps, reply: FastifyReply, archivo: Descargable) => Promise<FastifyReply>
}
export type Envios = Readonly<Record<TipoDescarga, Envio>>

/** A ticket for a file that this session may have: 256 bits that nobody guesses, of which the hash is kept. */
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
 * Uses a ticket up. @throws 404 where it was used, is over, was never given, or its session ended, left the company, lost the right or is
 * another one
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

/** Sends what a ticket was for, in the name of whoever works in its session. */
export function sendDescarga(
  deps: Deps,
  reply: FastifyReply,
  envios: Envios,
  { session: { actorId }, ...archivo }: Descargable & { session: Sesion },
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  const send = () => envios[archivo.tipo].send(deps, reply, archivo)
  return actorId === null ? send() : actingAs(actorId, send)
}
