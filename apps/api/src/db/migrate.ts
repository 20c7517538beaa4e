import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'

import { sinAnteriores } from './anteriores.ts'
import { MIGRACION, appliedMigraciones, type MigracionAplicada } from './aplicadas.ts'
import { createPool } from './connect.ts'
import { StartError } from '../instalacion/start-error.ts'
import { ensureRoles } from './roles.ts'

/** Only one process migrates at a time, in the whole cluster. */
const MIGRATION_LOCK = 7_401_922_603

const ESTOS_DATOS = 'Estos datos son'

const migrationsDir = path.join(path.dirname(fileURLToPath(import.meta.url)), 'migrations')

export interface Migration {
  name: string
  sql: string
  hash: string
}

/** Numbers of the base, which has each table once, in its final form. Later changes are migrations with higher numbers. */
const BASE = /^00\d\d_/

/** The migrations of this version, in order. */
export const ownMigrations = (): Promise<Migration[]> => readMigrations(migrationsDir)

async function readMigrations(dir: string): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((file) => /^\d{4}_[a-z_]+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(path.join(dir, name), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** The applied migrations in terms of `own`. @throws StartError for a database from before the base */
export const enMigracionesDeHoy = (aplicadas: readonly MigracionAplicada[], own: readonly Migration[], quien: string) =>
  sinAnteriores(aplicadas, baseOf(own), quien)

const baseOf = (own: readonly Migration[]): MigracionAplicada[] =>
  own.filter(({ name }) => BASE.test(name)).map(({ name, hash }) => ({ nombre: name, sha256: hash }))

/** An installation with all migrations replaced by the base has its tables: the base counts as applied. */
async function adoptBase(client: pg.Client, own: readonly Migration[]): Promise<void> {
  const aplicadas = (await appliedMigraciones(client)) ?? []
  const hoy = enMigracionesDeHoy(aplicadas, own, ESTOS_DATOS)
  if (hoy.length === aplicadas.length) return
  const names = (list: readonly MigracionAplicada[]) => list.map(({ nombre }) => nombre)
  const kept = new Set(names(hoy))
  const base = baseOf(own)
  await client.query('begin')
  try {
    await client.query(`delete from ${MIGRACION} where nombre = any ($1)`, [names(aplicadas).filter((nombre) => !kept.has(nombre))])
    await client.query(`insert into ${MIGRACION} (nombre, sha256) select * from unnest($1::text[], $2::text[])`, [
      names(base),
      base.map(({ sha256 }) => sha256),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function applyPending(client: pg.Client, migrations: Migration[], onProgress: (name: string) => void): Promise<number> {
  await client.query(
    `create table if not exists ${MIGRACION} (nombre text primary key, sha256 text not null, aplicada_en timestamptz not null default clock_timestamp())`,
  )
  const applied = new Map((await appliedMigraciones(client))?.map(({ nombre, sha256 }) => [nombre, sha256]))
  let count = 0
  for (const { name, sql, hash } of migrations) {
    const known = applied.get(name)
    if (known === hash) continue
    if (known) throw new StartError(`La migración ${name} cambió después de aplicarse: estos datos son de otra versión del programa.`)
    onProgress(name)
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query(`insert into ${MIGRACION} (nombre, sha256) values ($1, $2)`, [name, hash])
      await client.query('commit')
      count++
    } catch (error) {
      await client.query('rollback')
      throw new Error(`La migración ${name} falló: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
  return count
}

/**
 * Brings the database up to date: roles, the queue's own tables, then the numbered files, each in a transaction.
 * Data from before the base are taken when complete, and refused untouched when not.
 * `adminUrl` may create roles (a superuser, or the owner of the database with CREATEROLE).
 * @param isWanted leaves out migrations by name: a restore stops at the migrations of its backup
 * @returns number of applied migrations
 */
export async function migrate(
  adminUrl: string,
  onProgress: (name: string) => void = () => undefined,
  isWanted: (name: string) => boolean = () => true,
): Promise<number> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const own = await ownMigrations()
    // Before anything is changed.
    enMigracionesDeHoy((await appliedMigraciones(admin)) ?? [], own, ESTOS_DATOS)
    await ensureRoles(admin)
    const jobs = createPool(adminUrl, 'yupana_jobs', { max: 2, pipeline: false })
    await runMigrations({ pgPool: jobs, schema: 'graphile_worker' }).finally(() => jobs.end())
    await admin.query('set role yupana_owner')
    await adoptBase(admin, own)
    const count = await applyPending(
      admin,
      own.filter(({ name }) => isWanted(name)),
      onProgress,
    )
    await admin.query('reset role')
    // Needed only while the bell is handed over; the worker, a member, must not add functions beside the SECURITY DEFINER ones.
    await admin.query('revoke create on schema public from yupana_jobs')
    return count
  } finally {
    await admin.end()
  }
}
