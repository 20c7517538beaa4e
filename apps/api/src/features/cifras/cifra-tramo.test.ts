import { randomUUID } from 'node:crypto'
import { createCategoria, createMovimiento, createProducto, emitFactura, allBodega, type BodegaOpcion } from '@yupana/contract'
import { addDays, montoOf, PERIODO_REPORTE, rangoDeFecha, TIPO_MOVIMIENTO, type Estado, type Rango } from '@yupana/fiscal'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { facturaForm } from '../../testing/emisor.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { insertVenta } from '../../testing/mes-de-prueba.ts'
import { fuenteDe } from './cifra-tramo.service.ts'
import { RESTO } from './cifras.sql.ts'
import { CORTES_GUARDADOS } from './cifra-tramo.sql.ts'
import { sumPartes, sumProductos, type Fuente } from './partes.sql.ts'

// What the sales of ended days and months come to is kept: it is always what their documents say now.

/** More than a cut names. */
const CATEGORIAS = 12
const { SEMANAL, MENSUAL, ANUAL } = PERIODO_REPORTE
const RANGOS: readonly Rango[] = [
  rangoDeFecha(ANUAL, '2026-01-01')!,
  rangoDeFecha(MENSUAL, '2026-06-01')!,
  rangoDeFecha(MENSUAL, '2026-08-01')!,
  rangoDeFecha(SEMANAL, '2026-06-29,2026-07-05')!,
  { desde: '2026-06-01', hasta: '2026-06-17' },
]
let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
let productos: string[]
let categorias: string[]
let n = 0

const key = () => ({ 'idempotency-key': randomUUID() })

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-06-10T10:00:00-05:00' })
})
afterAll(() => app?.close())

