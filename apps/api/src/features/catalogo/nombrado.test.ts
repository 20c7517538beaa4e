import { montoOf } from '@yupana/fiscal'
import { randomUUID } from 'node:crypto'
import {
  allMarca,
  createMarca,
  createUnidad,
  deleteMarca,
  deleteMarcas,
  deleteUnidad,
  deleteUnidades,
  editMarca,
  editUnidad,
  listUnidad,
  MAX_NOMBRADOS,
  searchMarca,
  searchUnidad,
  type Endpoint,
  type Listing,
  type Nombrado,
  type NombradoOpcion,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

// Units and brands: a name, a description and a state (O-75).

interface Kind {
  tipo: 'unidad' | 'marca'
  columna: 'unit_id' | 'brand_id'
  Una: string
  varias: string
  Varias: string
  calls: Record<'all' | 'search' | 'create' | 'edit' | 'remove' | 'removeAll', Endpoint>
}
const KINDS: Kind[] = [
  {
    tipo: 'unidad',
    columna: 'unit_id',
    Una: 'Unidad',
    varias: 'unidades',
    Varias: 'Unidades',
    calls: {
      all: listUnidad,
      search: searchUnidad,
      create: createUnidad,
      edit: editUnidad,
      remove: deleteUnidad,
      removeAll: deleteUnidades,
    },
  },
  {
    tipo: 'marca',
    columna: 'brand_id',
    Una: 'Marca',
    varias: 'marcas',
    Varias: 'Marcas',
    calls: { all: allMarca, search: searchMarca, create: createMarca, edit: editMarca, remove: deleteMarca, removeAll: deleteMarcas },
  },
]

let app: TestApp
let empresa: { id: EmpresaId }
let token: string
let tokenOtra: string
let n = 0

beforeAll(async () => {
  app = await buildTestApp()
  tokenOtra = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  token = await tokenOfNew(app, { empresas: [empresa] })
})

const key = (): Record<string, string> => ({ 'idempotency-key': randomUUID() })

describe.each(KINDS)('$tipo', ({ tipo, columna, Una, varias, Varias, calls }) => {
  const create = (body: object, headers = key(), as = token) => app.call<Nombrado>(calls.create, { token: as, body, headers })
  const created = async (name: string, more: object = {}) => {
    const answer = await create({ name, ...more })
    expect(answer.status, answer.msg).toBe(200)
    return answer.data
  }
  /** Units have the id in the form, brands in the address (specification §7). */
  const edit = ({ id, version }: Pick<Nombrado, 'id' | 'version'>, form: object, as = token) =>
    app.call<Nombrado>(
      calls.edit,
      calls.edit.path.endsWith(':id')
        ? { token: as, params: { id }, body: { ...form, version } }
        : { token: as, body: { ...form, id, version } },
    )
  const remove = (id: string, as = token) => app.call(calls.remove, { token: as, params: { id } })
  const removeAll = (...ids: string[]) => app.call(calls.removeAll, { token, params: { ids: ids.join(',') } })
  const search = async (query: Record<string, string> = {}) => (await app.call<Listing<Nombrado>>(calls.search, { token, query })).data
  const namesOf = ({ content }: Listing<Nombrado>) => content.map(({ name }) => name)
  const inProducto = (id: string) =>
    app.owner
      .insertInto('producto')
      .values({
        empresa_id: empresa.id,
        id: randomUUID(),
        code: randomUUID().slice(0, 20),
        auxiliary_code: null,
        barcode: null,
        name: 'X',
        type_product: 'PRODUCTO',
        category_id: null,
        brand_id: null,
        unit_id: null,
        iva: 6,
        price: montoOf(1),
        ice_codigo: null,
        orden: 'x',
        creado_en: app.clock.now(),
        editado_en: app.clock.now(),
        [columna]: id,
      })
      .execute()

  it('O-75 keeps name, description and state', async () => {
    expect(await created('Caja de 12', { description: 'Doce piezas', status: 'INACTIVO' })).toMatchObject({
      name: 'Caja de 12',
      description: 'Doce piezas',
      status: 'INACTIVO',
      version: 1,
    })
    expect(await created('  Kilo  ', { description: '' })).toMatchObject({ name: 'Kilo', description: null, status: 'ACTIVO' })
  })

  it('finds by words of name and description, filters by state, sorts and pages', async () => {
    for (const name of ['Ñame', 'árbol', 'Zeta', 'Banda', 'Caña', 'Dado'])
      await created(name, name === 'Zeta' ? { description: 'última', status: 'INACTIVO' } : {})
    expect(await search()).toMatchObject({ totalElements: 6, totalPages: 2, number: 0, size: 5, exact: true })
    expect(namesOf(await search())).toEqual(['árbol', 'Banda', 'Caña', 'Dado', 'Ñame'])
    expect(namesOf(await search({ page: '1' }))).toEqual(['Zeta'])
    expect(namesOf(await search({ sort: 'name,DESC' }))[0]).toBe('Zeta')
    for (const q of ['ULTI', 'zet']) expect(namesOf(await search({ q })), q).toEqual(['Zeta'])
    expect(namesOf(await search({ status: 'INACTIVO' }))).toEqual(['Zeta'])
    for (const query of [{ sort: 'version,ASC' }, { status: 'OTRO' }, { size: '7' }, { ajeno: 'x' }])
      expect((await app.call(calls.search, { token, query })).status, JSON.stringify(query)).toBe(422)
  })

  it('all: every one of the company by its name, an inactive one too', async () => {
    const { id } = await created('Zeta', { status: 'INACTIVO' })
    await created('Águila')
    await create({ name: `Ajena ${++n}` }, key(), tokenOtra)
    expect((await app.call<NombradoOpcion[]>(calls.all, { token })).data).toEqual([
      { id: expect.any(String), name: 'Águila', status: 'ACTIVO' },
      { id, name: 'Zeta', status: 'INACTIVO' },
    ])
  })

  it.each([
    ['empty', 'name', { name: '' }],
    ['blank', 'name', { name: '  ' }],
    ['too long', 'name', { name: 'A'.repeat(101) }],
    ['of two lines', 'name', { name: 'dos\nlíneas' }],
    ['with a mark nobody sees', 'name', { name: 'oculto\u200b' }],
    ['missing', 'name', {}],
    ['too long', 'description', { name: 'X', description: 'A'.repeat(301) }],
    ['unknown', 'status', { name: 'X', status: 'BORRADO' }],
    ['not asked for', 'version', { name: 'X', version: 1 }],
    ['not asked for', 'empresa_id', { name: 'X', empresa_id: randomUUID() }],
  ])('what is %s is refused as %s, and nothing is stored', async (_what, campo, body) => {
    const answer = await create(body)
    expect([answer.status, answer.problems.map((problem) => problem.campo)]).toEqual([422, [campo]])
    expect((await search()).totalElements).toBe(0)
  })

  it('takes a name and a description as long as they may be, of any letters', async () => {
    const [name, description] = ['Ñ😀'.repeat(50), 'ü'.repeat(300)]
    const { id } = await created(name, { description })
    expect((await search({ q: 'ñ' })).content).toMatchObject([{ id, name, description }])
  })

  it('refuses a name that another has, accents and capitals apart, in this company only', async () => {
    await created('Caña Brava')
    for (const name of ['Caña Brava', 'CANA  BRAVA', 'cañá brava']) {
      expect((await create({ name })).problems, name).toEqual([{ campo: 'name', message: `Ya existe una ${tipo} con el nombre ${name}.` }])
    }
    const other = await created('Otra')
    expect((await edit(other, { name: 'CAÑA BRAVA' })).problems).toMatchObject([{ campo: 'name' }])
    expect(namesOf(await search())).toEqual(['Caña Brava', 'Otra'])
    expect((await create({ name: 'Caña Brava' }, key(), tokenOtra)).status).toBe(200)
  })

  it('the same name by two people at the same instant is registered once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ name: 'Docena' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 422)])
    expect(namesOf(await search())).toEqual(['Docena'])
  })

  it('O-91 answers the same one to the same Idempotency-Key, and wants a key', async () => {
    const headers = key()
    const [first, second] = await Promise.all([create({ name: 'Par' }, headers), create({ name: 'Par' }, headers)])
    expect([first.status, second.data]).toEqual([200, first.data])
    expect((await create({ name: 'Otro par' }, headers)).problems[0]?.message).toContain('ya se usó')
    expect((await app.call(calls.create, { token, body: { name: 'Sin clave' } })).problems[0]?.message).toContain('Idempotency-Key')
    expect((await search()).totalElements).toBe(1)
  })

  it('changes the version that was read, and what it is found by; its own name in other letters too', async () => {
    const record = await created('Litro', { description: 'viejo' })
    expect(await edit(record, { name: 'LITRÓ', status: 'INACTIVO' })).toMatchObject({
      status: 200,
      msg: `${Una} editada exitosamente`,
      data: { id: record.id, name: 'LITRÓ', description: null, status: 'INACTIVO', version: 2 },
    })
    expect((await search({ q: 'viejo' })).totalElements).toBe(0)
    expect(await edit(record, { name: 'Tarde' })).toMatchObject({
      status: 409,
      msg: 'El registro fue modificado por otra persona, recargue y vuelva a intentar',
    })
    expect(namesOf(await search())).toEqual(['LITRÓ'])
  })

  it('is in the audit with who did it: what it was called, and what changed', async () => {
    const record = await created('Metro')
    await edit(record, { name: 'Metro', status: 'INACTIVO' })
    await remove(record.id)
    const hechos = await app.owner
      .selectFrom('auditoria')
      .select(['accion', 'detalle'])
      .where('empresa_id', '=', empresa.id)
      .where('objeto', '=', record.id)
      .orderBy('id')
      .execute()
    expect(hechos).toEqual([
      { accion: `${tipo}.crear`, detalle: { name: 'Metro' } },
      { accion: `${tipo}.editar`, detalle: { status: ['ACTIVO', 'INACTIVO'] } },
      { accion: `${tipo}.eliminar`, detalle: { name: 'Metro' } },
    ])
  })

  it('is deleted with its words, and once', async () => {
    const { id } = await created('Efímera')
    expect(await remove(id)).toMatchObject({ status: 200, msg: `${Una} eliminada exitosamente` })
    expect(await app.owner.selectFrom('busqueda').select('palabra').where('id', '=', id).execute()).toEqual([])
    expect((await remove(id)).status).toBe(404)
    await created('Efímera')
  })

  it('several are deleted at once, up to a hundred, all or none', async () => {
    const ids = [(await created('Una')).id, (await created('Dos')).id]
    const ajena = (await create({ name: `Ajena ${++n}` }, key(), tokenOtra)).data.id
    const before = await huella(app)
    expect((await removeAll(...ids, ajena)).status).toBe(404)
    expect((await removeAll(...Array.from({ length: 101 }, () => randomUUID()))).problems).toEqual([
      { campo: 'ids', message: `Se eliminan hasta 100 ${varias} a la vez.` },
    ])
    expect((await removeAll('1', '2')).status).toBe(422)
    expect(await huella(app)).toEqual(before)
    expect(await removeAll(...ids, ids[0]!)).toMatchObject({ status: 200, msg: `${Varias} eliminadas exitosamente` })
    expect((await search()).totalElements).toBe(0)
  })

  it('what a product names stays, alone and among others, and it says what to do instead', async () => {
    const [used, free] = [await created('Usada'), await created('Libre')]
    await inProducto(used.id)
    const before = await huella(app)
    const msg = `No se puede eliminar: la ${tipo} Usada consta en productos. Puede desactivarla.`
    expect(await remove(used.id)).toMatchObject({ status: 422, msg })
    expect(await removeAll(free.id, used.id)).toMatchObject({ status: 422, msg })
    expect(await huella(app)).toEqual(before)
  })

  it('what a product begins to name meanwhile stays: the deletion waits, and says why', async () => {
    const { id } = await created('Disputada')
    const [removal] = await app.owner.transaction().execute(async (tx) => {
      await sql`insert into producto (empresa_id, id, code, name, type_product, iva, price, orden, creado_en, editado_en, ${sql.ref(columna)})
        values (${empresa.id}, gen_random_uuid(), 'D', 'D', 'PRODUCTO', 6, 1, 'd', now(), now(), ${id})`.execute(tx)
      const removing = remove(id)
      await untilWaiting(app)
      return [removing] as const
    })
    const msg = `No se puede eliminar: la ${tipo} Disputada consta en productos. Puede desactivarla.`
    expect(await removal).toMatchObject({ status: 422, msg })
    expect(namesOf(await search())).toEqual(['Disputada'])
  })

  it(`a company has at most ${MAX_NOMBRADOS}: the next is refused and says why`, async () => {
    await sql`insert into ${sql.table(tipo)} (empresa_id, id, name, orden, creado_en, editado_en)
      select ${empresa.id}::uuid, gen_random_uuid(), 'N' || n, 'n' || n, now(), now() from generate_series(1, ${MAX_NOMBRADOS}) n`.execute(
      app.owner,
    )
    expect(await create({ name: 'Una más' })).toMatchObject({
      status: 422,
      msg: `La empresa ya tiene 2000 ${varias}, que es el máximo. Elimine lo que no use y vuelva a intentar.`,
    })
    expect((await app.call<unknown[]>(calls.all, { token })).data).toHaveLength(MAX_NOMBRADOS)
  })

  it('keeps out who has no session, who may not sell and who lacks the right over products', async () => {
    const { id } = await created('Puerta')
    const form = calls.edit.path.endsWith(':id')
      ? { params: { id }, body: { name: 'X', version: 1 } }
      : { body: { name: 'X', id, version: 1 } }
    const doors: [Endpoint, object][] = [
      [calls.create, { body: { name: 'X' }, headers: key() }],
      [calls.edit, form],
      [calls.remove, { params: { id } }],
      [calls.removeAll, { params: { ids: id } }],
    ]
    for (const endpoint of [calls.all, calls.search]) await expectGuarded(app, empresa, endpoint, {}, [ROL.USUARIO])
    for (const [endpoint, options] of doors) await expectGuarded(app, empresa, endpoint, options, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    expect(namesOf(await search())).toEqual(['Puerta'])
  })

  it('of another company answers 404 and stays as it was', async () => {
    const ajena = (await create({ name: `Ajena ${++n}` }, key(), tokenOtra)).data
    const before = await huella(app)
    expect((await edit(ajena, { name: 'Mía' })).status).toBe(404)
    expect((await remove(ajena.id)).status).toBe(404)
    expect((await search({ q: 'ajena' })).totalElements).toBe(0)
    expect(await huella(app)).toEqual(before)
  })
})
