import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { readConfig, type Config } from '../config/config.ts'
import { createDb, createPool, type Db } from '../db/connect.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { startS3, type S3DePrueba } from '../testing/s3-de-prueba.ts'
import { openAlmacen, type Lugares } from './almacen.ts'
import { AlmacenS3 } from './almacen-s3.ts'
import { CuidadoAlmacen } from './cuidado-almacen.ts'

let app: TestApp
let worker: Db
let s3: S3DePrueba
let carpeta: string
let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  app = await buildTestApp()
  pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })
  worker = createDb(pool)
  s3 = await startS3()
  carpeta = await mkdtemp(path.join(tmpdir(), 'almacen-'))
})
afterAll(async () => {
  await pool.end()
  await app.close()
  await s3.close()
  await rm(carpeta, { recursive: true })
})
beforeEach(async () => {
  await app.owner.deleteFrom('almacen_objeto').execute()
  await app.owner.deleteFrom('almacen_baja').execute()
  s3.objetos.clear()
  for (const name of await readdir(carpeta)) await rm(path.join(carpeta, name), { recursive: true })
  s3.llamadas.length = 0
})

const configOf = (env: Record<string, string>): Config => readConfig({ ...env })
const LUGARES: Record<string, () => Config> = {
  'the database': () => configOf({}),
  'a folder': () => configOf({ ARCHIVOS_DIR: carpeta }),
  'a bucket': () => configOf({ S3_URL: s3.url }),
}
const open = (lugar: string, db: Db = worker): Lugares => openAlmacen(LUGARES[lugar]!(), db)

async function namesOf(almacen: Pick<Lugares, 'list'>): Promise<string[]> {
  const names: string[] = []
  for await (const lote of almacen.list()) names.push(...lote)
  return names.sort()
}

describe.each(Object.keys(LUGARES))('O-105 files in %s', (lugar) => {
  it('are read as they were put, until they are removed; removing again changes nothing', async () => {
    const almacen = open(lugar)
    const bytes = randomBytes(1_000_028)
    const names = Array.from({ length: 8 }, () => randomUUID())
    for (const name of names) await almacen.put(name, name === names[0] ? bytes : Buffer.from(name))
    expect((await almacen.get(names[0]!))?.equals(bytes)).toBe(true)
    expect(await namesOf(almacen)).toEqual(names.toSorted())
    await almacen.remove(names[0]!)
    await almacen.remove(names[0]!)
    expect(await almacen.get(names[0]!)).toBeUndefined()
    for (const name of names) await almacen.remove(name)
    expect(await namesOf(almacen)).toEqual([])
  })

  it('without a row go at the second look, those of a row that is being written meanwhile do not', async () => {
    const almacen = open(lugar)
    const [huerfano, nuevo] = [randomUUID(), randomUUID()]
    await almacen.put(huerfano, Buffer.from('x'))
    const cuidado = new CuidadoAlmacen(worker, almacen)
    await cuidado.removeOrphans()
    expect(await almacen.get(huerfano)).toBeDefined()
    await almacen.put(nuevo, Buffer.from('y'))
    await cuidado.removeOrphans()
    expect([await almacen.get(huerfano), await almacen.get(nuevo)]).toEqual([undefined, Buffer.from('y')])
  })

  it('whose rows went are removed a day later, and never while the installation is fenced', async () => {
    const almacen = open(lugar)
    const [ayer, hoy] = [randomUUID(), randomUUID()]
    for (const name of [ayer, hoy]) await almacen.put(name, Buffer.from('x'))
    const ahora = Date.now()
    await app.owner
      .insertInto('almacen_baja')
      .values([
        { objeto: ayer, desde: new Date(ahora - 25 * 3_600_000) },
        { objeto: hoy, desde: new Date(ahora) },
      ])
      .execute()
    const cuidado = new CuidadoAlmacen(worker, almacen)
    await app.owner.updateTable('instalacion').set({ cercada: true, cercada_desde: new Date() }).execute()
    await cuidado.removeGone()
    await cuidado.removeOrphans()
    await cuidado.removeOrphans()
    expect((await namesOf(almacen)).length).toBe(2)
    await app.owner.updateTable('instalacion').set({ cercada: false, cercada_desde: null }).execute()
    await cuidado.removeGone()
    await cuidado.removeOrphans()
    await cuidado.removeOrphans()
    expect(await namesOf(almacen)).toEqual([hoy])
    expect((await app.owner.selectFrom('almacen_baja').select('objeto').execute()).map(({ objeto }) => objeto)).toEqual([hoy])
    await almacen.remove(hoy)
  })
})

