import { randomUUID } from 'node:crypto'
import {
  createCompra,
  readInicio,
  RETENCION_CALLS,
  searchCompra,
  searchRecibido,
  voidCompra,
  type Compra,
  type CompraFormInput,
  type CompraGuardada,
  type Inicio,
  type Listing,
  type RecibidoFila,
} from '@yupana/contract'
import { add, fromUnits, parseMonto } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { tokenOfNew } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, type Emisor } from '../../testing/emisor.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { recibidoRow } from '../../testing/matrix-muestras.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

// Withholdings still to be issued, on the home page (issue 14, part 9).

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let n = 0

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
})
beforeEach(async () => {
  emisor = await buildEmisor(app, sri)
})
afterAll(async () => {
  await app?.close()
  await sri?.stop()
})

const m = (text: string) => parseMonto(text)!
const PROVEEDOR = { tipo_identificacion: '04', identificacion: `${cedulaOf(701)}001`, razon_social: 'FERRETERÍA ÁVILA' } as const
const nombrar = () =>
  app.owner
    .insertInto('empresa_condicion')
    .values({ empresa_id: emisor.id, tipo: 'AGENTE_RETENCION', desde: '2024-01-01', hasta: null, valor: '1' })
    .execute()

async function comprar(change: Partial<CompraFormInput> = {}): Promise<CompraGuardada> {
  const { status, data, problems } = await app.call<CompraGuardada>(createCompra, {
    token: emisor.token,
    headers: { 'idempotency-key': randomUUID() },
    body: {
      tipo: '01',
      proveedor: PROVEEDOR,
      numero: `001-002-${String(++n).padStart(9, '0')}`,
      autorizacion: '1234567890',
      fecha_emision: '2026-06-12',
      sustento: '01',
      impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: fromUnits(15), base: m('100'), valor: m('15') }],
      total: m('115'),
      ...change,
    },
  })
  expect(status, JSON.stringify(problems)).toBe(200)
  return data
}

/** A factura in the inbox, not registered. */
async function recibir(base: string, change: object = {}): Promise<string> {
  const numero = `001-003-${String(++n).padStart(9, '0')}`
  const impuestos = [{ codigo: '2', codigo_porcentaje: '4', tarifa: fromUnits(15), base: m(base), valor: m('15') }]
  const [fecha_emision, total] = ['2026-06-09', add(m(base), m('15'))] as const
  const compra = { tipo: '01', proveedor: PROVEEDOR, numero, fecha_emision, sustento: '01', regimen_proveedor: 'GENERAL', impuestos, total }
  const row = {
    ...recibidoRow(emisor.id, emisor.usuario.id, app.clock.now()),
    numero,
    clave: String(n).padStart(49, '0'),
    fecha_emision,
    total,
    formulario: JSON.stringify({ ...compra, ...change }),
  }
  await app.owner.insertInto('recibido').values(row).execute()
  return row.id
}

const porRetener = async (token = emisor.token) => (await app.call<Inicio>(readInicio, { token })).data.por_retener
const enLaLista = async (desde = '2026-05-16') => {
  const { data } = await app.call<Listing<Compra>>(searchCompra, {
    token: emisor.token,
    query: { por_retener: desde, sort: 'fecha_emision,ASC' },
  })
  return data.content.map(({ numero, retener_hasta: hasta }) => `${numero} ${hasta}`)
}

const enLosRecibidos = async (query: Record<string, string> = { por_retener: '2026-05-16' }, token = emisor.token) =>
  (await app.call<Listing<RecibidoFila>>(searchRecibido, { token, query })).data.content.map(({ id }) => id)

