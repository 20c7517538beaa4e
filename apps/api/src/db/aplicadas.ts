import type pg from 'pg'

/** Written by the migration runner; a backup names them in its manifest. */
export const MIGRACION = 'migracion'

export interface MigracionAplicada {
  nombre: string
  sha256: string
}

/** Undefined for a database of another program. */
export async function appliedMigraciones(client: pg.Client): Promise<MigracionAplicada[] | undefined> {
  const { rows } = await client.query<{ existe: boolean }>(`select to_regclass('public.${MIGRACION}') is not null as existe`)
  if (!rows[0]?.existe) return undefined
  return (await client.query<MigracionAplicada>(`select nombre, sha256 from ${MIGRACION} order by nombre`)).rows
}
