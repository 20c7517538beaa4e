import { randomUUID } from 'node:crypto'
import {
  CLASES_CORREO,
  downloadRide,
  editAjusteCorreo,
  emitFactura,
  previewCorreo,
  readAjusteCorreo,
  readComprobante,
  readCorreo,
  sendCorreoPrueba,
  type AjusteCorreoGuardado,
  type ComprobanteDetalle,
  type Emitido,
  type VistaCorreo,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { Ambiente } from '../../db/schema.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa } from '../../testing/builders.ts'
import { startBuzon, type Buzon } from '../../testing/buzon.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { EntregaCartas } from '../carta/carta-cuenta.service.ts'

let app: TestApp
let sri: SimuladorDePrueba
let buzon: Buzon
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  buzon = await startBuzon()
  const env = { SMTP_URL: buzon.url, CORREO_REMITENTE: 'facturas@plataforma.ec' }
  ;[app, sri] = await Promise.all([
    buildTestApp({ now: '2026-06-15T10:00:00-05:00', env }),
    startSimulador({ reloj: '2026-06-20T10:00:00-05:00' }),
  ])
  worker = buildWorker(app, sri)
})
beforeEach(() => {
  buzon.recibidas.length = 0
  buzon.refuse([])
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
  await buzon?.close()
})

const vacio = { asunto: '', texto: '' }
const form = (change: object = {}, factura: object = vacio) => ({
  version: 0,
  remitente: '',
  responder_a: [],
  copia: [],
  pie: '',
  ...change,
  textos: { ...Object.fromEntries(CLASES_CORREO.map(({ id }) => [id, vacio])), factura },
})
async function emisorIn(ambiente: Ambiente): Promise<Emisor> {
  const emisor = await buildEmisor(app, sri)
  await app.owner
    .updateTable('empresa')
    .set({ ambiente, correo: 'empresa@ejemplo.ec', nombre_comercial: 'Comercial Ñandú, S.A.' })
    .where('id', '=', emisor.id)
    .execute()
  return { ...emisor, token: (await app.signIn(emisor.usuario.username)).token }
}
const save = ({ token }: Emisor, body: object) => app.call<AjusteCorreoGuardado>(editAjusteCorreo, { token, body })
const preview = ({ token }: Emisor, ajuste: object, clase = 'factura') =>
  app.call<VistaCorreo>(previewCorreo, { token, body: { clase, ajuste } })
async function emit({ token }: Emisor, receptor = 'ANA PÉREZ'): Promise<Emitido> {
  const body = facturaForm({
    comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: receptor, correos: ['ana@ejemplo.ec'] },
  })
  const { data } = await app.call<Emitido>(emitFactura, {
    token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body,
  })
  await worker.settle()
  return data
}
const detail = async ({ token }: Emisor, id: string) =>
  (await app.call<ComprobanteDetalle>(readComprobante, { token, params: { id } })).data
