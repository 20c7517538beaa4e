import { randomUUID } from 'node:crypto'
import {
  createCompra,
  readTablero,
  searchComprobante,
  searchRecibido,
  voidCompra,
  type EmpresaTablero,
  type Listing,
} from '@yupana/contract'
import { addDays, montoOf, nextEstados, type Estado } from '@yupana/fiscal'
import fc from 'fast-check'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { recibidoRow } from '../../testing/matrix-muestras.ts'
import { compraForm, insertVenta, mesDePrueba } from '../../testing/mes-de-prueba.ts'

// The document counts of the board are cached: they always equal the present counts, and no reader waits for them.

const HOY = '2026-10-15'
const REGIMEN = { tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' } as const
const AGENTE = { tipo: 'AGENTE_RETENCION', desde: '2022-01-01', valor: '1' } as const
let app: TestApp
let owner: pg.Pool
let usuario: UsuarioBuilt
let empresa: { id: EmpresaId; ruc: string }
let token: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp({ now: `${HOY}T09:00:00-05:00` })
  owner = createPool(app.database.adminUrl, 'yupana_owner', { max: 2 })
})
beforeEach(() => found([REGIMEN, AGENTE]))
afterAll(async () => {
  await owner?.end()
  await app?.close()
})

async function found(condiciones: (typeof REGIMEN | typeof AGENTE)[]) {
  app.clock.set(`${HOY}T09:00:00-05:00`)
  empresa = await buildEmpresa(app, { condiciones })
  usuario = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(usuario.username)).token
}

async function tablero(): Promise<EmpresaTablero> {
  const { status, data } = await app.call<{ empresas: EmpresaTablero[] }>(readTablero, { token })
  expect(status).toBe(200)
  return data.empresas[0]!
}
const countsOf = ({ rechazados, retenidos, en_espera, recibidos }: EmpresaTablero) => ({ rechazados, retenidos, en_espera, recibidos })

/** Length of the list behind each count. */
async function lists() {
  const totalOf = async (endpoint: typeof searchComprobante | typeof searchRecibido, query: Record<string, string>) =>
    (await app.call<Listing<unknown>>(endpoint, { token, query })).data.totalElements
  return {
    rechazados: await totalOf(searchComprobante, { atencion: 'NO_AUTORIZADOS' }),
    retenidos: await totalOf(searchComprobante, { atencion: 'RETENIDOS' }),
    en_espera: await totalOf(searchComprobante, { atencion: 'EN_ESPERA' }),
    recibidos: await totalOf(searchRecibido, { estado: 'NUEVO' }),
  }
}

/** Counts from the rows, without the cache. */
const COUNTED = `
  select coalesce((select jsonb_agg(distinct date_trunc('month', d.fecha_emision)::date) from documento d
                    where d.empresa_id = $1 and d.ambiente = $2 and d.tipo = '07' and d.estado = 'AUTORIZADO'), '[]') as meses,
         coalesce((select jsonb_agg(jsonb_build_object('fecha', x.fecha, 'documentos', x.n) order by x.fecha) from (
           select b.fecha_emision as fecha, count(*) as n from recibido b
            where b.empresa_id = $1 and b.ambiente = $2 and b.estado = 'NUEVO' and b.tipo = '01' and b.fecha_emision between $3::date - 30 and $3
            group by 1) x), '[]') as por_retener`
const READ = `
  select s -> 'mesesConRetencion' as meses, s -> 'porRetener' as por_retener, e.ambiente
    from empresa e cross join lateral situacion_tributaria(e.id, $2) s where e.id = $1`

async function expectTrue() {
  const expected = await lists()
  expect(countsOf(await tablero())).toEqual(expected)
  expect(countsOf(await tablero())).toEqual(expected)
  const hoy = app.clock.now().toISOString().slice(0, 10)
  const [read] = (await owner.query<{ meses: unknown; por_retener: unknown; ambiente: string }>(READ, [empresa.id, hoy])).rows
  const [counted] = (await owner.query<{ meses: unknown; por_retener: unknown }>(COUNTED, [empresa.id, read!.ambiente, hoy])).rows
  const { rows: agente } = await owner.query(`select from empresa_condicion where empresa_id = $1 and tipo = 'AGENTE_RETENCION'`, [
    empresa.id,
  ])
  const isAgente = agente.length > 0
  expect([read!.meses, read!.por_retener]).toEqual(isAgente ? [[], counted!.por_retener] : [counted!.meses, []])
}