beforeEach(async () => {
  app.clock.set('2026-06-10T10:00:00-05:00')
  empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2020-01-01', valor: 'GENERAL' }] })
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  await buildCertificadoRow(app, empresa, usuario, { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  token = (await app.signIn(usuario.username)).token
  categorias = []
  productos = []
  for (let at = 0; at < CATEGORIAS; at++) {
    const categoria = await app.call<{ id: string }>(createCategoria, { token, headers: key(), body: { name: `CATEGORÍA ${at}` } })
    categorias.push(categoria.data.id)
    const body = {
      code: `P${at}`,
      name: `PRODUCTO ${at}`,
      type_product: 'PRODUCTO',
      iva: 6,
      price: 1,
      category_id: categorias[at],
      manage_inventory: true,
    }
    productos.push((await app.call<{ id: string }>(createProducto, { token, headers: key(), body })).data.id)
  }
})

const lugar = () => ({ empresaId: empresa.id, ambiente: 'SIMULADOR' as const, tipo: TIPO_MOVIMIENTO.VENTAS })
const ambitoOf = (rango: Rango) => ({ ...lugar(), rango })
const keptOf = async () => {
  const rows = await app.owner.selectFrom('cifra_tramo').select(['grano', 'desde']).where('empresa_id', '=', empresa.id).execute()
  return rows.map(({ grano, desde }) => `${grano} ${desde}`).toSorted()
}
const forget = () => app.owner.deleteFrom('cifra_tramo').where('empresa_id', '=', empresa.id).execute()
const inTx = <T>(work: Parameters<typeof inEmpresa<T>>[2]) => inEmpresa(app.deps.db, empresa.id, work)

const readAll = (rango: Rango, fuenteOf: (tx: Parameters<typeof fuenteDe>[0]) => Promise<Fuente>) =>
  inTx(async (tx) => {
    const fuente = await fuenteOf(tx)
    const sumado = await sumPartes(tx, ambitoOf(rango), fuente, CORTES_GUARDADOS[TIPO_MOVIMIENTO.VENTAS])
    const vendidos = await sumProductos(tx, ambitoOf(rango), fuente, {}, true)
    return { ...sumado, cortes: [...(sumado?.cortes ?? [])], vendidos: vendidos?.toSorted((a, b) => (a.clave < b.clave ? -1 : 1)) }
  })

/** Reads each period as it is kept, twice, beside the sum of its documents. */
async function expectTrue() {
  for (const rango of RANGOS) {
    const summed = await readAll(rango, () => Promise.resolve({ kept: [], live: [rango] }))
    for (let times = 0; times < 2; times++) expect(await readAll(rango, (tx) => fuenteDe(tx, lugar(), rango))).toEqual(summed)
  }
  expect(await keptOf()).toEqual(expect.arrayContaining(['MES 2026-01-01', 'MES 2026-06-01', 'DIA 2026-07-05', 'MES 2026-08-01']))
}

interface Venta {
  dia: string
  cents: number
  estado: Estado
  cuales: number[]
  tipo?: '01' | '04'
}

const vender = ({ dia, cents, estado, cuales, tipo = '01' }: Venta) =>
  insertVenta(app, empresa, {
    id: '',
    tipo,
    numero: `00${1 + (cents % 2)}-001-${String(++n).padStart(9, '0')}`,
    fecha: dia,
    tpId: '05',
    cliente: cedulaOf(1 + (cents % 14)),
    prov: '',
    sustento: '',
    formaPago: cents % 3 ? '20' : '01',
    lineas: cuales.map((cual) => ({
      tarifa: 15,
      base: `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`,
      iva: '0.15',
      ...(cual < productos.length && { producto: productos[cual]! }),
    })),
    estado,
  })

const estado = fc.constantFrom<Estado[]>('EMITIDO', 'AUTORIZADO', 'RECHAZADO', 'ANULADO')
const dia = fc.integer({ min: 0, max: 106 }).map((days) => addDays('2026-05-02', days))
const paso = fc.oneof(
  fc.record({
    que: fc.constant('vender' as const),
    dia,
    cents: fc.integer({ min: 1, max: 99_999 }),
    estado,
    cuales: fc.uniqueArray(fc.nat({ max: CATEGORIAS }), { minLength: 1, maxLength: 4 }),
    tipo: fc.constantFrom('01' as const, '01' as const, '04' as const),
  }),
  fc.record({ que: fc.constant('mover' as const), cual: fc.nat(), a: fc.nat(), dia }),
  fc.record({ que: fc.constant('clasificar' as const), cual: fc.nat({ max: CATEGORIAS - 1 }), a: fc.nat({ max: CATEGORIAS }) }),
)
const SIGUIENTES: Readonly<Partial<Record<string, string[]>>> = {
  EMITIDO: ['FIRMADO'],
  FIRMADO: ['ENVIANDO'],
  ENVIANDO: ['RECIBIDA', 'RECHAZADO'],
  RECIBIDA: ['AUTORIZADO', 'RECHAZADO'],
  AUTORIZADO: ['ANULADO'],
  RECHAZADO: ['EMITIDO', 'CERRADO'],
}

async function mover(id: string, a: number, fecha: string) {
  const { estado: present, version } = await app.owner
    .selectFrom('documento')
    .select(['estado', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const siguientes = SIGUIENTES[present] ?? []
  const to = siguientes[a % Math.max(siguientes.length, 1)]
  if (!to) return
  // A correction is another version, of another day.
  const change = to === 'EMITIDO' ? { version: version + 1, fecha_emision: fecha } : {}
  await inTx((tx) =>
    tx
      .updateTable('documento')
      .set({ estado: to, ...change })
      .where('id', '=', id)
      .execute(),
  )
}

it('after any changes in any order, every period is what its documents say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(paso, { minLength: 8, maxLength: 24 }), async (pasos) => {
      const ids: string[] = []
      for (const [at, paso] of pasos.entries()) {
        const id = ids[('cual' in paso ? paso.cual : 0) % Math.max(ids.length, 1)]
        if (paso.que === 'vender') ids.push(await vender(paso))
        else if (paso.que === 'mover' && id) await mover(id, paso.a, paso.dia)
        else if (paso.que === 'clasificar')
          await inTx((tx) =>
            tx
              .updateTable('producto')
              .set({ category_id: categorias[paso.a] ?? null })
              .where('id', '=', productos[paso.cual]!)
              .execute(),
          )
        if (at % 3 === 2) await expectTrue()
      }
      await expectTrue()
    }),
    { numRuns: Number(process.env['FC_RUNS'] ?? 2), seed: Number(process.env['FC_SEED'] ?? 20_261_127), endOnFailure: true },
  )
}, 600_000)

