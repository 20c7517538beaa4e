import { randomUUID } from 'node:crypto'
import { createCompra, createProducto, deleteCompra, editCompra, voidCompra, type CompraGuardada } from '@yupana/contract'
import { parsePeriodoFiscal } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { inEmpresa } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { compraForm, insertLiquidacion, insertRetencion, type DocumentoDelMes } from '../../testing/mes-de-prueba.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { listGrupos } from './casillero-guardado.service.ts'
import { listCompras } from './detalle.sql.ts'
import { readCualesCompra } from './sumas.sql.ts'

// The purchases that a box has in a settled month are kept: they are always what its documents say now.

const HOY = '2026-08-15'
const PERIODOS = ['2026-05', '2026-06', '2026-S1'].map((codigo) => parsePeriodoFiscal(codigo)!)
const JUNIO = PERIODOS[1]!
let app: TestApp
let empresa: Awaited<ReturnType<typeof buildEmpresa>>
let token: string

beforeAll(async () => {
  app = await buildTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-06-30T10:00:00-05:00')
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})
afterAll(() => app?.close())

const lugar = () => ({ empresaId: empresa.id, ambiente: 'SIMULADOR' as const })
const keptOf = async () => {
  const { rows } = await sql<{ mes: string }>`
    select distinct k.mes::text as mes from compra_casillero k where k.empresa_id = ${empresa.id} and compra_casillero_vale(k) order by 1`.execute(
    app.owner,
  )
  return rows.map(({ mes }) => mes.slice(0, 7))
}

let n = 0
const deProveedor = (change: Partial<DocumentoDelMes> = {}): DocumentoDelMes => ({
  id: '',
  tipo: '01',
  numero: `002-001-${String(++n).padStart(9, '0')}`,
  fecha: '2026-06-10',
  tpId: '02',
  cliente: '',
  prov: cedulaOf(n + 1),
  sustento: '01',
  formaPago: '20',
  lineas: [
    { tarifa: 15, base: '100.00', iva: '15.00' },
    { tarifa: 0, base: '7.00', iva: '0.00' },
  ],
  ...change,
})
const registrada = (compra: DocumentoDelMes, change: object = {}) => ({ ...compraForm(compra), ...change })
async function registrar(compra: DocumentoDelMes): Promise<CompraGuardada> {
  const answer = await app.call<CompraGuardada>(createCompra, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: registrada(compra),
  })
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  return answer.data
}

/** What boxes of all groups and of each one have, as it is kept, page after page, beside the documents. */
async function expectTrue() {
  for (const periodo of PERIODOS) {
    const ambito = { ...lugar(), ...periodo }
    const todas = await inEmpresa(app.deps.db, empresa.id, (tx) => readCualesCompra(tx, ambito))
    const columnas = ['bruto', 'impuesto'] as const
    const listas = [todas, todas.filter((one) => one.sustento === '06')]
    for (const grupos of listas)
      for (const columna of columnas)
        for (const pagina of [0, 1].map((page) => ({ page, size: 2 }))) {
          const kept = await inEmpresa(app.deps.db, empresa.id, (tx) =>
            listGrupos(tx, { ...lugar(), periodo }, HOY, { lado: 'compras', grupos, columna }, pagina),
          )
          const listed = await inEmpresa(app.deps.db, empresa.id, (tx) => listCompras(tx, ambito, grupos, columna, pagina))
          expect(kept).toEqual(listed)
        }
  }
}

it('goes with whatever changes a purchase or a liquidación of its month', async () => {
  const editada = deProveedor()
  const movida = deProveedor({ fecha: '2026-05-30' })
  const [una, otra, anulada, borrada] = [
    await registrar(editada),
    await registrar(movida),
    await registrar(deProveedor()),
    await registrar(deProveedor()),
  ]
  const liquidada = deProveedor({ tipo: '03', numero: '001-001-000000001', fecha: '2026-05-20' })
  const edit = ({ id, version }: CompraGuardada, compra: DocumentoDelMes, change: object) =>
    app.call(editCompra, { token, params: { id }, body: { ...registrada(compra, change), version } })
  const changes: [name: string, gone: string[], change: () => Promise<unknown>][] = [
    ['nothing', [], () => Promise.resolve()],
    ['another support', ['2026-06'], () => edit(una, editada, { sustento: '06' })],
    ['booked in another month', ['2026-05', '2026-06'], () => edit(otra, movida, { fecha_registro: '2026-06-02' })],
    [
      'voided',
      ['2026-06'],
      () => app.call(voidCompra, { token, params: { id: anulada.id }, body: { motivo: 'Lo anuló el proveedor', version: 1 } }),
    ],
    ['deleted', ['2026-06'], () => app.call(deleteCompra, { token, params: { id: borrada.id } })],
    ['one more', ['2026-05'], () => registrar(deProveedor({ fecha: '2026-05-02' }))],
    ['a liquidación', ['2026-05'], () => insertLiquidacion(app, empresa, liquidada)],
    [
      'its support told by a withholding of a later month',
      ['2026-05', '2026-06'],
      () =>
        insertRetencion(
          app,
          empresa,
          { ...liquidada, fecha: '2026-07-01', sustento: '06', retRenta: { codigo: '312', base: '107.00', pct: '1.75', valor: '1.87' } },
          ++n,
        ),
    ],
    [
      'that withholding voided',
      ['2026-05', '2026-06'],
      () => sql`update documento set estado = 'ANULADO' where empresa_id = ${empresa.id} and tipo = '07'`.execute(app.owner),
    ],
    [
      'the liquidación voided',
      ['2026-05'],
      () => sql`update documento set estado = 'ANULADO' where empresa_id = ${empresa.id} and tipo = '03'`.execute(app.owner),
    ],
  ]
  for (const [name, gone, change] of changes) {
    await change()
    const left = ['2026-05', '2026-06'].filter((mes) => !gone.includes(mes))
    const kept = await keptOf()
    expect([name, kept.filter((mes) => gone.includes(mes)), left.every((mes) => kept.includes(mes) || name === 'nothing')]).toEqual([
      name,
      [],
      true,
    ])
    await expectTrue()
    expect([name, await keptOf()]).toEqual([name, expect.arrayContaining(['2026-05', '2026-06'])])
  }
})

