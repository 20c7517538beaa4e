import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  authLogout,
  calculateFactura,
  emitFactura,
  passwordRequirements,
  readPerfil,
  saveLogo,
  searchPersona,
  searchProducto,
} from '@yupana/contract'
import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { readConfig } from '../../config/config.ts'
import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { errors } from '../../errors.ts'
import { rootFolder } from '../../instalacion/root-folder.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, CLAVE_MAESTRA, tokenOfNew } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { Desconocidos } from '../rechazos/desconocidos.ts'
import { takeShared, takeSmooth } from './limites-conteo.ts'
import { LIMITES, limiteOf, limitePublico, waitingWords, type Limite } from './limites.ts'

// Reliability §3.5: how often a call may be made.

interface Def {
  type: string
  checks?: { _zod: { def: { check: string } } }[]
  shape?: Record<string, { _zod: { def: unknown } }>
  [key: string]: unknown
}

/** Places in a schema with a list of unlimited length. */
function listsWithoutEnd(schema: { _zod: { def: unknown } }, at = ''): string[] {
  const def = schema._zod.def as Def
  const isEndless = def.type === 'array' && !def.checks?.some(({ _zod }) => /^(max_length|length_equals)$/.test(_zod.def.check))
  const inner = ['element', 'innerType', 'in', 'left', 'right', 'options']
    .flatMap((key) => [def[key]].flat())
    .filter((value) => typeof value === 'object' && value !== null && '_zod' in value)
  return [
    ...(isEndless ? [at] : []),
    ...inner.flatMap((one) => listsWithoutEnd(one as typeof schema, at)),
    ...Object.entries(def.type === 'object' ? (def.shape ?? {}) : {}).flatMap(([name, field]) => listsWithoutEnd(field, `${at}.${name}`)),
  ]
}

const MINUTE = 60_000
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let tokens: [string, string]

beforeAll(async () => {
  app = await buildTestApp({ env: { LIMITE_BUSQUEDAS: '600', LIMITE_LECTURAS: '20', LIMITE_CALCULOS: '300', LIMITE_EMISIONES: '3' } })
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
    expect(refused).toMatchObject({
      status: 429,
      msg: 'Demasiadas búsquedas seguidas. Vuelva a intentar en 1 segundo.',
      headers: { 'retry-after': '1' },
    })
    expect(await statuses(5, () => search(tokens[1]))).toEqual([5, 0])
    app.clock.advance(1_000)
    expect(await statuses(20, () => search(tokens[0]))).toEqual([10, 10])
  })

  it('two instances together answer no more in a minute than one', async () => {
    const instances = await Promise.all(
      [1, 2].map(() => buildTestApp({ database: { ...app.database, close: async () => undefined }, env: { LIMITE_BUSQUEDAS: '40' } })),
    )
    const token = await tokenOfNew(app, { empresas: [empresa] })
    const answers = await Promise.all(instances.map((instance) => statuses(40, () => instance.call(searchPersona, { token }))))
    expect(answers.map(([answered = 0, refused = 0]) => answered + refused)).toEqual([40, 40])
    expect(answers.reduce((sum, [answered = 0]) => sum + answered, 0)).toBe(40)
    await Promise.all(instances.map((instance) => instance.close()))
  })

  it('lets steady use of 600 in a minute through', () => {
    const start = Date.parse('2026-06-15T10:00:00Z')
    const waits = Array.from({ length: 600 }, (_, n) =>
      takeSmooth(app.deps.db, 'constante', { veces: 600, ms: MINUTE }, 60, new Date(start + n * 100)),
    )
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
      msg: 'Su empresa llegó al máximo de emisiones por minuto; el documento no se perdió. Vuelva a intentar en 60 segundos.',
      headers: { 'retry-after': '60' },
    })
    app.clock.advance(MINUTE)
    for (const sending of refused) expect((await emit(sending)).status).toBe(200)
    const issued = await app.owner
      .selectFrom('documento')
      .select('secuencial')
      .where('empresa_id', '=', empresa.id)
      .orderBy('secuencial')
      .execute()
    expect(issued.map(({ secuencial }) => secuencial)).toEqual([1, 2, 3, 4, 5])
  })
})

