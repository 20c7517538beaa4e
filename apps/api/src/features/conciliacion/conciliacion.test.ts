import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createSriClient } from '@yupana/sri'
import {
  correctFactura,
  downloadXml,
  emitFactura,
  NOTA_CALLS,
  readComprobante,
  readSaldo,
  type ComprobanteDetalle,
  type Emitido,
  type Endpoint,
  type SaldoFactura,
} from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Random } from '../../testing/random.ts'
import { CONDICION_RETENEDOR, TIPOS } from '../../testing/tipos-de-documento.ts'
import { createLlave } from '../../respaldo/llave.ts'
import { checkArchivos, readManifiesto } from '../../respaldo/manifiesto.ts'
import { respaldar } from '../../respaldo/respaldar.ts'
import { restaurar } from '../../respaldo/restaurar.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { conciliar } from './conciliar.service.ts'
import type { Consultas } from './consultas.ts'
import { searchSerie } from './serie-buscada.ts'

const NOW = '2026-06-15T10:00:00-05:00'
const home = mkdtempSync(path.join(os.tmpdir(), 'yupana-conciliacion-'))
let sri: SimuladorDePrueba
/** The installation that will be lost, and its replacement. */
let lost: TestApp
let restored: TestApp
let emisor: Emisor
let token: string
let workers: ReturnType<typeof buildWorker>[]
const before: Emitido[] = []
const after: Emitido[] = []
/** One document of each other type, by its name, issued after the backup. */
const others = new Map<string, Emitido>()
/** Notes of the first factura of the backup and of the first after it. */
let notas: Emitido[] = []

const issue = async (endpoint: Endpoint, session: string, body: object) => {
  const { status, data } = await lost.call<Emitido>(endpoint, {
    token: session,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body,
  })
  expect(status).toBe(200)
  return data
}
const notaDe = ({ id, numero, fecha_emision }: Emitido) => ({
  establecimiento: '001',
  punto: '001',
  comprador: facturaForm().comprador,
  modificado: { documento_id: id, numero, fecha: fecha_emision },
})
const emit = async (app: TestApp, session: string) =>
  app.call<Emitido>(emitFactura, {
    token: session,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: facturaForm(),
  })
const detail = async (app: TestApp, session: string, id: string) =>
  (await app.call<ComprobanteDetalle>(readComprobante, { token: session, params: { id } })).data
const inDatabase = (clave: string) => restored.owner.selectFrom('documento').selectAll().where('clave', '=', clave).executeTakeFirst()
const serie = () =>
  restored.owner
    .selectFrom('serie')
    .select(['siguiente', 'usada'])
    .where('empresa_id', '=', emisor.id)
    .where('ambiente', '=', 'SIMULADOR')
    .where('tipo', '=', '01')
    .executeTakeFirstOrThrow()

function run(change: Partial<Parameters<typeof conciliar>[0]> = {}) {
  const client = createSriClient({ baseUrl: sri.url, limits: { connectMs: 500, firstByteMs: 2000, wholeMs: 4000 } })
  // Nothing of this installation is issued there, and no service listens.
  const absent = createSriClient({ baseUrl: 'http://127.0.0.1:9/comprobantes-electronicos-ws' })
  const options = {
    deps: { ...restored.deps, db: restored.owner },
    sri: { SIMULADOR: client, PRUEBAS: absent, PRODUCCION: absent },
    isPaced: () => false,
    pause: async () => undefined,
    ambientes: ['SIMULADOR', 'PRUEBAS', 'PRODUCCION'] as const,
    margen: 5,
    diasAnteriores: 0,
    acceptsPendientes: false,
    onProgress: () => undefined,
    ...change,
  }
  return conciliar(options).finally(() => client.close())
}

/** The SRI refuses the next document. */
const refuseNext = () =>
  sri.control('POST', '/fallas', { fase: 'recepcion', tipo: 'veredicto', codigo: '52', estado: 'NO AUTORIZADO', veces: 1 })

/**
 * The backup has an authorised document, a refused one and one not yet signed. After it the second is corrected, the third
 * goes on, the fourth and the seventh are authorised, the fifth never leaves and the sixth is refused.
 */