it('tells what is still to be withheld of, what is late first, each with its last day in both readings', async () => {
  await nombrar()
  const reciente = await comprar()
  const vencida = await comprar({ fecha_emision: '2026-06-05' })
  const justa = await comprar({ fecha_emision: '2026-06-08' })
  await comprar({ fecha_emision: '2026-05-15' })
  const recibidoId = await recibir('100')
  await recibir('50')
  await recibir('100', { regimen_proveedor: 'NEGOCIO_POPULAR' })
  const todo = await porRetener()
  expect(todo).toMatchObject({ desde: '2026-05-16', compras: 3, recibidos: 1, vencidas: 1 })
  expect(todo?.primeras.map(({ id, calendario, habiles }) => [id, calendario, habiles])).toEqual([
    [vencida.id, '2026-06-10', '2026-06-12'],
    [justa.id, '2026-06-13', '2026-06-15'],
    [recibidoId, '2026-06-14', '2026-06-16'],
    [reciente.id, '2026-06-17', '2026-06-19'],
  ])
  expect(todo?.primeras[2]).toMatchObject({ origen: 'RECIBIDO' })
  // The inbox as opened from the home page has exactly the documents counted there.
  expect(await enLosRecibidos()).toEqual([recibidoId])
  expect(await enLosRecibidos({})).toHaveLength(3)
  expect(await enLaLista()).toEqual([`${vencida.numero} 2026-06-12`, `${justa.numero} 2026-06-15`, `${reciente.numero} 2026-06-19`])
})

it('leaves out what has its withholding, and what nothing is withheld of', async () => {
  await nombrar()
  const retenida = await comprar()
  const queda = await comprar()
  const anulada = await comprar()
  expect(
    (await app.call(voidCompra, { token: emisor.token, params: { id: anulada.id }, body: { version: 1, motivo: 'La anuló' } })).status,
  ).toBe(200)
  const chica = { base: m('50'), valor: m('7.50') }
  await comprar({ impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: fromUnits(15), ...chica }], total: m('57.50') })
  await comprar({
    tipo: '02',
    regimen_proveedor: 'NEGOCIO_POPULAR',
    sustento: '02',
    impuestos: [{ codigo: '2', codigo_porcentaje: '0', tarifa: 0, base: m('100'), valor: 0 }],
    total: m('100'),
  })
  await comprar({ tipo: '04', modificado: { tipo: '01', numero: queda.numero, fecha: queda.fecha_emision } })
  const { status, data, problems } = await app.call<{ id: string }>(RETENCION_CALLS.emit, {
    token: emisor.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: {
      establecimiento: '001',
      punto: '001',
      sujeto: PROVEEDOR,
      docs_sustento: [
        {
          cod_sustento: '01',
          cod_doc: '01',
          numero: retenida.numero,
          fecha: retenida.fecha_emision,
          autorizacion: '1234567890',
          total_sin_impuestos: m('100'),
          importe_total: m('115'),
          impuestos: retenida.form.impuestos,
          pagos: [{ forma_pago: '01', total: m('115') }],
          retenciones: [{ impuesto: '1', codigo: '312', base: m('100'), porcentaje: m('2') }],
        },
      ],
    },
  })
  expect(status, JSON.stringify(problems)).toBe(200)
  expect(await enLaLista()).toEqual([`${queda.numero} 2026-06-19`])
  expect(await porRetener()).toMatchObject({ compras: 1, recibidos: 0, vencidas: 0 })
  for (const estado of ['FIRMADO', 'ENVIANDO', 'RECHAZADO', 'CERRADO'] as const)
    await app.owner.updateTable('documento').set({ estado }).where('id', '=', data.id).execute()
  expect(await enLaLista()).toEqual([`${retenida.numero} 2026-06-19`, `${queda.numero} 2026-06-19`])
})

it('tells a company that the SRI did not name of payments abroad only, and nobody who issues no withholdings', async () => {
  await comprar()
  await recibir('100')
  expect(await porRetener()).toMatchObject({ compras: 0, recibidos: 0, primeras: [] })
  const { numero } = await comprar()
  await app.owner
    .updateTable('compra')
    .set({ pago_exterior: JSON.stringify({ tipo_regimen: '01', pais: '593' }) })
    .where('numero', '=', numero)
    .execute()
  expect(await porRetener()).toMatchObject({ compras: 1 })
  expect(await porRetener(await tokenOfNew(app, { empresas: [emisor], rol: ROL.USUARIO }))).toBeNull()
  const otra = await buildEmisor(app, sri)
  await nombrar()
  expect(await porRetener(otra.token)).toMatchObject({ compras: 0, recibidos: 0 })
})