/** A received mail with its characters decoded. */
const legible = (text: string) =>
  Buffer.from(
    text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
const header = (text: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(text)?.[1]?.replace(/\r?\n[ \t]+/g, ' ')
/** A header as shown: encoded words decoded (RFC 2047). */
const unfolded = (text = '') =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : legible(word.replaceAll('_', ' ')),
    )

describe('the settings', () => {
  it('begin as the standard, are saved in versions and written down; who saved later than somebody else is told', async () => {
    const emisor = await emisorIn('SIMULADOR')
    const { data: first } = await app.call<AjusteCorreoGuardado>(readAjusteCorreo, { token: emisor.token })
    expect(first).toMatchObject({
      version: 0,
      remitente: null,
      textos: { factura: { asunto: null, texto: null } },
      normal: { remitente: 'Comercial Ñandú, S.A.', responder_a: 'empresa@ejemplo.ec', direccion: 'facturas@plataforma.ec' },
    })
    const saved = await save(emisor, form({ remitente: 'Ñandú' }, { asunto: 'Su {comprobante} {numero}', texto: '' }))
    expect(saved).toMatchObject({
      status: 200,
      msg: 'Perfil de empresa editado exitosamente',
      data: { version: 1, remitente: 'Ñandú', textos: { factura: { asunto: 'Su {comprobante} {numero}', texto: null } } },
    })
    expect((await save(emisor, form())).status).toBe(409)
    const both = await Promise.all([1, 2].map((n) => save(emisor, form({ version: 1, remitente: `Ñandú ${n}` }))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const audit = await app.owner
      .selectFrom('auditoria')
      .select(['usuario_id', 'detalle'])
      .where('empresa_id', '=', emisor.id)
      .where('accion', '=', 'correo.editar')
      .orderBy('id')
      .execute()
    expect(audit[0]).toMatchObject({
      usuario_id: emisor.usuario.id,
      detalle: { remitente: [null, 'Ñandú'], 'Asunto de factura': [null, 'Su {comprobante} {numero}'] },
    })
    expect(audit).toHaveLength(2)
  })

  it('are for who may change the company', async () => {
    const empresa = await buildEmpresa(app)
    const body = { clase: 'factura', ajuste: form() }
    for (const [call, options] of [
      [readAjusteCorreo, {}],
      [editAjusteCorreo, { body: form() }],
      [previewCorreo, { body }],
      [sendCorreoPrueba, { body }],
    ] as const)
      await expectGuarded(app, empresa, call, options, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  })

  it.each([
    ['an unknown place', {}, { asunto: 'Su {factura}', texto: '' }, 'textos.factura.asunto', /^\{factura\} no es un campo/],
    ['a header in the sender', { remitente: 'X\r\nBcc: otro@ejemplo.ec' }, vacio, 'remitente', /saltos de línea/],
    ['an address in the sender', { remitente: 'Banco <b@banco.ec>' }, vacio, 'remitente', /no lleva comillas/],
    ['a header in the subject', {}, { asunto: 'Hola\nBcc: otro@ejemplo.ec', texto: '' }, 'textos.factura.asunto', /saltos de línea/],
    ['a header in an address', { responder_a: ['a@ejemplo.ec\nBcc: otro@ejemplo.ec'] }, vacio, 'responder_a.0', /./],
    ['two addresses in one', { copia: ['a@ejemplo.ec,b@ejemplo.ec'] }, vacio, 'copia.0', /correo válido/],
  ])('refuse %s, naming the field', async (_name, change, factura, campo, message) => {
    const { status, problems } = await save(await emisorIn('SIMULADOR'), form(change, factura))
    expect([status, problems[0]?.campo]).toEqual([422, campo])
    expect(problems[0]?.message).toMatch(message)
  })
})

describe('the preview', () => {
  it('shows the standard with an example, for each kind, and everything typed is only text', async () => {
    const emisor = await emisorIn('SIMULADOR')
    for (const { id, name } of CLASES_CORREO) {
      const { data } = await preview(emisor, form(), id)
      expect(data).toMatchObject({
        de: 'Comercial Ñandú, S.A. · vía Yupana <facturas@plataforma.ec>',
        responder_a: ['empresa@ejemplo.ec'],
        asunto: `[SIMULADOR] ${name} 001-001-000000123 de Comercial Ñandú, S.A.`,
        es_ejemplo: true,
      })
      expect(data.texto.includes('$112.00')).toBe(id !== 'guia_remision')
      expect(data.texto).toContain('SIN VALIDEZ TRIBUTARIA')
      expect(/Clave de acceso y número de autorización:\n(\d+)\n/.exec(data.texto)?.[1]).toHaveLength(49)
    }
    const { data } = await preview(
      emisor,
      form(
        { pie: '<script>alert(1)</script>\nAv. Loja' },
        { asunto: '', texto: 'Hola {receptor} <img src=x onerror="alert(1)">\n\n"Adiós"' },
      ),
    )
    expect(data.html).not.toMatch(/<script|<img|onerror="/)
    expect(data.html).toContain('Hola MARÍA ELENA ÑACATO &lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
    expect(data.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br>Av. Loja')
  })

  it('uses the last document that the company issued', async () => {
    const emisor = await emisorIn('SIMULADOR')
    const { numero } = await emit(emisor, 'LUZ {total} <b>MORA</b>')
    const { data } = await preview(emisor, form({}, { asunto: '{receptor}: {numero} del {fecha}', texto: '{empresa} ({ruc}) {total}' }))
    expect(data).toMatchObject({ es_ejemplo: false, numero, asunto: `[SIMULADOR] LUZ {total} <b>MORA</b>: ${numero} del 15/06/2026` })
    expect(data.texto).toContain(`Comercial Ñandú, S.A. (${emisor.ruc}) $11.50`)
    expect(data.html).toContain('LUZ {total} &lt;b&gt;MORA&lt;/b&gt;')
  })
})

describe('the mails', () => {
  it('O-65 carry the name, the addresses to reply to and the texts; the company gets its copy, of which the client sees nothing', async () => {
    const emisor = await emisorIn('PRODUCCION')
    await save(
      emisor,
      form(
        {
          remitente: 'Ventas, Comercial X',
          responder_a: ['ventas@ejemplo.ec', 'cobros@ejemplo.ec'],
          copia: ['archivo@ejemplo.ec'],
          pie: 'Gracias por su compra',
        },
        { asunto: 'Compra {numero} por {total}', texto: 'Hola {receptor}' },
      ),
    )
    const { id, numero } = await emit(emisor)
    await worker.tick()
    const [copia, cliente] = [...buzon.recibidas].sort((a, b) => (a.para < b.para ? 1 : -1))
    expect([cliente?.para, copia?.para]).toEqual(['ana@ejemplo.ec', 'archivo@ejemplo.ec'])
    for (const carta of [cliente, copia]) {
      const text = carta?.texto ?? ''
      expect(unfolded(header(text, 'From'))).toBe('Ventas, Comercial X · vía Yupana <facturas@plataforma.ec>')
      expect(header(text, 'Reply-To')).toBe('ventas@ejemplo.ec, cobros@ejemplo.ec')
      expect(header(text, 'To')).toBe('ana@ejemplo.ec')
      expect(header(text, 'Subject')).toBe(`Compra ${numero} por $11.50`)
      expect(legible(text)).toContain('Hola ANA PÉREZ\r\n')
      expect(legible(text)).toContain('<p style="margin:0 0 16px;overflow-wrap:anywhere">Hola ANA PÉREZ</p>')
      expect(legible(text)).toContain('Gracias por su compra')
    }
    expect(cliente?.texto).not.toContain('archivo@')
    expect(cliente?.messageId).not.toBe(copia?.messageId)
    const shown = await detail(emisor, id)
    expect(shown).toMatchObject({ correo_estado: 'ENVIADO', correos: [{ asunto: `Compra ${numero} por $11.50` }] })
    expect(shown.correos[0]?.destinatarios.map(({ direccion, estado, copia: es }) => [direccion, estado, es])).toEqual([
      ['ana@ejemplo.ec', 'ENVIADO', false],
      ['archivo@ejemplo.ec', 'ENVIADO', true],
    ])
  })

  it("C14 keep what held when they were made, at every try; a copy that fails says nothing about the client's mail", async () => {
    const emisor = await emisorIn('PRODUCCION')
    await save(emisor, form({ copia: ['archivo@ejemplo.ec'] }, { asunto: 'Primero {numero}', texto: '' }))
    buzon.refuse([
      { data: 451, para: 'ana@ejemplo.ec' },
      { rcpt: 550, para: 'archivo@ejemplo.ec' },
    ])
    const { id, numero } = await emit(emisor)
    await worker.tick()
    await save(emisor, form({ version: 1 }, { asunto: 'Segundo {numero}', texto: '' }))
    app.clock.advance(2 * 60_000)
    await worker.tick()
    expect(buzon.recibidas.map(({ para, texto }) => [para, header(texto, 'Subject')])).toEqual([['ana@ejemplo.ec', `Primero ${numero}`]])
    expect(await detail(emisor, id)).toMatchObject({ correo_estado: 'ENVIADO' })
    const [correo] = (await detail(emisor, id)).correos
    const read = await app.call<{ asunto: string; texto: string }>(readCorreo, { token: emisor.token, params: { id: correo?.id ?? '' } })
    expect(read.data.asunto).toBe(`Primero ${numero}`)
  })

  it('O-95 send no copy of a trial', async () => {
    const emisor = await emisorIn('PRUEBAS')
    await save(emisor, form({ copia: ['archivo@ejemplo.ec'] }))
    await emit(emisor)
    await worker.tick()
    expect(buzon.recibidas.map(({ para }) => para)).toEqual(['empresa@ejemplo.ec'])
  })
})

describe('a trial mail', () => {
  it('goes to who asks for it alone, with what is on the screen, ten times an hour', async () => {
    const emisor = await emisorIn('PRODUCCION')
    const body = { clase: 'nota_credito', ajuste: form({ remitente: 'Ñandú', copia: ['archivo@ejemplo.ec'] }) }
    const send = () => app.call<{ para: string; cuenta: string }>(sendCorreoPrueba, { token: emisor.token, body })
    const answers = [await send()]
    while (answers.length < 11) answers.push(await send())
    expect(answers[0]?.data).toEqual({ para: emisor.usuario.mail, cuenta: 'SMTP' })
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429])
    const posted = await app.owner.selectFrom('carta_cuenta').select(['texto', 'html']).where('estado', '=', 'PENDIENTE').execute()
    expect(posted.every(({ html }) => html !== null && html.length > 500)).toBe(true)
    expect(
      Buffer.concat(posted.flatMap(({ texto, html }) => [texto ?? Buffer.alloc(0), html ?? Buffer.alloc(0)])).includes('adjuntos'),
    ).toBe(false)
    const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 1 })
    const cartas = new EntregaCartas({ ...app.deps, db: createDb(pool) })
    await cartas.deliverDue()
    await cartas.close()
    await pool.end()
    expect(new Set(buzon.recibidas.map(({ para }) => para))).toEqual(new Set([emisor.usuario.mail]))
    const [{ texto } = { texto: '' }] = buzon.recibidas
    expect(legible(texto)).toContain('no lleva adjuntos')
    expect(legible(texto)).toMatch(/text\/html[^]*<body/)
    expect(header(texto, 'From')).toMatch(/<facturas@plataforma\.ec>$/)
    expect(header(texto, 'Reply-To')).toBe('empresa@ejemplo.ec')
    const [row] = await app.owner.selectFrom('carta_cuenta').select(['texto', 'html']).where('estado', '=', 'ENVIADO').execute()
    expect(row).toEqual({ texto: null, html: null })
  })
})

describe('another name of the installation (O-83)', () => {
  it("is in mails and printed documents, and the product's own nowhere", async () => {
    const emisor = await emisorIn('PRODUCCION')
    await app.owner.updateTable('instalacion').set({ producto: 'Contable <Uno>' }).execute()
    const { id } = await emit(emisor)
    await worker.tick()
    const pdf = await app.call(downloadRide, { token: emisor.token, params: { id } })
    const { data } = await preview(emisor, form())
    await app.owner.updateTable('instalacion').set({ producto: null }).execute()
    const mail = legible(buzon.recibidas[0]?.texto ?? '')
    expect(mail).toContain('Enviado con Contable <Uno> · Factura en línea')
    expect(mail).toContain('Enviado con Contable &lt;Uno&gt;')
    expect(mail.replace(/<[^>\s]+@yupana[^>]*>/g, '')).not.toMatch(/yupana/i)
    expect(pdf.raw.toString('latin1')).toContain('(Contable <Uno>)')
    expect(pdf.raw.toString('latin1')).not.toContain('Yupana')
    expect(data.texto).toContain('Enviado con Contable <Uno>')
    expect((await preview(emisor, form())).data.texto).toContain('Enviado con Yupana · Factura en línea')
  })
})
