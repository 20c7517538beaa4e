import { randomUUID } from 'node:crypto'
import {
  allBodega,
  createBodega,
  createCotizacion,
  createMovimiento,
  createPago,
  createPersona,
  createProducto,
  createSaldoInicial,
  type BodegaOpcion,
  type Endpoint,
} from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { errors } from './errors.ts'
import { log } from './proceso/log.ts'
import { buildTestApp, type TestApp } from './testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from './testing/builders.ts'
import { untilWaiting } from './testing/until-waiting.ts'

// Saved while another deletes what it names: the database is the first to know, and it is told in words.
let app: TestApp
let token: string
let persona: string
let bodega: string
let principal: string
let cafe: string
const COMPRADOR = { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ' }
const valor = fromUnits(10)

const call = <T>(endpoint: Endpoint, body: object) => app.call<T>(endpoint, { token, headers: { 'idempotency-key': randomUUID() }, body })
const created = async (endpoint: Endpoint, body: object) => {
  const { status, data, problems } = await call<{ id: string }>(endpoint, body)
  expect(status, JSON.stringify(problems)).toBe(200)
  return data.id
}

beforeAll(async () => {
  app = await buildTestApp()
})
beforeEach(async () => {
  const empresa = await buildEmpresa(app, { establecimientos: [{ codigo: '001', direccion: 'Quito', puntos: [{ codigo: '001' }] }] })
  token = await tokenOfNew(app, { empresas: [empresa] })
  persona = await created(createPersona, { ...COMPRADOR, roles: ['cliente'] })
  principal = (await app.call<BodegaOpcion[]>(allBodega, { token })).data[0]!.id
  bodega = await created(createBodega, { name: 'Norte' })
  const producto = { code: 'P', name: 'CAFÉ', type_product: 'PRODUCTO', iva: 6, price: 1, cost: 1, manage_inventory: true }
  cafe = await created(createProducto, producto)
  await created(createMovimiento, { tipo: 'INGRESO', bodega_id: principal, lineas: [{ producto_id: cafe, cantidad: valor }] })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app?.close())

const transfer = (more: object = {}) =>
  call(createMovimiento, {
    tipo: 'TRANSFERENCIA',
    bodega_id: principal,
    bodega_destino_id: bodega,
    lineas: [{ producto_id: cafe, cantidad: fromUnits(1) }],
    ...more,
  })

const CASES = [
  [
    'an advance',
    'persona',
    'pago',
    () => call(createPago, { sentido: 'COBRAR', persona_id: persona, anticipo: valor, metodos: [{ metodo: 'EFECTIVO', valor }] }),
  ],
  [
    'an opening balance',
    'persona',
    'cuenta',
    () => {
      const [numero, fecha] = ['001-001-000000901', '2026-01-01']
      return call(createSaldoInicial, { sentido: 'COBRAR', persona_id: persona, numero, fecha, vence: fecha, valor })
    },
  ],
  [
    'a quote',
    'persona',
    'cotizacion',
    () => {
      const lineas = [{ codigo: 'X', descripcion: 'Asesoría', cantidad: fromUnits(1), precio_unitario: valor, iva: 6 }]
      return call(createCotizacion, { establecimiento: '001', punto: '001', validez_dias: 15, comprador: COMPRADOR, lineas })
    },
  ],
  ['a transfer', 'bodega', 'movimiento', () => transfer()],
  ['a transfer on its way', 'bodega', 'movimiento', () => transfer({ en_transito: true })],
] as const

it.each(CASES)('%s saved while its %s is deleted is told in words and leaves nothing', async (what, tabla, kept, save) => {
  const noted = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  const rows = () => app.owner.selectFrom(kept).select('id').execute()
  const before = await rows()
  const { answer } = await app.owner.transaction().execute(async (tx) => {
    await tx
      .deleteFrom(tabla)
      .where('id', '=', tabla === 'persona' ? persona : bodega)
      .execute()
    const saving = save()
    await untilWaiting(app)
    return { answer: saving }
  })
  const { status, msg, problems } = await answer
  // Who looks for it again under a lock tells it by itself; of the others the database is the first to know.
  const looks = what === 'an advance' || tabla === 'bodega'
  if (what === 'an advance') expect([status, problems]).toEqual([422, [{ campo: 'persona_id', message: 'La persona no existe.' }]])
  else expect([status, msg]).toEqual([409, errors.vanished(tabla, looks ? 'eliminó o desactivó' : 'eliminó').message])
  expect(await rows()).toEqual(before)
  expect(noted.mock.calls.map(([event]) => event)).toEqual(looks ? [] : ['request failed'])
})
