import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../db/connect.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, CLAVE_MAESTRA } from '../testing/builders.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { checkClaveMaestraOf, idOfClaveMaestra } from './clave-maestra.ts'
import { checkArchivos, HUELLA, MANIFIESTO, readManifiesto } from './manifiesto.ts'
import { respaldar } from './respaldar.ts'
import { restaurar } from './restaurar.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'yupana-respaldo-'))
const folderOf = (name: string) => path.join(home, name)
let app: TestApp
let empresa: { id: string; ruc: string }
const targets: TestDatabase[] = []

beforeAll(async () => {
  app = await buildTestApp()
  empresa = await buildEmpresa(app)
  const { username } = await buildUsuario(app, { empresas: [empresa] })
  await app.signIn(username)
  await app.owner.insertInto('auditoria').values({ empresa_id: empresa.id, en: app.clock.now(), usuario_id: null, accion: 'prueba', objeto: 'ñ\u0001\\N', detalle: JSON.stringify({ a: 'á' }) }).execute()
})
afterAll(async () => {
  await app?.close()
  await Promise.all(targets.map((target) => target.close()))
  rmSync(home, { recursive: true, force: true })
})

const backUp = (name: string) => respaldar({ adminUrl: app.database.adminUrl, folder: folderOf(name), clock: app.clock, claveMaestraId: idOfClaveMaestra(CLAVE_MAESTRA) })

async function restoreTo(name: string, { isMigrated = false } = {}) {
  const target = await createTestDatabase({ isMigrated })
  targets.push(target)
  const folder = folderOf(name)
  const manifiesto = await readManifiesto(folder)
  await checkArchivos(folder, manifiesto)
  await restaurar({ adminUrl: target.adminUrl, folder, manifiesto, clock: app.clock })
  return target
}

async function withOwner<T>(target: TestDatabase, work: (owner: TestApp['owner']) => Promise<T>): Promise<T> {
  const pool = createPool(target.adminUrl, 'yupana_owner', { max: 1 })
  return work(createDb(pool)).finally(() => pool.end())
}

const persona = () => ({
  empresa_id: empresa.id, id: randomUUID(), tipo_identificacion: '06', identificacion: randomUUID().slice(0, 18), razon_social: 'ALGUIEN', nombre_comercial: null,
  roles: ['cliente'], direccion: null, tipo_contribuyente: null, orden: 'alguien', creada_en: app.clock.now(), editada_en: app.clock.now(),
})

/** In one transaction a person and a draft: any one instant sees as many of the one as of the other. */
const addPair = () =>
  app.owner.transaction().execute(async (tx) => {
    await tx.insertInto('persona').values(persona()).execute()
    await tx
      .insertInto('borrador')
      .values({ empresa_id: empresa.id, id: randomUUID(), usuario_id: randomUUID(), ambiente: 'SIMULADOR', tipo: '01', contenido: '{}', creado_en: app.clock.now(), editado_en: app.clock.now() })
      .execute()
  })

const countsOf = async (owner: TestApp['owner']) => {
  const { rows } = await sql<{ personas: number; borradores: number }>`
    select (select count(*)::int from persona) as personas, (select count(*)::int from borrador) as borradores`.execute(owner)
  return rows[0]!
}

describe('backup', () => {
  it('is consistent while rows go on being written', async () => {
    let n = 0
    let isOver = false
    const writers = Array.from({ length: 2 }, async () => {
      while (!isOver) {
        await addPair()
        n++
      }
    })
    while (n < 20) await new Promise((resolve) => setImmediate(resolve))
    await backUp('bajo-carga')
    isOver = true
    await Promise.all(writers)

    const { personas, borradores } = await withOwner(await restoreTo('bajo-carga'), countsOf)
    expect(personas).toBeGreaterThan(0)
    expect(personas).toBe(borradores)
    expect(personas).toBeLessThan((await countsOf(app.owner)).personas)
  })

  it('appears only when complete, for its owner alone, and never over something', async () => {
    await backUp('una')
    expect(existsSync(`${folderOf('una')}.part`)).toBe(false)
    if (process.platform !== 'win32') {
      expect(statSync(folderOf('una')).mode & 0o077).toBe(0)
      for (const name of readdirSync(folderOf('una'))) if (name !== MANIFIESTO) expect(statSync(path.join(folderOf('una'), name)).mode & 0o077).toBe(0)
    }
    await expect(backUp('una')).rejects.toThrow(/no está vacía/)
  })

  it('leaves nothing behind when it fails', async () => {
    const outside = await createTestDatabase({ isMigrated: false })
    targets.push(outside)
    await expect(respaldar({ adminUrl: outside.adminUrl, folder: folderOf('nada'), clock: app.clock, claveMaestraId: '' })).rejects.toThrow()
    expect(readdirSync(home).filter((name) => name.startsWith('nada'))).toEqual([])
  })

  it('does not hold the master key', async () => {
    const text = readFileSync(path.join(folderOf('una'), MANIFIESTO), 'utf8')
    expect(text).not.toContain(CLAVE_MAESTRA)
    expect(() => checkClaveMaestraOf(JSON.parse(text), 'otra clave maestra')).toThrow(/no es la del respaldo/)
  })
})

