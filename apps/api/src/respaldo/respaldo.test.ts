import { randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { TIPO_MOVIMIENTO } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ANTERIORES } from '../db/anteriores.ts'
import { createDb, createPool } from '../db/connect.ts'
import type { EmpresaId } from '../db/empresa-id.ts'
import { idOfClaveMaestra } from '../secretos/sobre.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, CLAVE_MAESTRA } from '../testing/builders.ts'
import { insertVenta, mesDePrueba } from '../testing/mes-de-prueba.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { checkClaveMaestraOf } from './clave-maestra.ts'
import { CABECERA, createLlave, openLlave, type LlaveNueva } from './llave.ts'
import { checkArchivos, MANIFIESTO, readManifiesto } from './manifiesto.ts'
import { respaldar } from './respaldar.ts'
import { restaurar } from './restaurar.ts'

const home = mkdtempSync(path.join(os.tmpdir(), 'yupana-respaldo-'))
const folderOf = (name: string) => path.join(home, name)
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
const targets: TestDatabase[] = []
let nueva: LlaveNueva

beforeAll(async () => {
  app = await buildTestApp()
  nueva = await createLlave(AJUSTES)
  empresa = await buildEmpresa(app)
  const { username } = await buildUsuario(app, { empresas: [empresa] })
  await app.signIn(username)
  await app.owner
    .insertInto('auditoria')
    .values({
      empresa_id: empresa.id,
      en: app.clock.now(),
      usuario_id: null,
      accion: 'prueba',
      objeto: 'ñ\u0001\\N',
      detalle: JSON.stringify({ a: 'á' }),
    })
    .execute()
})
afterAll(async () => {
  await app?.close()
  await Promise.all(targets.map((target) => target.close()))
  rmSync(home, { recursive: true, force: true })
})

const AJUSTES = { claveMaestra: CLAVE_MAESTRA, claveRespaldo: undefined, dataDir: home, modo: 'prueba' } as const
const optionsOf = (name: string) => ({
  adminUrl: app.database.adminUrl,
  folder: folderOf(name),
  clock: app.clock,
  claveMaestraId: idOfClaveMaestra(CLAVE_MAESTRA),
  llave: nueva,
})
const backUp = (name: string) => respaldar(optionsOf(name))

/** As the command reads a backup before it touches the database. */
async function read(name: string, claves?: Parameters<typeof openLlave>[1]) {
  // Deriving a key from a phrase is slow on purpose: tests of other things use the known key.
  const llave = claves ? await openLlave(folderOf(name), claves) : nueva.llave
  const manifiesto = await readManifiesto(folderOf(name), llave)
  await checkArchivos(folderOf(name), manifiesto)
  return { folder: folderOf(name), llave, manifiesto, clock: app.clock }
}

async function restoreTo(name: string, { isMigrated = false } = {}) {
  const target = await createTestDatabase({ isMigrated })
  targets.push(target)
  await restaurar({ adminUrl: target.adminUrl, ...(await read(name)) })
  return target
}

async function withOwner<T>(target: TestDatabase, work: (owner: TestApp['owner']) => Promise<T>): Promise<T> {
  const pool = createPool(target.adminUrl, 'yupana_owner', { max: 1 })
  return work(createDb(pool)).finally(() => pool.end())
}

const persona = () => ({
  empresa_id: empresa.id,
  id: randomUUID(),
  tipo_identificacion: '06',
  identificacion: randomUUID().slice(0, 18),
  razon_social: 'ALGUIEN',
  nombre_comercial: null,
  roles: ['cliente'],
  direccion: null,
  orden: 'alguien',
  creada_en: app.clock.now(),
  editada_en: app.clock.now(),
})

/** A person and a draft in one transaction: every snapshot has as many of both. */
const addPair = () =>
  app.owner.transaction().execute(async (tx) => {
    const alguien = persona()
    await tx.insertInto('persona').values(alguien).execute()
    for (const desde of [null, '2026-05-15'])
      await tx
        .insertInto('persona_condicion')
        .values({ empresa_id: empresa.id, persona_id: alguien.id, id: randomUUID(), desde, regimen: 'RIMPE', en: app.clock.now() })
        .execute()
    await tx
      .insertInto('borrador')
      .values({
        empresa_id: empresa.id,
        id: randomUUID(),
        usuario_id: randomUUID(),
        ambiente: 'SIMULADOR',
        tipo: '01',
        contenido: '{}',
        creado_en: app.clock.now(),
        editado_en: app.clock.now(),
      })
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
      for (const name of readdirSync(folderOf('una'))) expect(statSync(path.join(folderOf('una'), name)).mode & 0o077).toBe(0)
    }
    await expect(backUp('una')).rejects.toThrow(/no está vacía/)
  })

  it('leaves nothing behind when it fails', async () => {
    const outside = await createTestDatabase({ isMigrated: false })
    targets.push(outside)
    await expect(respaldar({ ...optionsOf('nada'), adminUrl: outside.adminUrl })).rejects.toThrow()
    expect(readdirSync(home).filter((name) => name.startsWith('nada'))).toEqual([])
  })

  it('does not hold the master key', async () => {
    const { manifiesto } = await read('una')
    expect(JSON.stringify(manifiesto) + readFileSync(path.join(folderOf('una'), CABECERA), 'utf8')).not.toContain(CLAVE_MAESTRA)
    expect(() => checkClaveMaestraOf(manifiesto, 'otra clave maestra')).toThrow(/no es la del respaldo/)
  })
})

