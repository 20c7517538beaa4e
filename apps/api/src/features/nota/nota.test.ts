import { randomUUID } from 'node:crypto'
import {
  COLLECTIONS,
  COMPROBANTE_CALLS,
  createPago,
  emitFactura,
  FACTURA_CALLS,
  NOTA_CALLS,
  readComprobante,
  readSaldo,
  PASOS_ANULACION,
  requestAnulacion,
  registerFactura,
  reversePago,
  type Calculo,
  type ComprobanteDetalle,
  type ComprobanteFila,
  type Emitido,
  type Endpoint,
  type Listing,
  type NotaCreditoFormInput,
  type NotaDebitoFormInput,
  type SaldoFactura,
} from '@yupana/contract'
import { DOCUMENTOS } from '@yupana/sri'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildUsuario } from '../../testing/builders.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

const NOW = '2026-06-15T10:00:00-05:00'
const UNIT = 1_000_000
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  emisor = await buildEmisor(app, sri)
  worker = buildWorker(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

type NotaInput = NotaCreditoFormInput | NotaDebitoFormInput
const emit = (form: NotaInput, { id = randomUUID(), key = randomUUID() } = {}) =>
  app.call<Emitido>(NOTA_CALLS.emit, { token: emisor.token, params: { id }, headers: { 'idempotency-key': key }, body: form })
const calculate = async (form: NotaInput) => (await app.call<Calculo>(NOTA_CALLS.calculate, { token: emisor.token, body: form })).data
const saldo = (id: string, tipo?: string) =>
  app.call<SaldoFactura>(readSaldo, { token: emisor.token, params: { id }, ...(tipo && { query: { tipo } }) })
const detail = async (id: string) => (await app.call<ComprobanteDetalle>(NOTA_CALLS.read, { token: emisor.token, params: { id } })).data

/** Two lines: 3 units at 10.00 and 15 %, one at 5.00 and 0 %. Total 39.50. */
async function authorisedFactura(change = {}): Promise<Emitido> {
  const lineas = [
    { codigo: 'P-1', descripcion: 'Cuaderno', cantidad: 3 * UNIT, precio_unitario: 10 * UNIT, iva: 6 },
    { codigo: 'P-2', descripcion: 'Libro', cantidad: UNIT, precio_unitario: 5 * UNIT, iva: 1 },
  ]
  const { data, status } = await app.call<Emitido>(emitFactura, {
    token: emisor.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: facturaForm({ lineas, pagos: [{ forma_pago: '01', total: 39_500_000 }], ...change }),
  })
  expect(status).toBe(200)
  await worker.settle()
  return data
}

const creditOf = ({ id, numero, fecha_emision }: Emitido, change: Partial<NotaCreditoFormInput> = {}): NotaCreditoFormInput => ({
  tipo: '04',
  establecimiento: '001',
  punto: '001',
  clase: 'DEVOLUCION',
  motivo: 'Devolución de un cuaderno',
  comprador: facturaForm().comprador,
  modificado: { documento_id: id, numero, fecha: fecha_emision },
  creditos: [{ linea: 0, cantidad: UNIT }],
  ...change,
})
const debitOf = ({ id, numero, fecha_emision }: Emitido, change: Partial<NotaDebitoFormInput> = {}): NotaDebitoFormInput => ({
  tipo: '05',
  establecimiento: '001',
  punto: '001',
  comprador: facturaForm().comprador,
  modificado: { documento_id: id, numero, fecha: fecha_emision },
  motivos: [{ razon: 'Interés por mora', valor: 2 * UNIT, iva: 6 }],
  pagos: [{ forma_pago: '20', total: 2_300_000 }],
  ...change,
})

describe('nota de crédito', () => {
  it('is told what of its factura is owed and was paid, or that it was paid at once', async () => {
    expect((await saldo((await authorisedFactura()).id)).data.cartera).toEqual({ acreditable: 0, retenido: 0, por_cobrar: 0 })
    const pagos = [{ forma_pago: '20', total: 39_500_000, plazo: 30, unidad_tiempo: 'dias' }]
    const factura = await authorisedFactura({ pagos })
    const cartera = async () => (await saldo(factura.id)).data.cartera
    const { id: cuenta_id } = await app.owner
      .selectFrom('cuenta')
      .select('id')
      .where('origen_id', '=', factura.id)
      .executeTakeFirstOrThrow()
    const valor = 30 * UNIT
    const pago = { sentido: 'COBRAR', aplicaciones: [{ cuenta_id, valor }], metodos: [{ metodo: 'EFECTIVO', valor }] }
    const headers = { 'idempotency-key': randomUUID() }
    const { status, data } = await app.call<{ id: string }>(createPago, { token: emisor.token, headers, body: pago })
    expect(status).toBe(200)
    expect(await cartera()).toEqual({ acreditable: 39_500_000, retenido: 0, por_cobrar: 9_500_000 })
    expect((await emit(creditOf(factura))).status).toBe(200)
    expect(await cartera()).toEqual({ acreditable: 28_000_000, retenido: 0, por_cobrar: -2_000_000 })
    await app.call(reversePago, { token: emisor.token, params: { id: data.id }, body: { motivo: 'Cheque devuelto' } })
    expect(await cartera()).toEqual({ acreditable: 28_000_000, retenido: 0, por_cobrar: 28_000_000 })
  })

  it('O-100: money without goods is a discount: who may not give one gives back units only', async () => {
    const factura = await authorisedFactura()
    const { id, username } = await buildUsuario(app, { empresas: [{ id: emisor.id }] })
    await app.owner
      .updateTable('usuario_empresa')
      .set({ collections: COLLECTIONS.filter((right) => right !== 'documento:descuento') })
      .where('usuario_id', '=', id)
      .execute()
    const { token } = await app.signIn(username)
    const issue = (form: NotaInput, call: Endpoint = NOTA_CALLS.emit) =>
      app.call<Emitido & Calculo>(call, { token, params: { id: randomUUID() }, headers: { 'idempotency-key': randomUUID() }, body: form })
    const money = creditOf(factura, { clase: 'DESCUENTO', motivo: 'Descuento', creditos: [{ linea: 0, monto: UNIT }] })
    expect((await issue(money)).problems.map(({ campo }) => campo)).toEqual(['clase', 'creditos.0.monto'])
    expect((await issue(money, NOTA_CALLS.calculate)).data.problemas.map(({ campo }) => campo)).toEqual(['clase', 'creditos.0.monto'])
    expect((await issue({ ...money, clase: 'CORRECCION' } as NotaInput)).problems.map(({ campo }) => campo)).toEqual(['creditos.0.monto'])
    expect((await issue(creditOf(factura))).status).toBe(200)
    expect((await issue(debitOf(factura), NOTA_CALLS.calculate)).data.problemas).toEqual([])
    expect((await emit(money)).status).toBe(200)
    await worker.settle()
  })

  it('over a factura that is to be voided says so, and is issued', async () => {
    const factura = await authorisedFactura()
    expect((await calculate(creditOf(factura))).avisos).toEqual([])
    const call = { token: emisor.token, params: { id: factura.id }, headers: { 'idempotency-key': randomUUID() } }
    expect((await app.call(requestAnulacion, { ...call, body: { motivo: 'Cliente equivocado', pasos: PASOS_ANULACION } })).status).toBe(200)
    const message = 'El 15/06/2026 se pidió anular esa factura: si el SRI la anula, la nota queda sin factura.'
    const said = [{ campo: 'modificado.documento_id', message }]
    expect((await calculate(debitOf(factura))).avisos).toEqual(said)
    expect((await emit(creditOf(factura))).data.avisos).toEqual(said)
    await worker.settle()
  })

  it('gives back units of a factura, is authorised, and takes of what remains', async () => {
    const factura = await authorisedFactura()
    expect((await saldo(factura.id)).data).toMatchObject({
      total: 39_500_000,
      impedimento: null,
      lineas: [{ cantidad: 3 * UNIT }, { cantidad: UNIT }],
    })
    const { status, data } = await emit(creditOf(factura))
    expect(status).toBe(200)
    expect(data).toMatchObject({ total: 11_500_000, estado: 'EMITIDO' })
    expect((await saldo(factura.id)).data).toMatchObject({ total: 28_000_000, lineas: [{ cantidad: 2 * UNIT }, { cantidad: UNIT }] })

    await worker.settle()
    expect(await detail(data.id)).toMatchObject({
      tipo: '04',
      estado: 'AUTORIZADO',
      subtotal: 10 * UNIT,
      iva: 1_500_000,
      lineas: [{ codigo: 'P-1', cantidad: UNIT }],
    })
    const xml = (await app.call(NOTA_CALLS.downloadXml, { token: emisor.token, params: { id: data.id } })).raw.toString()
    const nota = DOCUMENTOS.notaCredito.fromXml(xml)
    expect(nota.infoNotaCredito).toMatchObject({
      codDocModificado: '01',
      numDocModificado: factura.numero,
      valorModificacion: 11_500_000,
      motivo: 'Devolución de un cuaderno',
    })
    const listed = await app.call<Listing<ComprobanteFila>>(NOTA_CALLS.search, { token: emisor.token })
    expect(listed.data.content.map(({ id }) => id)).toContain(data.id)
    expect(listed.data.content.map(({ tipo }) => tipo)).not.toContain('01')
  })

  it('O-57: never above what remains by line and quantity, and the last one takes what is left', async () => {
    const factura = await authorisedFactura()
    const tooMany = await emit(creditOf(factura, { creditos: [{ linea: 0, cantidad: 4 * UNIT }] }))
    expect(tooMany).toMatchObject({
      status: 422,
      problems: [{ campo: 'creditos.0', message: 'Supera lo que queda por acreditar de esta línea.' }],
    })
    const all = creditOf(factura, {
      clase: 'ANULACION',
      motivo: 'Se anula la venta',
      creditos: [
        { linea: 0, cantidad: 3 * UNIT },
        { linea: 1, cantidad: UNIT },
      ],
    })
    expect((await emit(all)).data.total).toBe(39_500_000)
    expect((await saldo(factura.id)).data).toMatchObject({ total: 0, impedimento: 'La factura ya está acreditada por completo.' })
    expect((await saldo(factura.id, '05')).data).toMatchObject({ impedimento: null, tarifas: [6, 1] })
    expect((await emit(creditOf(factura))).status).toBe(422)
    await worker.settle()
  })

  it('two at once cannot give back the same units', async () => {
    const factura = await authorisedFactura()
    const answers = await Promise.all(
      [2, 2, 2].map((units) => emit(creditOf(factura, { creditos: [{ linea: 0, cantidad: units * UNIT }] }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    await worker.settle()
  })

  it('the same key gives the same note', async () => {
    const factura = await authorisedFactura()
    const [id, key] = [randomUUID(), randomUUID()]
    const answers = [await emit(creditOf(factura), { id, key }), await emit(creditOf(factura), { id, key })]
    expect(new Set(answers.map(({ data }) => data.clave)).size).toBe(1)
    await worker.settle()
  })

  it('a refused note gives its units back, and can be corrected with the same number', async () => {
    const factura = await authorisedFactura()
    await sri.control('POST', '/fallas', { ruc: emisor.ruc, tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo: '52' })
    const { data } = await emit(creditOf(factura, { creditos: [{ linea: 0, cantidad: 3 * UNIT }] }))
    await worker.settle()
    expect((await detail(data.id)).estado).toBe('RECHAZADO')
    await sri.control('DELETE', '/fallas')
    expect((await saldo(factura.id)).data.total).toBe(39_500_000)
    const corrected = await app.call<Emitido>(NOTA_CALLS.correct, {
      token: emisor.token,
      params: { id: data.id },
      headers: { 'idempotency-key': randomUUID() },
      body: creditOf(factura, { creditos: [{ linea: 0, cantidad: 2 * UNIT }] }),
    })
    expect(corrected).toMatchObject({ status: 200, data: { numero: data.numero, total: 23_000_000 } })
    await worker.settle()
    expect((await detail(data.id)).estado).toBe('AUTORIZADO')
    expect((await saldo(factura.id)).data.total).toBe(16_500_000)
  })

  it('of a factura issued elsewhere goes by typed lines, at the rates of its day (O-92)', async () => {
    const form: NotaCreditoFormInput = {
      tipo: '04',
      establecimiento: '001',
      punto: '001',
      clase: 'DESCUENTO',
      motivo: 'Descuento acordado',
      comprador: facturaForm().comprador,
      modificado: { numero: '002-001-000000044', fecha: '2024-03-15' },
      lineas: [{ descripcion: 'Descuento sobre la factura', cantidad: UNIT, precio_unitario: 100 * UNIT, iva: 2 }],
    }
    expect(await calculate(form)).toMatchObject({ total: 112 * UNIT, problemas: [] })
    const { status, data } = await emit(form)
    expect(status).toBe(200)
    expect((await emit({ ...form, lineas: [{ descripcion: 'X', cantidad: UNIT, precio_unitario: UNIT, iva: 6 }] })).problems).toMatchObject(
      [{ campo: 'lineas.0.iva' }],
    )
    await worker.settle()
    expect((await detail(data.id)).estado).toBe('AUTORIZADO')
  })

  it('names the field where the factura, its number, its client or its state do not fit', async () => {
    const factura = await authorisedFactura()
    const campos = async (change: Partial<NotaCreditoFormInput>) =>
      (await emit(creditOf(factura, change))).problems.map(({ campo }) => campo)
    expect(await campos({ modificado: { documento_id: randomUUID(), numero: factura.numero, fecha: factura.fecha_emision } })).toEqual([
      'modificado.documento_id',
    ])
    expect(await campos({ modificado: { documento_id: factura.id, numero: '001-001-999999999', fecha: factura.fecha_emision } })).toEqual([
      'modificado.numero',
    ])
    expect(await campos({ comprador: { tipo_identificacion: '06', identificacion: 'X-99', razon_social: 'OTRO' } })).toEqual([
      'comprador.identificacion',
    ])
    expect(await campos({ motivo: 'Con 漢' })).toEqual(['motivo'])
    const nobody = await authorisedFactura({
      comprador: { tipo_identificacion: '07', identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL' },
    })
    const refused = await emit(
      creditOf(nobody, { comprador: { tipo_identificacion: '07', identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL' } }),
    )
    expect(refused).toMatchObject({
      status: 422,
      problems: [{ campo: 'modificado.documento_id', message: 'Una factura a consumidor final no admite notas.' }],
    })
  })

  it('O-57: the two spellings of its id wait for each other: it is credited once', async () => {
    const factura = await authorisedFactura()
    const whole = [
      { linea: 0, cantidad: 3 * UNIT },
      { linea: 1, cantidad: UNIT },
    ]
    const annul = (documento_id: string) =>
      emit(
        creditOf(factura, {
          clase: 'ANULACION',
          creditos: whole,
          modificado: { documento_id, numero: factura.numero, fecha: factura.fecha_emision },
        }),
      )
    // The first one holds the factura and waits for its number.
    const answers = await app.owner.transaction().execute(async (tx) => {
      await sql`select 1 from serie for update`.execute(tx)
      const sent = [annul(factura.id), annul(factura.id.toUpperCase())]
      await untilWaiting(app, 2)
      return sent
    })
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('is refused over a factura whose anulación is being recorded', async () => {
    const factura = await authorisedFactura()
    const body = { prueba: 'El portal lo muestra ANULADO' }
    const [voided, note] = await app.owner.transaction().execute(async (tx) => {
      await sql`select 1 from documento where id = ${factura.id} for share`.execute(tx)
      const voiding = app.call(FACTURA_CALLS.recordAnulacion, { token: emisor.token, params: { id: factura.id }, body })
      await untilWaiting(app)
      const issuing = emit(creditOf(factura))
      await Promise.race([issuing, untilWaiting(app, 2)])
      return [voiding, issuing].map((answer) => () => answer)
    })
    expect((await voided!()).status).toBe(200)
    expect((await note!()).problems).toEqual([{ campo: 'modificado.documento_id', message: 'La factura no está autorizada.' }])
  })

  it('O-57: a factura of ours named by its number is treated as if its id had come: balance, client, state and lock', async () => {
    const factura = await authorisedFactura()
    const named = { numero: factura.numero, fecha: factura.fecha_emision }
    const typed = [{ descripcion: 'Descuento', cantidad: UNIT, precio_unitario: 900 * UNIT, iva: 6 }]
    const problemsOf = async (form: NotaInput) => (await emit(form)).problems
    expect(await problemsOf(creditOf(factura, { modificado: named, creditos: [], lineas: typed, clase: 'CORRECCION' }))).toMatchObject([
      { campo: 'lineas' },
    ])
    expect(
      (
        await problemsOf(creditOf(factura, { modificado: { ...named, cod_doc: '18' }, creditos: [], lineas: typed, clase: 'CORRECCION' }))
      ).map(({ campo }) => campo),
    ).toEqual(['lineas'])
    expect(await problemsOf(creditOf(factura, { modificado: { ...named, fecha: '2026-06-14' } }))).toMatchObject([
      { campo: 'modificado.numero' },
    ])
    expect(await problemsOf(creditOf(factura, { modificado: { ...named, cod_doc: '05' } }))).toMatchObject([
      { campo: 'modificado.cod_doc' },
    ])
    const stranger = { tipo_identificacion: '06' as const, identificacion: 'X-99', razon_social: 'OTRO' }
    expect(await problemsOf(debitOf(factura, { modificado: named, comprador: stranger }))).toMatchObject([
      { campo: 'comprador.identificacion' },
    ])

    // Each takes the whole: one by number and one by id wait for each other.
    const whole = {
      clase: 'ANULACION' as const,
      creditos: [
        { linea: 0, cantidad: 3 * UNIT },
        { linea: 1, cantidad: UNIT },
      ],
    }
    const answers = await Promise.all(
      [creditOf(factura, whole), ...[1, 2].map(() => creditOf(factura, { ...whole, modificado: named }))].map((form) => emit(form)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect((await saldo(factura.id)).data.total).toBe(0)
    expect(await problemsOf(creditOf(factura, { modificado: named }))).toMatchObject([
      { campo: 'modificado.numero', message: 'La factura ya está acreditada por completo.' },
    ])
    const issued = answers.find(({ status }) => status === 200)
    expect(
      (
        await app.call<{ modificado: { documento_id?: string } }>(NOTA_CALLS.duplicate, {
          token: emisor.token,
          params: { id: issued?.data.id ?? '' },
        })
      ).data.modificado.documento_id,
    ).toBe(factura.id)
    await worker.settle()
  })

  it('O-57: of a point of ours a number that nobody issued is refused; one of another environment, or to consumidor final, as by its id', async () => {
    const lineas = [{ descripcion: 'Descuento', cantidad: UNIT, precio_unitario: UNIT, iva: 6 }]
    const of = (numero: string, fecha: string): NotaInput => ({
      tipo: '04',
      establecimiento: '001',
      punto: '001',
      clase: 'DESCUENTO',
      motivo: 'Descuento',
      comprador: facturaForm().comprador,
      modificado: { numero, fecha },
      lineas,
    })
    const nobody = await authorisedFactura({
      comprador: { tipo_identificacion: '07', identificacion: '9999999999999', razon_social: 'CONSUMIDOR FINAL' },
    })
    expect((await emit(of('001-001-000900001', '2026-06-15'))).problems).toMatchObject([{ campo: 'modificado.numero' }])
    expect((await calculate(of('001-001-000900001', '2026-06-15'))).problemas).toMatchObject([{ campo: 'modificado.numero' }])
    expect(
      (
        await emit(
          debitOf({ ...nobody, numero: '001-001-000900001' }, { modificado: { numero: '001-001-000900001', fecha: '2026-06-15' } }),
        )
      ).problems,
    ).toMatchObject([{ campo: 'modificado.numero' }])
    expect((await emit(of(nobody.numero, nobody.fecha_emision))).problems).toContainEqual({
      campo: 'modificado.numero',
      message: 'Una factura a consumidor final no admite notas.',
    })

    const other = await authorisedFactura()
    await app.owner.updateTable('empresa').set({ ambiente: 'PRUEBAS' }).where('id', '=', emisor.id).execute()
    // A session caches its company's environment for a moment: a new one.
    const { token } = await app.signIn(emisor.usuario.username)
    const { problemas } = (await app.call<Calculo>(NOTA_CALLS.calculate, { token, body: of(other.numero, other.fecha_emision) })).data
    expect(problemas).toMatchObject([{ campo: 'modificado.numero' }])
    await app.owner.updateTable('empresa').set({ ambiente: 'SIMULADOR' }).where('id', '=', emisor.id).execute()
  })

  it('O-57, O-101: a registered factura named by its number is ours too; cédula and RUC of its client are one receiver (O-62)', async () => {
    const numero = '001-001-000700001'
    const registered = await app.call<Emitido>(registerFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: { ...facturaForm(), registro: { modo: 'FISICA', numero, autorizacion: '1234567890', fecha: '2026-06-01' } },
    })
    expect(registered.status).toBe(200)
    const comprador = { ...facturaForm().comprador, tipo_identificacion: '04' as const, identificacion: '1712345675001' }
    const credit = creditOf(registered.data, { modificado: { numero, fecha: '2026-06-01' }, comprador })
    expect((await emit(credit)).data.total).toBe(11_500_000)
    expect((await emit(credit)).problems).toMatchObject([
      { campo: 'modificado.numero', message: 'La factura ya está acreditada por completo.' },
    ])
    await worker.settle()
  })

  /** A note over a factura issued elsewhere. */
  const ajena = (numero: string, change: Partial<NotaCreditoFormInput> = {}): NotaCreditoFormInput => ({
    tipo: '04',
    establecimiento: '001',
    punto: '001',
    clase: 'DESCUENTO',
    motivo: 'Descuento',
    comprador: facturaForm().comprador,
    modificado: { numero, fecha: '2026-06-01' },
    lineas: [{ codigo: 'X-1', descripcion: 'INVENTADO', cantidad: UNIT, precio_unitario: 900 * UNIT, iva: 6 }],
    ...change,
  })

  it('O-57: a point that our establishment does not have issued nothing, unless it was registered', async () => {
    const numero = '001-099-000000007'
    const absent = [
      {
        campo: 'modificado.numero',
        message: 'En 001-099 no hay una factura con ese número. Revíselo; si se emitió fuera del sistema, regístrela primero.',
      },
    ]
    expect((await emit(ajena(numero))).problems).toEqual(absent)
    expect((await calculate(ajena(numero))).problemas).toEqual(absent)
    const registered = await app.call<Emitido>(registerFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: { ...facturaForm({ punto: '099' }), registro: { modo: 'FISICA', numero, autorizacion: '1234567890', fecha: '2026-06-01' } },
    })
    expect(registered.status).toBe(200)
    expect((await emit(creditOf(registered.data, { modificado: { numero, fecha: '2026-06-01' } }))).status).toBe(200)
    await worker.settle()
  })

  it.each(['000-000-000000001', '009-000-000000001', '000-001-000000001', '009-009-000000000'])(
    'O-57: nobody issues %s',
    async (numero) => {
      for (const form of [ajena(numero), debitOf({ id: randomUUID(), numero, fecha_emision: '2026-06-01' } as Emitido)] as NotaInput[]) {
        const { status, problems } = await emit(form)
        expect([status, problems]).toEqual([
          422,
          [{ campo: 'modificado.numero', message: 'Establecimiento y punto van desde 001, y el secuencial desde 000000001.' }],
        ])
      }
    },
  )

  it('O-57: over a factura of elsewhere the notes before are named, and nothing follows one that annulled it', async () => {
    const numero = '009-009-000000011'
    const first = await emit(ajena(numero))
    expect(first.data.avisos).toEqual([])
    const other = await emit(ajena('009-009-000000012'))
    expect(other.data.avisos).toEqual([])
    const said = [{ campo: 'modificado.numero', message: `Sobre esa factura ya emitió la nota ${first.data.numero} por $1,035.00.` }]
    expect((await calculate(ajena(numero))).avisos).toEqual(said)
    // One number is one factura, under any of its document codes.
    const annulling = ajena(numero, { clase: 'ANULACION', modificado: { numero, fecha: '2026-06-01', cod_doc: '18' } })
    const answers = await Promise.all([1, 2].map(() => emit(annulling)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const whole = answers.find(({ status }) => status === 200)
    expect(whole?.data.avisos).toEqual(said)
    const spent = [{ campo: 'modificado.numero', message: `La nota ${whole?.data.numero} ya anuló esa factura.` }]
    expect(answers.find(({ status }) => status === 422)?.problems).toEqual(spent)
    expect((await calculate(ajena(numero))).problemas).toEqual(spent)
    expect((await calculate({ ...annulling, modificado: { numero, fecha: '2026-06-01', cod_doc: '03' } })).avisos).toEqual([])
    await worker.settle()
  })

  it('O-57: a refused note over a factura of elsewhere counts for nothing, itself least', async () => {
    const numero = '009-009-000000021'
    await sri.control('POST', '/fallas', { ruc: emisor.ruc, tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo: '52' })
    const { data } = await emit(ajena(numero, { clase: 'ANULACION' }))
    await worker.settle()
    await sri.control('DELETE', '/fallas')
    expect((await calculate(ajena(numero))).problemas).toEqual([])
    const corrected = await app.call<Emitido>(NOTA_CALLS.correct, {
      token: emisor.token,
      params: { id: data.id },
      headers: { 'idempotency-key': randomUUID() },
      body: ajena(numero, { clase: 'ANULACION' }),
    })
    expect([corrected.status, corrected.data.avisos]).toEqual([200, []])
    await worker.settle()
  })

  it('keeps drafts of both kinds apart from facturas', async () => {
    const id = randomUUID()
    const saved = await app.call(NOTA_CALLS.createBorrador, { token: emisor.token, body: { id, contenido: { tipo: '05', motivos: [] } } })
    expect(saved.status).toBe(200)
    const drafts = await app.call<Listing<{ id: string }>>(NOTA_CALLS.searchBorrador, { token: emisor.token })
    expect(drafts.data.content.map((one) => one.id)).toContain(id)
  })

  it('is absent among facturas, as a factura is absent here', async () => {
    const factura = await authorisedFactura()
    const { data } = await emit(creditOf(factura))
    expect((await app.call(readComprobante, { token: emisor.token, params: { id: data.id } })).status).toBe(404)
    expect((await app.call(NOTA_CALLS.read, { token: emisor.token, params: { id: factura.id } })).status).toBe(404)
    for (const { id } of [factura, data])
      expect((await app.call<ComprobanteDetalle>(COMPROBANTE_CALLS.read, { token: emisor.token, params: { id } })).data.id).toBe(id)
    await worker.settle()
  })
})

describe('nota de débito', () => {
  it('adds reasons with their IVA, is authorised, and takes nothing of the balance', async () => {
    const factura = await authorisedFactura()
    const { status, data } = await emit(debitOf(factura))
    expect(status).toBe(200)
    expect(data).toMatchObject({ total: 2_300_000, numero: '001-001-000000001' })
    await worker.settle()
    expect(await detail(data.id)).toMatchObject({
      tipo: '05',
      estado: 'AUTORIZADO',
      subtotal: 2 * UNIT,
      iva: 300_000,
      lineas: [{ descripcion: 'Interés por mora', iva: 300_000 }],
      pagos: [{ forma_pago: '20' }],
    })
    expect((await saldo(factura.id)).data.total).toBe(39_500_000)
  })

  it('refuses payments that do not meet it, and a rate that did not hold', async () => {
    const factura = await authorisedFactura()
    expect((await emit(debitOf(factura, { pagos: [{ forma_pago: '20', total: UNIT }] }))).status).toBe(422)
    expect(
      (
        await emit(debitOf(factura, { motivos: [{ razon: 'Mora', valor: UNIT, iva: 2 }], pagos: [{ forma_pago: '20', total: UNIT }] }))
      ).problems.map(({ campo }) => campo),
    ).toContain('motivos.0.iva')
  })
})