describe('restore', () => {
  it('brings every row back, goes on numbering, and leaves row-level security as it was', async () => {
    const target = await restoreTo('una', { isMigrated: true })
    const everything = sql<{ filas: unknown }>`
      select json_build_array((select json_agg(e order by id) from empresa e), (select json_agg(a order by id) from auditoria a where accion = 'prueba'),
        (select json_agg(u order by id) from usuario u), (select json_agg(t order by de, a) from transicion t)) as filas`
    const before = await everything.execute(app.owner)
    await withOwner(target, async (owner) => {
      expect(await everything.execute(owner)).toEqual(before)
      const next = await owner.insertInto('auditoria').values({ empresa_id: empresa.id, en: app.clock.now(), usuario_id: null, accion: 'después', objeto: null, detalle: '{}' }).returning('id').executeTakeFirstOrThrow()
      const { rows } = await sql<{ mayor: number; sin: number }>`
        select (select max(id) from auditoria where accion <> 'después') as mayor,
               (select count(*)::int from pg_class c where relrowsecurity and not relforcerowsecurity and relnamespace = 'public'::regnamespace) as sin`.execute(owner)
      expect(next.id).toBeGreaterThan(rows[0]!.mayor)
      expect(rows[0]!.sin).toBe(0)
    })
  })

  it('ends fenced from the instant of the backup on, with every session closed', async () => {
    const target = await restoreTo('una')
    const { instante } = await readManifiesto(folderOf('una'))
    await withOwner(target, async (owner) => {
      expect(await owner.selectFrom('instalacion').select(['cercada', 'cercada_desde']).executeTakeFirst()).toEqual({ cercada: true, cercada_desde: instante })
      expect(await owner.selectFrom('sesion').select('usuario_id').where('cerrada_en', 'is', null).execute()).toEqual([])
      expect(await owner.selectFrom('auditoria').select('empresa_id').where('accion', '=', 'instalacion.restaurar').execute()).toEqual([{ empresa_id: empresa.id }])
    })
  })

  it('refuses a database in use and leaves it as it is', async () => {
    const folder = folderOf('una')
    const manifiesto = await readManifiesto(folder)
    await expect(restaurar({ adminUrl: app.database.adminUrl, folder, manifiesto, clock: app.clock })).rejects.toThrow(/no está vacía/)
    expect(await app.owner.selectFrom('instalacion').select('cercada').executeTakeFirst()).toEqual({ cercada: false })
  })

  it('refuses a backup of a newer version', async () => {
    const manifiesto = await readManifiesto(folderOf('una'))
    const newer = { ...manifiesto, migraciones: [...manifiesto.migraciones, { nombre: '9999_futuro.sql', sha256: '0'.repeat(64) }] }
    const target = await createTestDatabase({ isMigrated: false })
    targets.push(target)
    await expect(restaurar({ adminUrl: target.adminUrl, folder: folderOf('una'), manifiesto: newer, clock: app.clock })).rejects.toThrow(/9999_futuro/)
  })
})

describe('a damaged backup', () => {
  const check = async (name: string) => checkArchivos(folderOf(name), await readManifiesto(folderOf(name)))

  it.each([
    ['a flipped byte', (file: string) => { const bytes = readFileSync(file); bytes[bytes.length >> 1]! ^= 1; writeFileSync(file, bytes) }, /empresa.copy.gz no coincide/],
    ['a file cut short', (file: string) => truncateSync(file, statSync(file).size - 1), /empresa.copy.gz no coincide/],
    ['a missing file', (file: string) => rmSync(file), /falta empresa.copy.gz/],
  ])('with %s is refused by name', async (what, damage, problem) => {
    const name = `mala-${what.replaceAll(' ', '-')}`
    await backUp(name)
    damage(path.join(folderOf(name), 'empresa.copy.gz'))
    await expect(check(name)).rejects.toThrow(problem)
  })

  it('with an edited manifest is refused', async () => {
    await backUp('editada')
    const file = path.join(folderOf('editada'), MANIFIESTO)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"filas": \d+/, '"filas": 7'))
    await expect(check('editada')).rejects.toThrow(/huella/)
    rmSync(path.join(folderOf('editada'), HUELLA))
    await expect(check('editada')).rejects.toThrow(/no es un respaldo/)
  })
})
