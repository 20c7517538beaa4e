import { randomUUID } from 'node:crypto'
import { emitFactura, saveLogo, searchPersona, searchProducto } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../db/connect.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../testing/builders.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { facturaForm } from '../testing/emisor.ts'
import { takeShared, takeSmooth } from './limites-conteo.ts'
import { LIMITES, limiteOf, waitingWords } from './limites.ts'

// Reliability §3.5: how often a call may be made.

const MINUTE = 60_000
let app: TestApp
let empresa: { id: string; ruc: string }
let tokens: [string, string]

beforeAll(async () => {
  app = await buildTestApp({ env: { LIMITE_BUSQUEDAS: '600', LIMITE_EMISIONES: '3' } })
  empresa = await buildEmpresa(app)
  const users = [await buildUsuario(app, { empresas: [empresa] }), await buildUsuario(app, { empresas: [empresa] })] as const
  await buildCertificadoRow(app, empresa, users[0], { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  tokens = [(await app.signIn(users[0].username)).token, (await app.signIn(users[1].username)).token]
})
afterAll(() => app?.close())

const statuses = async (n: number, call: () => Promise<{ status: number }>) => {
  const answers = await Promise.all(Array.from({ length: n }, call))
  return [200, 429].map((status) => answers.filter((answer) => answer.status === status).length)
}

describe('searches of a user: 600 a minute, 60 at once', () => {
  it('answers 60 of 80 at once, the others with 429 and when to come again; another user is not touched', async () => {
    const search = (token: string) => app.call(searchPersona, { token })
    expect(await statuses(80, () => search(tokens[0]))).toEqual([60, 20])
    const refused = await app.call(searchProducto, { token: tokens[0] })
    expect(refused).toMatchObject({ status: 429, msg: 'Demasiadas búsquedas seguidas. Vuelva a intentar en 1 segundo.', headers: { 'retry-after': '1' } })
    expect(await statuses(5, () => search(tokens[1]))).toEqual([5, 0])
    app.clock.advance(1_000)
    expect(await statuses(20, () => search(tokens[0]))).toEqual([10, 10])
  })

  it('two instances together answer no more in a minute than one', async () => {
    const instances = await Promise.all([1, 2].map(() => buildTestApp({ database: { ...app.database, close: async () => undefined }, env: { LIMITE_BUSQUEDAS: '40' } })))
    const { token } = await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)
    const answers = await Promise.all(instances.map((instance) => statuses(40, () => instance.call(searchPersona, { token }))))
    expect(answers.map(([answered = 0, refused = 0]) => answered + refused)).toEqual([40, 40])
    expect(answers.reduce((sum, [answered = 0]) => sum + answered, 0)).toBe(40)
    await Promise.all(instances.map((instance) => instance.close()))
  })

  it('lets steady use of 600 in a minute through', () => {
    const start = Date.parse('2026-06-15T10:00:00Z')
    const waits = Array.from({ length: 600 }, (_, n) => takeSmooth(app.deps.db, 'constante', { veces: 600, ms: MINUTE }, 60, new Date(start + n * 100)))
    expect(waits.every((wait) => wait === 0)).toBe(true)
  })
})

describe('emissions of a company', () => {
  it('refuses beyond the limit, takes nothing, and accepts the same sending later', async () => {
    const sendings = Array.from({ length: 5 }, () => ({ id: randomUUID(), key: randomUUID() }))
    const emit = ({ id, key }: { id: string; key: string }, token = tokens[0]) =>
      app.call(emitFactura, { token, params: { id }, headers: { 'idempotency-key': key }, body: facturaForm() })
    const first = await Promise.all(sendings.map((sending, n) => emit(sending, tokens[n % 2])))
    const refused = sendings.filter((_, n) => first[n]?.status === 429)
    expect([first.filter(({ status }) => status === 200).length, refused.length]).toEqual([3, 2])
    expect(first.find(({ status }) => status === 429)).toMatchObject({
      msg: 'Su empresa llegó al máximo de emisiones por minuto; el documento no se perdió. Vuelva a intentar en 60 segundos.', headers: { 'retry-after': '60' },
    })
    app.clock.advance(MINUTE)
    for (const sending of refused) expect((await emit(sending)).status).toBe(200)
    const issued = await app.owner.selectFrom('documento').select('secuencial').where('empresa_id', '=', empresa.id).orderBy('secuencial').execute()
    expect(issued.map(({ secuencial }) => secuencial)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('what all instances count together', () => {
  it('holds over two instances and a burst from both at once, and slides', async () => {
    const pool = createPool(app.database.appUrl, 'yupana_app', { max: 4 })
    const instances = [app.deps.db, createDb(pool)]
    const take = (n: number, now: Date) => Promise.all(Array.from({ length: n }, (_, at) => takeShared(instances[at % 2]!, 'dos', { veces: 10, ms: 60 * MINUTE }, now)))
    const at = (minutes: number) => new Date(Date.parse('2026-06-15T10:00:00Z') + minutes * MINUTE)
    expect((await take(4, at(0))).filter((wait) => wait === 0)).toHaveLength(4)
    expect((await take(20, at(30))).filter((wait) => wait === 0)).toHaveLength(6)
    expect(new Set((await take(2, at(45))))).toEqual(new Set([15 * MINUTE]))
    expect((await take(20, at(60))).filter((wait) => wait === 0)).toHaveLength(4)
    expect((await take(1, at(61)))[0]).toBe(29 * MINUTE)
    await pool.end()
  })

  it('spends a big limit in lots, so that one statement serves many calls, and never more than the limit', async () => {
    const { rows: before } = await countCalls()
    const now = new Date('2026-06-15T10:00:00Z')
    const waits = []
    for (let n = 0; n < 620; n++) waits.push(await takeShared(app.deps.db, 'lotes', { veces: 600, ms: MINUTE }, now))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(600)
    const { rows: after } = await countCalls()
    expect(before).toEqual([])
    expect(after).toEqual([{ marcas: 30 }])
  })

  const countCalls = () => sql<{ marcas: number }>`select cardinality(en) as marcas from limite_uso where clave = 'lotes'`.execute(app.owner)
})

describe('which call has which limit', () => {
  it('every search, every upload and every emission has one', () => {
    for (const { endpoint, policy } of app.router.entries) {
      if (policy === 'public') continue
      const limite = limiteOf(endpoint, policy.limite)
      if (endpoint.upload) expect(limite, endpoint.path).toBe(LIMITES.subida)
      if (endpoint.method === 'GET' && endpoint.path.includes('/search')) expect(limite, endpoint.path).toBe(LIMITES.busqueda)
      if (/\/(emitir|corregir|registrar)\/:id$/.test(endpoint.path)) expect(limite, endpoint.path).toBe(LIMITES.emision)
    }
  })

  it('uploads: 60 in an hour, counted before the file is read', async () => {
    const upload = () => app.call(saveLogo, { token: tokens[1], body: {} })
    for (let n = 0; n < 60; n++) expect((await upload()).status).toBe(415)
    expect(await upload()).toMatchObject({ status: 429, msg: 'Subió demasiados archivos en una hora. Vuelva a intentar en 60 minutos.' })
  })

  it('the wait is said in words that are never too short', () => {
    expect([1, 90, 121, 3_600, 7_200, 7_201, 86_400].map(waitingWords)).toEqual(['1 segundo', '90 segundos', '3 minutos', '60 minutos', '120 minutos', '3 horas', '24 horas'])
  })
})
