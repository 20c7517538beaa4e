import { randomUUID } from 'node:crypto'
import {
  createBodega,
  createCategoria,
  createMarca,
  createPersona,
  createProducto,
  createUnidad,
  deleteBodega,
  deleteCategoria,
  deleteCotizacion,
  deleteMarca,
  deletePersona,
  deleteProducto,
  deleteProductos,
  deleteUnidad,
  HORAS_DESHACER,
  restoreBodegas,
  restoreCategorias,
  restoreCotizaciones,
  restoreMarcas,
  restorePersonas,
  restoreProductos,
  restoreUnidades,
  searchProducto,
  type Endpoint,
  type Listing,
  type Producto,
} from '@yupana/contract'
import { TIPO_IVA } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { cedulaOf, rucOf } from '../../testing/identificaciones.ts'
import { BODEGA } from '../bodega/bodega.sql.ts'
import { COTIZACION } from '../cotizacion/cotizacion-papelera.sql.ts'
import { PERSONA } from '../persona/persona.sql.ts'
import { PRODUCTO } from '../producto/producto.sql.ts'
import { emptyPapelera } from './papelera.service.ts'

// A deletion in a catalogue is undone: the record, its dependent rows, and its search words.

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let tokenOtra: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
  tokenOtra = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
})

interface Kind {
  tipo: string
  create: Endpoint
  remove: Endpoint
  restore: Endpoint
  form: () => Record<string, unknown>
  /** Changes to another record that take the name or number of this one. */
  taking: (form: Record<string, unknown>) => Record<string, unknown>
}
const named = () => ({ name: `Nombre ${++n}`, description: 'Con sus palabras' })
const same = (form: Record<string, unknown>) => form
const KINDS: readonly Kind[] = [
  { tipo: 'unidad', create: createUnidad, remove: deleteUnidad, restore: restoreUnidades, form: named, taking: same },
  { tipo: 'marca', create: createMarca, remove: deleteMarca, restore: restoreMarcas, form: named, taking: same },
  { tipo: 'categoria', create: createCategoria, remove: deleteCategoria, restore: restoreCategorias, form: named, taking: same },
  { tipo: 'bodega', create: createBodega, remove: deleteBodega, restore: restoreBodegas, form: named, taking: same },
  {
    tipo: 'persona',
    create: createPersona,
    remove: deletePersona,
    restore: restorePersonas,
    form: () => ({ tipo_identificacion: '05', identificacion: cedulaOf(++n), razon_social: 'ANA RUIZ', roles: ['cliente'] }),
    // A cédula and its RUC are the same person.
    taking: (form) => ({ ...form, tipo_identificacion: '04', identificacion: rucOf(String(form['identificacion'])) }),
  },
  {
    tipo: 'producto',
    create: createProducto,
    remove: deleteProducto,
    restore: restoreProductos,
    form: () => ({
      code: `P${++n}`,
      name: 'CAFÉ MOLIDO',
      type_product: 'PRODUCTO',
      iva: TIPO_IVA.QUINCE,
      price: 9_007_199_254_740_991,
      price_list: [4_000_000],
      cost: 2_000_000,
      barcodes: [`78612345${n}`],
    }),
    taking: ({ code }) => ({ code, name: 'OTRO', type_product: 'PRODUCTO', iva: TIPO_IVA.QUINCE, price: 1 }),
  },
]

const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })
const made = async (create: Endpoint, body: object) => {
  const answer = await app.call<{ id: string }>(create, { token, body, headers: key() })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}
const removed = async (remove: Endpoint, id: string) => {
  const answer = await app.call(remove, { token, params: { id } })
  expect(answer.status, answer.msg).toBe(200)
}
const back = (restore: Endpoint, ids: readonly string[], as = token) => app.call(restore, { token: as, body: { ids } })
/** Every stored row, except the audit and the notes of prices, which only grow, and the idempotency keys. */
const kept = async () => {
  const { auditoria: _a, producto_precio: _p, idempotencia: _i, ...tables } = await huella(app)
  return tables
}
const audited = async (accion: string) =>
  (
    await app.owner.selectFrom('auditoria').select('objeto').where('empresa_id', '=', empresa.id).where('accion', '=', accion).execute()
  ).map(({ objeto }) => objeto)

