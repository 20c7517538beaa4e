import { sql } from 'kysely'

import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'

export interface Cuota {
  /** What is counted, and whose: `recuperar|10.0.0.1`. Never a secret. */
  clave: string
  limite: number
  ventanaMs: number
}

/** Counts one use; where the limit was reached, answers the seconds until one is free again instead. */
export async function takeCuota({ db, clock }: Pick<Deps, 'db' | 'clock'>, { clave, limite, ventanaMs }: Cuota): Promise<number | undefined> {
  const ahora = clock.now()
  const { rows } = await sql<{ decisiva: string | null }>`
    select cuota_tomar(${clave}, ${ahora}, ${new Date(ahora.getTime() - ventanaMs)}, ${limite}) as decisiva`.execute(db)
  const decisiva = rows[0]?.decisiva
  return decisiva ? Math.max(1, Math.ceil((Date.parse(decisiva) + ventanaMs - ahora.getTime()) / 1000)) : undefined
}

/** @throws 429 with the seconds to wait */
export async function requireCuota(deps: Pick<Deps, 'db' | 'clock'>, cuota: Cuota): Promise<void> {
  const wait = await takeCuota(deps, cuota)
  if (wait !== undefined) throw errors.tooMany(wait)
}
