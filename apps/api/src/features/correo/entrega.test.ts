import { createHash, randomUUID } from 'node:crypto'
import {
  emitFactura,
  mailComprobante,
  readComprobante,
  recordAnulacion,
  readCorreo,
  searchCorreo,
  unshareDocumento,
  type ComprobanteDetalle,
  type CorreoEstado,
  type Emitido,
  type FacturaFormInput,
  type Listing,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'

import type { Ambiente } from '../../db/schema.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { Imprenta } from '../../imprenta/imprenta.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildUsuario } from '../../testing/builders.ts'
import { startBuzon, type Buzon } from '../../testing/buzon.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { onServer } from '../../testing/test-server.ts'
import { conexionDe } from '../carta/transporte.ts'
import { requireArchivos, ride } from '../comprobante/lectura/lectura.door.ts'

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let buzon: Buzon
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  buzon = await startBuzon()
  ;[app, sri] = await Promise.all([
    buildTestApp({ now: NOW, env: { SMTP_URL: buzon.url, LIMITE_DESTINATARIOS_USUARIO: '12', LIMITE_DESTINATARIOS_EMPRESA: '20' } }),
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

async function emisorIn(ambiente: Ambiente): Promise<Emisor> {
  const emisor = await buildEmisor(app, sri)
  await app.owner.updateTable('empresa').set({ ambiente, correo: 'empresa@ejemplo.ec' }).where('id', '=', emisor.id).execute()
  return { ...emisor, token: (await app.signIn(emisor.usuario.username)).token }
}
async function authorise({ token }: Emisor, form: FacturaFormInput = facturaForm()): Promise<Emitido> {
  const { data } = await app.call<Emitido>(emitFactura, {
    token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: form,
  })
  await worker.settle()
  return data
}
const detail = async ({ token }: Emisor, id: string) =>
  (await app.call<ComprobanteDetalle>(readComprobante, { token, params: { id } })).data

it('O-65 mails RIDE and XML to each address of the receiver on authorisation', async () => {
  const emisor = await emisorIn('PRODUCCION')
  const { id, clave, numero } = await authorise(
    emisor,
    facturaForm({
      comprador: {
        tipo_identificacion: '05',
        identificacion: '1712345675',
        razon_social: 'ANA',
        correos: ['ana@ejemplo.ec', 'conta@ejemplo.ec'],
      },
    }),
  )
  await worker.tick()
  expect(buzon.recibidas.map((carta) => carta.para).sort()).toEqual(['ana@ejemplo.ec', 'conta@ejemplo.ec'])
  const [{ texto } = { texto: '' }] = buzon.recibidas
  expect(texto).toContain(`Subject: Factura ${numero} de`)
  expect(texto).toContain(`${clave}.pdf`)
  expect(texto).toContain(`${clave}.xml`)
  expect(await detail(emisor, id)).toMatchObject({
    correo_estado: 'ENVIADO',
    correos: [{ destinatarios: [{ estado: 'ENVIADO' }, { estado: 'ENVIADO' }] }],
  })
})

it('carries the link of the document’s page, made for it and the same at every try; none once somebody took it back', async () => {
  const emisor = await emisorIn('PRODUCCION')
  const comprador = { tipo_identificacion: '05' as const, identificacion: '1712345675', razon_social: 'ANA', correos: ['ana@ejemplo.ec'] }
  buzon.refuse([{ data: 451 }])
  const { id } = await authorise(emisor, facturaForm({ comprador }))
  const [{ id: correoId } = { id: '' }] = (await detail(emisor, id)).correos
  const shown = async (correo: string) =>
    /\S+\/d\/[\w-]{43}/.exec(
      (await app.call<{ texto: string }>(readCorreo, { token: emisor.token, params: { id: correo } })).data.texto,
    )?.[0]
  const enlace = await shown(correoId)
  const status = async () => (await app.server.inject({ method: 'GET', url: new URL(enlace ?? '').pathname })).statusCode
  expect([await status(), buzon.recibidas.length]).toEqual([200, 0])
  app.clock.advance(2 * 60_000)
  await worker.tick()
  // Soft line breaks and escaped characters belong to the mail.
  const plain = () => buzon.recibidas.map(({ texto }) => texto.replace(/=\r\n/g, '').replace(/=3D/g, '='))
  expect(plain()).toEqual([expect.stringContaining(`\r\n${enlace}\r\n`)])
  expect(plain()[0]).toContain(`href="${enlace}"`)
  expect([await status(), await shown(correoId)]).toEqual([200, enlace])

  expect((await app.call(unshareDocumento, { token: emisor.token, params: { id } })).status).toBe(200)
  const again = { token: emisor.token, params: { id }, body: { correos: ['ana@ejemplo.ec'] } }
  const { data } = await app.call<CorreoEstado>(mailComprobante, again)
  await worker.tick()
  expect([await status(), await shown(data.id), buzon.recibidas.length]).toEqual([404, undefined, 2])
  expect(plain()[1]).not.toContain('/d/')
})

it('O-105 no PDF is kept: the hash of the one that left is, and the same bytes are printed again', async () => {
  const emisor = await emisorIn('PRODUCCION')
  const comprador = { tipo_identificacion: '05' as const, identificacion: '1712345675', razon_social: 'ANA', correos: ['ana@ejemplo.ec'] }
  const { id } = await authorise(emisor, facturaForm({ comprador }))
  await worker.tick()
  const [{ texto } = { texto: '' }] = buzon.recibidas
  const [, sent = ''] = /filename="?[^\n]*\.pdf"?[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)\r\n--/.exec(texto) ?? []
  const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const { ride_sha256: kept } = await app.owner
    .selectFrom('correo')
    .select('ride_sha256')
    .where('documento_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(kept?.toString('hex')).toBe(hashOf(Buffer.from(sent, 'base64')))
  app.clock.advance(3_600_000)
  const again = await ride(app.deps, emisor.id, await inEmpresa(app.deps.db, emisor.id, (tx) => requireArchivos(tx, emisor.id, id)), 'A4')
  expect(hashOf(Buffer.from(again))).toBe(kept?.toString('hex'))
  app.clock.advance(-3_600_000)
})

it('C14 tries again with the same Message-ID where the server asks to wait, and gives up on an address that does not exist', async () => {
  const emisor = await emisorIn('PRODUCCION')
  buzon.refuse([{ data: 451 }])
  const { id } = await authorise(emisor)
  expect(buzon.recibidas).toHaveLength(0)
  expect(await detail(emisor, id)).toMatchObject({ estado: 'AUTORIZADO', correo_estado: 'PENDIENTE' })
  app.clock.advance(2 * 60_000)
  await worker.tick()
  expect(buzon.recibidas).toHaveLength(1)
  expect(buzon.recibidas[0]?.messageId).toMatch(/^<[0-9a-f-]{36}@yupana\.0>$/)

  buzon.refuse([{ rcpt: 550 }])
  const lost = await authorise(emisor)
  await worker.tick()
  const refused = await detail(emisor, lost.id)
  expect(refused).toMatchObject({ estado: 'AUTORIZADO', correo_estado: 'FALLIDO', correos: [{ destinatarios: [{ estado: 'FALLIDO' }] }] })
  expect(refused.correos[0]?.destinatarios[0]?.error).toContain('refused by the test')
  app.clock.advance(24 * 3_600_000)
  await worker.tick()
  expect(buzon.recibidas).toHaveLength(1)
})

it('a mail whose printed form is not drawn in time says so and goes out at a later try', async () => {
  const emisor = await emisorIn('PRODUCCION')
  const hangs = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); }); parentPort.postMessage('ready')`
  const imprenta = new Imprenta({ hilos: 1, plazoMs: 50, thread: new URL(`data:text/javascript,${encodeURIComponent(hangs)}`) })
  const hanging = buildWorker({ ...app, deps: { ...app.deps, imprenta } }, sri)
  const { data } = await app.call<Emitido>(emitFactura, {
    token: emisor.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: facturaForm(),
  })
  await hanging.settle()
  await hanging.close()
  await imprenta.close()
  const waiting = await detail(emisor, data.id)
  expect(waiting).toMatchObject({
    estado: 'AUTORIZADO',
    correo_estado: 'PENDIENTE',
    correos: [{ destinatarios: [{ estado: 'PENDIENTE', error: expect.stringContaining('no se pudo preparar') }] }],
  })
  app.clock.advance(2 * 60_000)
  await worker.tick()
  expect(await detail(emisor, data.id)).toMatchObject({ correo_estado: 'ENVIADO' })
})

it('C14 an address that has to be tried again keeps its Message-ID when another one is done', async () => {
  const emisor = await emisorIn('PRODUCCION')
  const seen = new Map<string, Set<string>>()
  buzon.refuse([{ data: 451, para: 'conta@ejemplo.ec' }])
  await authorise(
    emisor,
    facturaForm({
      comprador: {
        tipo_identificacion: '05',
        identificacion: '1712345675',
        razon_social: 'ANA',
        correos: ['ana@ejemplo.ec', 'conta@ejemplo.ec'],
      },
    }),
  )
  await worker.tick()
  expect(buzon.recibidas).toHaveLength(1)
  app.clock.advance(2 * 60_000)
  await worker.tick()
  for (const { para, messageId } of buzon.recibidas) seen.set(messageId, new Set([...(seen.get(messageId) ?? []), para]))
  expect(buzon.recibidas).toHaveLength(2)
  expect([...seen].map(([messageId, para]) => `${[...para].join()} ${messageId.slice(-2)}`).sort()).toEqual([
    'ana@ejemplo.ec 0>',
    'conta@ejemplo.ec 1>',
  ])
})

it('O-95 never mails a trial: the simulator keeps it in the outbox, pruebas writes to the company itself', async () => {
  const simulador = await emisorIn('SIMULADOR')
  const trial = await authorise(simulador)
  const pruebas = await emisorIn('PRUEBAS')
  await authorise(pruebas)
  await worker.tick()
  expect(buzon.recibidas.map((carta) => carta.para)).toEqual(['empresa@ejemplo.ec'])
  expect(buzon.recibidas[0]?.texto).toContain('[PRUEBAS]')

  const outbox = await app.call<Listing<CorreoEstado & { id: string }>>(searchCorreo, { token: simulador.token })
  expect(outbox.data.content).toMatchObject([
    { medio: 'BANDEJA', destinatarios: [{ direccion: 'ana@ejemplo.ec', estado: 'BANDEJA' }], numero: trial.numero },
  ])
  const read = await app.call<{ texto: string; adjuntos: string[] }>(readCorreo, {
    token: simulador.token,
    params: { id: outbox.data.content[0]?.id ?? '' },
  })
  expect(read.data.texto).toContain('SIN VALIDEZ TRIBUTARIA')
  expect(read.data.adjuntos).toEqual([`${trial.clave}.pdf`, `${trial.clave}.xml`])
})

it('O-95 tells the company of the end of a trial as it told it of its beginning, also where the client has no address', async () => {
  const pruebas = await emisorIn('PRUEBAS')
  const { id } = await authorise(
    pruebas,
    facturaForm({ comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA' } }),
  )
  expect(
    (await app.call(recordAnulacion, { token: pruebas.token, params: { id }, body: { prueba: 'Trámite 117012026 del portal' } })).status,
  ).toBe(200)
  await worker.tick()
  expect(buzon.recibidas.map(({ para }) => para)).toEqual(['empresa@ejemplo.ec', 'empresa@ejemplo.ec'])
  const sent = await app.owner
    .selectFrom('correo')
    .select(['motivo', 'asunto'])
    .where('documento_id', '=', id)
    .orderBy('creado_en')
    .orderBy('motivo', 'desc')
    .execute()
  expect(sent).toMatchObject([
    { motivo: 'AUTORIZACION', asunto: expect.stringMatching(/^\[PRUEBAS\] Factura 001/) },
    { motivo: 'ANULACION', asunto: expect.stringMatching(/^\[PRUEBAS\] Anulación: factura 001/) },
  ])
})

it('writes nothing to consumidor final', async () => {
  const emisor = await emisorIn('PRODUCCION')
  const { id } = await authorise(
    emisor,
    facturaForm({
      comprador: {
        tipo_identificacion: '07',
        identificacion: '9999999999999',
        razon_social: 'CONSUMIDOR FINAL',
        correos: ['x@ejemplo.ec'],
      },
    }),
  )
  await worker.tick()
  expect(buzon.recibidas).toHaveLength(0)
  expect(await detail(emisor, id)).toMatchObject({ correo_estado: 'NINGUNO', correos: [] })
})

it('O-65 what whoever mails it again writes stands in the mail after the company’s own text, as text alone', async () => {
  const emisor = await emisorIn('SIMULADOR')
  const { id } = await authorise(emisor)
  const mail = (mensaje: string) =>
    app.call<CorreoEstado>(mailComprobante, { token: emisor.token, params: { id }, body: { correos: ['ana@ejemplo.ec'], mensaje } })
  const { data } = await mail('Pague hasta el viernes.\n<b>Gracias</b>')
  const { texto } = (await app.call<{ texto: string }>(readCorreo, { token: emisor.token, params: { id: data.id } })).data
  expect(texto).toContain('\n\nPague hasta el viernes.\n<b>Gracias</b>\n')
  expect((await mail('a'.repeat(1001))).status).toBe(422)
})

it('O-122 counts addresses and not letters, of a user in an hour and of a company in a day; the receiver of a document is free', async () => {
  const emisor = await emisorIn('SIMULADOR')
  const { id } = await authorise(emisor)
  const mail = (n: number, from: number, token = emisor.token) =>
    app.call<CorreoEstado>(mailComprobante, {
      token,
      params: { id },
      body: { correos: Array.from({ length: n }, (_, at) => `p${from + at}@ejemplo.ec`) },
    })
  const both = await Promise.all([mail(7, 0), mail(7, 10)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 429])
  expect(both.find(({ status }) => status === 429)).toMatchObject({
    msg: 'Envió correos a demasiados destinatarios en una hora. Vuelva a intentar en 60 minutos.',
    headers: { 'retry-after': '3600' },
  })
  expect([(await mail(5, 20)).status, (await mail(1, 30)).status]).toEqual([200, 429])
  const other = await buildUsuario(app, { empresas: [emisor] })
  const second = (await app.signIn(other.username)).token
  expect([(await mail(9, 40, second)).status, (await mail(8, 50, second)).status]).toEqual([429, 200])
  app.clock.advance(60 * 60_000)
  expect(await mail(1, 60)).toMatchObject({
    status: 429,
    msg: 'Su empresa envió correos a demasiados destinatarios en un día. Vuelva a intentar en 23 horas.',
  })
  expect(
    (await app.call<Listing<CorreoEstado>>(searchCorreo, { token: emisor.token })).data.content.flatMap(
      ({ destinatarios }) => destinatarios,
    ),
  ).toHaveLength(21)
  app.clock.advance(-60 * 60_000)
})

it('O-122 asks for TLS of every mail server beyond this machine', () => {
  expect(
    [
      'smtp://127.0.0.1:25',
      'smtp://localhost',
      'smtp://[::1]:2525',
      'smtp://correo.ejemplo.ec:587',
      'smtp://127.0.0.1.ejemplo.ec',
      'smtp://10.0.0.4',
    ].map((url) => conexionDe(url).requireTLS),
  ).toEqual([false, false, false, true, true, true])
})

it('resends on demand, three times a day to one address however many are asked for at once, and only what is authorised', async () => {
  const emisor = await emisorIn('PRODUCCION')
  const { id } = await authorise(emisor)
  await worker.tick()
  const resend = () =>
    app.call<CorreoEstado>(mailComprobante, { token: emisor.token, params: { id }, body: { correos: ['otra@ejemplo.ec'] } })
  const answers = await Promise.all(Array.from({ length: 12 }, resend))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array<number>(9).fill(429)])
  await worker.tick()
  expect(buzon.recibidas.filter((carta) => carta.para === 'otra@ejemplo.ec')).toHaveLength(3)
  const pending = await app.call<Emitido>(emitFactura, {
    token: emisor.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: facturaForm(),
  })
  expect(
    (await app.call(mailComprobante, { token: emisor.token, params: { id: pending.data.id }, body: { correos: ['otra@ejemplo.ec'] } }))
      .status,
  ).toBe(422)
})

/** A waiting mail, and a database that goes away right after the mail server took it. */
async function mailInDoubt() {
  const emisor = await emisorIn('PRODUCCION')
  const { id } = await authorise(emisor)
  await worker.tick()
  const { data: correo } = await app.call<CorreoEstado>(mailComprobante, {
    token: emisor.token,
    params: { id },
    body: { correos: ['otra@ejemplo.ec'] },
  })
  const base = app.database.adminUrl.replace(/^.*\/|\?.*$/g, '')
  const { adminUrl } = inject('testServer')
  const admit = (isOpen: boolean) => onServer(adminUrl, `alter database ${base} with allow_connections ${isOpen}`)
  const leave = async () => {
    await admit(false)
    await onServer(adminUrl, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${base}'`)
  }
  const deliver = async (as: typeof worker) => {
    buzon.afterTaking(leave)
    await as.entrega.deliver(emisor.id, correo.id).catch(() => undefined)
    // Still away: nothing is delivered.
    await as.entrega.deliver(emisor.id, correo.id).catch(() => undefined)
    await admit(true)
    app.clock.advance(3 * 60_000)
  }
  const copies = () => buzon.recibidas.filter(({ para }) => para === 'otra@ejemplo.ec').map(({ messageId }) => messageId)
  const state = async () => (await detail(emisor, id)).correos.find((one) => one.id === correo.id)?.destinatarios[0]
  return { deliver, copies, state }
}

it('I13 C14 a mail whose note the database did not take is noted, and not sent again, once the database is back', async () => {
  const { deliver, copies, state } = await mailInDoubt()
  await deliver(worker)
  expect([copies().length, (await state())?.estado]).toEqual([1, 'PENDIENTE'])
  await worker.tick()
  expect([copies().length, (await state())?.estado]).toEqual([1, 'ENVIADO'])
})

it('I13 C14 senders that end before their note send it once more at most, under the same Message-ID, and then a person is told', async () => {
  const { deliver, copies, state } = await mailInDoubt()
  for (let n = 0; n < 3; n++) {
    const other = buildWorker(app, sri)
    await deliver(other)
    await other.close()
  }
  await worker.tick()
  expect([copies().length, new Set(copies()).size]).toEqual([2, 1])
  expect(await state()).toMatchObject({
    estado: 'FALLIDO',
    error: 'Se entregó dos veces al servidor de correo sin que quedara constancia. Si no llegó, vuelva a enviarlo.',
  })
})