/** Names of the cached counts that no marked change has made invalid. */
const kept = async (id = empresa.id) =>
  (
    await owner.query<{ que: string }>(
      `select t.que from tablero_cuenta t where t.empresa_id = $1
          and not exists (select from tablero_cambio c where (c.empresa_id, c.ambiente, c.que) = (t.empresa_id, t.ambiente, t.que)) order by 1`,
      [id],
    )
  ).rows.map(({ que }) => que)
const marks = async () =>
  (await owner.query<{ que: string }>('select que from tablero_cambio where empresa_id = $1 order by n', [empresa.id])).rows.map(
    ({ que }) => que,
  )
const ALL = ['EN_ESPERA', 'POR_RETENER', 'RECHAZADOS', 'RECIBIDOS', 'RETENIDOS']

const [venta] = mesDePrueba.ventas as [(typeof mesDePrueba.ventas)[number]]
const sell = (estado: Estado, change: Partial<typeof venta> = {}) =>
  insertVenta(app, empresa, { ...venta, numero: `001-001-${String(++n).padStart(9, '0')}`, estado, ...change })
const move = (tx: Tx, id: string, estado: Estado) =>
  sql`update documento set estado = ${estado} where empresa_id = ${empresa.id} and id = ${id}`.execute(tx)
const commit = (work: (tx: Tx) => Promise<unknown>) => inEmpresa(app.deps.db, empresa.id, work)
async function receive(tipo: '01' | '07', fecha: string): Promise<string> {
  const row = { ...recibidoRow(empresa.id, usuario.id, app.clock.now()), tipo, clave: String(++n).padStart(49, '0'), fecha_emision: fecha }
  await app.owner.insertInto('recibido').values(row).execute()
  return row.id
}
const ignore = (tx: Tx, id: string, ignorado: boolean) =>
  tx.updateTable('recibido').set({ ignorado }).where('empresa_id', '=', empresa.id).where('id', '=', id).execute()

