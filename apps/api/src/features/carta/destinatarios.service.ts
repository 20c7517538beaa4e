import { createHash } from 'node:crypto'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { LIMITES, requirePlaces, takeTurn, type Limite } from '../../plugins/limites/limites.ts'

interface Quien {
  empresaId: EmpresaId
  usuarioId: string
}

/** So many addresses more take places of who writes to them, and of the company (O-122). @throws 429 before anything is done */
export async function countDestinatarios(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  { empresaId, usuarioId }: Quien,
  places: number,
): Promise<void> {
  await requirePlaces(deps, tx, LIMITES.destinatario, usuarioId, places)
  await countDeEmpresa(deps, tx, empresaId, places)
}

/** The same for letters that nobody sends by hand: places of the company. @throws 429 before anything is done */
export const countDeEmpresa = (deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, empresaId: EmpresaId, places: number): Promise<void> =>
  requirePlaces(deps, tx, LIMITES.destinatarioEmpresa, empresaId, places)

/** Letters that go by themselves leave a third of the day to people: those of a morning keep no document from its client. */
const DE_LAS_QUE_VAN_SOLAS: Limite = {
  ...LIMITES.destinatarioEmpresa,
  veces: (config) => Math.ceil((LIMITES.destinatarioEmpresa.veces(config) * 2) / 3),
}

/** Places of the company for letters that go by themselves: reminders, and receipts of what is collected. @throws 429 with nothing taken */
export const countSolas = (deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, empresaId: EmpresaId, places: number): Promise<void> =>
  requirePlaces(deps, tx, DE_LAS_QUE_VAN_SOLAS, empresaId, places)

/** Strangers that one document or one person may bring without being counted: the usual receiver has a single address. */
const NUEVOS_GRATIS = 1

/**
 * Counts addresses that the company did not know, where a document is sent to them or a person written down with them: who fills the
 * catalogue first sends no more than who does not.
 * @throws 429 before anything is done
 */
export async function countNuevos(deps: Pick<Deps, 'clock' | 'config'>, tx: Tx, quien: Quien, nuevos: number): Promise<void> {
  const places = nuevos - NUEVOS_GRATIS
  if (places > 0) await countDestinatarios(deps, tx, quien, places)
}

const llaveOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** One letter more to each of these addresses takes a place of it, apart for each company. @throws 429 before anything is done */
export async function countCartas(
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  limite: Limite,
  empresaId: EmpresaId,
  direcciones: readonly string[],
): Promise<void> {
  // In one order, so that two who write to the same addresses do not wait for each other.
  for (const direccion of direcciones.toSorted()) await requirePlaces(deps, tx, limite, llaveOf(`${empresaId}|${direccion}`), 1)
}

/**
 * When one letter more to an address leaves, as often as the limit lets all companies write to it together: no company is told that
 * others did. Undefined where that would be after `hasta`.
 */
export const turnoDe = (
  deps: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  limite: Limite,
  direccion: string,
  hasta: Date,
): Promise<Date | undefined> => takeTurn(deps, tx, limite, llaveOf(direccion), hasta)
