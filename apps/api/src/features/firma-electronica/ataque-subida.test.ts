import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32 } from 'node:zlib'
import {
  beginVideoFirma,
  createFirma,
  payOrden,
  pathOf,
  readDocumentoFirma,
  readPago,
  uploadDocumentoFirma,
  uploadParteVideo,
  type Endpoint,
  type SolicitudFirma,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { huella } from '../../testing/huella.ts'
import { pngOf } from '../../testing/images.ts'

let app: TestApp
let empresaId: EmpresaId
let token: string
let orden: string
let solicitud: string

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-24T10:00:00-05:00' })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app?.close())
beforeEach(async () => {
  const empresa = await buildEmpresa(app)
  empresaId = empresa.id
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(usuario.username)).token
  orden = randomUUID()
  const en = app.clock.now()
  await sql`
    insert into orden (empresa_id, id, usuario_id, comprador, lineas, subtotal, iva, total, vence, creada_en, editada_en)
    values (${empresaId}, ${orden}, ${usuario.id}, 'X', '[]', 1, 0, 1, '2026-12-31', ${en}, ${en})`.execute(app.owner)
  const headers = { 'idempotency-key': randomUUID() }
  solicitud = (await app.call<SolicitudFirma>(createFirma, { token, headers, body: { tipo: 'NATURAL', anios: 1 } })).data.id
})

const formOf = (bytes: Buffer, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'foto.png')
  return form
}
/** The two uploads of a picture: the receipt of an order, and a photograph of a request. */
const DOORS = {
  comprobante: {
    send: (bytes: Buffer) => app.call(payOrden, { token, params: { id: orden }, form: formOf(bytes, { referencia: '1' }) }),
    read: () => app.call(readPago, { token, params: { id: orden } }),
  },
  foto: {
    send: (bytes: Buffer) => app.call(uploadDocumentoFirma, { token, params: { id: solicitud }, form: formOf(bytes, { clase: 'SELFIE' }) }),
    read: () => app.call(readDocumentoFirma, { token, params: { id: solicitud }, query: { clase: 'SELFIE' } }),
  },
} as const
const doors = Object.keys(DOORS) as (keyof typeof DOORS)[]

/** A picture of a few KB that declares nine hundred million pixels. */
function bombOf(): Buffer {
  const png = Buffer.from(pngOf(600, 600))
  png.writeUInt32BE(30_000, 16)
  png.writeUInt32BE(30_000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

describe.each(doors)('an upload made to hurt, at the %s', (door) => {
  const { send, read } = DOORS[door]

  it.each<[string, () => Buffer]>([
    ['nothing at all', () => Buffer.alloc(0)],
    ['a picture that unpacks to gigabytes', bombOf],
    ['a picture cut in the middle', () => Buffer.from(pngOf(600, 600)).subarray(0, 300)],
    ['a page under the name of a picture', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a program under the name of a picture', () => Buffer.from('MZ\x90\x00'.padEnd(900, '\x00'), 'latin1')],
  ])('%s is refused in words and keeps nothing', async (_what, bytes) => {
    const before = await huella(app)
    const answer = await send(bytes())
    expect(answer.status).toBe(422)
    expect(answer.problems[0]?.message).toMatch(/[a-z]/)
    expect(await huella(app)).toEqual(before)
  })

  it('a picture that is a page too is kept as the picture alone', async () => {
    const words = '<script>alert(1)</script>'
    expect((await send(Buffer.concat([Buffer.from(pngOf(600, 600)), Buffer.from(words)]))).status).toBe(200)
    const { raw, headers } = await read()
    expect([headers['content-type'], raw.includes(words)]).toEqual(['image/png', false])
  })

  it('the same file twice is one', async () => {
    const png = Buffer.from(pngOf(600, 600))
    expect([(await send(png)).status, (await send(png)).status]).toEqual([200, 200])
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from archivo where empresa_id = ${empresaId}`.execute(app.owner)
    expect(rows[0]?.n).toBe(1)
  })
})

describe('a video', () => {
  const begin = (tamano: number) =>
    app.call<{ archivo: string }>(beginVideoFirma, { token, params: { id: solicitud }, body: { nombre: 'yo.webm', tamano } })
  const part = (archivo: string, bytes: Buffer) =>
    app.call(uploadParteVideo, { token, params: { id: solicitud }, query: { archivo, n: '0' }, form: formOf(bytes, {}) })

  it('of one frame is refused in words, and is in the place of none', async () => {
    const head = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d', 'hex')
    const frame = Buffer.concat([head, Buffer.alloc(900)])
    const { archivo } = (await begin(frame.length)).data
    const answer = await part(archivo, frame)
    expect([answer.status, answer.problems[0]?.message]).toEqual([422, expect.stringContaining('demasiado corto')])
    expect((await app.call(readDocumentoFirma, { token, params: { id: solicitud }, query: { clase: 'VIDEO' } })).status).toBe(404)
  })

  it('of more than 50 MB, or of nothing, is not begun', async () => {
    expect([(await begin(50_000_001)).status, (await begin(0)).status]).toEqual([422, 422])
  })
})

/** Cuts the connection in the middle of the body. */
async function cut(endpoint: Endpoint, id: string, fields: Record<string, string>): Promise<void> {
  const whole = new Response(formOf(Buffer.from(pngOf(600, 600)), fields))
  const body = Buffer.from(await whole.arrayBuffer())
  const { port } = app.server.server.address() as AddressInfo
  const request = http.request({
    ...{ port, method: endpoint.method, path: `/app${pathOf(endpoint, { id })}` },
    headers: { authorization: `Bearer ${token}`, 'content-type': whole.headers.get('content-type') ?? '', 'content-length': body.length },
  })
  request.on('error', () => undefined)
  const over = new Promise((resolve) => request.once('close', resolve))
  await new Promise((resolve) => request.write(body.subarray(0, body.length - 50), resolve))
  request.destroy()
  await over
}

it('an upload that is cut keeps nothing, and the whole one is taken afterwards', async () => {
  const before = await huella(app)
  await cut(payOrden, orden, { referencia: '1' })
  await cut(uploadDocumentoFirma, solicitud, { clase: 'SELFIE' })
  expect(await huella(app)).toEqual(before)
  for (const door of doors) expect((await DOORS[door].send(Buffer.from(pngOf(600, 600)))).status).toBe(200)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from archivo where empresa_id = ${empresaId}`.execute(app.owner)
  expect(rows[0]?.n).toBe(doors.length)
})
