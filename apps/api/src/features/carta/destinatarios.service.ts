import { createHash } from 'node:crypto'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { LIMITES, requirePlaces, takeTurn, type Limite } from '../../plugins/limites/limites.ts'

interface Quien {
  empresaId: EmpresaId
  usuarioId: string
}

/** Takes places of the sender and of the company for further addresses (O-122). @throws 429 before anything is done */
export async function countDestinatarios(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  { empresaId, usuarioId }: Quien,
  places: number,
): Promise<void> {
  await requirePlaces(deps, tx, LIMITES.destinatario, usuarioId, places)
  await countDeEmpresa(deps, tx, empresaId, places)
}

/** The same for automatic letters: places of the company only. @throws 429 before anything is done */
export const countDeEmpresa = (deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, empresaId: EmpresaId, places: number): Promise<void> =>
  requirePlaces(deps, tx, LIMITES.destinatarioEmpresa, empresaId, places)

/** Automatic letters leave a third of the day to manual ones: those of a morning keep no document from its client. */
const DE_LAS_QUE_VAN_SOLAS: Limite = {
  ...LIMITES.destinatarioEmpresa,
  veces: (config) => Math.ceil((LIMITES.destinatarioEmpresa.veces(config) * 2) / 3),
}

/** Takes places of the company for automatic letters: reminders, and receipts of collections. @throws 429 with nothing taken */
export const countSolas = (deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, empresaId: EmpresaId, places: number): Promise<void> =>
  requirePlaces(deps, tx, DE_LAS_QUE_VAN_SOLAS, empresaId, places)

/** New addresses that one document or one person may have uncounted: the usual receiver has a single address. */
const NUEVOS_GRATIS = 1

/**
 * Counts addresses that are new to the company, in a document sent to them or in a new person: filling the catalogue first allows no more
 * mails.
 * @throws 429 before anything is done
 */
export async function countNuevos(deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, quien: Quien, nuevos: number): Promise<void> {
  const places = nuevos - NUEVOS_GRATIS
  if (places > 0) await countDestinatarios(deps, tx, quien, places)
}

const llaveOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Takes a place for one more letter to each of these addresses, by company. @throws 429 before anything is done */
export async function countCartas(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  limite: Limite,
  empresaId: EmpresaId,
  direcciones: readonly string[],
): Promise<void> {
  // In one order, so that two senders to the same addresses never deadlock.
  for (const direccion of direcciones.toSorted()) await requirePlaces(deps, tx, limite, llaveOf(`${empresaId}|${direccion}`), 1)
}

/**
 * The time of one more letter to an address, under the limit for all companies together, which is shown to none of them. Undefined when
 * that is after `hasta`.
 */
export const turnoDe = (
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  limite: Limite,
  direccion: string,
  hasta: Date,
): Promise<Date | undefined> => takeTurn(deps, tx, limite, llaveOf(direccion), hasta)
