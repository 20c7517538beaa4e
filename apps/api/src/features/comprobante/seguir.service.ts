import { setTimeout as pause } from 'node:timers/promises'
import { generationStatusOf, isFinal, taxStatusOf, type Estado } from '@yupana/fiscal'
import type { ComprobanteNovedad } from '@yupana/contract'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { readSeguidos } from './comprobante.sql.ts'
import { claveOf } from './nombres.service.ts'

const LOOK_MS = 500
/** A stream ends by itself after this long; the page opens another. */
const LONGEST_MS = 10 * 60_000

const settled = ({ estado, correo_estado: correo }: ComprobanteNovedad) =>
  (isFinal(estado as Estado) || estado === 'RECHAZADO' || estado === 'RETENIDO' || estado === 'CUARENTENA') && correo !== 'PENDIENTE'

/** How these documents are now; what is not of the company is left out. */
export const readEstados = async (tx: Tx, empresaId: string, ids: readonly string[]): Promise<ComprobanteNovedad[]> =>
  (await readSeguidos(tx, empresaId, ids)).map((row) => {
    const estado = row.estado as Estado
    return { ...row, clave: claveOf(row.clave), estado_generacion: generationStatusOf(estado), estado_tributario: taxStatusOf(estado) ?? 2 }
  })

/**
 * What changes of the followed documents, each time it does, until nothing more will (O-108). Looks by the index twice a
 * second: notifications on every commit would cost two thirds of the commit rate.
 * @param isAlive whether the session still holds; asked at every look
 */
export async function* seguir({ db }: Pick<Deps, 'db'>, empresaId: string, ids: readonly string[], isAlive: () => Promise<boolean>, signal: AbortSignal): AsyncGenerator<ComprobanteNovedad> {
  const known = new Map<string, string>()
  const deadline = performance.now() + LONGEST_MS
  while (!signal.aborted && performance.now() < deadline && (await isAlive())) {
    const news = await inEmpresa(db, empresaId, (tx) => readEstados(tx, empresaId, ids))
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