describe('what all instances count together', () => {
  it('holds over two instances and a burst from both at once, and slides', async () => {
    const pool = createPool(app.database.appUrl, 'yupana_app', { max: 4 })
    const instances = [app.deps.db, createDb(pool)]
    const take = (n: number, now: Date) =>
      Promise.all(Array.from({ length: n }, (_, at) => takeShared(instances[at % 2]!, 'dos', { veces: 10, ms: 60 * MINUTE }, now)))
    const at = (minutes: number) => new Date(Date.parse('2026-06-15T10:00:00Z') + minutes * MINUTE)
    expect((await take(4, at(0))).filter((wait) => wait === 0)).toHaveLength(4)
    expect((await take(20, at(30))).filter((wait) => wait === 0)).toHaveLength(6)
    expect(new Set(await take(2, at(45)))).toEqual(new Set([15 * MINUTE]))
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

  const countCalls = () =>
    sql<{ marcas: number }>`select cardinality(en) as marcas from limite_uso where clave = 'lotes'`.execute(app.owner)
})

describe('O-122 refusals before anybody is known: by network', () => {
  const invented = () => randomBytes(44).toString('base64url').slice(0, 59)
  const refused = async (red: string, n: number) => {
    const answers = await Promise.all(Array.from({ length: n }, () => app.call(readPerfil, { token: invented(), red })))
    return [401, 429].map((status) => answers.filter((answer) => answer.status === status).length)
  }

  it('few are answered as they are, then 429 in words and with a line; a session that serves or has ended is none of them', async () => {
    const red = '10.78.0.1'
    const lines: string[] = []
    const written = vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
    const unknown = (remoteAddress: string, headers = {}) => app.server.inject({ url: '/app/nada', remoteAddress, headers })
    const other = await buildEmpresa(app)
    const [serves, ended] = [await tokenOfNew(app, { empresas: [other] }), await tokenOfNew(app, { empresas: [other] })]
    await app.call(authLogout, { token: ended })
    const counts = [await refused(red, 4), [(await unknown(red)).statusCode], await refused(red, 8)]
    const beyond = await unknown(red, { 'x-forwarded-for': '10.78.9.9' })
    const line = lines.map((text) => JSON.parse(text) as object).at(-1)
    written.mockRestore()
    expect(counts).toEqual([[4, 0], [404], [5, 3]])
    expect(beyond.json()).toMatchObject({ status: '429', msg: 'Demasiadas consultas seguidas. Vuelva a intentar en 6 segundos.' })
    expect(beyond.headers['retry-after']).toBe('6')
    expect(line).toMatchObject({ event: 'refused', status: 429, code: 'LIMIT', network: red })
    expect((await app.call(readPerfil, { token: serves, red })).status).toBe(200)
    expect((await app.call(readPerfil, { token: ended, red })).status).toBe(401)
    expect((await unknown('10.78.0.2')).statusCode).toBe(404)
  })

  it('IPv6 by /64, and by /48 four times as many', async () => {
    expect([await refused('2001:db8:5:1::1', 8), await refused('2001:db8:5:1::2', 4)]).toEqual([
      [8, 0],
      [2, 2],
    ])
    for (const group of [2, 3, 4]) expect(await refused(`2001:db8:5:${group}::1`, 10)).toEqual([10, 0])
    expect([await refused('2001:db8:5:9::1', 1), await refused('2001:db8:6:9::1', 1)]).toEqual([
      [0, 1],
      [1, 0],
    ])
  })

  describe('what is beyond', () => {
    const TURNO_MS = 20
    // Turns go by the machine's clock, which is stopped here.
    beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
    afterEach(() => vi.useRealTimers())

    it('is answered one after the other, so that a hundred at once wait for themselves alone', async () => {
      const token = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
      await refused('10.78.1.1', 10)
      const waiting: [number, () => void][] = []
      const held = vi.spyOn(Desconocidos.prototype, 'hold').mockImplementation((ms, send) => void waiting.push([ms, send]))
      const flood = refused('10.78.1.1', 40)
      await vi.waitFor(() => expect(waiting.map(([ms]) => ms)).toEqual(Array.from({ length: 39 }, (_, n) => (n + 1) * TURNO_MS)))
      expect((await app.call(readPerfil, { token, red: '10.78.1.1' })).status).toBe(200)
      for (const [, send] of waiting) send()
      expect(await flood).toEqual([0, 40])
      held.mockRestore()
    })

    it('waits no longer than ten seconds: that connection ends', () => {
      const desconocidos = new Desconocidos(app.deps)
      const request = { ip: '10.78.2.1' } as FastifyRequest
      const all = Array.from({ length: 600 }, () => desconocidos.answerTo(request, errors.notFound()))
      const kept = all.filter(({ isLast }) => !isLast)
      expect([kept.length, kept.at(-1)?.waitMs]).toEqual([10 + 10_000 / TURNO_MS + 1, 10_000])
      expect(all.at(-1)).toMatchObject({ waitMs: 0, isLast: true, answer: { status: 429 } })
    })

    it('is sent at once by a server that ends', async () => {
      const other = await buildTestApp({ env: { LIMITE_LECTURAS: '20' }, database: { ...app.database, close: async () => undefined } })
      const sent = vi.fn()
      // An hour, so that only the closing server sends it.
      const held = vi
        .spyOn(Desconocidos.prototype, 'answerTo')
        .mockReturnValueOnce({ answer: errors.notFound(), waitMs: 3_600_000, isLast: false })
      const answer = other.call(readPerfil, { red: '10.78.3.1' }).then(sent)
      await vi.waitFor(() => expect(held).toHaveBeenCalled())
      expect(sent).not.toHaveBeenCalled()
      await other.close()
      await answer
      expect(sent).toHaveBeenCalledWith(expect.objectContaining({ status: 404 }))
      held.mockRestore()
    })
  })
})

describe('O-122 which call costs what', () => {
  it('every call has a limit by its cost; only the proof of who somebody is is counted elsewhere', () => {
    for (const { endpoint, policy } of app.router.entries) {
      const limite = policy === 'public' ? limitePublico(endpoint) : limiteOf(endpoint, policy.limite)
      const subida = endpoint.path.includes('/video_parte/') ? LIMITES.parteVideo : LIMITES.subida
      if (endpoint.upload) expect(limite, endpoint.path).toBe(subida)
      if (endpoint.method === 'GET' && endpoint.path.includes('/search')) expect(limite, endpoint.path).toBe(LIMITES.busqueda)
      if (/\/(calcular|duplicar\/:id)$/.test(endpoint.path)) expect(limite, endpoint.path).toBe(LIMITES.calculo)
      if (/\/(emitir|corregir|registrar)\/:id$/.test(endpoint.path)) expect(limite, endpoint.path).toBe(LIMITES.emision)
      if (endpoint.path.includes('exportar')) expect(limite, endpoint.path).toBe(LIMITES.exportacion)
      if (endpoint.costo !== 'identidad') expect(limite, endpoint.path).toBeDefined()
    }
  })

  it('calculations: 30 at once, fewer the longer they are, counted before the body is read', async () => {
    const token = await tokenOfNew(app, { empresas: [empresa] })
    const calculate = (length: number) => app.call(calculateFactura, { token, body: { sobra: 'x'.repeat(length) } })
    const refused = { status: 429, headers: { 'retry-after': '1' }, msg: 'Demasiados cálculos seguidos. Vuelva a intentar en 1 segundo.' }
    for (let n = 0; n < 4; n++) expect((await calculate(110_000)).status).toBe(422)
    for (let n = 0; n < 6; n++) expect((await calculate(10)).status).toBe(422)
    expect(await calculate(10)).toMatchObject(refused)
    app.clock.advance(200)
    expect((await calculate(10)).status).toBe(422)
  })

  it('cheap calls are smoothed in the process and cost no statement; a company has ten times the places of one of its people', async () => {
    const people = await Promise.all(Array.from({ length: 11 }, () => buildUsuario(app, { empresas: [empresa] })))
    const counts = []
    for (const { username } of people) {
      const { token } = await app.signIn(username)
      counts.push(await statuses(21, () => app.call(readPerfil, { token })))
    }
    expect(counts).toEqual([...Array<number[]>(10).fill([20, 1]), [0, 21]])
    expect(await statuses(21, () => app.call(passwordRequirements, { red: '10.77.0.1' }))).toEqual([20, 1])
    const { rows } = await sql`select 1 from limite_uso where clave like 'lectura%' or clave like 'publica%'`.execute(app.owner)
    expect(rows).toEqual([])
  })

  it('every list of a form has a ceiling, which is looked at before any of its lines is parsed', async () => {
    const endless = app.router.entries.flatMap(({ endpoint: { path, body } }) =>
      body ? listsWithoutEnd(body).map((campo) => `${path} ${campo}`) : [],
    )
    expect(endless).toEqual([])
    const token = await tokenOfNew(app, { empresas: [empresa] })
    const answer = await app.call(calculateFactura, {
      token,
      body: { ...facturaForm(), lineas: Array.from({ length: 1_001 }, () => ({ cantidad: 'dos' })) },
    })
    expect([answer.status, answer.problems]).toEqual([422, [{ campo: 'lineas', message: 'Un documento admite hasta 1000 líneas.' }]])
  })

  it('docs/limites.md says how often each cost may be made, and answers for every call', () => {
    const lines = readFileSync(path.join(rootFolder(), 'docs/limites.md'), 'utf8').split('\n')
    const config = readConfig({ CLAVE_MAESTRA })
    const costs = Object.values(LIMITES).map((limite: Limite) => {
      const { nombre, por, segundos, rafaga, soloProceso } = limite
      return `| \`${nombre}\` | ${por} | ${limite.veces(config)} in ${waitingWords(segundos)} | ${rafaga ?? '—'} | ${soloProceso ? 'in the process' : 'by all instances'} |`
    })
    expect(costs.filter((row) => !lines.includes(row)).join('\n')).toBe('')
    const told = new Map(
      lines.flatMap((line) => {
        const [, call, costo, answer] = /^\| `((?:GET|POST|PUT|DELETE) [^`]+)` \| `(\w+)` \| (.{20,}) \|$/.exec(line) ?? []
        return call && answer ? [[call, costo] as const] : []
      }),
    )
    const used = new Set<string>()
    const missing = app.router.entries.flatMap(({ endpoint: { method, path: at, costo } }) => {
      const call = [at, at.replace(/^\/v1\/(documento|nota|liquidacion_compra|retencion|guia_remision|comprobante)\//, '/v1/{documento}/')]
        .map((place) => `${method} ${place}`)
        .find((one) => told.get(one) === costo)
      if (call) used.add(call)
      return call ? [] : [`| \`${method} ${at}\` | \`${costo}\` |`]
    })
    expect(missing.join('\n')).toBe('')
    expect([...told.keys()].filter((call) => !used.has(call))).toEqual([])
  })

  it('uploads: 60 in an hour, counted before the file is read', async () => {
    const upload = () => app.call(saveLogo, { token: tokens[1], body: {} })
    for (let n = 0; n < 60; n++) expect((await upload()).status).toBe(415)
    expect(await upload()).toMatchObject({ status: 429, msg: 'Subió demasiados archivos en una hora. Vuelva a intentar en 60 minutos.' })
  })

  it('the wait is said in words that are never too short', () => {
    expect([1, 90, 121, 3_600, 7_200, 7_201, 86_400].map(waitingWords)).toEqual([
      '1 segundo',
      '90 segundos',
      '3 minutos',
      '60 minutos',
      '120 minutos',
      '3 horas',
      '24 horas',
    ])
  })
})
