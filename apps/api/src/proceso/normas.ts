import { enmiendasOf, type EnmiendaVigente } from '@yupana/contract'
import { applyEnmiendas } from '@yupana/fiscal'

import type { Db } from '../db/connect.ts'

// The registry of dated legal facts (packages/fiscal) holds for a whole process: here it is kept equal to the table `norma`.

/** What was read of the table is good for so long: a change holds in every process within a second. */
const FRESH_MS = 500

const COLUMNS = ['id', 'tema', 'codigo', 'nombre', 'valor', 'desde', 'hasta', 'cierra', 'fuente', 'nota', 'confianza'] as const

/** Every change that nobody took back, oldest first. */
export const readEnmiendas = async (db: Db): Promise<EnmiendaVigente[]> =>
  (await db
    .selectFrom('norma as n')
    .select(COLUMNS.map((column) => `n.${column}` as const))
    .where('retira', 'is', null)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('norma as r').select('r.id').whereRef('r.retira', '=', 'n.id'))))
    .orderBy('n.id')
    .execute()) as EnmiendaVigente[]

/** The version of the table: its highest number, 0 while nobody changed anything. */
export async function readVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('norma')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/** What the registry holds: which table it is from, its version, when it was looked at, and after which change of our own. */
let held: { db: Db; version: number; at: number; change: number } | undefined
let reading: Promise<void> | undefined
let changes = 0

async function read(db: Db): Promise<void> {
  const change = changes
  const version = await readVersion(db)
  if (held?.db !== db || held.version !== version) applyEnmiendas(version === 0 ? [] : enmiendasOf(await readEnmiendas(db)))
  held = { db, version, at: performance.now(), change }
}

/** Brings the registry up to date where it was not looked at just now; answers its version. */
export async function keepNormas(db: Db): Promise<number> {
  while (!(held?.db === db && held.change === changes && performance.now() - held.at < FRESH_MS)) {
    reading ??= read(db).finally(() => (reading = undefined))
    await reading
  }
  return held.version
}

/** Looks again at the next question: after a change of our own. What is being read right now may be from before it. */
export function forgetNormas(): void {
  changes++
}
