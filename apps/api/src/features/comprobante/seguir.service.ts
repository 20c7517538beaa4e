import { setTimeout as pause } from 'node:timers/promises'
import { generationStatusOf, isFinal, taxStatusOf, type Estado } from '@yupana/fiscal'
import type { ComprobanteNovedad } from '@yupana/contract'

import { inEmpresa } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { readSeguidos } from './comprobante.sql.ts'

const LOOK_MS = 500
/** A stream ends by itself after this long; the page opens another. */
const LONGEST_MS = 10 * 60_000

const settled = ({ estado, correo_estado: correo }: ComprobanteNovedad) =>
  (isFinal(estado as Estado) || estado === 'RECHAZADO' || estado === 'RETENIDO' || estado === 'CUARENTENA') && correo !== 'PENDIENTE'

/**
 * What changes of the followed documents, each time it does, until nothing more will (O-108). Looks by the index twice a
 * second: notifications on every commit would cost two thirds of the commit rate.
 * @param isAlive whether the session still holds; asked at every look
 */
export async function* seguir({ db }: Pick<Deps, 'db'>, empresaId: string, ids: readonly string[], isAlive: () => Promise<boolean>, signal: AbortSignal): AsyncGenerator<ComprobanteNovedad> {
  const known = new Map<string, string>()
  const deadline = performance.now() + LONGEST_MS
  while (!signal.aborted && performance.now() < deadline && (await isAlive())) {
    const rows = await inEmpresa(db, empresaId, (tx) => readSeguidos(tx, empresaId, ids))
    const news = rows.map((row): ComprobanteNovedad => {
      const estado = row.estado as Estado
      return { ...row, estado_generacion: generationStatusOf(estado), estado_tributario: taxStatusOf(estado) ?? 2 }
    })
    for (const novedad of news) {
      const text = JSON.stringify(novedad)
      if (known.get(novedad.id) === text) continue
      known.set(novedad.id, text)
      yield novedad
    }
    if (news.every(settled)) return
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}
