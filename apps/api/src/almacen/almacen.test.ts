import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
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
    // Nothing that lies in the database gets lost: it must be in a place that the settings do not name.
    if (almacen.fuera) expect(await almacen.get(names[0]!)).toBeUndefined()
    else await expect(almacen.get(names[0]!)).rejects.toMatchObject({ status: 503, code: 'STORAGE' })
    for (const name of names) await almacen.remove(name)
    expect(await namesOf(almacen)).toEqual([])
  })

  it('that nobody kept, or whose rows went, go a day later, and never while the installation is fenced', async () => {
    const almacen = open(lugar)
    const [ayer, hoy] = [randomUUID(), randomUUID()]
    for (const name of [ayer, hoy]) await almacen.put(name, Buffer.from('x'))
    const waiting = async () => (await app.owner.selectFrom('almacen_baja').select('objeto').execute()).map(({ objeto }) => objeto).sort()
    expect(await waiting()).toEqual([ayer, hoy].sort())
    const antes = new Date(Date.now() - 25 * 3_600_000)
    await app.owner.updateTable('almacen_baja').set({ desde: antes }).where('objeto', '=', ayer).execute()
    const cuidado = new CuidadoAlmacen(worker, almacen)
    await app.owner.updateTable('instalacion').set({ cercada: true, cercada_desde: new Date() }).execute()
    await cuidado.removeGone()
    expect((await namesOf(almacen)).length).toBe(2)
    await app.owner.updateTable('instalacion').set({ cercada: false, cercada_desde: null }).execute()
    await cuidado.removeGone()
    expect([await namesOf(almacen), await waiting()]).toEqual([[hoy], [hoy]])
    await almacen.remove(hoy)
  })
})

describe.each(['a folder', 'a bucket'])('%s of another installation', (lugar) => {
  it('is neither written nor emptied by this one, until it is taken over', async () => {
    const [suyo, objeto] = [open(lugar), randomUUID()]
    await suyo.put(objeto, Buffer.from('suyo'))
    await app.owner
      .updateTable('almacen_baja')
      .set({ desde: new Date(0) })
      .execute()
    await app.owner.updateTable('instalacion').set({ almacen: randomUUID() }).execute()
    const otro = open(lugar)
    await expect(otro.put(randomUUID(), Buffer.from('x'))).rejects.toMatchObject({ status: 503, code: 'STORAGE' })
    await expect(new CuidadoAlmacen(worker, otro).removeGone()).rejects.toMatchObject({ status: 503 })
    await expect(new CuidadoAlmacen(worker, otro).moveOut(new AbortController().signal)).rejects.toMatchObject({ status: 503 })
    expect(await otro.get(objeto)).toEqual(Buffer.from('suyo'))
    await otro.takeOver()
    await otro.put(randomUUID(), Buffer.from('x'))
    expect((await namesOf(otro)).length).toBe(2)
  })

  it('with files and no mark is left alone too', async () => {
    await open(lugar).fuera!.writeMarca('x')
    await open(lugar).fuera!.put(randomUUID(), Buffer.from('ajeno'))
    if (lugar === 'a folder') await rm(path.join(carpeta, 'instalacion'))
    else s3.objetos.delete('yupana/instalacion')
    await expect(open(lugar).put(randomUUID(), Buffer.from('x'))).rejects.toMatchObject({ status: 503 })
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
    expect(await before.base.get(objeto)).toBeUndefined()
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
    await writeFile(path.join(cajon, `${objeto}.parte`), 'half')
    // Of somebody else.
    await writeFile(path.join(cajon, 'abcabcabcabcabcabcabcabcabcabcabcabc'), '')
    await mkdir(path.join(cajon, 'otra'))
    expect(await namesOf(almacen)).toEqual([objeto])
    await almacen.remove(objeto)
    expect((await readdir(cajon)).sort()).toEqual(['abcabcabcabcabcabcabcabcabcabcabcabc', 'otra'])
  })

  it('that is not there is no empty one: nothing is put, nothing is lost', async () => {
    const almacen = open('a folder')
    const objeto = randomUUID()
    await almacen.put(objeto, Buffer.from('x'))
    await rename(carpeta, `${carpeta}-lejos`)
    await expect(almacen.get(objeto)).rejects.toMatchObject({ status: 503 })
    await expect(almacen.fuera!.put(randomUUID(), Buffer.from('y'))).rejects.toMatchObject({ status: 503 })
    await rename(`${carpeta}-lejos`, carpeta)
    expect(await almacen.get(objeto)).toEqual(Buffer.from('x'))
    expect(await namesOf(almacen)).toEqual([objeto])
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
    expect([...s3.objetos.keys()].sort()).toEqual([`yupana/${objeto}`, 'yupana/instalacion'].sort())
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
