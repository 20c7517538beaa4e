import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { bundledProgram } from '../../testing/bundled-program.ts'
import { startEmbeddedDatabase, type EmbeddedDatabase } from './embedded-database.ts'
import { locateCluster } from './location.ts'
import { occupy } from './occupy.ts'
import { readPostmaster } from './postmaster.ts'
import { findRunningDatabase, supervisionOf } from './running.ts'

// One folder for all: each test starts from the state that the one before left, as real starts do.
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'yupana-supervisor-'))
const clusterDir = path.join(dataDir, 'postgres')
const started: EmbeddedDatabase[] = []

const start = async (patienceMs = 0) => {
  const database = await startEmbeddedDatabase({ dataDir, onProgress: () => undefined, fsync: false, patienceMs })
  started.push(database)
  return database
}

async function query<Row extends object>(database: Pick<EmbeddedDatabase, 'url'>, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: database.url('postgres', 'postgres') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

const postmasterPid = () => readPostmaster(clusterDir)?.pid ?? 0

beforeAll(() => chmodSync(dataDir, 0o711))
afterEach(async () => {
  for (const database of started.splice(0)) await database.stop()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe.skipIf(process.platform === 'win32')('embedded database', () => {
  it('makes a UTF-8 cluster whose order people can read', async () => {
    const database = await start()
    expect(database.adopted).toBe(false)
    await query(database, `create table seen (n int); insert into seen values (1)`)
    const [row] = await query<{ encoding: string; collate: string; readable: string; listen: string }>(
      database,
      `select pg_encoding_to_char(encoding) as encoding, datcollate as collate, current_setting('listen_addresses') as listen,
        (select string_agg(w, ' ' order by w collate "es-x-icu") from unnest(array['ñame', 'nube', 'oso', 'Álamo', 'zapato']) w) as readable
       from pg_database where datname = 'postgres'`,
    )
    expect(row).toEqual({ encoding: 'UTF8', collate: 'C.UTF-8', listen: '', readable: 'Álamo nube ñame oso zapato' })
  })

  it('keeps what was written over a stop and a start', async () => {
    expect(await query(await start(), 'select n from seen')).toEqual([{ n: 1 }])
  })

  it('refuses a second supervisor of the same folder with one line', async () => {
    await start()
    await expect(start()).rejects.toThrow(/^Yupana ya está en marcha con la carpeta de datos .*$/)
    expect(await supervisionOf(dataDir)).toBe('supervised')
  })

  it('waits for a supervisor that says it is closing', async () => {
    const first = await start()
    await first.announceClosing()
    expect(await supervisionOf(dataDir)).toBe('closing')
    const second = start()
    await first.stop()
    expect((await second).adopted).toBe(false)
  })

  it('each role proves itself: no password, no password of another, no way around (also in the files)', async () => {
    const database = await start()
    const signIn = async (url: string) => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => undefined)
      try {
        await client.connect()
        return (await client.query<{ user: string }>('select session_user as user')).rows[0]?.user
      } catch (error) {
        return (error as { code?: string }).code ?? (error as Error).message
      } finally {
        await client.end().catch(() => undefined)
      }
    }
    const [app, worker, all] = (['yupana_app', 'yupana_worker', 'postgres'] as const).map((role) => database.url(role, 'postgres')) as [
      string,
      string,
      string,
    ]
    expect([await signIn(app), await signIn(worker), await signIn(all)]).toEqual(['yupana_app', 'yupana_worker', 'postgres'])
    for (const user of ['postgres', 'yupana_worker', 'yupana_app']) {
      expect(await signIn(app.replace(/\/\/[^@]*@/, `//${user}:otra@`)), user).toBe('28P01')
      if (user !== 'yupana_app') expect(await signIn(app.replace('//yupana_app:', `//${user}:`)), user).toBe('28P01')
      expect(await signIn(app.replace(/\/\/[^@]*@/, `//${user}@`)), user).not.toBe(user)
    }
    expect(readFileSync(path.join(clusterDir, 'pg_hba.conf'), 'utf8')).not.toMatch(/trust|password/)
    expect(statSync(path.join(dataDir, 'clave-base-de-datos')).mode & 0o777).toBe(0o600)
  })

  it.each(['of before there were passwords', 'whose file of passwords was lost'])(
    'a database %s opens once more, with its rows, and is closed from then on',
    async (which) => {
      const before = await start()
      await before.stop()
      started.length = 0
      if (which.startsWith('of before')) writeFileSync(path.join(clusterDir, 'pg_hba.conf'), 'local all all trust\n')
      rmSync(path.join(dataDir, 'clave-base-de-datos'))
      const database = await start()
      expect(await query(database, 'select n from seen')).toEqual([{ n: 1 }])
      expect(database.url('yupana_app', 'x')).not.toBe(before.url('yupana_app', 'y'))
      const [row] = await query<{ rules: string }>(
        database,
        `select string_agg(type || ' ' || auth_method, ',') as rules from pg_hba_file_rules`,
      )
      expect(row?.rules).toBe('local scram-sha-256')
      await expect(query({ url: () => database.url('postgres', 'postgres').replace(/:[^:@]*@/, ':@') }, 'select 1')).rejects.toThrow()
    },
  )

  it('is found by commands that run beside it', async () => {
    expect(await findRunningDatabase(dataDir)).toBeUndefined()
    await start()
    const found = await findRunningDatabase(dataDir)
    expect(found && (await query(found, 'select n from seen'))).toEqual([{ n: 1 }])
  })

  it('adopts the server of a supervisor that was killed', async () => {
    await startAndKillSupervisor()
    const pid = postmasterPid()
    expect(await supervisionOf(dataDir)).toBe('abandoned')
    const database = await start(5000)
    expect(database.adopted).toBe(true)
    expect(postmasterPid()).toBe(pid)
  })

  it('brings the server back when it is killed under its supervisor', async () => {
    const database = await start()
    const back = new Promise((resolve) => database.onRestart(resolve))
    process.kill(postmasterPid(), 'SIGKILL')
    expect(await back).toBeUndefined()
    expect(await query(database, 'select n from seen')).toEqual([{ n: 1 }])
  })

  it("begins again with a server that died between its first answer and its supervisor's lock", async () => {
    const database = await start()
    const url = database.url('postgres', 'postgres')
    await database.stop()
    started.length = 0
    let starts = 0
    const diesAtOnce = async () => {
      if (++starts === 1) return { kind: 'started' } as const
      await startAndKillSupervisor()
      return { kind: 'occupied' } as const
    }
    const { guard } = await occupy(locateCluster(dataDir), url, diesAtOnce, 5000)
    await guard.release()
    expect(starts).toBe(2)
    await start()
  })

  it('takes its lock again after losing only its session', async () => {
    // The ended session may take a moment to leave.
    const database = await start(5_000)
    const pid = postmasterPid()
    const back = new Promise((resolve) => database.onRestart(resolve))
    await query(database, `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'yupana-supervisor'`)
    expect(await back).toBeUndefined()
    expect(postmasterPid()).toBe(pid)
  })

  it('starts over the lock of a dead server whose number another program has now', async () => {
    const database = await start()
    const file = path.join(clusterDir, 'postmaster.pid')
    const lock = readFileSync(file, 'utf8')
    await database.stop()
    started.length = 0
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, lock.replace(/^\d+/, String(process.pid)))
    expect((await start()).adopted).toBe(false)
  })
})

/** A supervisor in a process of its own, ended with SIGKILL once the server answers. */
async function startAndKillSupervisor() {
  const program = await bundledProgram(path.join(import.meta.dirname, '../../testing/supervisor-to-kill.ts'))
  const supervisor = fork(program, [dataDir])
  await once(supervisor, 'message')
  supervisor.kill('SIGKILL')
  await once(supervisor, 'exit')
  rmSync(program)
}