describe('O-39 what the board shows is kept', () => {
  const dia = fc.integer({ min: -40, max: 0 }).map((days) => addDays(HOY, days))
  const paso = fc.oneof(
    fc.record({
      que: fc.constant('emitir' as const),
      tipo: fc.constantFrom('01', '07'),
      fecha: dia,
      estado: fc.constantFrom<Estado[]>('EMITIDO', 'RECIBIDA', 'AUTORIZADO', 'RECHAZADO', 'RETENIDO', 'CUARENTENA', 'CERRADO'),
    }),
    fc.record({ que: fc.constant('mover' as const), cual: fc.nat(), a: fc.nat() }),
    fc.record({ que: fc.constant('recibir' as const), tipo: fc.constantFrom<('01' | '07')[]>('01', '07'), fecha: dia }),
    fc.record({ que: fc.constant('ignorar' as const), cual: fc.nat(), ignorado: fc.boolean() }),
    fc.record({ que: fc.constant('dejar' as const), cual: fc.nat(), a: fc.nat() }),
  )

  it('after any changes in any order, undone ones too, each count is the list that it opens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(paso, { minLength: 6, maxLength: 16 }), async (isAgente, pasos) => {
        await found(isAgente ? [REGIMEN, AGENTE] : [REGIMEN])
        const documentos: string[] = []
        const recibidos: string[] = []
        const advance = async (tx: Tx, id: string, a: number) => {
          const { estado } = await tx.selectFrom('documento').select('estado').where('id', '=', id).executeTakeFirstOrThrow()
          const siguientes = nextEstados(estado as Estado)
          const to = siguientes[a % Math.max(siguientes.length, 1)]
          if (to) await move(tx, id, to)
        }
        for (const paso of pasos) {
          const id = 'cual' in paso ? documentos[paso.cual % Math.max(documentos.length, 1)] : undefined
          if (paso.que === 'emitir') documentos.push(await sell(paso.estado, { tipo: paso.tipo, fecha: paso.fecha }))
          else if (paso.que === 'recibir') recibidos.push(await receive(paso.tipo, paso.fecha))
          else if (paso.que === 'mover' && id) await commit((tx) => advance(tx, id, paso.a))
          else if (paso.que === 'dejar' && id)
            await expect(
              commit(async (tx) => {
                await advance(tx, id, paso.a)
                throw new RangeError('undone')
              }),
            ).rejects.toThrow('undone')
          else if (paso.que === 'ignorar') {
            const recibido = recibidos[paso.cual % Math.max(recibidos.length, 1)]
            if (recibido) await commit((tx) => ignore(tx, recibido, paso.ignorado))
          }
          await expectTrue()
        }
        expect((await kept()).length).toBe(ALL.length)
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 4), seed: Number(process.env['FC_SEED'] ?? 20_261_126), endOnFailure: true },
    )
  }, 600_000)

  it('counts nothing again until something changes, and then that alone', async () => {
    const id = await sell('ENVIANDO')
    await tablero()
    expect(await kept()).toEqual(ALL)
    // A wrong cached value shows that the cache is read.
    await owner.query(`update tablero_cuenta set cifras = '77' where empresa_id = $1 and que in ('RETENIDOS', 'EN_ESPERA')`, [empresa.id])
    expect(countsOf(await tablero())).toEqual({ rechazados: 0, retenidos: 77, en_espera: 77, recibidos: 0 })
    await commit((tx) => move(tx, id, 'RECHAZADO'))
    expect(await kept()).toEqual(['POR_RETENER', 'RECIBIDOS', 'RETENIDOS'])
    expect(countsOf(await tablero())).toEqual({ rechazados: 1, retenidos: 77, en_espera: 0, recibidos: 0 })
  })

  it('says that a count changed once, however many documents follow', async () => {
    await tablero()
    for (let more = 0; more < 5; more++) await sell('EMITIDO')
    expect(await marks()).toEqual(['EN_ESPERA'])
    await expectTrue()
    expect(await marks()).toEqual([])
  })

  it('purchases to withhold from are those of the last thirty days of the day that asks', async () => {
    await receive('01', '2026-10-01')
    await expectTrue()
    for (const day of ['2026-10-31', '2026-11-01', '2026-10-15']) {
      app.clock.set(`${day}T09:00:00-05:00`)
      token = (await app.signIn(usuario.username)).token
      await expectTrue()
    }
  })

  it('a purchase waits for its withholding until one is on its way, again where that was refused, and no longer once it is void', async () => {
    const [compra] = mesDePrueba.compras as [(typeof mesDePrueba.compras)[number]]
    const fecha = '2026-10-13'
    const headers = { 'idempotency-key': randomUUID() }
    const body = compraForm({ ...compra, fecha })
    const { data } = await app.call<{ id: string }>(createCompra, { token, headers, body })
    const waiting = async () => {
      await tablero()
      expect(await kept()).toEqual(ALL)
      return (await owner.query<{ por_retener: unknown[] }>(READ, [empresa.id, HOY])).rows[0]!.por_retener
    }
    expect(await waiting()).toEqual([{ fecha, documentos: 1 }])
    const id = await sell('ENVIANDO', { tipo: '07', cliente: compra.prov })
    const de = { cod_sustento: '01', cod_doc: compra.tipo, numero: compra.numero, fecha }
    const retenido = { impuesto: '1' as const, codigo: '312', base: montoOf(100), porcentaje: 2, valor: montoOf(2) }
    await app.owner
      .insertInto('documento_retencion')
      .values({ empresa_id: empresa.id, documento_id: id, version: 1, n: 1, ...de, ...retenido })
      .execute()
    expect(await waiting()).toEqual([])
    await commit((tx) => move(tx, id, 'RECHAZADO'))
    expect(await waiting()).toEqual([{ fecha, documentos: 1 }])
    await commit((tx) => move(tx, id, 'CERRADO'))
    expect((await app.call(voidCompra, { token, params: { id: data.id }, body: { motivo: 'No se hizo', version: 1 } })).status).toBe(200)
    expect(await waiting()).toEqual([])
  })

  it('each environment has its own', async () => {
    await sell('EMITIDO')
    await expectTrue()
    await owner.query(`update empresa set ambiente = 'PRUEBAS' where id = $1`, [empresa.id])
    token = (await app.signIn(usuario.username)).token
    expect(countsOf(await tablero()).en_espera).toBe(0)
    await owner.query(`update empresa set ambiente = 'SIMULADOR' where id = $1`, [empresa.id])
    token = (await app.signIn(usuario.username)).token
    expect(countsOf(await tablero()).en_espera).toBe(1)
  })
})

