import pg from 'pg'

import { StartError } from '../instalacion/start-error.ts'

/** The migrations need 16 (`pg_input_is_valid`). */
const OLDEST_VERSION = 160_000

/** @throws StartError with the reason, in Spanish, why the database of that setting cannot be used */
export async function checkReachable(setting: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number }>(`select current_setting('server_version_num')::int as version`)
    if ((rows[0]?.version ?? 0) < OLDEST_VERSION) throw new StartError(`${setting}: hace falta PostgreSQL 16 o posterior.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code = '', message } = error as { code?: string; message: string }
    throw new StartError(`No se puede usar la base de datos de ${setting}: ${REASONS[code] ?? (code || message)}.`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'el servidor no acepta conexiones (¿está encendido?)',
  ENOTFOUND: 'no se encuentra el servidor',
  EAI_AGAIN: 'no se encuentra el servidor',
  ENOENT: 'no existe el socket del servidor',
  ETIMEDOUT: 'el servidor no responde',
  '28P01': 'usuario o contraseña incorrectos',
  '28000': 'el servidor no admite a ese usuario',
  '3D000': 'la base no existe; créela con createdb',
  '53300': 'el servidor no tiene conexiones libres',
  '57P03': 'el servidor está arrancando; inténtelo en un momento',
}

/** As above, for a process that does not migrate by itself: the tables must exist already. */
export async function checkMigrated(setting: string, url: string): Promise<void> {
  await checkReachable(setting, url)
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ found: boolean }>(`select to_regclass('public.migracion') is not null as found`)
    if (!rows[0]?.found) throw new StartError(`La base de datos de ${setting} todavía no tiene tablas: ejecute primero npm run migrar.`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
