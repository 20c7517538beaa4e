import { randomUUID } from 'node:crypto'
import {
  emitFactura,
  NOTA_CALLS,
  type Calculo,
  type Collection,
  type Emitido,
  type Endpoint,
  type NotaCreditoFormInput,
  type NotaDebitoFormInput,
} from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildUsuario } from '../../testing/builders.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
const UNIT = 1_000_000
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let worker: ReturnType<typeof buildWorker>
/** Sellers, by the right added to those of their role. */
let sellers: Record<'none' | 'documento:cambiar_precio' | 'documento:descuento', string>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  emisor = await buildEmisor(app, sri)
  worker = buildWorker(app, sri)
  const seller = async (right?: Collection) => {
    const { id, username } = await buildUsuario(app, { empresas: [emisor], rol: ROL.VENDEDOR })
    const { collections } = await app.owner
      .selectFrom('usuario_empresa')
      .select('collections')
      .where('usuario_id', '=', id)
      .executeTakeFirstOrThrow()
    if (right)
      await app.owner
        .updateTable('usuario_empresa')
        .set({ collections: [...collections, right] })
        .where('usuario_id', '=', id)
        .execute()
    return (await app.signIn(username)).token
  }
  sellers = {
    none: await seller(),
    'documento:cambiar_precio': await seller('documento:cambiar_precio'),
    'documento:descuento': await seller('documento:descuento'),
  }
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

type NotaInput = NotaCreditoFormInput | NotaDebitoFormInput
const send = (token: string, form: NotaInput, call: Endpoint = NOTA_CALLS.emit, id: string = randomUUID()) =>
  app.call<Emitido & Calculo>(call, { token, params: { id }, headers: { 'idempotency-key': randomUUID() }, body: form })
const camposOf = ({ problems }: { problems: { campo?: string | undefined }[] }) => problems.map(({ campo }) => campo)

const AJENA = { numero: '009-009-000000001', fecha: '2026-06-01' }
const inventado = { descripcion: 'INVENTADO', cantidad: UNIT, precio_unitario: 900 * UNIT, iva: 6 }
const credit = (change: Partial<NotaCreditoFormInput> = {}): NotaCreditoFormInput => ({
  tipo: '04',
  establecimiento: '001',
  punto: '001',
  clase: 'CORRECCION',
  motivo: 'Corrección',
  comprador: facturaForm().comprador,
  modificado: AJENA,
  lineas: [inventado],
  ...change,
})
const debit = (change: Partial<NotaDebitoFormInput> = {}): NotaDebitoFormInput => ({
  tipo: '05',
  establecimiento: '001',
  punto: '001',
  comprador: facturaForm().comprador,
  modificado: AJENA,
  motivos: [{ razon: 'Interés', valor: 100 * UNIT, iva: 6 }],
  pagos: [{ forma_pago: '20', total: 115 * UNIT }],
  ...change,
})

const PRECIO = {
  campo: 'modificado.numero',
  message: 'Esa factura no está en el sistema y su usuario no puede poner precios: pida la nota a quien pueda, o que registre la factura.',
}
const descuento = {
  campo: 'lineas.0.descuento',
  message: 'Su usuario no puede dar descuentos: déjelo en 0, o pida la nota a quien pueda darlos.',
}

