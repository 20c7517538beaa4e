import {
  createEstablecimiento,
  createPunto,
  editEstablecimiento,
  editPunto,
  editSerie,
  type Listing,
  type PuntoEmision,
  searchEstablecimiento,
  searchPunto,
  searchSerie,
  type Serie,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let admin: { id: string }
let token: string

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  const user = await buildUsuario(app, { empresas: [empresa] })
  admin = user
  token = (await app.signIn(user.username)).token
})

const NO_ADMIN = [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO] as const
const auditOf = (accion: string) =>
  app.owner
    .selectFrom('auditoria')
    .select(['objeto', 'detalle', 'usuario_id'])
    .where('empresa_id', '=', empresa.id)
    .where('accion', '=', accion)
    .execute()

describe('establishments', () => {
  const nuevo = { codigo: '002', direccion: 'Guayaquil', nombre: 'Sucursal' }

  it('are opened, edited and listed by page, each change recorded', async () => {
    expect((await app.call(createEstablecimiento, { token, body: nuevo })).data).toMatchObject({
      ...nuevo,
      activo: true,
      pausado_motivo: null,
    })
    const edited = await app.call(editEstablecimiento, {
      token,
      params: { codigo: '002' },
      body: { direccion: 'Durán', activo: false, version: 1 },
    })
    expect(edited.data).toMatchObject({ codigo: '002', direccion: 'Durán', nombre: null, activo: false })
    const { data } = await app.call<Listing<unknown>>(searchEstablecimiento, { token, query: { sort: 'codigo,DESC' } })
    expect(data).toMatchObject({ totalElements: 2, totalPages: 1, number: 0, size: 5, content: [{ codigo: '002' }, { codigo: '001' }] })
    expect(await auditOf('establecimiento.crear')).toHaveLength(1)
    expect(await auditOf('establecimiento.editar')).toHaveLength(1)
  })

  it.each([
    ['codigo', { ...nuevo, codigo: '000' }],
    ['codigo', { ...nuevo, codigo: '1' }],
    ['codigo', { ...nuevo, codigo: '001' }],
    ['direccion', { ...nuevo, direccion: ' ' }],
  ])('name %s when it is not valid', async (campo, body) => {
    const answer = await app.call(createEstablecimiento, { token, body })
    expect(answer).toMatchObject({ status: 422, problems: [{ campo }] })
  })

  it('refuse an order by anything but their columns', async () => {
    expect((await app.call(searchEstablecimiento, { token, query: { sort: 'empresa_id,ASC' } })).status).toBe(422)
  })

  it('O-12 are saved over the version that was read; over another one, 409 and nothing changes', async () => {
    const save = (direccion: string, version = 1) =>
      app.call(editEstablecimiento, { token, params: { codigo: '001' }, body: { direccion, version } })
    // A number beyond the column is a wrong value, not a fault of the server.
    expect(await save('Ibarra', 2_147_483_648)).toMatchObject({ status: 422, problems: [{ campo: 'version' }] })
    expect([(await save('Loja')).status, (await save('Cuenca')).status]).toEqual([200, 409])
    expect((await app.call<Listing<unknown>>(searchEstablecimiento, { token })).data.content[0]).toMatchObject({
      direccion: 'Loja',
      version: 2,
    })
  })

  it('answer 404 for a code that only another company has', async () => {
    const otra = await buildEmpresa(app, { establecimientos: [{ codigo: '077', direccion: 'X', puntos: [] }] })
    expect((await app.call(editEstablecimiento, { token, params: { codigo: '077' }, body: { direccion: 'Y', version: 1 } })).status).toBe(
      404,
    )
    const row = await app.owner
      .selectFrom('establecimiento')
      .select('direccion')
      .where('empresa_id', '=', otra.id)
      .executeTakeFirstOrThrow()
    expect(row.direccion).toBe('X')
  })

  it('are changed by administrators only', async () => {
    await expectGuarded(app, empresa, createEstablecimiento, { body: nuevo }, NO_ADMIN)
    await expectGuarded(app, empresa, editEstablecimiento, { params: { codigo: '001' }, body: { ...nuevo, version: 1 } }, NO_ADMIN)
    expect((await app.call(searchEstablecimiento)).status).toBe(401)
  })
})