const updateOf = (id: string) => sql`update compra set sustento = '06' where empresa_id = ${empresa.id} and id = ${id}`
const readJunio = async () =>
  inEmpresa(app.deps.db, empresa.id, async (tx) => {
    const grupos = await readCualesCompra(tx, { ...lugar(), ...JUNIO })
    return listGrupos(tx, { ...lugar(), periodo: JUNIO }, HOY, { lado: 'compras', grupos, columna: 'neto' }, { page: 0, size: 9 })
  })

it('of what was kept while a change was under way nothing is believed once the change stands', async () => {
  const { id } = await registrar(deProveedor())
  await inEmpresa(app.deps.db, empresa.id, async (tx) => {
    await updateOf(id).execute(tx)
    await expectTrue()
    expect(await keptOf()).toContain('2026-06')
  })
  expect(await keptOf()).not.toContain('2026-06')
  await expectTrue()
  expect(await keptOf()).toContain('2026-06')
})

it('who changes a purchase waits for nobody that keeps a list, and a second one that reads lists for itself', async () => {
  const { id } = await registrar(deProveedor())
  await inEmpresa(app.deps.db, empresa.id, async (tx) => {
    const grupos = await readCualesCompra(tx, { ...lugar(), ...JUNIO })
    await listGrupos(tx, { ...lugar(), periodo: JUNIO }, HOY, { lado: 'compras', grupos, columna: 'neto' }, { page: 0, size: 9 })
    expect((await readJunio()).totalElements).toBe(1)
    await inEmpresa(app.deps.db, empresa.id, (other) => updateOf(id).execute(other))
  })
  expect(await keptOf()).toEqual([])
  await expectTrue()
})

it('a list that a transaction keeps and then changes itself is not used', async () => {
  const { id } = await registrar(deProveedor())
  await inEmpresa(app.deps.db, empresa.id, async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    // Another one ends meanwhile: from now on a snapshot counts the first as seen.
    await sql`select pg_current_xact_id()`.execute(app.owner)
    const grupos = await readCualesCompra(tx, { ...lugar(), ...JUNIO })
    await listGrupos(tx, { ...lugar(), periodo: JUNIO }, HOY, { lado: 'compras', grupos, columna: 'neto' }, { page: 0, size: 9 })
    await updateOf(id).execute(tx)
  })
  expect(await keptOf()).toEqual([])
  await expectTrue()
})

it('two that book and void purchases of one product and month at once both go through', async () => {
  const product = { code: 'P1', name: 'CAFE', type_product: 'PRODUCTO', iva: 6, price: 1_000_000, manage_inventory: true }
  const idempotent = () => ({ token, headers: { 'idempotency-key': randomUUID() } })
  const { data } = await app.call<{ id: string }>(createProducto, { ...idempotent(), body: product })
  const linea = {
    codigo: 'CAJA',
    descripcion: 'Caja',
    cantidad: 1_000_000,
    precio_unitario: 100_000_000,
    base: 107_000_000,
    producto_id: data.id,
    factor: 1_000_000,
  }
  const create = () =>
    app.call<CompraGuardada>(createCompra, { ...idempotent(), body: registrada(deProveedor({ fecha: '2026-06-30' }), { lineas: [linea] }) })
  const victim = await create()
  expect(victim.status, JSON.stringify(victim.problems)).toBe(200)
  await readJunio()
  expect(await keptOf()).toEqual(['2026-06'])
  let both: Promise<{ status: number }[]> | undefined
  await app.owner.transaction().execute(async (tx) => {
    await sql`select 1 from existencia where empresa_id = ${empresa.id} for update`.execute(tx)
    const voided = app.call(voidCompra, { token, params: { id: victim.data.id }, body: { motivo: 'Lo anuló el proveedor', version: 1 } })
    await untilWaiting(app, 1)
    both = Promise.all([voided, create()])
    await untilWaiting(app, 2)
  })
  expect((await both)?.map(({ status }) => status)).toEqual([200, 200])
})

it('of half a year the days stand in their order, whatever month each was booked in', async () => {
  for (const [fecha, registro] of [
    ['2026-05-01', '2026-06-03'],
    ['2026-05-20', '2026-05-20'],
    ['2026-06-05', '2026-06-05'],
  ] as const)
    expect(
      (
        await app.call(createCompra, {
          token,
          headers: { 'idempotency-key': randomUUID() },
          body: registrada(deProveedor({ fecha }), { fecha_registro: registro }),
        })
      ).status,
    ).toBe(200)
  await expectTrue()
})

it('a month that is not settled is not kept', async () => {
  await registrar(deProveedor())
  const periodo = PERIODOS[1]!
  const read = (hoy: string) =>
    inEmpresa(app.deps.db, empresa.id, async (tx) => {
      const grupos = await readCualesCompra(tx, { ...lugar(), ...periodo })
      return listGrupos(tx, { ...lugar(), periodo }, hoy, { lado: 'compras', grupos, columna: 'neto' }, { page: 0, size: 9 })
    })
  expect((await read('2026-07-10')).totalElements).toBe(1)
  expect(await keptOf()).toEqual([])
  expect((await read('2026-07-11')).totalElements).toBe(1)
  expect(await keptOf()).toEqual(['2026-06'])
})
