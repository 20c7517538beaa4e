import { randomUUID } from 'node:crypto'
import { downloadRide, emitFactura, readPerfil, readReporte, type Emitido } from '@yupana/contract'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { poolOf } from '../../db/connect.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { Fila, FILA, FILA_CALCULO_EMPRESA } from './fila.ts'
import { forgetSession, hashToken, requireSession } from '../sesion/session.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('the line of a person', () => {
  const calls = (fila: Fila, quien: string, many: number) => {
    const served: number[] = []
    const over = Array.from({ length: many }, () => new AbortController())
    const all = over.map(async ({ signal }, n) => (await fila.take(quien, signal)) && served.push(n))
    return { served, end: (n: number) => over[n]!.abort(), all }
  }

  it('serves two at once and the others as they came; other people do not wait', async () => {
    const fila = new Fila()
    const { served, end } = calls(fila, 'a', 5)
    const other = calls(fila, 'b', 1)
    await turn()
    expect([served, other.served]).toEqual([[0, 1], [0]])
    end(1)
    await turn()
    end(0)
    await turn()
    expect(served).toEqual([0, 1, 2, 3])
    // The last one leaves at the moment of its turn.
    for (const n of [2, 3, 4]) end(n)
    other.end(0)
    await turn()
    expect([served, fila.size]).toEqual([[0, 1, 2, 3], 0])
  })

  it('who asks for more than a hand opens is served one at a time, until few wait', async () => {
    const fila = new Fila()
    const { served, end } = calls(fila, 'a', 9)
    await turn()
    const counts = [served.length]
    for (let n = 0; n < 7; n++) {
      end(n)
      await turn()
      counts.push(served.length)
    }
    // Seven wait behind two: the first end hands over no turn; with four left the second place is used again.
    expect(counts).toEqual([2, 2, 3, 4, 5, 7, 8, 9])
  })

  it('who comes later passes nobody, though a place is free', async () => {
    const fila = new Fila()
    const first = calls(fila, 'a', 9)
    await turn()
    first.end(0)
    await turn()
    const later = calls(fila, 'a', 1)
    await turn()
    expect([first.served, later.served]).toEqual([[0, 1], []])
    for (let n = 1; n < 9; n++) {
      first.end(n)
      await turn()
    }
    expect([first.served.length, later.served]).toEqual([9, [0]])
  })

  it('who left is not served, gives a turn back once, and nobody is remembered in the end', async () => {
    const fila = new Fila()
    const { served, end, all } = calls(fila, 'a', 4)
    await turn()
    end(2)
    for (const n of [0, 0, 1]) end(n)
    await turn()
    expect(served).toEqual([0, 1, 3])
    end(3)
    await Promise.all(all)
    expect(fila.size).toBe(0)
  })

  it('the one too many is refused at once, and who waited too long then', async () => {
    const fila = new Fila({ ...FILA, alaVez: 1, enEspera: 1, esperaMs: 20 })
    const over = new AbortController()
    expect(await fila.take('a', over.signal)).toBe(true)
    const refusal = { status: 429, retryAfter: 5, message: 'Abrió demasiados documentos a la vez. Vuelva a intentar en 5 segundos.' }
    const [waited, refused] = [fila.take('a', over.signal), fila.take('a', over.signal)].map((taken) =>
      expect(taken).rejects.toMatchObject(refusal),
    )
    await refused
    await waited
    over.abort()
    expect(fila.size).toBe(0)
  })
})

describe('forty calls of one person', () => {
  let app: TestApp
  afterEach(() => app?.close())

  it('ask for their session once; after a change of it the next asks anew, though they still wait', async () => {
    app = await buildTestApp()
    const { username } = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const { token } = await app.signIn(username)
    const request = { headers: { authorization: `Bearer ${token}` } } as FastifyRequest
    const asked = vi.spyOn(poolOf(app.deps.db), 'connect')
    const before = Array.from({ length: 40 }, () => requireSession(app.deps, request))
    forgetSession(app.deps, hashToken(token))
    const all = await Promise.all([...before, ...Array.from({ length: 40 }, () => requireSession(app.deps, request))])
    expect(new Set(all.map((session) => session.username))).toEqual(new Set([username]))
    expect(asked).toHaveBeenCalledTimes(2)
  })

  it('that print take two turns at once; whoever else asks is answered, and no call is lost', async () => {
    app = await buildTestApp()
    const empresa = await buildEmpresa(app)
    const users = [await buildUsuario(app, { empresas: [empresa] }), await buildUsuario(app, { empresas: [empresa] })] as const
    await buildCertificadoRow(app, empresa, users[0], { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
    const [token, other] = [(await app.signIn(users[0].username)).token, (await app.signIn(users[1].username)).token]
    const id = randomUUID()
    const emitted = await app.call<Emitido>(emitFactura, {
      token,
      params: { id },
      body: facturaForm(),
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(emitted.status).toBe(200)

    let release = () => undefined as void
    const released = new Promise<void>((resolve) => (release = resolve))
    const drawn = vi.spyOn(app.deps.imprenta, 'ride').mockImplementation(() => released.then(() => new Uint8Array([37])))
    const read = (of: string) => app.call(downloadRide, { token: of, params: { id } })
    const all = Array.from({ length: 40 }, () => read(token))
    await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(FILA.alaVez))
    const beside = read(other)
    expect((await app.call(readPerfil, { token })).status).toBe(200)
    await vi.waitFor(() => expect(drawn).toHaveBeenCalledTimes(FILA.alaVez + 1))
    release()
    expect(new Set((await Promise.all([...all, beside])).map(({ status }) => status))).toEqual(new Set([200]))
    expect(drawn).toHaveBeenCalledTimes(41)
  })

  it('of a company that compute from all its documents take three turns at once; a pool of ten is left to everybody else', async () => {
    app = await buildTestApp()
    const empresa = await buildEmpresa(app)
    const tokens: string[] = []
    for (let n = 0; n < 4; n++) tokens.push((await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token)
    const query = { reporte: 'ventas', desde: '2026-01-01', hasta: '2026-06-30', size: '20' }
    const locked = await app.owner.startTransaction().execute()
    await sql`lock table documento in access exclusive mode`.execute(locked)
    const all = tokens.flatMap((token) => Array.from({ length: 5 }, () => app.call(readReporte, { token, query })))
    await untilWaiting(app, FILA_CALCULO_EMPRESA.alaVez)
    expect((await app.call(readPerfil, { token: tokens[0]! })).status).toBe(200)
    await untilWaiting(app, FILA_CALCULO_EMPRESA.alaVez)
    await locked.commit().execute()
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]))
  })
})