describe('emission points', () => {
  const nuevo = { establecimiento: '001', codigo: '002', descripcion: 'Caja 2' }

  it('are opened with a series of each kind and environment, from 1', async () => {
    const answer = await app.call(createPunto, { token, body: nuevo })
    expect(answer.data).toEqual({ ...nuevo, activo: true, usuarios: [], permitido: true, version: 1 })
    const { data } = await app.call<Listing<Serie>>(searchSerie, { token, query: { punto: '002', size: '50' } })
    expect(data.content.map(({ tipo, siguiente, ambiente }) => [ambiente, tipo, siguiente])).toEqual(
      ['01', '03', '04', '05', '06', '07'].map((tipo) => ['SIMULADOR', tipo, 1]),
    )
    expect(await auditOf('punto_emision.crear')).toMatchObject([{ objeto: '001-002' }])
  })

  it('may be bound to users, who then may use only those (O-100)', async () => {
    const seller = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    const own = (await app.signIn(seller.username)).token
    const allowed = async () =>
      (await app.call<Listing<PuntoEmision>>(searchPunto, { token: own })).data.content
        .filter(({ permitido }) => permitido)
        .map(({ codigo }) => codigo)
    await app.call(createPunto, { token, body: nuevo })
    expect(await allowed()).toEqual(['001', '002'])
    const edited = await app.call(editPunto, {
      token,
      params: { establecimiento: '001', codigo: '002' },
      body: { usuarios: [seller.id, seller.id.toUpperCase()], version: 1 },
    })
    expect(edited.data).toMatchObject({ usuarios: [seller.id], permitido: true, version: 2 })
    expect(await allowed()).toEqual(['002'])
    await app.call(editPunto, { token, params: { establecimiento: '001', codigo: '002' }, body: { activo: false, version: 2 } })
    expect(await allowed()).toEqual(['001'])
  })

  it('are not bound to a user of another company', async () => {
    const stranger = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const answer = await app.call(createPunto, { token, body: { ...nuevo, usuarios: [stranger.id] } })
    expect(answer).toMatchObject({ status: 422, problems: [{ campo: 'usuarios' }] })
    expect((await app.call<Listing<unknown>>(searchPunto, { token })).data.totalElements).toBe(1)
  })

  it.each([
    ['establecimiento', { ...nuevo, establecimiento: '009' }],
    ['codigo', { ...nuevo, codigo: '001' }],
  ])('name %s when it is not possible', async (campo, body) => {
    expect(await app.call(createPunto, { token, body })).toMatchObject({ status: 422, problems: [{ campo }] })
  })

  it('answer 404 for a point of another company', async () => {
    await buildEmpresa(app, { establecimientos: [{ codigo: '077', direccion: 'X', puntos: [{ codigo: '007' }] }] })
    expect((await app.call(editPunto, { token, params: { establecimiento: '077', codigo: '007' }, body: { version: 1 } })).status).toBe(404)
    expect((await app.call<Listing<unknown>>(searchPunto, { token, query: { establecimiento: '077' } })).data.totalElements).toBe(0)
  })

  it('O-12 are saved over the version that was read; over another one, 409 and nothing changes', async () => {
    const params = { establecimiento: '001', codigo: '001' }
    expect((await app.call(editPunto, { token, params, body: { descripcion: 'Caja', version: 1 } })).status).toBe(200)
    const late = await app.call(editPunto, { token, params, body: { descripcion: 'Otra', version: 1 } })
    expect([late.status, late.msg]).toEqual([409, 'El registro fue modificado por otra persona, recargue y vuelva a intentar'])
    expect((await app.call<Listing<PuntoEmision>>(searchPunto, { token })).data.content[0]).toMatchObject({
      descripcion: 'Caja',
      version: 2,
    })
  })

  it('are changed by administrators, and seen by who sells', async () => {
    await expectGuarded(app, empresa, createPunto, { body: nuevo }, NO_ADMIN)
    await expectGuarded(app, empresa, editPunto, { params: { establecimiento: '001', codigo: '001' }, body: { version: 1 } }, NO_ADMIN)
    await expectGuarded(app, empresa, searchPunto, {}, [ROL.USUARIO])
  })
})

