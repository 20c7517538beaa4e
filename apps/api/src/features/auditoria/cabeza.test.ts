import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { readCabeza, writeCabeza } from '../../secretos/cabeza.ts'
import { cabezaKeyOf } from '../../secretos/codec-key.ts'
import { readConfig } from '../../config/config.ts'
import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { reviewAuditoria } from '../../invariantes/auditoria.ts'
import { reviewCabezas } from '../../invariantes/cabezas.ts'
import { INSTALACION, selloOf, type FilaAuditoria } from '../../secretos/sello.ts'
import { buildEmpresa, buildUsuario, CLAVE_MAESTRA } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { openSesionOf } from '../../testing/sesiones-que-no-sirven.ts'
import { recordAuditoria } from './hecho-empresa.sql.ts'
import { cabezaKeysOf, exportCabezas, folderOfCabezas } from './cabeza.service.ts'
import { recordDeUsuario } from './hecho.service.ts'
import { sealAuditoria } from './sellado.service.ts'

// Reliability §3.5: one row changed by a superuser is named; a chain written anew does not fit the heads that were kept.

const cabezaKey = cabezaKeyOf(CLAVE_MAESTRA)
let app: TestApp
let worker: pg.Pool
let owner: pg.Pool
let empresa: { id: EmpresaId; ruc: string }
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'yupana-cabezas-'))
  app = await buildTestApp({ env: { DATA_DIR: dataDir } })
  worker = createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })
  owner = createPool(app.database.adminUrl, 'yupana_owner', { max: 1 })
  empresa = await buildEmpresa(app)
  for (const accion of ['uno.a', 'dos.b', 'tres.c'])
    await inEmpresa(app.deps.db, empresa.id, (tx) =>
      recordAuditoria(tx, { empresaId: empresa.id, usuarioId: null, en: app.clock.now(), accion, detalle: { n: accion } }),
    )
  app.clock.advance(10_000)
  await sealAuditoria({ db: createDb(worker), clock: app.clock })
})
afterAll(async () => {
  await worker?.end()
  await owner?.end()
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const takeHeads = () => exportCabezas({ ...app.deps, db: createDb(worker), cabezaKey })
const linesOfFile = async () => {
  const [file = ''] = await readdir(folderOfCabezas(dataDir))
  return (await readFile(path.join(folderOfCabezas(dataDir), file), 'utf8')).trimEnd().split('\n')
}
const problems = async () =>
  [
    ...(await reviewAuditoria({ owner })),
    await reviewCabezas(
      { owner },
      (await linesOfFile()).flatMap((line) => readCabeza(cabezaKey, line) ?? []),
    ),
  ].flatMap(({ ejemplos }) => ejemplos)
/** What only a superuser can do. */
const asSuperuser = (text: string) =>
  owner.query(`alter table auditoria disable trigger solo_agregar; alter table auditoria_sello disable trigger solo_agregar; ${text};
  alter table auditoria enable trigger solo_agregar; alter table auditoria_sello enable trigger solo_agregar`)

it('keeps the head of each chain once a day, after midnight in Ecuador, signed, in a file and in the database', async () => {
  expect(await takeHeads()).toBe(0)
  app.clock.set('2026-06-16T00:04:00-05:00')
  expect(await takeHeads()).toBe(0)
  app.clock.set('2026-06-16T00:06:00-05:00')
  expect([await takeHeads(), await takeHeads()]).toEqual([1, 0])
  app.clock.set('2026-06-17T00:06:00-05:00')
  expect(await takeHeads()).toBe(0)
  const lines = await linesOfFile()
  expect(lines).toHaveLength(1)
  expect(readCabeza(cabezaKey, lines[0]!)).toMatchObject({
    dia: '2026-06-15',
    empresa: empresa.id,
    ruc: empresa.ruc,
    id: expect.any(Number),
    sello: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(readCabeza(cabezaKey, lines[0]!.replace('2026-06-15', '2026-06-14'))).toBeUndefined()
  expect(readCabeza(cabezaKeyOf('otra clave maestra de otra casa'), lines[0]!)).toBeUndefined()
  expect(await problems()).toEqual([])
})

it('is read after the master key was replaced more than once: by the first key, by those that are named', () => {
  const line = writeCabeza(cabezaKeyOf('la-primera-de-esta-casa'), {
    dia: '2026-06-15',
    empresa: empresa.id,
    ruc: empresa.ruc,
    id: 3,
    sello: '0f'.repeat(32),
  })
  const isRead = (claveContrasenas: string, named = '') => {
    const { clavesDeCabezas: anteriores } = readConfig({ CLAVES_DE_CABEZAS: named })
    return cabezaKeysOf({
      claveMaestra: 'la-cuarta-de-esta-casa',
      clavesDeCabezas: anteriores,
      claveContrasenas,
      dataDir,
      modo: 'prueba',
    }).some((one) => readCabeza(one, line) !== undefined)
  }
  expect([
    isRead('la-primera-de-esta-casa'),
    isRead('otra'),
    isRead('otra', 'la-tercera  la-primera-de-esta-casa'),
    isRead('otra', 'la-primera-de-esta-casa'),
  ]).toEqual([true, false, true, true])
})

it('names the row that a superuser changed', async () => {
  const {
    rows: [row],
  } = await owner.query<{ id: number }>(`select id from auditoria where accion = 'dos.b'`)
  await asSuperuser(`update auditoria set detalle = '{"n": "nada"}' where accion = 'dos.b'`)
  expect(await problems()).toEqual([`empresa ${empresa.id}: la fila ${row?.id} (dos.b) no es la que se selló`])
  await asSuperuser(`update auditoria set detalle = '{"n": "dos.b"}' where accion = 'dos.b'`)
  expect(await problems()).toEqual([])
})

it('finds a chain that was written anew with fitting seals, by the head that was kept', async () => {
  const { rows } = await owner.query<FilaAuditoria>(
    `select empresa_id, id, en, usuario_id, actor_id, accion, objeto, detalle::text as detalle from auditoria order by id`,
  )
  let sello: Buffer | undefined
  const updates = rows.map((row) => {
    sello = selloOf(sello, { ...row, accion: row.accion.replace('dos.b', 'dos.x') })
    return `update auditoria_sello set sello = '\\x${sello.toString('hex')}' where id = ${row.id}`
  })
  await asSuperuser([`update auditoria set accion = 'dos.x' where accion = 'dos.b'`, ...updates].join(';'))
  const found = await problems()
  expect(found).toHaveLength(2)
  expect(found[0]).toMatch(new RegExp(`empresa ${empresa.ruc}: la cabeza del 2026-06-15, fila \\d+, tiene hoy otro sello`))
})

// From here on heads of later days are taken.
it('chains what SUPER_ADMIN did about people too, of no company, and names the fact that a superuser changed', async () => {
  const { id: quien } = await buildUsuario(app, { empresas: [], superAdmin: true })
  for (const accion of ['usuario.desactivar', 'usuario.activar'])
    await recordDeUsuario(app.deps.db, {
      en: app.clock.now(),
      prueba: await openSesionOf(app, quien),
      accion,
      objeto: quien,
      detalle: { motivo: 'ñ' },
    })
  app.clock.advance(10_000)
  const before = await problems()
  expect([
    await sealAuditoria({ db: createDb(worker), clock: app.clock }),
    await sealAuditoria({ db: createDb(worker), clock: app.clock }),
  ]).toEqual([2, 0])
  app.clock.set('2026-06-18T00:06:00-05:00')
  expect([await takeHeads(), await takeHeads()]).toEqual([1, 0])
  const {
    rows: [hecho],
  } = await owner.query<{ id: number }>(`select min(id) as id from administracion_hecho`)
  expect(readCabeza(cabezaKey, (await linesOfFile()).at(-1)!)).toMatchObject({ dia: '2026-06-17', empresa: INSTALACION, id: hecho!.id + 1 })
  expect(await problems()).toEqual(before)

  const change = (text: string) =>
    owner.query(`alter table administracion_hecho disable trigger solo_agregar; alter table administracion_sello disable trigger solo_agregar; ${text};
    alter table administracion_hecho enable trigger solo_agregar; alter table administracion_sello enable trigger solo_agregar`)
  await expect(owner.query(`update administracion_hecho set detalle = '{}'`)).rejects.toThrow()
  await change(`update administracion_hecho set detalle = '{"motivo": "n"}' where id = ${hecho!.id}`)
  expect(await problems()).toEqual([`administración: la fila ${hecho!.id} (usuario.desactivar) no es la que se selló`, ...before])
  // Written anew with seals that fit: the heads that were kept are of another chain.
  const { rows } = await owner.query<FilaAuditoria>(
    `select $1::text as empresa_id, id, en, usuario_id, null as actor_id, accion, objeto::text as objeto, detalle::text as detalle from administracion_hecho order by id`,
    [INSTALACION],
  )
  let sello: Buffer | undefined
  await change(
    rows
      .map((row) => `update administracion_sello set sello = '\\x${(sello = selloOf(sello, row)).toString('hex')}' where id = ${row.id}`)
      .join(';'),
  )
  expect((await problems()).filter((line) => line.startsWith('administración'))).toEqual(
    Array.from({ length: 2 }, () => `administración: la cabeza del 2026-06-17, fila ${hecho!.id + 1}, tiene hoy otro sello`),
  )
})

it('comes again when it was written outside and the database did not keep it', async () => {
  const { id: quien } = await buildUsuario(app, { empresas: [], superAdmin: true })
  await recordDeUsuario(app.deps.db, {
    en: app.clock.now(),
    prueba: await openSesionOf(app, quien),
    accion: 'usuario.activar',
    objeto: quien,
    detalle: {},
  })
  app.clock.advance(10_000)
  await sealAuditoria({ db: createDb(worker), clock: app.clock })
  app.clock.set('2026-06-20T00:06:00-05:00')
  expect(await takeHeads()).toBe(1)
  await owner.query(
    `alter table administracion_cabeza disable trigger user; delete from administracion_cabeza where dia = '2026-06-19'; alter table administracion_cabeza enable trigger user`,
  )
  expect(await takeHeads()).toBe(1)
  const [first, again] = (await linesOfFile()).slice(-2)
  expect(again).toBe(first)
})