describe('restore', () => {
  it('brings every row back, goes on numbering, and leaves row-level security as it was', async () => {
    const target = await restoreTo('una', { isMigrated: true })
    const everything = sql<{ filas: unknown }>`
      select json_build_array((select json_agg(e order by id) from empresa e), (select json_agg(a order by id) from auditoria a where accion = 'prueba'),
        (select json_agg(u order by id) from usuario u), (select json_agg(t order by de, a) from transicion t),
        (select json_agg(c order by id) from persona_condicion c)) as filas`
    const before = await everything.execute(app.owner)
    await withOwner(target, async (owner) => {
      expect(await everything.execute(owner)).toEqual(before)
      const next = await owner
        .insertInto('auditoria')
        .values({ empresa_id: empresa.id, en: app.clock.now(), usuario_id: null, accion: 'después', objeto: null, detalle: '{}' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { rows } = await sql<{ mayor: number; sin: number }>`
        select (select max(id) from auditoria where accion <> 'después') as mayor,
               (select count(*)::int from pg_class c where relrowsecurity and not relforcerowsecurity and relnamespace = 'public'::regnamespace) as sin`.execute(
        owner,
      )
      expect(next.id).toBeGreaterThan(rows[0]!.mayor)
      expect(rows[0]!.sin).toBe(0)
    })
  })

  it('brings products back with the prices they had, and goes on noting them', async () => {
    const ids = [randomUUID(), randomUUID()]
    for (const id of ids)
      await sql`insert into producto (empresa_id, id, code, name, type_product, iva, price, orden, creado_en, editado_en)
        values (${empresa.id}, ${id}, ${id.slice(0, 20)}, 'X', 'PRODUCTO', 6, 1000000, 'x', ${app.clock.now()}, ${app.clock.now()})`.execute(
        app.owner,
      )
    await sql`update producto set price = 2000000 where id = ${ids[0]}`.execute(app.owner)
    const precios = (owner: TestApp['owner']) =>
      sql`select producto_id, n, en, price, cost from producto_precio order by n`.execute(owner).then(({ rows }) => rows)
    const before = await precios(app.owner)
    expect(before).toHaveLength(3)
    await backUp('con-productos')
    await withOwner(await restoreTo('con-productos'), async (owner) => {
      expect(await precios(owner)).toEqual(before)
      await sql`update producto set price = 3000000 where id = ${ids[1]}`.execute(owner)
      expect(await precios(owner)).toMatchObject([...before, { producto_id: ids[1], price: 3_000_000 }])
    })
  })

  it('ends fenced from the instant of the backup on, with every session closed', async () => {
    const target = await restoreTo('una')
    const { instante } = (await read('una')).manifiesto
    await withOwner(target, async (owner) => {
      expect(await owner.selectFrom('instalacion').select(['cercada', 'cercada_desde']).executeTakeFirst()).toEqual({
        cercada: true,
        cercada_desde: instante,
      })
      expect(await owner.selectFrom('sesion').select('usuario_id').where('cerrada_en', 'is', null).execute()).toEqual([])
      expect(await owner.selectFrom('auditoria').select('empresa_id').where('accion', '=', 'instalacion.restaurar').execute()).toEqual([
        { empresa_id: empresa.id },
      ])
    })
  })

  it('refuses a database in use and leaves it as it is', async () => {
    const backup = await read('una')
    await expect(restaurar({ adminUrl: app.database.adminUrl, ...backup })).rejects.toThrow(/no está vacía/)
    expect(await app.owner.selectFrom('instalacion').select('cercada').executeTakeFirst()).toEqual({ cercada: false })
  })

  it('takes a backup from before the base, and one that stands before its end not at all', async () => {
    await backUp('antigua')
    const { manifiesto, ...backup } = await read('antigua')
    const anteriores = [...ANTERIORES].map(([nombre, hash]) => ({ nombre, sha256: hash.padEnd(64, '0') }))
    const [target, untouched] = [await createTestDatabase({ isMigrated: false }), await createTestDatabase({ isMigrated: false })]
    targets.push(target, untouched)
    await restaurar({ adminUrl: target.adminUrl, ...backup, manifiesto: { ...manifiesto, migraciones: anteriores } })
    const applied = (owner: TestApp['owner']) => sql`select nombre from migracion order by nombre`.execute(owner)
    await withOwner(target, async (owner) => {
      expect(await applied(owner)).toEqual(await applied(app.owner))
      expect(await owner.selectFrom('empresa').select('id').execute()).toEqual([{ id: empresa.id }])
    })
    const halfway = { ...manifiesto, migraciones: anteriores.slice(0, -1) }
    await expect(restaurar({ adminUrl: untouched.adminUrl, ...backup, manifiesto: halfway })).rejects.toThrow(
      /El respaldo es de una versión anterior de Yupana: falta la migración 0882_trabajo\.sql/,
    )
    const tables = () => sql<{ n: number }>`select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`
    await withOwner(untouched, async (owner) => expect((await tables().execute(owner)).rows).toEqual([{ n: 0 }]))
  })

  it('leaves out what is made again from other rows, and takes an older backup that has it', async () => {
    const [venta] = mesDePrueba.ventas as [(typeof mesDePrueba.ventas)[number]]
    const documento_id = await insertVenta(app, empresa, venta)
    await insertVenta(app, empresa, { ...venta, numero: '001-001-000000999', estado: 'EMITIDO' })
    const marca = {
      empresa_id: empresa.id,
      documento_id,
      usuario_id: randomUUID(),
      marcada_en: app.clock.now(),
      marca: 'ACTIVO_FIJO' as const,
    }
    await app.owner.insertInto('declaracion_marca').values(marca).execute()
    const derived = { empresa_id: empresa.id, ambiente: 'SIMULADOR' as const }
    const mes = { ...derived, mes: `${venta.fecha.slice(0, 7)}-01`, formula: Buffer.alloc(32), foto: '1:1:', cifras: '{}' }
    await app.owner.insertInto('venta_mes').values(mes).execute()
    const tramo = { ...derived, tipo: TIPO_MOVIMIENTO.VENTAS, grano: 'MES' as const, desde: mes.mes, formula: mes.formula, foto: mes.foto }
    await app.owner.insertInto('cifra_tramo').values(tramo).execute()
    await app.owner
      .insertInto('tablero_cuenta')
      .values({ ...derived, que: 'EN_ESPERA', desde: venta.fecha, cifras: '1' })
      .execute()
    const { id: usuario_id } = await buildUsuario(app, { empresas: [empresa] })
    const boleto = { hash: Buffer.alloc(32), sesion: Buffer.alloc(32), tipo: 'DOCUMENTO_FIRMA', objeto: documento_id } as const
    await app.owner
      .insertInto('descarga')
      .values({ ...boleto, empresa_id: empresa.id, usuario_id, nombre: 'x.pdf', vence_en: app.clock.now() })
      .execute()
    const left = async (target: TestDatabase) =>
      withOwner(
        target,
        async (owner) =>
          (
            await sql<Record<string, number>>`
              select (select count(*)::int from documento) as documentos, (select count(*)::int from declaracion_marca) as marcas,
                     (select count(*)::int from venta_mes) as meses, (select count(*)::int from cifra_tramo) as tramos, (select count(*)::int from tablero_cuenta) as cuentas,
                     (select count(*)::int from tablero_cambio) as cambios, (select count(*)::int from descarga) as descargas`.execute(
              owner,
            )
          ).rows[0],
      )
    await backUp('derivadas')
    const expected = { documentos: 2, marcas: 1, meses: 0, tramos: 0, cuentas: 0, cambios: 0, descargas: 0 }
    expect(await left(await restoreTo('derivadas'))).toEqual(expected)
    const { manifiesto, ...backup } = await read('derivadas')
    const archivo = { archivo: 'venta_mes.copy.gz.cifrado', columnas: ['mes'], filas: 1, bytes: 1, sha256: '0'.repeat(64) }
    const older = { ...manifiesto, tablas: [...manifiesto.tablas, { nombre: 'venta_mes', ...archivo }] }
    const target = await createTestDatabase({ isMigrated: false })
    targets.push(target)
    await restaurar({ adminUrl: target.adminUrl, ...backup, manifiesto: older })
    expect(await left(target)).toEqual(expected)
  })

  it('refuses a backup of a newer version', async () => {
    const { manifiesto, ...backup } = await read('una')
    const newer = { ...manifiesto, migraciones: [...manifiesto.migraciones, { nombre: '9999_futuro.sql', sha256: '0'.repeat(64) }] }
    const target = await createTestDatabase({ isMigrated: false })
    targets.push(target)
    await expect(restaurar({ adminUrl: target.adminUrl, ...backup, manifiesto: newer })).rejects.toThrow(/9999_futuro/)
  })
})

describe('the key', () => {
  it('of the master key, or of CLAVE_RESPALDO where there is one, and of that day alone', async () => {
    const own = { ...AJUSTES, claveRespaldo: 'una frase que nadie adivina' }
    await respaldar({ ...optionsOf('propia'), llave: await createLlave(own) })
    expect((await read('propia', own)).manifiesto.tablas.length).toBeGreaterThan(20)
    await expect(read('propia', AJUSTES)).rejects.toThrow(/se cifró con CLAVE_RESPALDO: póngala/)
    await expect(read('propia', { ...own, claveRespaldo: 'una frase que nadie adivinó' })).rejects.toThrow(
      /La CLAVE_RESPALDO de esta instalación no abre el respaldo/,
    )
    expect((await read('una', AJUSTES)).llave).toEqual(nueva.llave)
    await expect(read('una', { ...AJUSTES, claveMaestra: 'otra clave maestra' })).rejects.toThrow(
      /La CLAVE_MAESTRA de esta instalación no abre el respaldo/,
    )
  })

  it('is asked for before the database is touched, and another file does not open in the place of one', async () => {
    const { llave, ...backup } = await read('una')
    const target = await createTestDatabase({ isMigrated: true })
    targets.push(target)
    await expect(restaurar({ adminUrl: target.adminUrl, ...backup, llave: Buffer.alloc(32) })).rejects.toThrow()
    await withOwner(target, async (owner) => expect(await owner.selectFrom('empresa').select('id').execute()).toEqual([]))
    // With the right key the database is still as empty as before.
    await restaurar({ adminUrl: target.adminUrl, ...backup, llave })
    await withOwner(target, async (owner) => expect((await owner.selectFrom('empresa').select('id').execute()).length).toBeGreaterThan(0))
  })

  it('leaves nothing readable in any file: no name, no table, no row', async () => {
    const known = [empresa.ruc, 'razon_social', 'PGCOPY', 'migraciones', '\u001f\u008b\b']
    for (const name of readdirSync(folderOf('una'))) {
      const content = readFileSync(path.join(folderOf('una'), name), 'latin1')
      expect(
        known.filter((word) => content.slice(0, 65_000).includes(word) && (word.length > 3 || content.startsWith(word))),
        name,
      ).toEqual([])
    }
  })
})

describe('a damaged backup', () => {
  it.each([
    [
      'a flipped byte',
      (file: string) => {
        const bytes = readFileSync(file)
        bytes[bytes.length >> 1]! ^= 1
        writeFileSync(file, bytes)
      },
      /empresa.copy.gz.cifrado no coincide/,
      /manifiesto.json.cifrado no es el que se escribió/,
    ],
    [
      'a file cut short',
      (file: string) => truncateSync(file, statSync(file).size - 1),
      /empresa.copy.gz.cifrado no coincide/,
      /manifiesto.json.cifrado no es el que se escribió/,
    ],
    ['a missing file', (file: string) => rmSync(file), /falta empresa.copy.gz.cifrado/, /falta manifiesto.json.cifrado/],
  ])('with %s is refused by name', async (what, damage, problem, ofManifiesto) => {
    const name = `mala-${what.replaceAll(' ', '-')}`
    cpSync(folderOf('una'), folderOf(name), { recursive: true })
    damage(path.join(folderOf(name), 'empresa.copy.gz.cifrado'))
    await expect(read(name)).rejects.toThrow(problem)
    damage(path.join(folderOf(name), MANIFIESTO))
    await expect(read(name)).rejects.toThrow(ofManifiesto)
  })

  it('with another header, or none, is refused', async () => {
    cpSync(folderOf('una'), folderOf('editada'), { recursive: true })
    const file = path.join(folderOf('editada'), CABECERA)
    const { sal, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as { sal: string }
    writeFileSync(file, JSON.stringify({ ...rest, sal: `${sal.slice(2)}00` }))
    await expect(read('editada', AJUSTES)).rejects.toThrow(/cabecera.json fue cambiado/)
    writeFileSync(file, '{"formato": 1}')
    await expect(read('editada', AJUSTES)).rejects.toThrow(/cabecera.json está dañado, o el respaldo .* es de otra versión/)
    rmSync(file)
    await expect(read('editada', AJUSTES)).rejects.toThrow(/no es un respaldo de Yupana: falta cabecera.json/)
  })

  it('of a version that did not encrypt is called what it is', async () => {
    mkdirSync(folderOf('sin-cifrar'))
    writeFileSync(path.join(folderOf('sin-cifrar'), 'manifiesto.json'), '{"formato": 1}')
    await expect(read('sin-cifrar', AJUSTES)).rejects.toThrow(
      /sin-cifrar es un respaldo sin cifrar, de una versión anterior: restáurelo con ella, actualice y haga otro\.$/,
    )
  })
})