describe('series (O-52, O-54)', () => {
  const cual = { tipo: '01', establecimiento: '001', punto: '001' }
  const edit = (siguiente: number, motivo?: string) => app.call<Serie>(editSerie, { token, body: { ...cual, siguiente, motivo } })
  const use = (siguiente: number, pausada_motivo: string | null = null) =>
    app.owner
      .updateTable('serie')
      .set({ usada: true, siguiente, pausada_motivo })
      .where('empresa_id', '=', empresa.id)
      .where('ambiente', '=', 'SIMULADOR')
      .where('tipo', '=', '01')
      .execute()
  const saltos = () =>
    app.owner.selectFrom('serie_salto').select(['desde', 'hasta', 'motivo', 'usuario_id']).where('empresa_id', '=', empresa.id).execute()

  it('start at any number until the first document', async () => {
    expect((await edit(4711)).data).toMatchObject({ ...cual, ambiente: 'SIMULADOR', siguiente: 4711, usada: false })
    expect((await edit(12)).data.siguiente).toBe(12)
    expect(await saltos()).toEqual([])
    expect(await auditOf('serie.editar')).toMatchObject([
      { detalle: { de: 1, a: 4711 } },
      { detalle: { de: 4711, a: 12 }, usuario_id: admin.id },
    ])
  })

  it('once used only move forwards', async () => {
    await use(10)
    expect(await edit(9, 'Me equivoqué')).toMatchObject({
      status: 422,
      problems: [{ campo: 'siguiente', message: expect.stringContaining('ahora es 10') }],
    })
  })

  it('once used skip numbers only with a reason, which stands in the gap report', async () => {
    await use(10)
    expect(await edit(15, 'no')).toMatchObject({ status: 422, problems: [{ campo: 'motivo' }] })
    expect((await edit(15, 'Talonario anterior')).data).toMatchObject({ siguiente: 15, usada: true })
    expect(await saltos()).toEqual([{ desde: 10, hasta: 14, motivo: 'Talonario anterior', usuario_id: admin.id }])
  })

  it('paused by code 45 go on once the next number is set', async () => {
    await use(10, 'El SRI tiene otra clave para 001-001-000000009.')
    expect((await edit(10)).data).toMatchObject({ siguiente: 10, pausada_motivo: null })
    expect(await saltos()).toEqual([])
    expect((await app.call<Listing<Serie>>(searchSerie, { token })).data.content[0]).toMatchObject({ siguiente: 10, pausada_motivo: null })
  })

  it('count a document as use, though the flag were lost', async () => {
    await app.owner
      .insertInto('documento')
      .values({
        empresa_id: empresa.id,
        id: empresa.id,
        ambiente: 'SIMULADOR',
        tipo: '01',
        establecimiento: '001',
        punto: '001',
        secuencial: 1,
        clave: '1',
        fecha_emision: '2026-06-15',
        estado: 'EMITIDO',
        receptor_tipo: '07',
        receptor_identificacion: '9999999999999',
        receptor_nombre: 'CONSUMIDOR FINAL',
        subtotal: 0,
        descuento: 0,
        iva: 0,
        total: 0,
        persona_id: null,
        vendedor_id: null,
        creado_en: app.clock.now(),
        codigo_sri: null,
      })
      .execute()
    await app.owner
      .updateTable('serie')
      .set({ siguiente: 2 })
      .where('empresa_id', '=', empresa.id)
      .where('ambiente', '=', 'SIMULADOR')
      .where('tipo', '=', '01')
      .execute()
    expect((await edit(1)).status).toBe(422)
  })

  it.each([
    ['siguiente', 0],
    ['siguiente', 1_000_000_000],
    ['siguiente', 1.5],
  ])('name %s for %d', async (campo, siguiente) => {
    expect(await edit(siguiente)).toMatchObject({ status: 422, problems: [{ campo }] })
  })

  it('of another company answer 404', async () => {
    await buildEmpresa(app, { establecimientos: [{ codigo: '077', direccion: 'X', puntos: [{ codigo: '007' }] }] })
    expect((await app.call(editSerie, { token, body: { tipo: '01', establecimiento: '077', punto: '007', siguiente: 5 } })).status).toBe(
      404,
    )
  })

  it('are seen and set by administrators only', async () => {
    await expectGuarded(app, empresa, editSerie, { body: { ...cual, siguiente: 5 } }, NO_ADMIN)
    await expectGuarded(app, empresa, searchSerie, {}, NO_ADMIN)
  })
})