describe.each(KINDS)('deleting a $tipo', ({ tipo, create, remove, restore, form, taking }) => {
  it('is taken back whole, once, and the history says so', async () => {
    const id = await made(create, form())
    const before = await kept()
    await removed(remove, id)
    expect(await kept()).not.toEqual(before)
    for (const time of ['first', 'second']) expect((await back(restore, [id])).status, time).toBe(200)
    expect(await kept()).toEqual(before)
    expect(await audited(`${tipo}.restaurar`)).toEqual([id])
  })

  it('is taken back once by two at the same instant', async () => {
    const id = await made(create, form())
    await removed(remove, id)
    const answers = await Promise.all([back(restore, [id]), back(restore, [id]), back(restore, [id])])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await audited(`${tipo}.restaurar`)).toEqual([id])
  })

  it('stays when its name was taken meanwhile, and all of several or none come back', async () => {
    const [one, other] = [form(), form()]
    const ids = [await made(create, one), await made(create, other)]
    for (const id of ids) await removed(remove, id)
    await made(create, taking(other))
    const before = await kept()
    const answer = await back(restore, ids)
    expect([answer.status, answer.msg], answer.msg).toEqual([422, expect.any(String)])
    expect(await kept()).toEqual(before)
    expect((await back(restore, [ids[0] ?? ''])).status).toBe(200)
  })

  it('is over after a day, and never another company’s to take back', async () => {
    const id = await made(create, form())
    await removed(remove, id)
    const before = await kept()
    for (const answer of [await back(restore, [id], tokenOtra), await back(restore, [randomUUID()])])
      expect([answer.status, answer.msg]).toEqual([404, 'Esta eliminación ya no se puede deshacer.'])
    expect(await kept()).toEqual(before)
    await emptyPapelera({ db: app.owner, clock: app.clock })
    expect(await kept()).toEqual(before)
    app.clock.advance(HORAS_DESHACER * 3_600_000 + 1)
    token = await tokenOfNew(app, { empresas: [empresa] })
    expect((await back(restore, [id])).status).toBe(404)
    await emptyPapelera({ db: app.owner, clock: app.clock })
    expect(await app.owner.selectFrom('papelera').select('id').where('id', '=', id).execute()).toEqual([])
  })

  it('is taken back by who may delete', () => expectGuarded(app, empresa, restore, { body: { ids: [randomUUID()] } }, [ROL.USUARIO]))

  it('refuses what is no list of records', async () => {
    for (const body of [{}, { ids: [] }, { ids: ['x'] }, { ids: Array.from({ length: 101 }, () => randomUUID()) }])
      expect((await app.call(restore, { token, body })).status, JSON.stringify(body)).toBe(422)
  })
})