it('beyond the ten largest categories a document counts once in the rest', async () => {
  for (let cual = 0; cual < CATEGORIAS; cual++)
    await vender({ dia: '2026-06-03', cents: 100_000 - cual * 1_000, estado: 'AUTORIZADO', cuales: [cual] })
  await vender({ dia: '2026-06-04', cents: 3, estado: 'AUTORIZADO', cuales: [CATEGORIAS - 2, CATEGORIAS - 1] })
  await expectTrue()
  const { cortes } = await readAll(RANGOS[1]!, (tx) => fuenteDe(tx, lugar(), RANGOS[1]!))
  expect(new Map(cortes).get('categoria')?.at(-1)).toMatchObject({ clave: RESTO, documentos: 3 })
})

it('goods that are corrected, and a product filed elsewhere, take away what was kept of their sales', async () => {
  const bodega = (await app.call<BodegaOpcion[]>(allBodega, { token })).data[0]!.id
  const [producto] = productos
  const ingreso = {
    tipo: 'INGRESO',
    bodega_id: bodega,
    lineas: [{ producto_id: producto!, cantidad: 10_000_000, costo_unitario: 2_000_000 }],
  }
  expect((await app.call(createMovimiento, { token, headers: key(), body: ingreso })).status).toBe(200)
  const form = facturaForm()
  const lineas = form.lineas.map((linea) => ({ ...linea, producto_id: producto }))
  expect((await app.call(emitFactura, { token, params: { id: randomUUID() }, headers: key(), body: { ...form, lineas } })).status).toBe(200)
  await expectTrue()
  const margen = async () => (await readAll(RANGOS[1]!, (tx) => fuenteDe(tx, lugar(), RANGOS[1]!))).margen
  const { costo } = (await margen()) ?? {}
  expect(costo).toBeGreaterThan(0)
  await app.owner.executeQuery(
    sql`insert into kardex (empresa_id, ambiente, bodega_id, producto_id, secuencia, movimiento_id, n, concepto, fecha, cantidad, valor, saldo_cantidad, saldo_valor)
        select k.empresa_id, k.ambiente, k.bodega_id, k.producto_id, k.secuencia + 1, k.movimiento_id, k.n + 1, k.concepto, k.fecha, -1, -1000000, k.saldo_cantidad - 1, k.saldo_valor - 1000000
          from kardex k where k.empresa_id = ${empresa.id} order by k.secuencia desc limit 1`.compile(app.owner),
  )
  expect((await margen())?.costo).toBe((costo ?? 0) + 1_000_000)
  await expectTrue()
  await app.owner.updateTable('producto').set({ category_id: null }).where('id', '=', producto!).execute()
  await expectTrue()
  // An entry of a day that is past values anew what was sold since.
  const atrasado = {
    ...ingreso,
    fecha: '2026-06-09',
    lineas: [{ producto_id: producto!, cantidad: 10_000_000, costo_unitario: 8_000_000 }],
  }
  const known = (await margen())?.costo
  const { status, problems } = await app.call(createMovimiento, { token, headers: key(), body: atrasado })
  expect([status, problems]).toEqual([200, []])
  expect((await margen())?.costo).toBeGreaterThan(known ?? Infinity)
  await expectTrue()
})

it('who changes a document waits for nobody that keeps its day, and what was kept without the change is not believed', async () => {
  const id = await vender({ dia: '2026-06-03', cents: 1_000, estado: 'AUTORIZADO', cuales: [1] })
  const totalOf = async () => (await readAll(RANGOS[1]!, (tx) => fuenteDe(tx, lugar(), RANGOS[1]!))).actual?.total
  const before = await totalOf()
  expect(before).toBeGreaterThan(0)
  await forget()
  await inTx(async (tx) => {
    await sql`update documento set estado = 'ANULADO' where empresa_id = ${empresa.id} and id = ${id}`.execute(tx)
    // Kept while the change is on its way, and not after.
    expect([await totalOf(), await keptOf()]).toEqual([before, ['MES 2026-06-01']])
  })
  expect(await totalOf()).toBe(0)
  await forget()
  const otro = await vender({ dia: '2026-06-04', cents: 1_000, estado: 'AUTORIZADO', cuales: [1] })
  await inTx(async (tx) => {
    await fuenteDe(tx, lugar(), RANGOS[1]!)
    await inTx((other) => sql`update documento set estado = 'ANULADO' where empresa_id = ${empresa.id} and id = ${otro}`.execute(other))
  })
  expect(await totalOf()).toBe(0)
  await expectTrue()
})

