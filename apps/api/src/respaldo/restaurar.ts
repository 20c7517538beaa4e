import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import type { Clock } from '../proceso/clock.ts'
import { appliedMigraciones, type MigracionAplicada } from '../db/aplicadas.ts'
import { enMigracionesDeHoy, migrate, ownMigrations } from '../db/migrate.ts'
import { StartError } from '../instalacion/start-error.ts'
import { createOpening } from './cifrado.ts'
import type { Manifiesto, TablaRespaldada } from './manifiesto.ts'
import { DERIVADAS, SEMBRADAS, connectAdmin, connectOwner, listTablas, quoted, type Tabla } from './tablas.ts'

export interface RestauracionOptions {
  adminUrl: string
  folder: string
  llave: Uint8Array
  /** Read and checked already, like the files. */
  manifiesto: Manifiesto
  clock: Clock
  onProgress?: (line: string) => void
}

/**
 * Loads a backup into an empty database, all or nothing, and leaves it fenced. @throws StartError when the database is not empty, or the
 * backup comes from a newer version
 */
export async function restaurar({
  adminUrl,
  folder,
  llave,
  manifiesto,
  clock,
  onProgress = () => undefined,
}: RestauracionOptions): Promise<void> {
  const migraciones = await checkMigraciones(manifiesto)
  const before = new Set(migraciones.map(({ nombre }) => nombre))
  const progress = (name: string) => onProgress(`Aplicando la migración ${name}…`)
  await refuseUsed(adminUrl, before)
  await migrate(adminUrl, progress, (name) => before.has(name))
  const client = await connectOwner(adminUrl)
  try {
    const tablas = await listTablas(client)
    await client.query('begin')
    await load(client, tablas, { folder, llave, manifiesto, onProgress })
    await fence(client, manifiesto, clock.now())
    await client.query('commit')
    // The planner has no statistics of the loaded rows.
    await client.query(`analyze ${tablas.map(({ nombre }) => quoted([nombre])).join(', ')}`)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
  await migrate(adminUrl, progress)
}

/** The migrations of the backup in terms of today. */
async function checkMigraciones({ migraciones, version }: Manifiesto): Promise<MigracionAplicada[]> {
  const own = await ownMigrations()
  const hoy = enMigracionesDeHoy(migraciones, own, 'El respaldo es')
  const known = new Map(own.map(({ name, hash }) => [name, hash]))
  const unknown = hoy.find(({ nombre, sha256 }) => known.get(nombre) !== sha256)
  if (unknown)
    throw new StartError(
      `El respaldo es de una versión de Yupana (${version}) que tiene otra migración ${unknown.nombre}: restáurelo con esa versión o una posterior.`,
    )
  return hoy
}

/** Before any migration: the database of a running installation stays as it is. */
async function refuseUsed(adminUrl: string, wanted: ReadonlySet<string>): Promise<void> {
  const client = await connectAdmin(adminUrl)
  try {
    const aplicadas = await appliedMigraciones(client)
    if (!aplicadas) return
    const applied = enMigracionesDeHoy(aplicadas, await ownMigrations(), 'La base de datos de destino es')
    await client.query('set role yupana_owner')
    await refuseFilled(client, await listTablas(client))
    if (applied.some(({ nombre }) => !wanted.has(nombre)))
      throw new StartError(
        'La base de datos de destino tiene migraciones posteriores a las del respaldo: use una base nueva, recién creada.',
      )
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface Carga {
  folder: string
  llave: Uint8Array
  manifiesto: Manifiesto
  onProgress: (line: string) => void
}

async function load(client: pg.Client, tablas: readonly Tabla[], { folder, llave, manifiesto, onProgress }: Carga): Promise<void> {
  const known = new Map(tablas.map((tabla) => [tabla.nombre, tabla]))
  const respaldadas = manifiesto.tablas.filter(({ nombre }) => !DERIVADAS.has(nombre))
  const strange = respaldadas.find(({ nombre }) => !known.has(nombre))
  if (strange || known.size !== respaldadas.length)
    throw new StartError(`El respaldo no tiene las mismas tablas que esta base (${strange?.nombre ?? 'faltan algunas'}).`)
  const names = quoted(tablas.map(({ nombre }) => nombre))
  await client.query(`lock table ${names} in access exclusive mode`)
  await refuseFilled(client, tablas)
  // All others were checked to be empty.
  for (const { nombre } of tablas.filter((tabla) => SEMBRADAS.has(tabla.nombre))) await client.query(`delete from ${quoted([nombre])}`)
  // COPY into a table under row-level security is refused even to its owner, so it is off within this transaction, where no other gets to
  // the table.
  await forceRowSecurity(client, tablas, false)
  // The backup has the rows written by triggers already: a price would be noted twice.
  await fireTriggers(client, tablas, false)
  for (const tabla of respaldadas) {
    await copyIn(client, tabla, { folder, llave })
    if (tabla.filas >= 50_000) onProgress(`${tabla.nombre}: ${tabla.filas.toLocaleString('es-EC')} filas`)
  }
  for (const tabla of respaldadas) await checkFilas(client, tabla)
  await fireTriggers(client, tablas, true)
  await forceRowSecurity(client, tablas, true)
  for (const { nombre, identidad } of tablas) if (identidad) await continueIdentity(client, nombre, identidad)
}

async function refuseFilled(client: pg.Client, tablas: readonly Tabla[]): Promise<void> {
  for (const { nombre } of tablas.filter((tabla) => !SEMBRADAS.has(tabla.nombre))) {
    const { rowCount } = await client.query(`select 1 from ${quoted([nombre])} limit 1`)
    if (rowCount)
      throw new StartError(
        `La base de datos de destino no está vacía (${nombre} tiene filas): restaure en una DATA_DIR nueva o en una base recién creada.`,
      )
  }
}

async function forceRowSecurity(client: pg.Client, tablas: readonly Tabla[], isForced: boolean): Promise<void> {
  for (const { nombre } of tablas.filter((tabla) => tabla.isForced))
    await client.query(`alter table ${quoted([nombre])} ${isForced ? '' : 'no '}force row level security`)
}

async function fireTriggers(client: pg.Client, tablas: readonly Tabla[], isOn: boolean): Promise<void> {
  for (const { nombre } of tablas) await client.query(`alter table ${quoted([nombre])} ${isOn ? 'enable' : 'disable'} trigger user`)
}

async function copyIn(
  client: pg.Client,
  { nombre, archivo, columnas }: TablaRespaldada,
  { folder, llave }: Pick<Carga, 'folder' | 'llave'>,
): Promise<void> {
  const into = client.query(copyFrom(`copy public.${quoted([nombre])} (${quoted(columnas)}) from stdin (format binary)`))
  await pipeline(createReadStream(path.join(folder, archivo)), createOpening(llave, archivo), createGunzip(), into)
}

async function checkFilas(client: pg.Client, { nombre, filas }: TablaRespaldada): Promise<void> {
  const { rows } = await client.query<{ filas: string }>(`select count(*) as filas from ${quoted([nombre])}`)
  if (Number(rows[0]?.filas) !== filas)
    throw new StartError(`Se cargaron ${rows[0]?.filas} filas de ${nombre} y el respaldo tiene ${filas}: no se restauró nada.`)
}

async function continueIdentity(client: pg.Client, nombre: string, columna: string): Promise<void> {
  await client.query(
    `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${quoted([columna])}), 1), max(${quoted([columna])}) is not null) from ${quoted([nombre])}`,
    [`public.${nombre}`, columna],
  )
}

const CODIGOS: ReadonlySet<string> = new Set(['restablecimiento', 'desafio_ingreso'])

/**
 * Stops emission, sending and mail until the reconciliation has run. `cercada_desde` is the instant of the backup, not of the restore: the
 * SRI may know documents from there on that this database does not.
 */
async function fence(client: pg.Client, { instante, tablas }: Manifiesto, ahora: Date): Promise<void> {
  await client.query(
    `update instalacion set cercada = true, cercada_desde = case when cercada then least(cercada_desde, $1::timestamptz) else $1::timestamptz end`,
    [instante],
  )
  // The original installation may still run, with the same bucket or folder: this one writes and removes nothing there.
  if (tablas.some(({ nombre, columnas }) => nombre === 'instalacion' && columnas.includes('almacen')))
    await client.query('update instalacion set almacen = gen_random_uuid()')
  // Documents under way may have arrived since: ask before sending again.
  await client.query(
    `update documento_envio e set pudo_llegar = true from documento d
      where d.empresa_id = e.empresa_id and d.id = e.documento_id and d.estado in ('ENVIANDO', 'INCIERTO', 'RECIBIDA')`,
  )
  // A session closed after the backup would be open again.
  await client.query('update sesion set cerrada_en = $1 where cerrada_en is null', [ahora])
  // A code used after the backup would be valid again. An older version has fewer kinds of codes.
  for (const { nombre } of tablas.filter((tabla) => CODIGOS.has(tabla.nombre))) await client.query(`delete from ${quoted([nombre])}`)
  await client.query(
    `insert into auditoria (empresa_id, en, accion, objeto, detalle) select id, $1, 'instalacion.restaurar', null, jsonb_build_object('respaldo', $2::text) from empresa`,
    [ahora, instante],
  )
}
