import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { reviewAuditoria } from '../../invariantes/auditoria.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { openSesionOf } from '../../testing/sesiones-que-no-sirven.ts'
import { selloOf, type FilaAuditoria } from '../../secretos/sello.ts'
import { recordAuditoria } from './hecho-empresa.sql.ts'
import { recordDeUsuario } from './hecho.service.ts'
import { sealAuditoria } from './sellado.service.ts'

let app: TestApp
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  app = await buildTestApp()
  pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })
})
afterAll(async () => {
  await pool?.end()
  await app?.close()
})

it('seals what rested five seconds, each row over the one before, once', async () => {
  const { id: empresaId } = await buildEmpresa(app)
  const record = (accion: string) =>
    inEmpresa(app.deps.db, empresaId, (tx) =>
      recordAuditoria(tx, { empresaId, usuarioId: null, en: app.clock.now(), accion, detalle: { ñ: 'á' } }),
    )
  await record('serie.editar')
  await record('certificado.cargar')
  const seal = () => sealAuditoria({ db: createDb(pool), clock: app.clock })
  expect(await seal()).toBe(0)
  app.clock.advance(6_000)
  expect(await seal()).toBe(2)
  expect(await seal()).toBe(0)

  const { rows } = await sql<FilaAuditoria & { sello: Buffer }>`
    select a.empresa_id, a.id, a.en, a.usuario_id, a.actor_id, a.accion, a.objeto, a.detalle::text as detalle, s.sello from auditoria a
      join auditoria_sello s on s.empresa_id = a.empresa_id and s.id = a.id where a.empresa_id = ${empresaId} order by a.id`.execute(
    app.owner,
  )
  const [first, second] = rows
  expect(first && selloOf(undefined, first)).toEqual(first?.sello)
  expect(second && selloOf(first?.sello, second)).toEqual(second?.sello)
  expect(second && selloOf(first?.sello, { ...second, actor_id: randomUUID() })).not.toEqual(second?.sello)
  expect(second && selloOf(first?.sello, { ...second, accion: 'otra' })).not.toEqual(second?.sello)
})

it('what is committed late is sealed behind what had passed it by, in the company and in the installation, and the chains hold', async () => {
  const empresa = await buildEmpresa(app)
  const [{ id: soporte }, { id }] = [
    await buildUsuario(app, { empresas: [], superAdmin: true }),
    await buildUsuario(app, { empresas: [empresa] }),
  ]
  const prueba = await openSesionOf(app, soporte)
  const record = (accion: string, meanwhile = async () => {}) =>
    app.deps.db.transaction().execute(async (tx) => {
      await recordDeUsuario(tx, { prueba, objeto: id, en: app.clock.now(), accion })
      await meanwhile()
    })
  const seal = () => sealAuditoria({ db: createDb(pool), clock: app.clock })
  const owner = createPool(app.database.adminUrl, 'yupana_owner', { max: 1 })
  const problems = async () => (await reviewAuditoria({ owner })).flatMap(({ ejemplos }) => ejemplos)

  await record('prueba.lenta', async () => {
    await record('prueba.rauda')
    app.clock.advance(20_000)
    expect([await seal(), await seal()]).toEqual([2, 0])
    expect(await problems()).toEqual([])
  })
  await record('prueba.ultima')
  app.clock.advance(6_000)
  expect([await seal(), await seal()]).toEqual([4, 0])
  expect(await problems()).toEqual([])
  const { rows } = await sql<{
    accion: string
  }>`select a.accion from auditoria_sello s join auditoria a on a.id = s.id and a.empresa_id = s.empresa_id where s.empresa_id = ${empresa.id} order by s.orden`.execute(
    app.owner,
  )
  expect(rows.map(({ accion }) => accion)).toEqual(['prueba.rauda', 'prueba.lenta', 'prueba.ultima'])

  // What no seal ever reaches is told all the same.
  await owner.query(`insert into auditoria (empresa_id, id, en, accion) overriding system value values ($1, 0, $2, 'prueba.escondida')`, [
    empresa.id,
    '2026-01-01T00:00:00Z',
  ])
  expect(await problems()).toEqual([`empresa ${empresa.id}: la fila 0 quedó sin sello`])
  await owner.end()
})
