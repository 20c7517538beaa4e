import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { emitFactura, followComprobante, stateComprobante, type ComprobanteNovedad, type Emitido } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { poolOf } from '../../../db/connect.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../../testing/emisor.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'
import { startSimulador, type SimuladorDePrueba } from '../../../testing/simulador.ts'
import { SEGUIMIENTOS, Seguimientos } from './seguir.service.ts'

let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  emisor = await buildEmisor(app, sri)
})
afterAll(async () => {
  await app?.close()
  await sri?.stop()
})

const emit = async () =>
  (
    await app.call<Emitido>(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
  ).data

it('O-108 follows a document to its end and stops by itself', async () => {
  const { id } = await emit()
  const worker = buildWorker(app, sri)
  const seen: ComprobanteNovedad[] = []
  for await (const novedad of new Seguimientos(app.deps).seguir(emisor.id, [id], async () => true, new AbortController().signal)) {
    seen.push(novedad)
    if (seen.length === 1) await worker.settle()
  }
  await worker.close()
  expect(seen.map((novedad) => novedad.estado)).toEqual(['EMITIDO', 'AUTORIZADO'])
  const answer = await app.call(followComprobante, { token: emisor.token, query: { ids: id } })
  expect(JSON.parse(answer.raw.toString())).toMatchObject({ id, estado: 'AUTORIZADO', estado_tributario: 1 })
})

it('O-108 ends when the session does, and shows nothing of another company', async () => {
  const { id } = await emit()
  let looks = 0
  const seen: ComprobanteNovedad[] = []
  for await (const novedad of new Seguimientos(app.deps).seguir(emisor.id, [id], async () => ++looks < 2, new AbortController().signal))
    seen.push(novedad)
  expect(seen).toHaveLength(1)
  const other = await buildEmisor(app, sri)
  const answer = await app.call(followComprobante, { token: other.token, query: { ids: id } })
  expect(answer.raw.toString()).toBe('')
  expect((await app.call(stateComprobante, { token: other.token, query: { ids: id } })).data).toEqual([])
})

it('tells at once how a document is, for pages without the stream', async () => {
  const { id, clave } = await emit()
  const { data } = await app.call<ComprobanteNovedad[]>(stateComprobante, { token: emisor.token, query: { ids: `${id},${randomUUID()}` } })
  expect(data).toEqual([
    {
      id,
      clave,
      estado: 'EMITIDO',
      estado_generacion: 2,
      estado_tributario: 2,
      codigo_sri: null,
      correo_estado: 'NINGUNO',
      autorizado_en: null,
      sri_callado: false,
      sin_respuesta: false,
    },
  ])
})

it('tells of those that wait, as soon as it is known, that the SRI does not answer', async () => {
  const { id } = await emit()
  const silence = (until: Date | null) =>
    app.owner.updateTable('servicio_sri').set({ abierto_hasta: until, callado_desde: until }).where('servicio', '=', 'RECEPCION').execute()
  const seen: boolean[] = []
  for await (const novedad of new Seguimientos(app.deps).seguir(
    emisor.id,
    [id],
    async () => seen.length < 3,
    new AbortController().signal,
  )) {
    seen.push(novedad.sri_callado)
    await silence(seen.length === 1 ? new Date(app.clock.now().getTime() + 60_000) : null)
  }
  expect(seen).toEqual([false, true, false])
})

it('R-7.1.3 tells of one document alone that its send had no answer, until the SRI answers it', async () => {
  const { id } = await emit()
  const callado = async () => {
    const { data } = await app.call<ComprobanteNovedad[]>(stateComprobante, { token: emisor.token, query: { ids: id } })
    return data.map(({ estado, sri_callado, sin_respuesta }) => [estado, sri_callado, sin_respuesta])
  }
  const worker = buildWorker(app, sri)
  await sri.control('POST', '/config', { caido: true })
  await worker.avance.ring(emisor.id, id)
  const silences = await app.owner.selectFrom('servicio_sri').select('abierto_hasta').where('abierto_hasta', 'is not', null).execute()
  expect([await callado(), silences]).toEqual([[['INCIERTO', false, true]], []])
  await sri.control('POST', '/config', { caido: false })
  await worker.settle()
  await worker.close()
  expect(await callado()).toEqual([['AUTORIZADO', false, false]])
})

it.each(['', 'x', `${randomUUID()},x`])('refuses «%s» as ids', async (ids) => {
  expect((await app.call(followComprobante, { token: emisor.token, query: { ids } })).status).toBe(422)
})

describe('O-122 streams have a ceiling', () => {
  const REFUSED = { status: 429, msg: 'Tiene demasiadas ventanas siguiendo documentos en vivo. Vuelva a intentar en 30 segundos.' }

  it('five of a user, fifty of a company, two hundred of a process, and each place comes back once', () => {
    const streams = new Seguimientos(app.deps)
    const takeUp = (usuario: string, empresa: string, n: number) => Array.from({ length: n }, () => streams.take(usuario, empresa))
    const [first] = takeUp('a', 'x', SEGUIMIENTOS.usuario)
    const refused = expect.objectContaining({ status: 429, retryAfter: 30 })
    expect(() => streams.take('a', 'x')).toThrow(refused)
    first?.()
    first?.()
    takeUp('a', 'x', 1)
    expect(() => streams.take('a', 'x')).toThrow(refused)
    for (let n = 1; n < 10; n++) takeUp(`x${n}`, 'x', 5)
    expect(() => streams.take('x10', 'x')).toThrow(refused)
    for (let n = 0; n < 30; n++) takeUp(`y${n}`, `y${n % 3}`, 5)
    expect([streams.size, SEGUIMIENTOS]).toEqual([200, { usuario: 5, empresa: 50, proceso: 200 }])
    expect(() => streams.take('z', 'z')).toThrow(refused)
  })

  it('one look serves all the streams of a company', async () => {
    const ids = await Promise.all([emit(), emit(), emit()])
    const streams = new Seguimientos(app.deps)
    const pool = poolOf(app.deps.db)
    let looks = 0
    const count = () => void looks++
    pool.on('acquire', count)
    const gone = new AbortController()
    const first = ids.map(({ id }) => streams.seguir(emisor.id, [id], async () => true, gone.signal))
    const seen = await Promise.all(first.map((stream) => stream.next()))
    pool.off('acquire', count)
    gone.abort()
    await Promise.all(first.map((stream) => stream.return(undefined)))
    expect([seen.map(({ value }) => (value as ComprobanteNovedad).id), looks]).toEqual([ids.map(({ id }) => id), 1])
  })

  it('a client that leaves, before the first line or after it, makes no line of error and gives its place back', async () => {
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' })
    const { id } = await emit()
    const calls = (n: number) =>
      Array.from({ length: n }, () => {
        const call = get(`${address}/app/v1/comprobante/seguir?ids=${id}`, {
          agent: false,
          headers: { authorization: `Bearer ${emisor.token}` },
        })
        return {
          call,
          answered: once(call, 'response').then(
            ([answer]) => (answer as IncomingMessage).statusCode,
            () => undefined,
          ),
        }
      })
    const statuses = (of: ReturnType<typeof calls>) => Promise.all(of.map(({ answered }) => answered))
    const leave = async (of: ReturnType<typeof calls>) => {
      for (const { call } of of) call.destroy()
      await vi.waitFor(
        async () => expect(await new Promise((resolve) => app.server.server.getConnections((_error, n) => resolve(n)))).toBe(0),
        { timeout: 20_000 },
      )
    }
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await app.owner.transaction().execute(async (tx) => {
      await sql`lock table documento in access exclusive mode`.execute(tx)
      const lost = calls(5)
      await untilWaiting(app)
      await leave(lost)
      expect(await statuses(lost)).toEqual(Array(5).fill(undefined))
    })
    const again = calls(5)
    expect(await statuses(again)).toEqual(Array(5).fill(200))
    expect(await app.call(followComprobante, { token: emisor.token, query: { ids: id } })).toMatchObject({
      ...REFUSED,
      headers: { 'retry-after': '30' },
    })
    await leave(again)
    expect(log.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('"error"'))).toEqual([])
    log.mockRestore()
  })
})
