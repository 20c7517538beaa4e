import { randomUUID } from 'node:crypto'
import {
  createCotizacion,
  editCotizacion,
  moveCotizacion,
  readCotizacion,
  shareCotizacion,
  unshareCotizacion,
  type Cotizacion,
  type CotizacionFormInput,
} from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { facturaForm } from '../../testing/emisor.ts'

// The public link of a quote: `/c/{token}`, read and answered without signing in.

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let signIn: () => Promise<void>

beforeAll(async () => {
  app = await buildTestApp()
  empresa = await buildEmpresa(app)
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  signIn = async () => void (token = (await app.signIn(usuario.username)).token)
  await signIn()
})
afterAll(() => app?.close())

const { comprador, lineas } = facturaForm()
const form = (change: Partial<CotizacionFormInput> = {}) => ({
  establecimiento: '001',
  punto: '001',
  validez_dias: 15,
  comprador,
  lineas,
  ...change,
})
const quote = async (change: Partial<CotizacionFormInput> = {}) =>
  (await app.call<Cotizacion>(createCotizacion, { token, headers: { 'idempotency-key': randomUUID() }, body: form(change) })).data
const share = async ({ id, version }: Pick<Cotizacion, 'id' | 'version'>) => {
  const { data } = await app.call<{ enlace: string; cotizacion: Cotizacion }>(shareCotizacion, { token, params: { id }, body: { version } })
  return { ...data, path: new URL(data.enlace).pathname }
}
const read = async (id: string) => (await app.call<Cotizacion>(readCotizacion, { token, params: { id } })).data
const get = (url: string) => app.server.inject({ method: 'GET', url })
const post = (url: string, fields: Record<string, string>) =>
  app.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })
const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? ''

describe('the link of a quote', () => {
  it('O-74 sends a draft, is the same until it is taken back, and another one after that', async () => {
    const draft = await quote()
    const first = await share(draft)
    expect(first.cotizacion).toMatchObject({ estado: 'ENVIADA', con_enlace: true })
    expect(first.path).toMatch(/^\/c\/[\w-]{43}$/)
    const again = await share(first.cotizacion)
    expect(again.enlace).toBe(first.enlace)
    expect((await get(first.path)).statusCode).toBe(200)
    const { data } = await app.call<Cotizacion>(unshareCotizacion, { token, params: { id: draft.id } })
    expect(data.con_enlace).toBe(false)
    expect((await get(first.path)).statusCode).toBe(404)
    const other = await share(data)
    expect(other.enlace).not.toBe(first.enlace)
    expect([(await get(first.path)).statusCode, (await get(other.path)).statusCode]).toEqual([404, 200])
  })

  it('shows the quote in a page without scripts or files of the application, and nothing of what it says runs', async () => {
    const nasty = '<script>alert(1)</script>"\'&'
    const { path } = await share(
      await quote({
        condiciones: nasty,
        lineas: [{ ...lineas[0]!, descripcion: nasty }],
        comprador: { ...comprador, razon_social: nasty },
      }),
    )
    const { headers, body } = await get(path)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-[\w-]+'; form-action 'self'/)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
    expect(body).not.toMatch(/<script|<link|<img/)
    expect(body.match(/&lt;script&gt;/g)).toHaveLength(3)
    expect(body).toContain('$11.50')
  })

  it('O-74 is accepted with a note, once, and the company sees it', async () => {
    const { path, cotizacion } = await share(await quote())
    const version = versionIn((await get(path)).body)
    const answers = await Promise.all(
      ['aceptar', 'rechazar'].map((decision) => post(path, { decision, nota: '  De acuerdo,\n  gracias ', version })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 422])
    const after = await read(cotizacion.id)
    expect(['ACEPTADA', 'RECHAZADA']).toContain(after.estado)
    expect(after.respuesta?.nota).toBe('De acuerdo, gracias')
    const { body } = await get(path)
    expect(body).toContain('De acuerdo, gracias')
    expect(body).not.toContain('<form')
    const { accion, usuario_id } = await app.owner
      .selectFrom('auditoria')
      .select(['accion', 'usuario_id'])
      .where('objeto', '=', cotizacion.id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect([accion, usuario_id]).toEqual(['cotizacion.responder', null])
  })

  it('what changed since it was read is not accepted, and while it is rewritten nobody sees it', async () => {
    const { path, cotizacion } = await share(await quote())
    const version = versionIn((await get(path)).body)
    await app.call(editCotizacion, {
      token,
      params: { id: cotizacion.id },
      body: { ...form({ validez_dias: 30 }), version: Number(version) },
    })
    const hidden = await get(path)
    expect([hidden.statusCode, hidden.body.includes('actualizando')]).toEqual([404, true])
    expect((await get(`${path}/pdf`)).statusCode).toBe(404)
    const edited = await read(cotizacion.id)
    await app.call(moveCotizacion, { token, params: { id: edited.id }, body: { estado: 'ENVIADA', version: edited.version } })
    const late = await post(path, { decision: 'aceptar', nota: '', version })
    expect([late.statusCode, late.body.includes('cambió')]).toEqual([422, true])
    expect((await read(cotizacion.id)).estado).toBe('ENVIADA')
  })

  it('an expired one says so and is not accepted', async () => {
    const { path, cotizacion } = await share(await quote({ validez_dias: 1 }))
    const version = versionIn((await get(path)).body)
    app.clock.advance(2 * 86_400_000)
    expect((await get(path)).body).toContain('venció')
    expect((await post(path, { decision: 'aceptar', nota: '', version })).statusCode).toBe(422)
    app.clock.advance(-2 * 86_400_000)
    await signIn()
    expect((await read(cotizacion.id)).estado).toBe('ENVIADA')
  })

  it('gives the PDF, and refuses garbage in words', async () => {
    const { path } = await share(await quote())
    const pdf = await get(`${path}/pdf`)
    expect([pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
    for (const url of [`/c/${'A'.repeat(43)}`, '/c/x', '/c/%00', `${path}x`, `/c/${'A'.repeat(43)}/pdf`])
      expect((await get(url)).statusCode, url).toBe(404)
    const version = versionIn((await get(path)).body)
    for (const fields of [{ decision: 'otra', nota: '', version }, { nota: 'x' }] as Record<string, string>[])
      expect((await post(path, fields)).statusCode).toBe(400)
    const long = await post(path, { decision: 'aceptar', nota: 'x'.repeat(301), version })
    expect([long.statusCode, long.body.includes('300 caracteres')]).toEqual([422, true])
    expect((await post(path, { decision: 'aceptar', nota: 'x'.repeat(9_000), version })).statusCode).toBe(413)
    const json = await app.server.inject({ method: 'POST', url: path, payload: { decision: 'aceptar', version } })
    expect(json.statusCode).toBeLessThan(500)
  })

  it('of a suspended company leads nowhere', async () => {
    const { path } = await share(await quote())
    await app.owner
      .updateTable('empresa')
      .set({ suspendida_en: app.clock.now(), suspendida_motivo: 'Prueba' })
      .where('id', '=', empresa.id)
      .execute()
    expect((await get(path)).statusCode).toBe(404)
    await app.owner.updateTable('empresa').set({ suspendida_en: null, suspendida_motivo: null }).where('id', '=', empresa.id).execute()
  })
})
