import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'

/** Writes one mark of a key, if the window before `now` has fewer than `most`. */
export async function mark(db: Db, limitKey: string, most: number, now: Date, desde: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into limite_uso as u (clave, en) values (${limitKey}, array[${now}::timestamptz])
    on conflict (clave) do update set en = array(select t from unnest(u.en) t where t > ${desde} order by t) || ${now}::timestamptz
      where (select count(*) from unnest(u.en) t where t > ${desde}) < ${most}
    returning true`.execute(db)
  return rows.length > 0
}

/** Milliseconds until the mark above the limit leaves the window. */
export async function untilFree(db: Db, limitKey: string, most: number, ms: number, now: Date): Promise<number> {
  const { rows } = await sql<{ en: string }>`
    select t as en from limite_uso u, unnest(u.en) t where u.clave = ${limitKey} order by t desc offset ${most - 1} limit 1`.execute(db)
  const decisive = rows[0]?.en
  return decisive === undefined ? 1 : Math.max(1, Date.parse(decisive) + ms - now.getTime())
}

/** Writes several marks of a key, or none, if the window since `desde` has room for all. */
export async function markPlaces(
  db: Db,
  limitKey: string,
  { veces, places, now, desde }: { veces: number; places: number; now: Date; desde: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into limite_uso as u (clave, en) values (${limitKey}, array_fill(${now}::timestamptz, array[${places}::integer]))
    on conflict (clave) do update set en = array(select t from unnest(u.en) t where t > ${desde} order by t) || excluded.en
      where (select count(*) from unnest(u.en) t where t > ${desde}) + ${places} <= ${veces}
    returning true`.execute(db)
  return rows.length > 0
}

/** The first moment with room for one more mark, which is written; undefined when it is not before `hasta`. */
export async function markTurn(
  db: Db,
  limitKey: string,
  { veces, segundos, desde, ahora, hasta }: { veces: number; segundos: number; desde: Date; ahora: Date; hasta: Date },
): Promise<Date | undefined> {
  const turno = sql`greatest(${ahora}::timestamptz,
    (select t + make_interval(secs => ${segundos}) from unnest(u.en) t order by t desc offset ${veces - 1} limit 1))`
  const { rows } = await sql<{ turno: string }>`
    insert into limite_uso as u (clave, en) values (${limitKey}, array[${ahora}::timestamptz])
    on conflict (clave) do update set en = array(select t from unnest(u.en) t where t > ${desde} order by t) || ${turno}
      where ${turno} < ${hasta}
    returning u.en[cardinality(u.en)] as turno`.execute(db)
  return rows[0] && new Date(rows[0].turno)
}
