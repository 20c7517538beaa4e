import { addDays, addMonths, firstOfMonth, type Fecha, type Rango } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { findTramos, forgetChanged, formulaDe, lockCifras, readUltimoDia, saveTramos, type Lugar, type Tramo } from './cifra-tramo.sql.ts'
import type { Fuente } from './partes.sql.ts'

/** Days after its end until a month is kept as one; until then it is kept day by day. */
const DIAS_ASENTADO = 10
const endOf = ({ grano, desde }: Tramo): Fecha => (grano === 'DIA' ? desde : addDays(addMonths(desde, 1), -1))

/** Whole months that ended a while ago, and the other ended days. */
function tramosOf({ desde, hasta }: Rango, last: Fecha): Tramo[] {
  const tramos: Tramo[] = []
  for (let at = desde; at <= hasta && at <= last;) {
    const end = endOf({ grano: 'MES', desde: at })
    const isMes = at === firstOfMonth(at) && end <= hasta && addDays(end, DIAS_ASENTADO) < last
    tramos.push({ grano: isMes ? 'MES' : 'DIA', desde: at })
    at = addDays(isMes ? end : at, 1)
  }
  return tramos
}

const nameOf = ({ grano, desde }: Tramo) => `${grano} ${desde}`

/** Days of a period outside these stretches, each run of days as one range. */
function restOf({ desde, hasta }: Rango, tramos: readonly Tramo[]): Rango[] {
  const rest: Rango[] = []
  let at = desde
  for (const tramo of tramos.toSorted((a, b) => (a.desde < b.desde ? -1 : 1))) {
    if (at < tramo.desde) rest.push({ desde: at, hasta: addDays(tramo.desde, -1) })
    at = addDays(endOf(tramo), 1)
  }
  if (at <= hasta) rest.push({ desde: at, hasta })
  return rest
}

/** Stretches added up in one go: each month by itself, days of a month together. */
function lotsOf(tramos: readonly Tramo[]): Tramo[][] {
  const lots = new Map<string, Tramo[]>()
  for (const tramo of tramos) {
    const key = `${tramo.grano} ${firstOfMonth(tramo.desde)}`
    lots.set(key, [...(lots.get(key) ?? []), tramo])
  }
  return [...lots.values()]
}

/**
 * Source of a period's sales or expenses: kept sums for ended days and months, the rest added up now. Missing sums are kept here, unless
 * another request keeps sums of the company.
 */
export async function fuenteDe(tx: Tx, lugar: Lugar, rango: Rango): Promise<Fuente> {
  const tramos = tramosOf(rango, await readUltimoDia(tx))
  if (tramos.length === 0) return { kept: [], live: [rango] }
  const formula = formulaDe(tx, lugar)
  const kept = await findTramos(tx, lugar, formula, tramos)
  const known = new Set(kept.map(nameOf))
  const lacking = tramos.filter((tramo) => !known.has(nameOf(tramo)))
  if (lacking.length > 0 && (await lockCifras(tx, lugar))) {
    await forgetChanged(tx, lugar, formula)
    // Sums that another request kept a moment ago.
    const found = new Set((await findTramos(tx, lugar, formula, tramos)).map(nameOf))
    for (const lot of lotsOf(lacking.filter((tramo) => !found.has(nameOf(tramo)))))
      await saveTramos(tx, lugar, formula, lot, { desde: lot[0]!.desde, hasta: endOf(lot.at(-1)!) })
    return { kept: tramos, live: restOf(rango, tramos) }
  }
  return { kept, live: restOf(rango, kept) }
}
