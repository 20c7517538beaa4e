import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { consultPadron, type Padron } from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { cedulaOf, rucOf } from '../../testing/identificaciones.ts'

let app: TestApp
let sinPadron: TestApp
let servicio: Server
let token: string
let empresa: Awaited<ReturnType<typeof buildEmpresa>>
/** Requests to the service, and its answers. */
let asked: { path: string; authorization: string | undefined }[] = []
let answer: RequestListener
let n = 100

const json = (body: unknown, status = 200): RequestListener => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (_, response) => void response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
}
const consult = (identificacion: string, tipo = '05', as = token) =>
  app.call<Padron>(consultPadron, { token: as, query: { tipo_identificacion: tipo, identificacion } })
const SIN_RESPUESTA = { resultado: 'SIN_RESPUESTA', persona: null }

beforeAll(async () => {
  servicio = createServer((request, response) => {
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization })
    answer(request, response)
  })
  await new Promise<void>((resolve) => servicio.listen(0, '127.0.0.1', resolve))
  const { port } = servicio.address() as AddressInfo
  const env = { PADRON_URL: `http://127.0.0.1:${port}/c/{identificacion}?de=yupana`, PADRON_TOKEN: 'secreto' }
  ;[app, sinPadron] = await Promise.all([buildTestApp({ env }), buildTestApp()])
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  await Promise.all([app?.close(), sinPadron?.close()])
  servicio.closeAllConnections()
  servicio.close()
})

describe('who has a RUC or a cédula, by a service outside', () => {
  it('is asked once, with the key of the installation, and answers as a document may print it', async () => {
    const cedula = cedulaOf(++n)
    answer = json({
      identificacion: cedula,
      razonSocial: '  MORA\tLUZ\u0007 ',
      nombreComercial: null,
      direccion: `QUITO ${'X'.repeat(400)}`,
      estado: 'Suspendido',
      correo: 'nadie@lo.pidio',
    })
    const first = await consult(cedula)
    expect(first).toMatchObject({ status: 200, data: { resultado: 'ENCONTRADO' } })
    expect(first.data.persona).toEqual({
      razon_social: 'MORA LUZ',
      nombre_comercial: null,
      direccion: `QUITO ${'X'.repeat(294)}`,
      estado: 'SUSPENDIDO',
    })
    await Promise.all([consult(cedula), consult(cedula)])
    expect(asked).toEqual([{ path: `/c/${cedula}?de=yupana`, authorization: 'Bearer secreto' }])
    app.clock.advance(16 * 60_000)
    await consult(cedula)
    expect(asked).toHaveLength(2)
  })

  it('those who ask for the same at the same instant share one question', async () => {
    const ruc = rucOf(cedulaOf(++n))
    answer = json({}, 404)
    const all = await Promise.all(Array.from({ length: 5 }, () => consult(ruc, '04')))
    for (const { data } of all) expect(data).toEqual({ resultado: 'NO_CONSTA', persona: null })
    expect(asked).toHaveLength(1)
  })

  const found = (identificacion: string) => ({ identificacion, razonSocial: 'LUZ' })
  const bad: [string, (cedula: string) => RequestListener][] = [
    ['an error', (cedula) => json(found(cedula), 500)],
    ['no JSON', () => json('<html>')],
    ['another person', () => json(found('1790016919001'))],
    ['a name that is none', (cedula) => json({ ...found(cedula), razonSocial: 7 })],
    ['more than 64 KB', (cedula) => json({ ...found(cedula), relleno: 'x'.repeat(70_000) })],
    [
      'the way to somewhere else',
      (cedula) => (request, response) =>
        request.url === '/otra' ? json(found(cedula))(request, response) : void response.writeHead(302, { Location: '/otra' }).end(),
    ],
    ['half of it', () => (_, response) => void response.writeHead(200, { 'Content-Length': '900' }).write('{"i', () => response.destroy())],
  ]
  it.each(bad)('%s is no answer, harms nobody and is asked for again', async (_, listenerOf) => {
    const cedula = cedulaOf(++n)
    answer = listenerOf(cedula)
    expect(await consult(cedula)).toMatchObject({ status: 200, data: SIN_RESPUESTA })
    answer = json(found(cedula))
    expect((await consult(cedula)).data.resultado).toBe('ENCONTRADO')
  })

  it('a service that hangs keeps eight waiting and no more', async () => {
    const waiting: (() => void)[] = []
    answer = (request, response) => waiting.push(() => json({}, 404)(request, response))
    const hung = Array.from({ length: 8 }, () => consult(cedulaOf(++n)))
    await expect.poll(() => waiting.length).toBe(8)
    expect((await consult(cedulaOf(++n))).data).toEqual(SIN_RESPUESTA)
    for (const end of waiting) end()
    for (const { data } of await Promise.all(hung)) expect(data.resultado).toBe('NO_CONSTA')
  })

  it('is nobody’s business but of who registers people, sixty times an hour', async () => {
    answer = json({}, 404)
    expect((await consult(cedulaOf(++n), '05', '')).status).toBe(401)
    const lector = await tokenOfNew(app, { empresas: [empresa], rol: ROL.USUARIO })
    expect((await consult(cedulaOf(++n), '05', lector)).status).toBe(403)
    const seller = await tokenOfNew(app, { empresas: [empresa] })
    const statuses = await Promise.all(Array.from({ length: 61 }, () => consult(cedulaOf(n), '05', seller).then(({ status }) => status)))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })

  it('refuses what is no number of a person, and asks nobody', async () => {
    expect((await consult('1234567890')).status).toBe(422)
    expect((await consult('PA123', '06')).status).toBe(422)
    expect(asked).toEqual([])
  })

  it('is off unless the installation says whom to ask', async () => {
    const here = await buildEmpresa(sinPadron)
    const as = await tokenOfNew(sinPadron, { empresas: [here] })
    const query = { tipo_identificacion: '05', identificacion: cedulaOf(++n) }
    expect((await sinPadron.call<Padron>(consultPadron, { token: as, query })).data).toEqual({ resultado: 'NO_SE_CONSULTA', persona: null })
  })
})
