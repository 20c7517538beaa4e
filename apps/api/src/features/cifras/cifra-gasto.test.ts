import { randomUUID } from 'node:crypto'
import { createCompra, deleteCompra, editCompra, voidCompra, type CompraGuardada } from '@yupana/contract'
import { PERIODO_REPORTE, rangoDeFecha, TIPO_MOVIMIENTO, type Rango } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { compraForm, insertLiquidacion, type DocumentoDelMes } from '../../testing/mes-de-prueba.ts'
import { fuenteDe } from './cifra-tramo.service.ts'
import { CORTES_GUARDADOS } from './cifra-tramo.sql.ts'
import { sumPartes, type Fuente } from './partes.sql.ts'

// What the expenses of ended days and months come to is kept: it is always what purchases and liquidaciones say now.

const { MENSUAL, ANUAL } = PERIODO_REPORTE
const MAYO = rangoDeFecha(MENSUAL, '2026-05-01')!
const JUNIO = rangoDeFecha(MENSUAL, '2026-06-01')!
const RANGOS: readonly Rango[] = [MAYO, JUNIO, rangoDeFecha(ANUAL, '2026-01-01')!, { desde: '2026-05-20', hasta: '2026-06-12' }]
let app: TestApp
let empresa: Awaited<ReturnType<typeof buildEmpresa>>
let token: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-06-30T10:00:00-05:00')
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})
afterAll(() => app?.close())

const lugar = () => ({ empresaId: empresa.id, ambiente: 'SIMULADOR' as const, tipo: TIPO_MOVIMIENTO.GASTOS })
const inTx = <T>(work: (tx: Tx) => Promise<T>) => inEmpresa(app.deps.db, empresa.id, work)
const readFrom = (rango: Rango, fuenteOf: (tx: Tx) => Promise<Fuente>) =>
  inTx(async (tx) => sumPartes(tx, { ...lugar(), rango }, await fuenteOf(tx), CORTES_GUARDADOS[TIPO_MOVIMIENTO.GASTOS]))
const readKept = (rango: Rango) => readFrom(rango, (tx) => fuenteDe(tx, lugar(), rango))
const readSummed = (rango: Rango) => readFrom(rango, () => Promise.resolve({ kept: [], live: [rango] }))

async function expectTrue() {
  for (const rango of RANGOS) for (let times = 0; times < 2; times++) expect(await readKept(rango)).toEqual(await readSummed(rango))
}
/** Months whose kept sums still stand. */
const mesesThatStand = async () => {
  const { rows } = await sql<{ mes: string }>`
    select to_char(c.desde, 'YYYY-MM') as mes from cifra_tramo c where c.empresa_id = ${empresa.id} and c.tipo = 2 and c.grano = 'MES'
       and c.desde in ('2026-05-01', '2026-06-01') and cifra_tramo_vale(c) order by 1`.execute(app.owner)
  return rows.map(({ mes }) => mes)
}

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
  lineas: [{ tarifa: 15, base: '100.00', iva: '15.00' }],
  ...change,
})
async function registrar(compra: DocumentoDelMes): Promise<CompraGuardada> {
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await app.call<CompraGuardada>(createCompra, { token, headers, body: compraForm(compra) })
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  return answer.data
}
const anularDocumentos = () =>
  sql`update documento set estado = 'ANULADO' where empresa_id = ${empresa.id} and tipo = '03'`.execute(app.owner)

it('whatever changes a purchase or a liquidación takes away what was kept of its month, and nothing else', async () => {
  const editada = deProveedor()
  const movida = deProveedor({ fecha: '2026-05-30' })
  const una = await registrar(editada)
  const otra = await registrar(movida)
  const anulada = await registrar(deProveedor())
  const borrada = await registrar(deProveedor())
  const edit = ({ id, version }: CompraGuardada, compra: DocumentoDelMes, change: object) =>
    app.call(editCompra, { token, params: { id }, body: { ...compraForm(compra), ...change, version } })
  const ambos = ['2026-05', '2026-06']
  const changes: [name: string, gone: string[], change: () => Promise<unknown>][] = [
    ['nothing', [], () => Promise.resolve()],
    ['another support', ['2026-06'], () => edit(una, editada, { sustento: '06' })],
    ['booked in another month', ambos, () => edit(otra, movida, { fecha_registro: '2026-06-02' })],
    [
      'voided',
      ['2026-06'],
      () => app.call(voidCompra, { token, params: { id: anulada.id }, body: { motivo: 'Lo anuló el proveedor', version: 1 } }),
    ],
    ['deleted', ['2026-06'], () => app.call(deleteCompra, { token, params: { id: borrada.id } })],
    ['one more', ['2026-05'], () => registrar(deProveedor({ fecha: '2026-05-02', formaPago: '01' }))],
    [
      'a liquidación',
      ['2026-05'],
      () => insertLiquidacion(app, empresa, deProveedor({ tipo: '03', numero: '001-001-000000001', fecha: '2026-05-20' })),
    ],
    ['that liquidación voided', ['2026-05'], anularDocumentos],
  ]
  for (const [name, gone, change] of changes) {
    await expectTrue()
    expect(await mesesThatStand(), `before: ${name}`).toEqual(ambos)
    const { status } = ((await change()) ?? {}) as { status?: number }
    expect(status ?? 200, name).toBe(200)
    expect(await mesesThatStand(), name).toEqual(ambos.filter((mes) => !gone.includes(mes)))
  }
  await expectTrue()
})

it('who books a purchase waits for nobody that keeps its month, and sums kept without it are not used', async () => {
  await registrar(deProveedor())
  const { documentos } = (await readKept(JUNIO))!.actual
  await sql`delete from cifra_tramo where empresa_id = ${empresa.id}`.execute(app.owner)
  await inTx(async (tx) => {
    await fuenteDe(tx, lugar(), JUNIO)
    await registrar(deProveedor())
  })
  expect((await readKept(JUNIO))!.actual.documentos).toBe(documentos + 1)
  await expectTrue()
})

it('sums that a transaction keeps and then changes itself are not used', async () => {
  const { id } = await registrar(deProveedor())
  await inTx(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    // Another one ends meanwhile: from now on a snapshot counts the first as seen.
    await sql`select pg_current_xact_id()`.execute(app.owner)
    await fuenteDe(tx, lugar(), JUNIO)
    await sql`update compra set total = total + 10000, version = version + 1 where empresa_id = ${empresa.id} and id = ${id}`.execute(tx)
  })
  await expectTrue()
})

it('a transaction notes a day once, however many purchases of it it books', async () => {
  const compra = await registrar(deProveedor())
  const notes = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from cifra_cambio where empresa_id = ${empresa.id}`.execute(
      app.owner,
    )
    return rows[0]!.n
  }
  const before = await notes()
  await inTx(async (tx) => {
    for (let version = 2; version < 12; version++)
      await sql`update compra set version = ${version} where empresa_id = ${empresa.id} and id = ${compra.id}`.execute(tx)
  })
  expect(await notes()).toBe(before + 1)
})