describe('O-100: a note over a factura of elsewhere has prices that nobody else set', () => {
  it.each([
    ['free lines', credit(), [PRECIO]],
    ['free lines with a discount', credit({ lineas: [{ ...inventado, descuento: UNIT }] }), [PRECIO, descuento]],
    ['a debit note', debit(), [PRECIO]],
  ])('%s need the right, calculated or issued', async (_name, form, expected) => {
    expect((await send(sellers.none, form)).problems).toEqual(expected)
    expect((await send(sellers.none, form, NOTA_CALLS.calculate)).data.problemas).toEqual(expected)
  })

  it('each right gives its own: prices no discounts, discounts no prices', async () => {
    const rebajada = credit({ lineas: [{ ...inventado, descuento: UNIT }] })
    expect((await send(sellers['documento:cambiar_precio'], rebajada)).problems).toEqual([descuento])
    expect((await send(sellers['documento:descuento'], rebajada)).problems).toEqual([PRECIO])
    expect((await send(sellers['documento:cambiar_precio'], credit())).status).toBe(200)
    expect((await send(sellers['documento:cambiar_precio'], debit())).status).toBe(200)
  })

  it('over a factura of ours, named by id or by number, a seller gives back units and adds what is owed', async () => {
    const { data: factura } = await app.call<Emitido>(emitFactura, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
    await worker.settle()
    const { id, numero, fecha_emision: fecha } = factura
    for (const modificado of [
      { documento_id: id, numero, fecha },
      { numero, fecha },
    ]) {
      expect((await send(sellers.none, debit({ modificado }))).status).toBe(200)
      const units = credit({ clase: 'DEVOLUCION', modificado, lineas: [], creditos: [{ linea: 0, cantidad: UNIT }] })
      expect((await send(sellers.none, units, NOTA_CALLS.calculate)).data.problemas).toEqual([])
    }
    await worker.settle()
  })
})

describe('O-97, O-100: a correction keeps what was issued, each part once', () => {
  async function refusedOf(form: NotaInput) {
    await sri.control('POST', '/fallas', { ruc: emisor.ruc, tipo: 'veredicto', fase: 'recepcion', estado: 'DEVUELTA', codigo: '52' })
    const { data } = await send(emisor.token, form)
    await worker.settle()
    await sri.control('DELETE', '/fallas')
    return (body: NotaInput) => send(sellers.none, body, NOTA_CALLS.correct, data.id)
  }

  it('the lines of a credit note over a factura of elsewhere', async () => {
    const rebajada = { ...inventado, descuento: UNIT }
    const correct = await refusedOf(credit({ lineas: [rebajada] }))
    expect(camposOf(await correct(credit({ lineas: [rebajada, rebajada] })))).toEqual(['modificado.numero', 'lineas.1.descuento'])
    expect(camposOf(await correct(credit({ lineas: [{ ...rebajada, iva: 1 }] })))).toEqual(['modificado.numero', 'lineas.0.descuento'])
    expect(camposOf(await correct(credit({ lineas: [rebajada], modo: 'PVP' })))).toEqual(['modificado.numero', 'lineas.0.descuento'])
    expect(camposOf(await correct(credit({ lineas: [rebajada], modificado: { ...AJENA, numero: '009-009-000000002' } })))).toEqual([
      'modificado.numero',
      'lineas.0.descuento',
    ])
    expect((await correct(credit({ lineas: [rebajada], motivo: 'Corrección de la venta' }))).status).toBe(200)
    await worker.settle()
  })

  it('the reasons of a debit note', async () => {
    const form = debit()
    const correct = await refusedOf(form)
    expect(
      camposOf(await correct(debit({ motivos: [...form.motivos, ...form.motivos], pagos: [{ forma_pago: '20', total: 230 * UNIT }] }))),
    ).toEqual(['modificado.numero'])
    expect((await correct(form)).status).toBe(200)
    await worker.settle()
  })

  it('an amount of one factura is none of another', async () => {
    const emitted = await Promise.all(
      [1, 2].map(() =>
        app.call<Emitido>(emitFactura, {
          token: emisor.token,
          params: { id: randomUUID() },
          headers: { 'idempotency-key': randomUUID() },
          body: facturaForm(),
        }),
      ),
    )
    await worker.settle()
    const [one, other] = emitted.map(({ data: { id, numero, fecha_emision } }) =>
      credit({
        clase: 'DESCUENTO',
        modificado: { documento_id: id, numero, fecha: fecha_emision },
        lineas: [],
        creditos: [{ linea: 0, monto: UNIT }],
      }),
    ) as [NotaInput, NotaInput]
    const correct = await refusedOf(one)
    expect(camposOf(await correct(other))).toEqual(['clase', 'creditos.0.monto'])
    expect((await correct(one)).status).toBe(200)
    await worker.settle()
  })
})
