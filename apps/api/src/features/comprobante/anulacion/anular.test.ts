import { randomUUID } from 'node:crypto'
import {
  consultComprobante,
  emitFactura,
  NOTA_CALLS,
  PASOS_ANULACION,
  readComprobante,
  readCorreo,
  readPendientes,
  recordAnulacion,
  requestAnulacion,
  searchComprobante,
  withdrawAnulacion,
  type ComprobanteDetalle,
  type ComprobanteFila,
  type Emitido,
  type FacturaFormInput,
  type Listing,
  type Pendientes,
} from '@yupana/contract'
import { createSriClient } from '@yupana/sri'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../../../db/connect.ts'
import { ROL } from '../../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts'
import { buildUsuario } from '../../../testing/builders.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../../testing/simulador.ts'
import { Vigilancia } from './vigilancia.service.ts'

const NOW = '2026-06-15T10:00:00-05:00'
const HORA_MS = 3_600_000
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let worker: ReturnType<typeof buildWorker>
let vigilantes: Vigilancia[]
let close: () => Promise<void>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  worker = buildWorker(app, sri)
  const pool = createPool(app.database.workerUrl, 'yupana_worker', { max: 4 })
  const client = createSriClient({ baseUrl: sri.url, limits: { connectMs: 500, firstByteMs: 500, wholeMs: 1500 } })
  const db = createDb(pool)
  vigilantes = ['uno', 'dos'].map(
    (quien) => new Vigilancia({ ...app.deps, db, reclamos: db, sri: { SIMULADOR: client, PRUEBAS: client, PRODUCCION: client }, quien }),
  )
  close = async () => {
    client.close()
    await pool.end()
  }
})
beforeEach(async () => {
  // Each test is about its own company: the others' walks and requests rest.
  await app.owner.updateTable('muestreo').set({ proximo_intento: '2100-01-01T00:00:00Z' }).execute()
  await app.owner
    .updateTable('documento_anulacion')
    .set({ proximo_intento: null })
    .where('estado', 'in', ['SOLICITADA', 'POR_ACEPTAR'])
    .execute()
  emisor = await buildEmisor(app, sri)
})
afterEach(async () => {
  await sri.control('DELETE', '/fallas')
})
afterAll(async () => {
  await close?.()
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

const vigilante = (): Vigilancia => vigilantes[0]!
const one = (id: string, token = emisor.token) => ({ token, params: { id } })
const detail = async (id: string) => (await app.call<ComprobanteDetalle>(readComprobante, one(id))).data
async function authorise(form: FacturaFormInput = facturaForm()): Promise<Emitido> {
  const { data } = await app.call<Emitido>(emitFactura, { ...one(randomUUID()), headers: { 'idempotency-key': randomUUID() }, body: form })
  await worker.settle()
  return data
}
const pedido = { motivo: 'La venta no se realizó', pasos: PASOS_ANULACION }
const ask = (id: string, token = emisor.token) => app.call(requestAnulacion, { ...one(id, token), body: pedido })
/** Lets the clock come to the next question and asks it. */
async function follow(times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    const due = await app.owner
      .selectFrom('documento_anulacion')
      .select('proximo_intento')
      .where('proximo_intento', 'is not', null)
      .executeTakeFirst()
    if (due?.proximo_intento) app.clock.set(due.proximo_intento)
    await vigilante().follow()
  }
}
/** Walks over this company's documents until the walk is through. */
async function walk(): Promise<number> {
  const due = () =>
    app.owner
      .updateTable('muestreo')
      .set({ proximo_intento: app.clock.now() })
      .where('empresa_id', '=', emisor.id)
      .where('ambiente', '=', 'SIMULADOR')
      .execute()
  for (let steps = 0; ; steps++) {
    await due()
    await vigilante().sample()
    const { documento_id: at } = await app.owner
      .selectFrom('muestreo')
      .select('documento_id')
      .where('empresa_id', '=', emisor.id)
      .where('ambiente', '=', 'SIMULADOR')
      .executeTakeFirstOrThrow()
    if (at === null) return steps
  }
}

describe('O-56: what is asked', () => {
  it('stands in the queue of its own until it is settled or withdrawn, and is counted on home', async () => {
    const [asked] = [await authorise(), await authorise()]
    const queue = async () =>
      (
        await app.call<Listing<ComprobanteFila>>(searchComprobante, { token: emisor.token, query: { atencion: 'POR_ANULAR' } })
      ).data.content.map(({ id }) => id)
    const counted = async () => (await app.call<Pendientes>(readPendientes, { token: emisor.token })).data.por_anular
    expect([await queue(), await counted()]).toEqual([[], 0])
    await ask(asked.id)
    expect([await queue(), await counted()]).toEqual([[asked.id], 1])
    await app.call(withdrawAnulacion, one(asked.id))
    expect([await queue(), await counted()]).toEqual([[], 0])
  })

  it('says until when the portal voids it, and what the receiver has to do', async () => {
    const { id } = await authorise()
    expect(await detail(id)).toMatchObject({
      anulacion: null,
      puede_anular: {
        ofrecida: true,
        plazo: '2026-07-07',
        extendido: '2026-07-07',
        tarde: false,
        aceptacion: null,
        alternativa: null,
        motivo: null,
      },
    })
  })

  it('is recorded with who, why and until when, and leaves the document AUTORIZADO', async () => {
    const { id } = await authorise()
    expect((await ask(id)).status).toBe(200)
    expect(await detail(id)).toMatchObject({
      estado: 'AUTORIZADO',
      estado_tributario: 1,
      anulacion: { estado: 'SOLICITADA', motivo: pedido.motivo, plazo: '2026-07-07', quien: emisor.usuario.username, consultada_en: null },
    })
    expect(await ask(id)).toMatchObject({ status: 422, msg: 'Ya hay una solicitud de anulación en curso.' })
  })

  it('is asked about at once where somebody wants to know', async () => {
    const { id } = await authorise()
    await ask(id)
    const proximo = () =>
      app.owner.selectFrom('documento_anulacion').select('proximo_intento').where('documento_id', '=', id).executeTakeFirstOrThrow()
    expect((await proximo()).proximo_intento! > app.clock.now().toISOString()).toBe(true)
    expect((await app.call(consultComprobante, one(id))).status).toBe(200)
    await vigilante().follow()
    expect((await detail(id)).anulacion).toMatchObject({ estado: 'SOLICITADA', consultada_en: app.clock.now().toISOString() })
  })

  it('says that the month of the document was declared', async () => {
    const { id } = await authorise()
    expect((await detail(id)).puede_anular.mes_cerrado).toBe(false)
    await app.owner
      .insertInto('mes_cerrado')
      .values({
        empresa_id: emisor.id,
        ambiente: 'SIMULADOR',
        mes: '2026-06-01',
        usuario_id: emisor.usuario.id,
        cerrado_en: app.clock.now(),
      })
      .execute()
    expect((await detail(id)).puede_anular.mes_cerrado).toBe(true)
  })

  it('needs every step of the list, a reason and an authorised document', async () => {
    const { id } = await authorise()
    for (const body of [
      { ...pedido, pasos: PASOS_ANULACION.slice(1) },
      { ...pedido, motivo: 'x' },
    ])
      expect((await app.call(requestAnulacion, { ...one(id), body })).status).toBe(422)
    const pending = await app.call<Emitido>(emitFactura, {
      ...one(randomUUID()),
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
    expect(await ask(pending.data.id)).toMatchObject({ status: 422, msg: 'Solo se anula un comprobante autorizado.' })
  })

  it('past the deadline it informs and does not block', async () => {
    const { id } = await authorise()
    app.clock.advance(30 * 24 * HORA_MS)
    const token = (await app.signIn(emisor.usuario.username)).token
    const { data } = await app.call<ComprobanteDetalle>(readComprobante, one(id, token))
    expect(data.puede_anular).toMatchObject({ ofrecida: true, tarde: true, alternativa: 'NOTA_CREDITO' })
    expect((await ask(id, token)).status).toBe(200)
    app.clock.set(NOW)
  })

  it('only who has the right asks, and only an ADMIN records', async () => {
    const { id } = await authorise()
    const vendedor = await buildUsuario(app, { empresas: [emisor], rol: ROL.VENDEDOR })
    const { token } = await app.signIn(vendedor.username)
    expect((await ask(id, token)).status).toBe(403)
    await app.owner
      .updateTable('usuario_empresa')
      .set({ collections: ['documento:anular'] })
      .where('usuario_id', '=', vendedor.id)
      .execute()
    const again = (await app.signIn(vendedor.username)).token
    expect((await ask(id, again)).status).toBe(200)
    expect((await app.call(recordAnulacion, { ...one(id, again), body: { prueba: 'El portal lo muestra ANULADO' } })).status).toBe(403)
  })

  it('is withdrawn while the SRI does not know of it, and may be asked anew', async () => {
    const { id } = await authorise()
    await ask(id)
    expect((await app.call(withdrawAnulacion, one(id))).status).toBe(200)
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO', anulacion: { estado: 'RETIRADA' } })
    expect((await app.call(withdrawAnulacion, one(id))).status).toBe(422)
    expect((await ask(id)).status).toBe(200)
  })
})

describe('O-56: what the SRI answers', () => {
  it('ANULADO: the document, its number of status, its story, its RIDE and its receiver follow', async () => {
    const { id, clave } = await authorise()
    await ask(id)
    await sri.control('POST', '/anulacion', { clave })
    await follow()
    const anulado = await detail(id)
    expect(anulado).toMatchObject({
      estado: 'ANULADO',
      estado_tributario: 6,
      estado_generacion: 3,
      anulacion: { estado: 'ANULADA' },
      puede_anular: { ofrecida: false },
    })
    expect(anulado.eventos.at(-1)).toMatchObject({ de: 'AUTORIZADO', a: 'ANULADO', causa: 'ANULADO por el SRI, como se solicitó' })
    const carta = anulado.correos.find(({ motivo }) => motivo === 'ANULACION')
    expect(carta).toMatchObject({ medio: 'BANDEJA', destinatarios: [{ direccion: 'ana@ejemplo.ec' }] })
    const { data } = await app.call<{ texto: string }>(readCorreo, one(carta!.id))
    expect(data.texto).toContain('en el SRI quedó ANULADA')
  })

  it('AUTORIZADO: it is asked again, with growing waits, until the deadline is past', async () => {
    const { id } = await authorise()
    await ask(id)
    const asked: number[] = []
    for (let n = 0; n < 4; n++) {
      await follow()
      asked.push(app.clock.now().getTime())
    }
    const waits = asked.slice(1).map((at, n) => at - asked[n]!)
    expect(waits.every((wait, n) => n === 0 || wait > waits[n - 1]!)).toBe(true)
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO', anulacion: { estado: 'SOLICITADA' } })
    app.clock.set('2026-07-12T10:00:00-05:00')
    await vigilante().follow()
    const token = (await app.signIn(emisor.usuario.username)).token
    expect((await app.call<ComprobanteDetalle>(readComprobante, one(id, token))).data).toMatchObject({
      estado: 'AUTORIZADO',
      anulacion: { estado: 'VENCIDA' },
    })
    app.clock.set(NOW)
  })

  it('a receiver who does not accept leaves the document valid; who accepts voids it', async () => {
    const nota = {
      tipo: '05',
      establecimiento: '001',
      punto: '001',
      comprador: facturaForm().comprador,
      modificado: { numero: '009-001-000000001', fecha: '2026-06-01' },
      motivos: [{ razon: 'Mora', valor: 1_000_000, iva: 6 }],
      pagos: [{ forma_pago: '20', total: 1_150_000 }],
    }
    const emit = async () => {
      const { data } = await app.call<Emitido>(NOTA_CALLS.emit, {
        ...one(randomUUID()),
        headers: { 'idempotency-key': randomUUID() },
        body: nota,
      })
      await worker.settle()
      await app.call(NOTA_CALLS.requestAnulacion, { ...one(data.id), body: pedido })
      await sri.control('POST', '/anulacion', { clave: data.clave })
      await follow()
      return data
    }
    const read = async (id: string) => (await app.call<ComprobanteDetalle>(NOTA_CALLS.read, one(id))).data
    const refused = await emit()
    expect(await read(refused.id)).toMatchObject({ estado: 'AUTORIZADO', anulacion: { estado: 'POR_ACEPTAR', aceptacion: 5 } })
    expect((await app.call(NOTA_CALLS.withdrawAnulacion, one(refused.id))).status).toBe(422)
    await sri.control('POST', '/anulacion/respuesta', { clave: refused.clave, acepta: false })
    await follow()
    expect(await read(refused.id)).toMatchObject({ estado: 'AUTORIZADO', anulacion: { estado: 'NO_ACEPTADA' } })
    const accepted = await emit()
    await sri.control('POST', '/anulacion/respuesta', { clave: accepted.clave, acepta: true })
    await follow()
    expect(await read(accepted.id)).toMatchObject({ estado: 'ANULADO', anulacion: { estado: 'ANULADA' } })
  })

  it('a silent service changes nothing and is asked again', async () => {
    const { id, clave } = await authorise()
    await ask(id)
    await sri.control('POST', '/anulacion', { clave })
    await sri.control('POST', '/fallas', { tipo: 'http-500', fase: 'consulta', clave, veces: 2 })
    await follow(2)
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO', anulacion: { estado: 'SOLICITADA', consultada_en: null } })
    await follow()
    expect(await detail(id)).toMatchObject({ estado: 'ANULADO' })
  })

  it('two workers at once void it once', async () => {
    const { id, clave } = await authorise()
    await ask(id)
    await sri.control('POST', '/anular', { clave })
    app.clock.advance(60_000)
    await app.owner
      .updateTable('muestreo')
      .set({ proximo_intento: app.clock.now() })
      .where('empresa_id', '=', emisor.id)
      .where('ambiente', '=', 'SIMULADOR')
      .execute()
    await Promise.all(vigilantes.flatMap((each) => [each.follow(), each.sample()]))
    const { estado, eventos, correos } = await detail(id)
    expect(estado).toBe('ANULADO')
    expect(eventos.filter(({ a }) => a === 'ANULADO')).toHaveLength(1)
    expect(correos.filter(({ motivo }) => motivo === 'ANULACION')).toHaveLength(1)
  })
})

describe('O-56, O-96: what was done in the portal without us', () => {
  it('the walk finds what the SRI voided, consumidor final too, and touches nothing else', async () => {
    const final = facturaForm({
      comprador: { tipo_identificacion: '07', identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL', correos: [] },
    })
    const [kept, voided] = [await authorise(), await authorise(final)]
    expect(await detail(voided.id)).toMatchObject({ puede_anular: { ofrecida: false } })
    expect((await ask(voided.id)).status).toBe(422)
    await sri.control('POST', '/anular', { clave: voided.clave })
    expect(await walk()).toBe(2)
    expect(await detail(voided.id)).toMatchObject({ estado: 'ANULADO', anulacion: null })
    expect((await detail(voided.id)).eventos.at(-1)).toMatchObject({ causa: 'ANULADO en el SRI: lo halló la conciliación' })
    expect(await detail(kept.id)).toMatchObject({ estado: 'AUTORIZADO', anulacion: null })
  })

  it('a request found waiting for its receiver is followed as one of ours', async () => {
    const { id, clave } = await authorise()
    await sri.control('POST', '/anular', { clave, estado: 'PENDIENTE DE ANULAR' })
    await walk()
    expect(await detail(id)).toMatchObject({ estado: 'AUTORIZADO', anulacion: { estado: 'POR_ACEPTAR', quien: null } })
    await sri.control('POST', '/anular', { clave })
    await follow()
    expect(await detail(id)).toMatchObject({ estado: 'ANULADO', anulacion: { estado: 'ANULADA' } })
  })

  it('a silent service leaves the walk where it stands', async () => {
    const { clave } = await authorise()
    await sri.control('POST', '/fallas', { tipo: 'soap-fault', fase: 'consulta', clave })
    expect(await walk()).toBe(0)
    expect(await walk()).toBe(1)
  })

  it('an ADMIN records with proof what the SRI did', async () => {
    const { id } = await authorise()
    expect((await app.call(recordAnulacion, { ...one(id), body: { prueba: 'corta' } })).status).toBe(422)
    const record = () => app.call(recordAnulacion, { ...one(id), body: { prueba: 'Trámite 117012026 del portal' } })
    const told = [409, 'Este comprobante ya fue anulado: alguien registró su anulación antes. Recargue para verla.']
    const both = await Promise.all([record(), record()])
    expect(both.map(({ status, msg }) => (status === 200 ? [200] : [status, msg])).sort()).toEqual([[200], told])
    const { estado, eventos } = await detail(id)
    expect([estado, eventos.at(-1)?.causa]).toEqual(['ANULADO', 'Anulación registrada: Trámite 117012026 del portal'])
    const again = await record()
    expect([again.status, again.msg]).toEqual(told)
  })
})