it('two that change documents of the same days in opposite order both go through', async () => {
  const ids = [
    await vender({ dia: '2026-06-03', cents: 1, estado: 'AUTORIZADO', cuales: [1] }),
    await vender({ dia: '2026-06-04', cents: 2, estado: 'AUTORIZADO', cuales: [1] }),
  ]
  const otros = [
    await vender({ dia: '2026-06-03', cents: 3, estado: 'AUTORIZADO', cuales: [1] }),
    await vender({ dia: '2026-06-04', cents: 4, estado: 'AUTORIZADO', cuales: [1] }),
  ]
  await expectTrue()
  const anular = (tx: Tx, id: string) =>
    sql`update documento set estado = 'ANULADO' where empresa_id = ${empresa.id} and id = ${id}`.execute(tx)
  await inTx(async (tx) => {
    await anular(tx, ids[0]!)
    await inTx(async (other) => {
      await anular(other, otros[1]!)
      await anular(other, otros[0]!)
    })
    await anular(tx, ids[1]!)
  })
  await expectTrue()
})

it('while one keeps sums of the company another one adds up for itself', async () => {
  await vender({ dia: '2026-06-03', cents: 1_000, estado: 'AUTORIZADO', cuales: [1] })
  await inTx(async (tx) => {
    await fuenteDe(tx, lugar(), RANGOS[1]!)
    expect(await inTx((other) => fuenteDe(other, lugar(), RANGOS[1]!))).toEqual({ kept: [], live: [RANGOS[1]] })
  })
  expect((await inTx((tx) => fuenteDe(tx, lugar(), RANGOS[1]!))).kept).toEqual([{ grano: 'MES', desde: '2026-06-01' }])
})

it('a document of more categories than a key holds is kept and counted', async () => {
  const many: string[] = []
  for (let at = 0; at < 75; at++) {
    const categoria = await app.call<{ id: string }>(createCategoria, { token, headers: key(), body: { name: `OTRA ${at}` } })
    const body = { code: `O${at}`, name: `OTRO ${at}`, type_product: 'PRODUCTO', iva: 6, price: 1, category_id: categoria.data.id }
    many.push((await app.call<{ id: string }>(createProducto, { token, headers: key(), body })).data.id)
  }
  productos = many
  await vender({ dia: '2026-06-03', cents: 1_000, estado: 'AUTORIZADO', cuales: many.map((_, at) => at) })
  await expectTrue()
})

it('what goes after it was found is not read as nothing', async () => {
  await vender({ dia: '2026-06-03', cents: 1_000, estado: 'AUTORIZADO', cuales: [1] })
  const fuente = await inTx((tx) => fuenteDe(tx, lugar(), RANGOS[1]!))
  expect(fuente.kept).toHaveLength(1)
  await app.owner.deleteFrom('cifra_tramo').where('empresa_id', '=', empresa.id).execute()
  await inTx(async (tx) => {
    expect(await sumPartes(tx, ambitoOf(RANGOS[1]!), fuente, CORTES_GUARDADOS[TIPO_MOVIMIENTO.VENTAS])).toBeUndefined()
    expect(await sumProductos(tx, ambitoOf(RANGOS[1]!), fuente, {}, false)).toBeUndefined()
  })
})

it('what another statement added up is not believed', async () => {
  await vender({ dia: '2026-06-03', cents: 1_000, estado: 'AUTORIZADO', cuales: [1] })
  await expectTrue()
  await app.owner
    .updateTable('cifra_parte')
    .set({ total: montoOf(1) })
    .where('empresa_id', '=', empresa.id)
    .execute()
  await app.owner
    .updateTable('cifra_tramo')
    .set({ formula: Buffer.alloc(32) })
    .where('empresa_id', '=', empresa.id)
    .execute()
  await expectTrue()
})

it('the last days, which change with every sale, are never kept', async () => {
  const { rows } = await sql<{ dia: string }>`select dia_de_cifras()::text as dia`.execute(app.owner)
  const last = rows[0]!.dia
  const fuente = await inTx((tx) => fuenteDe(tx, lugar(), { desde: addDays(last, -1), hasta: addDays(last, 9) }))
  expect(fuente).toEqual({
    kept: [
      { grano: 'DIA', desde: addDays(last, -1) },
      { grano: 'DIA', desde: last },
    ],
    live: [{ desde: addDays(last, 1), hasta: addDays(last, 9) }],
  })
})
