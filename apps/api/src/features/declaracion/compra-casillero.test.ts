import { randomUUID } from 'node:crypto'
import { createCompra, deleteCompra, editCompra, voidCompra, type CompraGuardada } from '@yupana/contract'
import { parsePeriodoFiscal } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { inEmpresa } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { compraForm, insertLiquidacion, insertRetencion, type DocumentoDelMes } from '../../testing/mes-de-prueba.ts'
import { listGrupos } from './casillero-guardado.service.ts'
import { listCompras } from './detalle.sql.ts'
import { readClavesCompra } from './sumas.sql.ts'

// The purchases that a box has in a settled month are kept: they are always what its documents say now.

const HOY = '2026-08-15'
const PERIODOS = ['2026-05', '2026-06', '2026-S1'].map((codigo) => parsePeriodoFiscal(codigo)!)
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
const keptOf = async () =>
  (
    await sql<{ mes: string }>`select distinct mes::text as mes from compra_casillero where empresa_id = ${empresa.id} order by 1`.execute(
      app.owner,
    )
  ).rows.map(({ mes }) => mes.slice(0, 7))

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
    const todas = await inEmpresa(app.deps.db, empresa.id, (tx) => readClavesCompra(tx, ambito))
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

it('of what is being changed nothing is kept, and the change counts as soon as it stands', async () => {
  const { id } = await registrar(deProveedor())
  await inEmpresa(app.deps.db, empresa.id, async (tx) => {
    await sql`update compra set sustento = '06' where empresa_id = ${empresa.id} and id = ${id}`.execute(tx)
    await expectTrue()
    expect(await keptOf()).toEqual([])
  })
  await expectTrue()
  expect(await keptOf()).toContain('2026-06')
})

it('who changes a purchase while a list is kept waits for that, and takes it away', async () => {
  const { id } = await registrar(deProveedor())
  const periodo = PERIODOS[1]!
  let voided: Promise<unknown> | undefined
  await inEmpresa(app.deps.db, empresa.id, async (tx) => {
    const grupos = await readClavesCompra(tx, { ...lugar(), ...periodo })
    await listGrupos(tx, { ...lugar(), periodo }, HOY, { lado: 'compras', grupos, columna: 'neto' }, { page: 0, size: 9 })
    voided = inEmpresa(app.deps.db, empresa.id, (other) =>
      sql`update compra set sustento = '06' where empresa_id = ${empresa.id} and id = ${id}`.execute(other),
    )
    for (let waits = false; !waits;) {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`.execute(app.owner)
      waits = rows[0]?.n === 1
    }
  })
  await voided
  expect(await keptOf()).toEqual([])
  await expectTrue()
})

it('a month that is not settled is not kept', async () => {
  await registrar(deProveedor())
  const periodo = PERIODOS[1]!
  const read = (hoy: string) =>
    inEmpresa(app.deps.db, empresa.id, async (tx) => {
      const grupos = await readClavesCompra(tx, { ...lugar(), ...periodo })
      return listGrupos(tx, { ...lugar(), periodo }, hoy, { lado: 'compras', grupos, columna: 'neto' }, { page: 0, size: 9 })
    })
  expect((await read('2026-07-10')).totalElements).toBe(1)
  expect(await keptOf()).toEqual([])
  expect((await read('2026-07-11')).totalElements).toBe(1)
  expect(await keptOf()).toEqual(['2026-06'])
})
