import type { Db } from '../../db/connect.ts'
import { log } from '../../proceso/log.ts'
import { addRechazos } from './rechazos-conteo.sql.ts'

/** Passwords, codes, ended or missing sessions (401), rights (403), limits (429). */
export type ClaseRechazo = 'ingresos' | 'codigos' | 'sesiones' | 'permisos' | 'limites'

type Cuenta = Record<ClaseRechazo, number> & { redes: Set<string> }

/** Account of all refusals, of known and unknown callers. */
export const INSTALACION_CUENTA = '00000000-0000-0000-0000-000000000000'
const MOST_CUENTAS = 5_000
const MOST_REDES = 5

/** Refusals since the last report to the database: a flood costs one statement every few seconds. */
const counted = new WeakMap<object, Map<string, Cuenta>>()

function add(cuentas: Map<string, Cuenta>, id: string, clase: ClaseRechazo, red: string): void {
  let cuenta = cuentas.get(id)
  if (!cuenta) {
    if (cuentas.size >= MOST_CUENTAS) return
    cuenta = { ingresos: 0, codigos: 0, sesiones: 0, permisos: 0, limites: 0, redes: new Set() }
    cuentas.set(id, cuenta)
  }
  cuenta[clase]++
  if (cuenta.redes.size < MOST_REDES) cuenta.redes.add(red)
}

export function addRechazo(db: Db, usuarioId: string | undefined, clase: ClaseRechazo, red: string): void {
  const cuentas = counted.get(db) ?? new Map<string, Cuenta>()
  counted.set(db, cuentas)
  add(cuentas, INSTALACION_CUENTA, clase, red)
  if (usuarioId !== undefined) add(cuentas, usuarioId, clase, red)
}

/** Adds the counts in the database. If it does not answer, these few seconds are lost; the log has their lines. */
export async function flushRechazos(db: Db, cuando: Date): Promise<void> {
  const cuentas = counted.get(db)
  if (!cuentas || cuentas.size === 0) return
  counted.delete(db)
  const datos = [...cuentas].map(([cuenta, { redes, ...veces }]) => ({ cuenta, ...veces, redes: [...redes] }))
  await addRechazos(db, datos, cuando).catch((error: unknown) => log.error('refusals not counted', error))
}
