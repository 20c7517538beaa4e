import { recoverPass, resetPass } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { cleanCuentas } from './limpieza.sql.ts'

const DAY = 86_400_000
let app: TestApp
let pool: ReturnType<typeof createPool>

beforeAll(async () => {
  app = await buildTestApp()
  pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 1 })
})
afterAll(async () => {
  await pool?.end()
  await app?.close()
})

const clean = () => cleanCuentas({ db: createDb(pool), clock: app.clock })
const TABLES = ['intento_ingreso', 'restablecimiento', 'desafio_ingreso', 'carta_cuenta', 'sesion', 'limite_uso'] as const
const counts = async () => {
  const { rows } = await sql
    .raw<Record<string, number>>(`select ${TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`)
    .execute(app.owner)
  return rows[0]
}

it('forgets failures, codes and counts after days, letters and sessions after a month, and nothing before', async () => {
  const { username, mail } = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
  await app.signIn(username)
  await app.signIn(username, { password: 'mala' }).catch(() => undefined)
  await app.call(recoverPass, { body: { email: mail } })
  await app.call(resetPass, { body: { new_pass: 'x', reset_code: 'x' } })
  await sql`insert into desafio_ingreso (desafio_hash, usuario_id, falta, vence_en) select sha256(username::bytea), id, 'CODIGO', ${app.clock.now()} from usuario`.execute(
    app.owner,
  )
  const before = await counts()
  expect(Object.values(before ?? {}).every((count) => count > 0)).toBe(true)
  await clean()
  expect(await counts()).toEqual(before)
  app.clock.advance(3 * DAY)
  await clean()
  expect(await counts()).toEqual({ ...before, intento_ingreso: 0, restablecimiento: 0, desafio_ingreso: 0, limite_uso: 0 })
  app.clock.advance(28 * DAY)
  await clean()
  expect(await counts()).toEqual({ intento_ingreso: 0, restablecimiento: 0, desafio_ingreso: 0, carta_cuenta: 0, sesion: 0, limite_uso: 0 })
})