describe('a place that was chosen later', () => {
  it.each(['a folder', 'a bucket'])('%s: what lies in the database is read from there and brought over', async (lugar) => {
    const before = open('the database')
    const objeto = randomUUID()
    await before.put(objeto, Buffer.from('de antes'))
    const almacen = open(lugar)
    expect(await almacen.get(objeto)).toEqual(Buffer.from('de antes'))
    await new CuidadoAlmacen(worker, almacen).moveOut(new AbortController().signal)
    expect(await before.get(objeto)).toBeUndefined()
    expect(await almacen.fuera?.get(objeto)).toEqual(Buffer.from('de antes'))
    await almacen.remove(objeto)
  })
})

describe('a folder', () => {
  it('keeps files for their owner alone, and takes a draft of a machine that died for none', async () => {
    const almacen = open('a folder')
    const objeto = randomUUID()
    await almacen.put(objeto, Buffer.from('x'))
    const cajon = path.join(carpeta, objeto.slice(0, 2))
    expect((await stat(path.join(cajon, objeto))).mode & 0o777).toBe(0o600)
    await writeFile(path.join(cajon, `${objeto}.${randomUUID()}`), 'half')
    expect(await namesOf(almacen)).toEqual([objeto])
    expect((await readdir(cajon)).length).toBe(2)
  })

  it('that cannot be written is said in words', async () => {
    const blocked = path.join(carpeta, 'un-archivo')
    await writeFile(blocked, '')
    const almacen = openAlmacen(configOf({ ARCHIVOS_DIR: blocked }), worker)
    await expect(almacen.put(randomUUID(), Buffer.from('x'))).rejects.toMatchObject({ status: 503, code: 'STORAGE' })
  })
})

describe('a bucket', () => {
  it('is told hash and signature, under the prefix of the installation', async () => {
    const objeto = randomUUID()
    await open('a bucket').put(objeto, Buffer.from('x'))
    expect([...s3.objetos.keys()]).toEqual([`yupana/${objeto}`])
  })

  it.each(['error', 'colgado', 'huella'] as const)('is asked again where it fails once (%s)', async (falla) => {
    const almacen = new AlmacenS3(LUGARES['a bucket']!().s3!, 300)
    const objeto = randomUUID()
    if (falla === 'huella') {
      s3.fallar(falla)
      await expect(almacen.put(objeto, Buffer.from('x'))).rejects.toMatchObject({ status: 503 })
      expect(s3.objetos.size).toBe(0)
      return
    }
    s3.fallar(falla)
    await almacen.put(objeto, Buffer.from('x'))
    s3.fallar(falla, 'cortado')
    expect(await almacen.get(objeto)).toEqual(Buffer.from('x'))
    expect(s3.llamadas.map((call) => call.split(' ')[0])).toEqual(['PUT', 'PUT', 'GET', 'GET', 'GET'])
  })

  it.each(['error', 'colgado'] as const)('that goes on failing is given up in words after three tries (%s)', async (falla) => {
    const almacen = new AlmacenS3(LUGARES['a bucket']!().s3!, 100)
    s3.fallar(falla, falla, falla)
    await expect(almacen.put(randomUUID(), Buffer.from('x'))).rejects.toMatchObject({ status: 503, code: 'STORAGE', retryAfter: 10 })
    expect(s3.llamadas.length).toBe(3)
  })

  it('that refuses the keys is not asked again', async () => {
    const almacen = new AlmacenS3({ ...LUGARES['a bucket']!().s3!, secreto: 'otro' })
    await expect(almacen.get(randomUUID())).rejects.toMatchObject({ status: 503 })
    expect(s3.llamadas.length).toBe(1)
  })
})
