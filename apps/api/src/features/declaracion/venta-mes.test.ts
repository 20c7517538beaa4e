import { randomUUID } from 'node:crypto'
import {
  emitFactura,
  listDeclaracion,
  markVenta,
  NOTA_CALLS,
  recordAnulacion,
  registerFactura,
  requestAnulacion,
  PASOS_ANULACION,
  type DeclaracionFila,
  type Emitido,
} from '@yupana/contract'
import { addDays, parsePeriodoFiscal, type Estado, type PeriodoFiscal } from '@yupana/fiscal'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { inEmpresa, type Tx } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa } from '../../testing/builders.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { insertVenta } from '../../testing/mes-de-prueba.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { listGrupos } from './casillero-guardado.service.ts'
import { listVentas } from './detalle.sql.ts'
import { readVentas, type GrupoVenta, type Ventas } from './sumas.sql.ts'
import { readVentasPorPeriodo } from './venta-mes.service.ts'

// What the sales of an ended month come to is kept: it is always what its documents say now.

const HOY = '2026-08-15'
const MESES = ['2026-05-01', '2026-06-01', '2026-07-01'] as const
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor
let worker: ReturnType<typeof buildWorker>

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador({ reloj: '2026-07-01T12:00:00-05:00' })])
  worker = buildWorker(app, sri)
})
beforeEach(async () => {
  app.clock.set('2026-06-29T10:00:00-05:00')
  emisor = await buildEmisor(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

const lugarOf = ({ id }: Pick<Emisor, 'id'>) => ({ empresaId: id, ambiente: 'SIMULADOR' as const })
const inOrder = (ventas: Ventas | undefined) =>
  ventas && { ...ventas, grupos: ventas.grupos.map((grupo) => JSON.stringify(grupo, Object.keys(grupo).toSorted())).toSorted() }
const periodoOf = (codigo: string) => parsePeriodoFiscal(codigo)!
const keptOf = async (empresa: Pick<Emisor, 'id'>) => {
  const { rows } = await sql<{ mes: string }>`
    select v.mes::text as mes from venta_mes v where v.empresa_id = ${empresa.id} and venta_mes_vale(v) order by 1`.execute(app.owner)
  return rows.map(({ mes }) => mes)
}

/** Reads all months twice, as they are kept in between, and adds up their documents besides. */
async function expectTrue(empresa: Pick<Emisor, 'id'>) {
  const lugar = lugarOf(empresa)
  const periodos = [...MESES.map((mes) => periodoOf(mes.slice(0, 7))), periodoOf('2026-S1')]
  const read = () => inEmpresa(app.deps.db, empresa.id, (tx) => readVentasPorPeriodo(tx, lugar, periodos, HOY))
  const [first, again] = [await read(), await read()]
  const summed = await inEmpresa(app.deps.db, empresa.id, async (tx) => {
    const all = new Map<string, Ventas>()
    for (const { codigo, desde, hasta } of periodos) all.set(codigo, await readVentas(tx, { ...lugar, desde, hasta }))
    return all
  })
  for (const { codigo } of periodos)
    expect([codigo, inOrder(first.get(codigo)), inOrder(again.get(codigo))]).toEqual([
      codigo,
      inOrder(summed.get(codigo)),
      inOrder(summed.get(codigo)),
    ])
  expect(await keptOf(empresa)).toEqual(expect.arrayContaining([...MESES]))
  for (const periodo of periodos) await expectListed(empresa, periodo, summed.get(periodo.codigo)?.grupos ?? [])
}

/** What a box of these groups has, as it is kept, page after page, beside its documents. */
async function expectListed(empresa: Pick<Emisor, 'id'>, periodo: PeriodoFiscal, grupos: readonly GrupoVenta[]) {
  const lugar = lugarOf(empresa)
  for (const columna of ['neto', 'impuesto'] as const)
    for (const page of [0, 1]) {
      const pagina = { page, size: 3 }
      const kept = await inEmpresa(app.deps.db, empresa.id, (tx) =>
        listGrupos(tx, { ...lugar, periodo }, HOY, { lado: 'ventas', grupos: page ? grupos : grupos.toReversed(), columna }, pagina),
      )
      const listed = await inEmpresa(app.deps.db, empresa.id, (tx) => listVentas(tx, { ...lugar, ...periodo }, grupos, columna, pagina))
      expect(kept).toEqual(listed)
    }
  const lists = app.owner.selectFrom('venta_casillero').select('ids').where('empresa_id', '=', empresa.id).where('mes', '=', periodo.desde)
  // Those of half a year may be of other groups.
  if (periodo.meses === 1) expect((await lists.execute()).length).toBeGreaterThanOrEqual(2)
}

/** Another day: the session of the day before has ended. */
async function at(instant: string) {
  app.clock.set(instant)
  emisor.token = (await app.signIn(emisor.usuario.username)).token
}
const one = (id: string) => ({ token: emisor.token, params: { id } })
const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
async function emit(change: object = {}): Promise<Emitido> {
  const answer = await app.call<Emitido>(emitFactura, { ...one(randomUUID()), ...key(), body: facturaForm(change) })
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  return answer.data
}
const lista = async () => (await app.call<DeclaracionFila[]>(listDeclaracion, { token: emisor.token, query: { anio: '2026' } })).data
const f104 = async (periodo: string) => (await lista()).find((fila) => fila.formulario === '104' && fila.periodo === periodo)?.a_pagar

it('goes with whatever changes a sale of its month: issuing, authorising, voiding, registering, marking, a note of another month', async () => {
  const vendida = await emit()
  const porAnular = (await emit()).id
  await worker.settle()
  await at('2026-06-30T18:00:00-05:00')
  await emit()
  await at('2026-07-01T10:00:00-05:00')
  const changes: Record<string, () => Promise<unknown>> = {
    'a document of the last day authorised later': () => worker.settle(),
    'voided with a proof': async () => {
      await app.call(requestAnulacion, { ...one(porAnular), body: { motivo: 'La venta no se realizó', pasos: PASOS_ANULACION } })
      expect((await app.call(recordAnulacion, { ...one(porAnular), body: { prueba: 'Trámite 117012026 del portal' } })).status).toBe(200)
    },
    'registered from paper': async () => {
      const registro = { modo: 'FISICA', numero: '001-001-000000900', autorizacion: '1234567890', fecha: '2026-06-01' }
      expect((await app.call(registerFactura, { ...one(randomUUID()), ...key(), body: { ...facturaForm(), registro } })).status).toBe(200)
    },
    marked: async () =>
      expect((await app.call(markVenta, { token: emisor.token, body: { documento_id: vendida.id, marca: 'ACTIVO_FIJO' } })).status).toBe(
        200,
      ),
    'no longer marked': () => app.call(markVenta, { token: emisor.token, body: { documento_id: vendida.id, marca: null } }),
  }
  for (const [name, change] of Object.entries(changes)) {
    await expectTrue(emisor)
    const before = await f104('2026-06')
    await change()
    expect([name, await keptOf(emisor)]).toEqual([name, expect.not.arrayContaining(['2026-06-01'])])
    await expectTrue(emisor)
    if (!name.includes('marked')) expect([name, await f104('2026-06')]).not.toEqual([name, before])
  }
  const credit = {
    tipo: '04',
    establecimiento: '001',
    punto: '001',
    clase: 'DEVOLUCION',
    motivo: 'Devolución de una parte',
    comprador: facturaForm().comprador,
    modificado: { documento_id: vendida.id, numero: vendida.numero, fecha: vendida.fecha_emision },
    creditos: [{ linea: 0, cantidad: 500_000 }],
  }
  const nota = await app.call<Emitido>(NOTA_CALLS.emit, { ...one(randomUUID()), ...key(), body: credit })
  expect(nota.status, JSON.stringify(nota.problems)).toBe(200)
  await worker.settle()
  await at('2026-08-15T10:00:00-05:00')
  await expectTrue(emisor)
  // Its mark is that of the factura of June, and so is July's.
  await app.call(markVenta, { token: emisor.token, body: { documento_id: vendida.id, marca: 'ACTIVO_FIJO' } })
  const kept = await keptOf(emisor)
  expect(['2026-05-01', '2026-06-01', '2026-07-01'].map((mes) => kept.includes(mes))).toEqual([true, false, false])
  await expectTrue(emisor)
})

it('of what was kept while a change was under way nothing is used once the change stands', async () => {
  const { id } = await emit()
  await worker.settle()
  await at('2026-08-15T10:00:00-05:00')
  const before = await f104('2026-06')
  expect(before).toBeGreaterThan(0)
  await sql`delete from venta_mes`.execute(app.owner)
  await inEmpresa(app.deps.db, emisor.id, async (tx) => {
    await sql`update documento set estado = 'ANULADO' where empresa_id = ${emisor.id} and id = ${id}`.execute(tx)
    expect(await f104('2026-06')).toBe(before)
    expect(await keptOf(emisor)).toContain('2026-06-01')
  })
  expect(await keptOf(emisor)).not.toContain('2026-06-01')
  expect(await f104('2026-06')).toBe(0)
  await expectTrue(emisor)
})

it('who changes a document waits for nobody that keeps its month, and a second reader adds up for itself', async () => {
  const { id } = await emit()
  await worker.settle()
  const read = () => inEmpresa(app.deps.db, emisor.id, (tx) => readVentasPorPeriodo(tx, lugarOf(emisor), [periodoOf('2026-06')], HOY))
  await inEmpresa(app.deps.db, emisor.id, async (tx) => {
    await readVentasPorPeriodo(tx, lugarOf(emisor), [periodoOf('2026-06')], HOY)
    expect((await read()).get('2026-06')?.emitidos).toBe(1)
    await inEmpresa(app.deps.db, emisor.id, (other) =>
      sql`update documento set estado = 'ANULADO' where empresa_id = ${emisor.id} and id = ${id}`.execute(other),
    )
  })
  expect(await keptOf(emisor)).toEqual([])
  await expectTrue(emisor)
})

it('sums and lists that a transaction keeps and then changes itself are not used', async () => {
  const { id } = await emit()
  await worker.settle()
  await inEmpresa(app.deps.db, emisor.id, async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    // Another one ends meanwhile: from now on a snapshot counts the first as seen.
    await sql`select pg_current_xact_id()`.execute(app.owner)
    await readVentasPorPeriodo(tx, lugarOf(emisor), [periodoOf('2026-06')], HOY)
    await sql`update documento set estado = 'ANULADO' where empresa_id = ${emisor.id} and id = ${id}`.execute(tx)
  })
  expect(await keptOf(emisor)).not.toContain('2026-06-01')
  await expectTrue(emisor)
})

it('two that change sales of the same months in opposite order both go through', async () => {
  const venta = (fecha: string, n: number) =>
    insertVenta(app, emisor, {
      id: '',
      tipo: '01',
      numero: `009-001-${String(n).padStart(9, '0')}`,
      fecha,
      tpId: '05',
      cliente: cedulaOf(1),
      prov: '',
      sustento: '',
      formaPago: '20',
      lineas: [{ tarifa: 15, base: '100.00', iva: '15.00' }],
    })
  const [mayo, junio] = [
    [await venta('2026-05-03', 1), await venta('2026-05-04', 2)],
    [await venta('2026-06-03', 3), await venta('2026-06-04', 4)],
  ]
  await expectTrue(emisor)
  const anular = (tx: Tx, id: string | undefined) =>
    sql`update documento set estado = 'ANULADO' where empresa_id = ${emisor.id} and id = ${id!}`.execute(tx)
  await inEmpresa(app.deps.db, emisor.id, async (tx) => {
    await anular(tx, mayo[0])
    await inEmpresa(app.deps.db, emisor.id, async (other) => {
      await anular(other, junio[0])
      await anular(other, mayo[1])
    })
    await anular(tx, junio[1])
  })
  expect((await keptOf(emisor)).filter((mes) => MESES.some((one) => one === mes))).toEqual(['2026-07-01'])
  await expectTrue(emisor)
})

it('what other statements added up is not believed', async () => {
  await emit()
  await worker.settle()
  await expectTrue(emisor)
  await app.owner
    .updateTable('venta_mes')
    .set({ formula: Buffer.alloc(32), cifras: '{"grupos":[]}' })
    .where('empresa_id', '=', emisor.id)
    .execute()
  await expectTrue(emisor)
})

const SIGUIENTES: Readonly<Partial<Record<Estado, Estado[]>>> = {
  EMITIDO: ['FIRMADO'],
  FIRMADO: ['ENVIANDO'],
  ENVIANDO: ['RECIBIDA', 'RECHAZADO'],
  RECIBIDA: ['AUTORIZADO', 'RECHAZADO'],
  AUTORIZADO: ['ANULADO'],
  RECHAZADO: ['EMITIDO', 'CERRADO'],
}
const dia = fc.integer({ min: 0, max: 91 }).map((n) => addDays('2026-05-01', n))
const paso = fc.oneof(
  fc.record({
    que: fc.constant('vender' as const),
    dia,
    cents: fc.integer({ min: 1, max: 99_999 }),
    estado: fc.constantFrom<Estado[]>('EMITIDO', 'AUTORIZADO', 'RECHAZADO', 'ANULADO'),
    devuelve: fc.boolean(),
  }),
  fc.record({ que: fc.constant('mover' as const), cual: fc.nat(), a: fc.nat(), dia }),
  fc.record({
    que: fc.constant('marcar' as const),
    cual: fc.nat(),
    marca: fc.constantFrom('ACTIVO_FIJO' as const, 'REEMBOLSO' as const, null),
  }),
)

it('after any changes in any order, every month is what its documents say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(paso, { minLength: 4, maxLength: 14 }), async (pasos) => {
      const empresa = await buildEmpresa(app)
      const ids: string[] = []
      let n = 0
      for (const paso of pasos) {
        const id = ids[('cual' in paso ? paso.cual : 0) % Math.max(ids.length, 1)]
        if (paso.que === 'vender') {
          const tipo = paso.devuelve && id ? '04' : '01'
          const base = `${Math.trunc(paso.cents / 100)}.${String(paso.cents % 100).padStart(2, '0')}`
          const lineas = [{ tarifa: paso.cents % 2 ? 15 : 0, base, iva: '0.00' }]
          const numero = `001-001-${String(++n).padStart(9, '0')}`
          const venta = {
            id: '',
            tipo,
            numero,
            fecha: paso.dia,
            tpId: paso.cents % 3 ? '05' : '06',
            cliente: cedulaOf(1).repeat(2),
            prov: '',
            sustento: '',
            formaPago: '20',
            lineas,
            estado: paso.estado,
          }
          ids.push(await insertVenta(app, empresa, venta, tipo === '04' ? id : null))
        } else if (id && paso.que === 'mover') {
          const { estado, version } = await app.owner
            .selectFrom('documento')
            .select(['estado', 'version'])
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
          const siguientes = SIGUIENTES[estado as Estado] ?? []
          const to = siguientes[paso.a % Math.max(siguientes.length, 1)]
          // A correction is another version, of another day.
          const change = to === 'EMITIDO' ? { version: version + 1, fecha_emision: paso.dia } : {}
          if (to)
            await inEmpresa(app.deps.db, empresa.id, (tx) =>
              tx
                .updateTable('documento')
                .set({ estado: to, ...change })
                .where('id', '=', id)
                .execute(),
            )
        } else if (id && paso.que === 'marcar') {
          const fila = { empresa_id: empresa.id, documento_id: id, usuario_id: randomUUID(), marcada_en: app.clock.now() }
          await inEmpresa(app.deps.db, empresa.id, async (tx) => {
            if (paso.marca === null) await tx.deleteFrom('declaracion_marca').where('documento_id', '=', id).execute()
            else
              await tx
                .insertInto('declaracion_marca')
                .values({ ...fila, marca: paso.marca })
                .onConflict((c) => c.columns(['empresa_id', 'documento_id']).doUpdateSet({ marca: paso.marca! }))
                .execute()
          })
        }
        await expectTrue(empresa)
      }
    }),
    { numRuns: Number(process.env['FC_RUNS'] ?? 4), seed: Number(process.env['FC_SEED'] ?? 20_261_125), endOnFailure: true },
  )
}, 600_000)

it('a month that goes on is not kept', async () => {
  await inEmpresa(app.deps.db, emisor.id, (tx) =>
    readVentasPorPeriodo(tx, lugarOf(emisor), [periodoOf('2026-08'), periodoOf('2026-07')], HOY),
  )
  expect(await keptOf(emisor)).toEqual(['2026-07-01'])
})
