import { randomUUID } from 'node:crypto'
import {
  createCotizacion,
  deleteCotizacion,
  downloadCotizacion,
  downloadVersionCotizacion,
  editCotizacion,
  listVersionesCotizacion,
  moveCotizacion,
  readCotizacion,
  readVersionCotizacion,
  restoreCotizaciones,
  shareCotizacion,
  type Cotizacion,
  type CotizacionFormInput,
  type CotizacionVersion,
  type CotizacionVersionFila,
} from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'

// A version of a quote stays as it was sent to the client.

let app: TestApp
let empresa: { id: EmpresaId }
let usuario: string
let token: string
let ajeno: string

beforeAll(async () => {
  app = await buildTestApp()
  empresa = await buildEmpresa(app)
  usuario = (await buildUsuario(app, { empresas: [empresa] })).username
  token = (await app.signIn(usuario)).token
  ajeno = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
})
afterAll(() => app?.close())

const { comprador, lineas } = facturaForm()
const linea = lineas[0]!
const form = (change: Partial<CotizacionFormInput> = {}): CotizacionFormInput => ({
  establecimiento: '001',
  punto: '001',
  validez_dias: 15,
  comprador,
  lineas: [{ ...linea, codigo: 'A', descripcion: 'CÁMARA' }],
  condiciones: 'Contado',
  ...change,
})
const ok = async <T>(answer: Promise<{ status: number; msg: string; data: T }>): Promise<T> => {
  const { status, msg, data } = await answer
  expect(status, msg).toBe(200)
  return data
}
const create = () => ok(app.call<Cotizacion>(createCotizacion, { token, headers: { 'idempotency-key': randomUUID() }, body: form() }))
const edit = ({ id, version }: Cotizacion, change: Partial<CotizacionFormInput>) =>
  ok(app.call<Cotizacion>(editCotizacion, { token, params: { id }, body: { ...form(change), version } }))
const move = ({ id, version }: Cotizacion, estado: string, nota?: string) =>
  ok(app.call<Cotizacion>(moveCotizacion, { token, params: { id }, body: { estado, version, nota } }))
const read = ({ id }: { id: string }) => ok(app.call<Cotizacion>(readCotizacion, { token, params: { id } }))
const versiones = async ({ id }: { id: string }) =>
  (await ok(app.call<{ versiones: CotizacionVersionFila[] }>(listVersionesCotizacion, { token, params: { id } }))).versiones
const version = ({ id }: { id: string }, n: number) =>
  ok(app.call<CotizacionVersion>(readVersionCotizacion, { token, params: { id, n: String(n) } }))
const pdf = async (id: string, n?: number) => {
  const answer = await (n === undefined
    ? app.call(downloadCotizacion, { token, params: { id } })
    : app.call(downloadVersionCotizacion, { token, params: { id, n: String(n) } }))
  expect(answer.status, answer.msg).toBe(200)
  return answer.raw
}
const post = (url: string, fields: Record<string, string>) =>
  app.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

const NINGUNA = { cuantas: 0, primeras: [] }

