import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { buildEmpresa } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { selloOf, type FilaAuditoria } from '../../sello.ts'
import { recordAuditoria } from './auditoria.service.ts'
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
    inEmpresa(app.deps.db, empresaId, (tx) => recordAuditoria(tx, { empresaId, usuarioId: null, en: app.clock.now(), accion, detalle: { ñ: 'á' } }))
  await record('serie.editar')
  await record('certificado.cargar')
  const seal = () => sealAuditoria({ db: createDb(pool), clock: app.clock })
  expect(await seal()).toBe(0)
  app.clock.advance(6_000)
  expect(await seal()).toBe(2)
  expect(await seal()).toBe(0)

  const { rows } = await sql<FilaAuditoria & { sello: Buffer }>`
    select a.empresa_id, a.id, a.en, a.usuario_id, a.actor_id, a.accion, a.objeto, a.detalle::text as detalle, s.sello from auditoria a
      join auditoria_sello s on s.empresa_id = a.empresa_id and s.id = a.id where a.empresa_id = ${empresaId} order by a.id`.execute(app.owner)
  const [first, second] = rows
  expect(first && selloOf(undefined, first)).toEqual(first?.sello)
  expect(second && selloOf(first?.sello, second)).toEqual(second?.sello)
  expect(second && selloOf(first?.sello, { ...second, actor_id: randomUUID() })).not.toEqual(second?.sello)
  expect(second && selloOf(first?.sello, { ...second, accion: 'otra' })).not.toEqual(second?.sello)
})
