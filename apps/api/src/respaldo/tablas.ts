import pg from 'pg'

import { MIGRACION } from '../db/aplicadas.ts'

/** Filled by the migrations: not empty in an empty database. */
export const SEMBRADAS: ReadonlySet<string> = new Set(['instalacion', 'servicio_sri', 'transicion'])
/** Derived from the rows of other tables when read, or useful for a minute only: in no backup, and skipped in an older one. */
export const DERIVADAS: ReadonlySet<string> = new Set([
  'venta_mes',
  'venta_casillero',
  'venta_cambio',
  'compra_casillero',
  'compra_cambio',
  'cifra_tramo',
  'cifra_parte',
  'cifra_cambio',
  'tablero_cuenta',
  'tablero_cambio',
  'descarga',
])

export interface Tabla {
  nombre: string
  /** Without generated columns, which the database computes again. */
  columnas: string[]
  /** Column numbered by the database itself. */
  identidad: string | null
  isForced: boolean
}

/** A connection with the rights of the address. */
export async function connectAdmin(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'yupana-respaldo', keepAlive: true })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** A connection as the owner: it sees every company, without a time limit. */
export async function connectOwner(adminUrl: string): Promise<pg.Client> {
  const client = await connectAdmin(adminUrl)
  await client.query(
    'set role yupana_owner; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 10000',
  )
  return client
}

/** Every table of the product in a backup, each after those it refers to. */
export async function listTablas(client: pg.Client): Promise<Tabla[]> {
  const { rows } = await client.query<Tabla & { refiere: string[] }>(
    `select c.relname as nombre, c.relforcerowsecurity as "isForced",
            (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columnas,
            (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '') as identidad,
            (select coalesce(array_agg(distinct t.relname::text), '{}') from pg_constraint k join pg_class t on t.oid = k.confrelid
              where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refiere
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($1) order by c.relname`,
    [[MIGRACION, ...DERIVADAS]],
  )
  const ordered: Tabla[] = []
  const placed = new Set<string>()
  for (let waiting = rows; waiting.length > 0; waiting = waiting.filter(({ nombre }) => !placed.has(nombre))) {
    const ready = waiting.filter(({ refiere }) => refiere.every((other) => placed.has(other)))
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${waiting.map(({ nombre }) => nombre).join(', ')}`)
    for (const { refiere: _refiere, ...tabla } of ready) {
      ordered.push(tabla)
      placed.add(tabla.nombre)
    }
  }
  return ordered
}

export const quoted = (names: readonly string[]): string => names.map((name) => pg.escapeIdentifier(name)).join(', ')