describe('a quote that was sent and is rewritten', () => {
  it('keeps what the client saw, with who, when, total and what changed', async () => {
    const draft = await create()
    expect([draft.version_enviada, await versiones(draft)]).toEqual([null, []])
    const sent = await move(draft, 'ENVIADA')
    expect(sent.version_enviada).toBe(1)
    const rewritten = await edit(sent, {
      condiciones: 'A treinta días',
      lineas: [
        { ...linea, codigo: 'A', descripcion: 'CÁMARA', precio_unitario: 99_000_000 },
        { ...linea, codigo: 'B', descripcion: 'CABLE' },
      ],
    })
    expect([rewritten.estado, rewritten.version_enviada, (await versiones(draft)).length]).toEqual(['BORRADOR', null, 1])
    const again = await move(rewritten, 'ENVIADA')
    expect(again.version_enviada).toBe(2)
    const [second, first] = await versiones(draft)
    expect(first).toMatchObject({ n: 1, quien: usuario, total: sent.total, cambios: null, respuesta: null })
    expect(second).toMatchObject({
      n: 2,
      total: again.total,
      cambios: {
        campos: ['condiciones'],
        agregadas: { cuantas: 1, primeras: ['CABLE'] },
        cambiadas: { cuantas: 1, primeras: ['CÁMARA'] },
        quitadas: NINGUNA,
      },
    })
    expect(await version(draft, 1)).toMatchObject({ numero: draft.numero, form: sent.form, calculo: sent.calculo, total: sent.total })
    expect((await version(draft, 2)).form.condiciones).toBe('A treinta días')
  })

  it('is the same version when nothing of it changed', async () => {
    const sent = await move(await create(), 'ENVIADA')
    const reopened = await move(await move(sent, 'RECHAZADA', 'Muy caro'), 'BORRADOR')
    expect(reopened.version_enviada).toBeNull()
    expect((await move(reopened, 'ENVIADA')).version_enviada).toBe(1)
    expect(await versiones(sent)).toHaveLength(1)
  })

  it('keeps what was answered to each version', async () => {
    const declined = await move(await move(await create(), 'ENVIADA'), 'RECHAZADA', 'Muy caro')
    const cheaper = await edit(await move(declined, 'BORRADOR'), { condiciones: 'Con descuento' })
    await move(await move(cheaper, 'ENVIADA'), 'ACEPTADA')
    expect((await versiones(declined)).map(({ n, respuesta }) => [n, respuesta?.estado, respuesta?.nota])).toEqual([
      [2, 'ACEPTADA', null],
      [1, 'RECHAZADA', 'Muy caro'],
    ])
  })

  it('prints the PDF as it was, though the company moved and the quote is another', async () => {
    const sent = await move(await create(), 'ENVIADA')
    const before = await pdf(sent.id)
    await app.owner
      .updateTable('empresa')
      .set({ nombre_comercial: 'OTRO NOMBRE', telefono: '022222222' })
      .where('id', '=', empresa.id)
      .execute()
    await edit(sent, { condiciones: 'Otras' })
    expect((await pdf(sent.id, 1)).equals(before)).toBe(true)
    expect((await pdf(sent.id)).equals(before)).toBe(false)
  })

  it('is sent once by two at the same instant', async () => {
    const draft = await create()
    const send = () => app.call(moveCotizacion, { token, params: { id: draft.id }, body: { estado: 'ENVIADA', version: draft.version } })
    expect((await Promise.all([send(), send(), send()])).map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await versiones(draft)).toHaveLength(1)
  })

  it('is deleted and brought back with its versions', async () => {
    const { id } = await edit(await move(await create(), 'ENVIADA'), { condiciones: 'Otras' })
    const kept = async () => (await huella(app))['cotizacion_version']
    const before = await kept()
    await ok(app.call(deleteCotizacion, { token, params: { id } }))
    expect(await kept()).not.toEqual(before)
    expect((await app.call(listVersionesCotizacion, { token, params: { id } })).status).toBe(404)
    await ok(app.call(restoreCotizaciones, { token, body: { ids: [id] } }))
    expect(await kept()).toEqual(before)
  })
})

describe('who has the link', () => {
  it('reads which version it is, and accepts that one', async () => {
    const first = await move(await create(), 'ENVIADA')
    const draft = await edit(first, { condiciones: 'Otras' })
    const { enlace } = await ok(
      app.call<{ enlace: string }>(shareCotizacion, { token, params: { id: draft.id }, body: { version: draft.version } }),
    )
    const path = new URL(enlace).pathname
    const { body } = await app.server.inject({ method: 'GET', url: path })
    expect(body).toContain('Versión 2 · Fecha')
    const shown = /name="version" value="(\d+)"/.exec(body)?.[1] ?? ''
    expect((await post(path, { decision: 'aceptar', nota: 'Sí', version: shown })).statusCode).toBe(303)
    expect((await app.server.inject({ method: 'GET', url: path })).body).toContain('La versión 2 de esta cotización fue aceptada')
    expect((await versiones(draft)).map(({ respuesta }) => respuesta?.nota)).toEqual(['Sí', undefined])
    const { detalle } = await app.owner
      .selectFrom('auditoria')
      .select('detalle')
      .where('objeto', '=', draft.id)
      .where('accion', '=', 'cotizacion.responder')
      .executeTakeFirstOrThrow()
    expect(detalle).toMatchObject({ version: 2, estado: ['ENVIADA', 'ACEPTADA'] })
    expect((await read(draft)).version_enviada).toBe(2)
  })
})

describe('versions of a quote', () => {
  it('are never those of another company, and those that are not there are absent', async () => {
    const { id } = await move(await create(), 'ENVIADA')
    for (const endpoint of [readVersionCotizacion, downloadVersionCotizacion]) {
      expect((await app.call(endpoint, { token: ajeno, params: { id, n: '1' } })).status).toBe(404)
      expect((await app.call(endpoint, { token, params: { id, n: '2' } })).status).toBe(404)
      for (const n of ['0', '-1', '1.5', 'x', '99999999999'])
        expect((await app.call(endpoint, { token, params: { id, n } })).status, n).toBe(422)
    }
    expect((await app.call(listVersionesCotizacion, { token: ajeno, params: { id } })).status).toBe(404)
  })

  it('are read by who sells', () => expectGuarded(app, empresa, listVersionesCotizacion, { params: { id: randomUUID() } }, [ROL.USUARIO]))
})