describe('O-39 while documents change', () => {
  const esperan = async () => (await tablero()).en_espera

  it('of what is being changed nothing is kept; kept before, it holds until the change stands, and after one undone', async () => {
    const id = await sell('RECIBIDA')
    await commit(async (tx) => {
      await move(tx, id, 'AUTORIZADO')
      expect(await esperan()).toBe(1)
      expect(await kept()).toEqual([])
    })
    expect(await esperan()).toBe(0)
    const other = await sell('RECIBIDA')
    expect(await esperan()).toBe(1)
    await expect(
      commit(async (tx) => {
        await move(tx, other, 'AUTORIZADO')
        expect(await esperan()).toBe(1)
        throw new RangeError('undone')
      }),
    ).rejects.toThrow('undone')
    expect(await kept()).toEqual(ALL)
    await commit(async (tx) => {
      await move(tx, other, 'AUTORIZADO')
      expect(await esperan()).toBe(1)
    })
    expect(await esperan()).toBe(0)
  })

  it('who issues in one company waits for nobody else who does', async () => {
    const [one, two] = [await sell('RECIBIDA'), await sell('RECIBIDA')]
    expect(await esperan()).toBe(2)
    await commit(async (tx) => {
      await move(tx, one, 'AUTORIZADO')
      await commit((other) => move(other, two, 'AUTORIZADO'))
      expect(await esperan()).toBe(1)
    })
    await expectTrue()
    expect(await esperan()).toBe(0)
  })

  const count = `select guardar_tablero($1, 'SIMULADOR', '{EN_ESPERA}', '${HOY}')`

  it('a change goes on while it is counted, and is not lost', async () => {
    const [one, two] = [await sell('RECIBIDA'), await sell('RECIBIDA')]
    const counting = await owner.connect()
    try {
      await counting.query('begin')
      await counting.query(count, [empresa.id])
      await commit((tx) => move(tx, one, 'AUTORIZADO'))
      await commit(async (tx) => {
        // Begun during a count, it ends after another transaction has counted and cached without it.
        await move(tx, two, 'AUTORIZADO')
        await counting.query('commit')
        expect(await esperan()).toBe(1)
      })
      expect(await esperan()).toBe(0)
      await expectTrue()
    } finally {
      counting.release()
    }
  })

  it('who dies while counting leaves what was kept and what changed as they were', async () => {
    await sell('EMITIDO')
    expect(await esperan()).toBe(1)
    await sell('EMITIDO')
    const counting = await owner.connect()
    try {
      await counting.query('begin')
      await counting.query(count, [empresa.id])
    } finally {
      counting.release(new Error('gone'))
    }
    expect(await marks()).toEqual(['EN_ESPERA'])
    expect(await esperan()).toBe(2)
  })

  it('only the door of the board keeps counts', async () => {
    await tablero()
    for (const text of [`update tablero_cuenta set cifras = '0'`, 'delete from tablero_cuenta', 'delete from tablero_cambio', count])
      await expect(
        commit((tx) => sql.raw(text.replace('$1', `'${empresa.id}'`)).execute(tx)),
        text,
      ).rejects.toMatchObject({ code: '42501' })
  })
})