beforeAll(async () => {
  ;[lost, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  await sri.control('POST', '/config', { retrasoMs: 0 })
  emisor = await buildEmisor(lost, sri)
  await lost.owner
    .insertInto('empresa_condicion')
    .values({ empresa_id: emisor.id, hasta: null, ...CONDICION_RETENEDOR })
    .execute()
  const worker = buildWorker(lost, sri)
  before.push((await emit(lost, emisor.token)).data)
  await worker.settle()
  await refuseNext()
  before.push((await emit(lost, emisor.token)).data)
  await worker.settle()
  expect((await detail(lost, emisor.token, before[1]!.id)).estado).toBe('RECHAZADO')
  before.push((await emit(lost, emisor.token)).data)

  const folder = path.join(home, 'respaldo')
  const llave = await createLlave(lost.deps.config)
  await respaldar({ adminUrl: lost.database.adminUrl, folder, clock: lost.clock, claveMaestraId: '', llave })
  after.push((await emit(lost, emisor.token)).data)
  const body = facturaForm({
    lineas: [{ codigo: 'P-1', descripcion: 'Servicio corregido', cantidad: 1_000_000, precio_unitario: 10_000_000, iva: 6 }],
  })
  await lost.call(correctFactura, {
    token: emisor.token,
    params: { id: before[1]!.id },
    headers: { 'idempotency-key': randomUUID() },
    body,
  })
  await worker.settle()
  expect((await detail(lost, emisor.token, before[1]!.id)).estado).toBe('AUTORIZADO')
  for (const { nombre, emit: endpoint, form } of TIPOS.filter((tipo) => !tipo.nombre.startsWith('factura')))
    others.set(nombre, await issue(endpoint, emisor.token, form(new Random(3), '2026-06-15')))
  notas = [
    await issue(NOTA_CALLS.emit, emisor.token, {
      tipo: '04',
      ...notaDe(before[0]!),
      clase: 'DEVOLUCION',
      motivo: 'Devolución',
      creditos: [{ linea: 0, cantidad: 250_000 }],
    }),
    await issue(NOTA_CALLS.emit, emisor.token, {
      tipo: '04',
      ...notaDe(after[0]!),
      clase: 'DESCUENTO',
      motivo: 'Descuento',
      creditos: [{ linea: 0, monto: 1_000_000 }],
    }),
    await issue(NOTA_CALLS.emit, emisor.token, {
      tipo: '05',
      ...notaDe(after[0]!),
      motivos: [{ razon: 'Interés', valor: 1_000_000, iva: 6 }],
      pagos: [{ forma_pago: '20', total: 1_150_000 }],
    }),
  ]
  await worker.settle()
  // The day goes on without a backup.
  lost.clock.advance(86_400_000)
  await sri.control('POST', '/config', { desfaseReloj: 86_400_000 })
  const session = (await lost.signIn(emisor.usuario.username)).token
  const unsent = (await emit(lost, session)).data
  await lost.owner.updateTable('documento_envio').set({ proximo_intento: null }).where('documento_id', '=', unsent.id).execute()
  await refuseNext()
  after.push(unsent, (await emit(lost, session)).data)
  await worker.settle()
  after.push((await emit(lost, session)).data)
  await worker.settle()
  expect([...before, ...after].map(({ numero }) => numero.slice(-1))).toEqual(['1', '2', '3', '4', '5', '6', '7'])

  const database = await createTestDatabase({ isMigrated: false })
  const manifiesto = await readManifiesto(folder, llave.llave)
  await checkArchivos(folder, manifiesto)
  await restaurar({ adminUrl: database.adminUrl, folder, llave: llave.llave, manifiesto, clock: lost.clock })
  restored = await buildTestApp({ now: lost.clock.now().toISOString(), database })
  token = (await restored.signIn(emisor.usuario.username)).token
  workers = [worker, buildWorker(restored, sri, 'restaurado')]
})
afterAll(async () => {
  for (const worker of workers ?? []) await worker.close()
  await lost?.close()
  await restored?.close()
  await sri?.stop()
  rmSync(home, { recursive: true, force: true })
})

describe('a restored installation, until it is reconciled', () => {
  it('issues nothing', async () => {
    const { status, msg } = await emit(restored, token)
    expect(status).toBe(503)
    expect(msg).not.toBe('')
    expect((await serie()).siguiente).toBe(4)
  })

  it('sends nothing and mails nothing, although documents and mails are due', async () => {
    expect(
      await restored.owner.selectFrom('documento_envio').select('documento_id').where('proximo_intento', 'is not', null).execute(),
    ).toHaveLength(1)
    await restored.owner.updateTable('correo').set({ medio: 'SMTP', proximo_intento: restored.clock.now() }).execute()
    expect(await workers[1]!.tick()).toBe(0)
    await workers[1]!.avance.ring(emisor.id, before[2]!.id)
    expect((await detail(restored, token, before[2]!.id)).estado).toBe('EMITIDO')
    await restored.owner.updateTable('correo').set({ medio: 'BANDEJA', proximo_intento: null }).execute()
  })

  it('stays so while the SRI does not answer, or still works on a document', async () => {
    await sri.control('POST', '/config', { caido: true })
    expect(await run()).toMatchObject({ levantada: false, importados: 0, sinRespuesta: ['SIMULADOR'] })
    await sri.control('POST', '/config', { caido: false })
    const answer = await sri.control<object>('POST', '/fallas', {
      fase: 'autorizacion',
      clave: after[0]!.clave,
      tipo: 'en-proceso',
      veces: 1,
    })
    expect(answer).toBeDefined()
    const result = await run()
    expect(result).toMatchObject({ levantada: false, pendientes: [after[0]!.clave] })
    expect((await serie()).siguiente).toBe(4)
    expect((await emit(restored, token)).status).toBe(503)
  })
})

describe('reconciliation', () => {
  it('brings back under the very same clave what only the SRI had, moves the counter and lifts the fence; a series whose answer made no sense follows alone', async () => {
    // One wrong answer about one clave fences that series, not the installation.
    await sri.control('POST', '/fallas', { fase: 'autorizacion', clave: after[0]!.clave, tipo: 'basura', veces: null })
    expect(await run()).toMatchObject({ levantada: true, sinRespuesta: [] })
    const fenced = async () =>
      (
        await restored.owner
          .selectFrom('serie')
          .select('tipo')
          .where('cercada_desde', 'is not', null)
          .where('ambiente', '=', 'SIMULADOR')
          .orderBy('tipo')
          .execute()
      ).map(({ tipo }) => tipo)
    // The notes of the series wait with it: one of them may change the missing document.
    expect(await fenced()).toEqual(['01', '04', '05'])
    expect((await emit(restored, token)).msg).toContain('Falta conciliarla con el SRI')
    await sri.control('DELETE', '/fallas')
    const result = await run()
    expect(result).toMatchObject({ levantada: true, saltados: 1, pendientes: [], sinRespuesta: [], cercadas: [] })
    expect(await fenced()).toEqual([])
    for (const emitido of [after[0]!, after[3]!]) {
      const row = await inDatabase(emitido.clave)
      expect(row).toMatchObject({
        estado: 'AUTORIZADO',
        total: emitido.total,
        fecha_emision: emitido.fecha_emision,
        receptor_identificacion: '1712345675',
      })
      const theirs = await lost.owner
        .selectFrom('documento_firma')
        .select('sha256')
        .where('documento_id', '=', emitido.id)
        .executeTakeFirstOrThrow()
      const ours = await restored.owner
        .selectFrom('documento_firma')
        .select('sha256')
        .where('documento_id', '=', row!.id)
        .executeTakeFirstOrThrow()
      expect(ours.sha256.equals(theirs.sha256)).toBe(true)
      const eventos = await restored.owner
        .selectFrom('documento_evento')
        .select(['de', 'a', 'proceso'])
        .where('documento_id', '=', row!.id)
        .execute()
      expect(eventos).toEqual([{ de: null, a: 'AUTORIZADO', proceso: 'conciliación' }])
      expect((await detail(restored, token, row!.id)).estado).toBe('AUTORIZADO')
      const xml = await restored.call(downloadXml, { token, params: { id: row!.id } })
      expect(xml.raw.toString()).toContain('<estado>AUTORIZADO</estado>')
    }
    expect(await serie()).toEqual({ siguiente: 8, usada: true })
  })

  it.each(TIPOS.map(({ nombre }) => nombre).filter((nombre) => !nombre.startsWith('factura')))(
    'brings back %s with the very same rows and form',
    async (nombre) => {
      const emitido = others.get(nombre)!
      const row = (await inDatabase(emitido.clave))!
      const theirs = await lost.owner.selectFrom('documento').selectAll().where('id', '=', emitido.id).executeTakeFirstOrThrow()
      const { tipo, total, subtotal, iva, fecha_emision, receptor_identificacion, receptor_nombre } = theirs
      expect(row).toMatchObject({
        estado: 'AUTORIZADO',
        tipo,
        total,
        subtotal,
        iva,
        fecha_emision,
        receptor_identificacion,
        receptor_nombre,
      })
      for (const table of ['documento_linea', 'documento_pago', 'documento_retencion', 'documento_nota'] as const) {
        const rows = async (app: TestApp, id: string) =>
          (await app.owner.selectFrom(table).selectAll().where('documento_id', '=', id).execute()).map((one) => ({
            ...one,
            documento_id: undefined,
          }))
        expect(await rows(restored, row.id), table).toEqual(await rows(lost, emitido.id))
      }
      const entrada = async (app: TestApp, id: string) =>
        JSON.parse(
          JSON.stringify(
            (await app.owner.selectFrom('documento_version').select('entrada').where('documento_id', '=', id).executeTakeFirstOrThrow())
              .entrada,
          ),
        ) as object
      // The XML of a note has no class, only its reason; the form leaves the day to the system.
      expect({ ...(await entrada(lost, emitido.id)), fecha_emision }).toEqual(await entrada(restored, row.id))
    },
  )

  it('asks about a series that nobody had used three times, and no further', async () => {
    const asked: string[] = []
    const consultas = {
      ask: async (_ambiente: string, _ruc: string, clave: string) => (asked.push(clave), { autorizaciones: [], raw: '' }),
    } as unknown as Consultas
    const row = {
      ambiente: 'SIMULADOR',
      tipo: '01',
      establecimiento: '001',
      punto: '001',
      siguiente: 1,
      empresa_id: emisor.id,
      ruc: emisor.ruc,
      secreto: Buffer.alloc(32),
      dias_fecha_anterior: 0,
    } as const
    const busqueda = {
      sobre: restored.deps.sobre,
      consultas,
      fechas: ['2026-06-15'],
      margen: 50,
      isKnown: () => false,
      found: async () => undefined,
    }
    const { secreto } = await restored.owner.selectFrom('empresa').select('secreto').where('id', '=', emisor.id).executeTakeFirstOrThrow()
    for (const [usada, times] of [
      [false, 3],
      [true, 50],
    ] as const) {
      asked.length = 0
      await searchSerie({ ...row, secreto, usada }, busqueda)
      expect(asked).toHaveLength(times)
    }
  })

  it('moves the counter of every series past what the SRI knows', async () => {
    const rows = await restored.owner
      .selectFrom('serie')
      .select(['tipo', 'siguiente'])
      .where('empresa_id', '=', emisor.id)
      .where('ambiente', '=', 'SIMULADOR')
      .orderBy('tipo')
      .execute()
    expect(rows.map(({ tipo, siguiente }) => `${tipo} ${siguiente}`)).toEqual(['01 8', '03 2', '04 4', '05 3', '06 2', '07 2'])
  })

  it('ties recovered notes to their facturas, so that no more is credited than remains', async () => {
    const [first, later] = [before[0]!.id, (await inDatabase(after[0]!.clave))!.id]
    const rows = await restored.owner
      .selectFrom('documento_nota as n')
      .innerJoin('documento as d', 'd.id', 'n.documento_id')
      .select(['d.clave', 'n.modificado_id', 'n.creditos'])
      .where('n.modificado_id', 'is not', null)
      .orderBy('d.tipo')
      .orderBy('d.secuencial')
      .execute()
    expect(rows).toEqual([
      { clave: notas[0]!.clave, modificado_id: first, creditos: [{ linea: 0, solo_monto: false }] },
      { clave: notas[1]!.clave, modificado_id: later, creditos: [{ linea: 0, solo_monto: true }] },
      { clave: notas[2]!.clave, modificado_id: later, creditos: [] },
    ])
    const formas = await restored.owner
      .selectFrom('documento_version as v')
      .innerJoin('documento as d', (join) => join.onRef('d.id', '=', 'v.documento_id').onRef('d.empresa_id', '=', 'v.empresa_id'))
      .select(['d.clave', 'v.entrada'])
      .where(
        'd.clave',
        'in',
        notas.slice(0, 2).map(({ clave }) => clave),
      )
      .orderBy('d.secuencial')
      .execute()
    expect(formas.map(({ entrada }) => entrada)).toMatchObject([
      { clase: 'DEVOLUCION', creditos: [{ linea: 0, cantidad: 250_000 }] },
      { clase: 'DESCUENTO', creditos: [{ linea: 0, monto: 1_000_000 }] },
    ])
    const saldo = async (app: TestApp, session: string, id: string) => {
      const { total, lineas } = (await app.call<SaldoFactura>(readSaldo, { token: session, params: { id } })).data
      return { total, lineas }
    }
    const session = (await lost.signIn(emisor.usuario.username)).token
    expect(await saldo(restored, token, first)).toEqual(await saldo(lost, session, before[0]!.id))
    expect(await saldo(restored, token, later)).toEqual(await saldo(lost, session, after[0]!.id))
    expect(await saldo(restored, token, later)).toMatchObject({ total: 10_350_000, lineas: [{ cantidad: 1_000_000, monto: 9_000_000 }] })
  })

  it('has the same lines, payments and form as the lost one', async () => {
    const row = (await inDatabase(after[0]!.clave))!
    for (const table of ['documento_linea', 'documento_pago'] as const) {
      const rows = (app: TestApp, id: string) => app.owner.selectFrom(table).selectAll().where('documento_id', '=', id).execute()
      const plain = (found: object[]) => found.map((one) => ({ ...one, documento_id: undefined }))
      expect(plain(await rows(restored, row.id))).toEqual(plain(await rows(lost, after[0]!.id)))
    }
    const form = async (app: TestApp, id: string) =>
      await app.owner.selectFrom('documento_version').select(['entrada', 'sha256']).where('documento_id', '=', id).executeTakeFirstOrThrow()
    const [ours, theirs] = [await form(restored, row.id), await form(lost, after[0]!.id)]
    expect(ours.sha256.equals(theirs.sha256)).toBe(true)
    expect(ours.entrada).toMatchObject({
      comprador: { correos: ['ana@ejemplo.ec'] },
      lineas: [{ codigo: 'P-1', iva: 6, cantidad: 1_000_000 }],
    })
  })

  it('finishes a document of the backup that went on without it, with the signature the SRI has', async () => {
    const { estado, eventos } = await detail(restored, token, before[2]!.id)
    expect(estado).toBe('AUTORIZADO')
    expect(eventos.map(({ a }) => a)).toEqual(['EMITIDO', 'FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO'])
  })

  it('takes over a correction made after the backup as the next version', async () => {
    const { estado, eventos, lineas } = await detail(restored, token, before[1]!.id)
    expect(estado).toBe('AUTORIZADO')
    expect(eventos.map(({ a }) => a).slice(-5)).toEqual(['EMITIDO', 'FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO'])
    expect(lineas.map(({ descripcion }) => descripcion)).toEqual(['Servicio corregido'])
    expect(
      await restored.owner.selectFrom('documento').select(['version', 'clave']).where('id', '=', before[1]!.id).executeTakeFirst(),
    ).toEqual({ version: 2, clave: before[1]!.clave })
  })

  it('brings back a refused document as refused, so that it can be corrected', async () => {
    expect(await inDatabase(after[2]!.clave)).toMatchObject({ estado: 'RECHAZADO', codigo_sri: '52', secuencial: 6 })
  })

  it('records the number that the SRI never saw in the gap report', async () => {
    const saltos = await restored.owner
      .selectFrom('serie_salto')
      .select(['desde', 'hasta', 'motivo'])
      .where('empresa_id', '=', emisor.id)
      .execute()
    expect(saltos).toEqual([{ desde: 5, hasta: 5, motivo: expect.stringContaining('no lo conoce') }])
    expect(await inDatabase(after[1]!.clave)).toBeUndefined()
  })

  it('is over once it has run, and emission goes on after the last number', async () => {
    expect(await run()).toBeUndefined()
    const { status, data } = await emit(restored, token)
    expect(status).toBe(200)
    expect(data.numero).toBe('001-001-000000008')
    await workers[1]!.settle()
    expect((await detail(restored, token, data.id)).estado).toBe('AUTORIZADO')
  })
})