describe('what goes with a record', () => {
  const producto = (changes: object = {}) => made(createProducto, { ...KINDS[5]?.form(), ...changes })

  it('several products at once, found again by their words', async () => {
    const ids = [await producto({ name: 'TÉ VERDE' }), await producto({ name: 'TÉ NEGRO' })]
    expect((await app.call(deleteProductos, { token, params: { ids: ids.join(',') } })).status).toBe(200)
    const find = async () =>
      (await app.call<Listing<Producto>>(searchProducto, { token, query: { q: 'te' } })).data.content.map(({ id, price }) => [id, price])
    expect(await find()).toEqual([])
    expect((await back(restoreProductos, ids)).status).toBe(200)
    expect((await find()).sort()).toEqual(ids.map((id) => [id, 9_007_199_254_740_991]).sort())
  })

  it('a product whose brand went meanwhile stays deleted', async () => {
    const marca = await made(createMarca, named())
    const id = await producto({ brand_id: marca })
    await removed(deleteProducto, id)
    await removed(deleteMarca, marca)
    const answer = await back(restoreProductos, [id])
    expect([answer.status, answer.msg]).toEqual([422, 'No se puede deshacer la eliminación: lo que nombraba ya no existe.'])
    expect((await back(restoreMarcas, [marca])).status).toBe(200)
    expect((await back(restoreProductos, [id])).status).toBe(200)
  })

  it('what a supplier calls a product, unless it was taught anew', async () => {
    const [id, otro] = [await producto(), await producto()]
    const teach = (producto_id: string, item: string) =>
      app.owner
        .insertInto('equivalencia')
        .values({
          empresa_id: empresa.id,
          id: randomUUID(),
          proveedor_clave: 'P',
          item,
          producto_id,
          factor: 1_000_000,
          usuario_id: randomUUID(),
          editado_en: app.clock.now(),
        })
        .execute()
    await teach(id, 'C:1')
    await teach(id, 'C:2')
    await removed(deleteProducto, id)
    await teach(otro, 'C:2')
    expect((await back(restoreProductos, [id])).status).toBe(200)
    const taught = await app.owner
      .selectFrom('equivalencia')
      .select(['item', 'producto_id'])
      .where('empresa_id', '=', empresa.id)
      .orderBy('item')
      .execute()
    expect(taught).toEqual([
      { item: 'C:1', producto_id: id },
      { item: 'C:2', producto_id: otro },
    ])
  })

  it('quotes name a client again who comes back', async () => {
    const id = await made(createPersona, KINDS[4]?.form() ?? {})
    const cotizacion = await quoteFor(id)
    await removed(deletePersona, id)
    const named = async () => (await app.owner.selectFrom('cotizacion').select('persona_id').where('id', '=', cotizacion).execute())[0]
    expect(await named()).toEqual({ persona_id: null })
    expect((await back(restorePersonas, [id])).status).toBe(200)
    expect(await named()).toEqual({ persona_id: id })
  })

  it('a quote with its number and its words, and the number is nobody else’s meanwhile', async () => {
    const id = await quoteFor(await made(createPersona, KINDS[4]?.form() ?? {}))
    const before = await kept()
    await removed(deleteCotizacion, id)
    for (const time of ['first', 'second']) expect((await back(restoreCotizaciones, [id])).status, time).toBe(200)
    expect(await kept()).toEqual(before)
    expect(await audited('cotizacion.restaurar')).toEqual([id])
    expect((await back(restoreCotizaciones, [id], tokenOtra)).status).toBe(404)
    await expectGuarded(app, empresa, restoreCotizaciones, { body: { ids: [id] } }, [ROL.USUARIO])
  })

  it('a category comes back only where it still fits into the tree', async () => {
    const arriba = await made(createCategoria, named())
    const id = await made(createCategoria, { ...named(), parent_id: arriba })
    await removed(deleteCategoria, id)
    await removed(deleteCategoria, arriba)
    expect((await back(restoreCategorias, [id])).status).toBe(422)
    for (const one of [arriba, id]) expect((await back(restoreCategorias, [one])).status).toBe(200)
  })

  it('is all that the database removes or unties with it', async () => {
    const { rows } = await sql<{ de: string; tabla: string; como: string }>`
      select c.confrelid::regclass::text as de, c.conrelid::regclass::text as tabla,
             case c.confdeltype when 'c' then 'se va' else 'deja de nombrar' end as como
        from pg_constraint c where c.contype = 'f' and c.confdeltype in ('c', 'n')
         and c.confrelid::regclass::text = any(${['cotizacion', ...KINDS.map(({ tipo }) => tipo)]}::text[]) order by 1, 2`.execute(
      app.owner,
    )
    const kept = [BODEGA, COTIZACION, PERSONA, PRODUCTO].flatMap(({ tipo: de, partes = [] }) =>
      partes.map(({ tabla, como }) => ({ de, tabla, como })),
    )
    expect(rows).toEqual(kept.sort((a, b) => `${a.de} ${a.tabla}`.localeCompare(`${b.de} ${b.tabla}`)))
  })
})

/** A quote as saved by its seller. */
async function quoteFor(persona: string): Promise<string> {
  const id = randomUUID()
  await app.owner
    .insertInto('cotizacion')
    .values({
      empresa_id: empresa.id,
      id,
      establecimiento: '001',
      punto: '001',
      secuencial: 1,
      usuario_id: randomUUID(),
      fecha_emision: '2026-06-15',
      vence: '2026-06-30',
      persona_id: persona,
      receptor_tipo: '05',
      receptor_identificacion: '1712345675',
      receptor_nombre: 'ANA PÉREZ',
      subtotal: 0,
      descuento: 0,
      iva: 0,
      total: 0,
      entrada: JSON.stringify({}),
      calculo: JSON.stringify({}),
      creado_en: app.clock.now(),
      editado_en: app.clock.now(),
    })
    .execute()
  return id
}
