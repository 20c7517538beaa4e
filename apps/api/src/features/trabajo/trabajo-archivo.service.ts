import type { Descarga } from '@yupana/contract'
import type { FastifyReply } from 'fastify'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { isInEmpresa, type Sesion, type SesionAbierta } from '../../plugins/sesion/session.ts'
import { findArchivo, requireReadable, sendArchivo } from '../archivo/archivo.door.ts'
import { giveDescarga, type Descargable } from '../descarga/descarga.door.ts'
import { resultado } from './trabajo.service.ts'

/** A ticket for the file of a finished job. @throws 404, 403 without the right that its contents ask for, 410, 503 */
export async function giveTrabajo(deps: Deps, session: SesionAbierta, empresaId: EmpresaId, id: string): Promise<Descarga> {
  const { archivoId } = await inEmpresa(deps.db, empresaId, (tx) => resultado(tx, session, id, deps.clock.now()))
  // A browser that downloads shows no words: what cannot be read is said before.
  await requireReadable(deps, empresaId, archivoId)
  return inEmpresa(deps.db, empresaId, async (tx) => {
    const { nombre } = await resultado(tx, session, id, deps.clock.now())
    return giveDescarga(deps, tx, session, { empresaId, tipo: 'TRABAJO', objeto: id, nombre })
  })
}

/** Sends it to whoever may still have it. @throws 404, 403, 410, 503 */
export async function sendTrabajo(
  deps: Deps,
  reply: FastifyReply,
  { empresaId, objeto, nombre }: Descargable,
  session: Sesion,
): Promise<FastifyReply> {
  if (!isInEmpresa(session)) throw errors.notFound()
  const archivo = await inEmpresa(deps.db, empresaId, async (tx) => {
    const { archivoId } = await resultado(tx, session, objeto, deps.clock.now())
    return findArchivo(tx, empresaId, archivoId)
  })
  if (!archivo) throw errors.notFound()
  return sendArchivo(deps, reply, empresaId, archivo, nombre)
}
