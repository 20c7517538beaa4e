import { sql } from 'kysely'

import type { Db } from '../db/connect.ts'
import { VERSION } from '../instalacion/version.ts'

/** Notes that this worker is alive, by the database's clock; a worker silent for a day is removed. */
export async function beat(db: Db, quien: string): Promise<void> {
  await sql`insert into proceso (quien, version, iniciado_en, visto_en) values (${quien}, ${VERSION}, clock_timestamp(), clock_timestamp())
    on conflict (quien) do update set version = excluded.version, visto_en = excluded.visto_en`.execute(db)
  await sql`delete from proceso where visto_en < clock_timestamp() - interval '1 day'`.execute(db)
}
