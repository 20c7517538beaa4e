import {
  allEmpleado,
  allUsuario,
  AVISO_HEADER,
  assignedMenus,
  assignMenu,
  authSession,
  COLLECTIONS,
  createPersona,
  deleteEmpleado,
  editEmpleado,
  listRol,
  menusEmpleado,
  toggleEmpleado,
  type Empleado,
  type Menu,
  type MenusEmpleado,
  type RolListado,
  type Session,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL, TODOS, type Rol } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'

const LAST = 'La empresa debe conservar al menos un administrador activo que administre a sus empleados.'
const OWN = 'No puede cambiar su propio usuario: pídalo a otro administrador.'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let admin: UsuarioBuilt
let token: string

beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  admin = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(admin.username)).token
})

const member = (rol: Rol, superAdmin = false) => buildUsuario(app, { empresas: [empresa], rol, superAdmin })
const tokenOf = async ({ username }: UsuarioBuilt) => (await app.signIn(username)).token
const all = async (bearer = token) => (await app.call<Empleado[]>(allEmpleado, { token: bearer })).data
const toggle = (id: string, bearer = token) => app.call<{ activo: boolean }>(toggleEmpleado, { token: bearer, params: { id } })
const remove = (id: string, bearer = token) => app.call(deleteEmpleado, { token: bearer, params: { id } })
const edit = (id: string, rol: number, collections: readonly string[], bearer = token) =>
  app.call<Empleado>(editEmpleado, { token: bearer, params: { id }, body: { rol, collections } })
const assign = (id: string, menus: readonly string[], bearer = token) => app.call(assignMenu, { token: bearer, body: { id, menus } })
const statusOf = async (bearer: string) => (await app.call(authSession, { token: bearer })).status
const routesOf = async (bearer: string) => (await app.call<Menu[]>(assignedMenus, { token: bearer })).data.map(({ to }) => to)

describe('the people of a company', () => {
  it('R-7.2.1 are listed with role, state and rights, and nobody else; neither oneself nor support can be changed', async () => {
    const vendedor = await member(ROL.VENDEDOR)
    const support = await member(ROL.SUPER_ADMIN, true)
    await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const answer = await app.call<Empleado[]>(allEmpleado, { token })
    expect(answer).toMatchObject({ status: 200, msg: 'OK' })
    expect(answer.data.map(({ id }) => id).sort()).toEqual([admin.id, vendedor.id, support.id].sort())
    const of = (id: string) => answer.data.find((row) => row.id === id)
    expect(of(vendedor.id)).toEqual({
      id: vendedor.id,
      username: vendedor.username,
      name: vendedor.username,
      surname: '',
      mail: vendedor.mail,
      rol: { id: 3, name: 'VENDEDOR' },
      activo: true,
      collections: expect.arrayContaining(['documento:emitir']),
      menus_propios: false,
      ultimo_ingreso: null,
      editable: true,
    })
    expect([of(admin.id)?.editable, of(support.id)?.editable, of(admin.id)?.ultimo_ingreso]).toEqual([false, false, expect.any(String)])
  })

  it('R-7.2.2 R-4.16 are disabled and enabled; being disabled ends what is open in this company and nothing elsewhere', async () => {
    const other = await buildEmpresa(app)
    const employee = await buildUsuario(app, { empresas: [empresa, other], rol: ROL.EMPLEADO })
    const [here, there] = [
      (await app.signIn(employee.username, { empresaId: empresa.id })).token,
      (await app.signIn(employee.username, { empresaId: other.id })).token,
    ]
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 200])
    expect(await toggle(employee.id)).toMatchObject({ status: 200, msg: 'Estado actualizado exitosamente', data: { activo: false } })
    expect((await all()).find(({ id }) => id === employee.id)?.activo).toBe(false)
    expect([await statusOf(here), await statusOf(there)]).toEqual([401, 200])
    expect(await toggle(employee.id)).toMatchObject({ data: { activo: true } })
    // An ended session stays ended.
    expect(await statusOf(here)).toBe(401)
    await app.signIn(employee.username, { empresaId: empresa.id })
  })

  it('R-7.2.3 leave: their sessions and points end, their name stays with what they did, and they may come back', async () => {
    const employee = await member(ROL.VENDEDOR)
    const bearer = await tokenOf(employee)
    await app.owner
      .insertInto('usuario_punto')
      .values({ empresa_id: empresa.id, usuario_id: employee.id, establecimiento: '001', punto: '001' })
      .execute()
    expect(await remove(employee.id)).toMatchObject({ status: 200, msg: 'Empleado eliminado exitosamente' })
    expect(await statusOf(bearer)).toBe(401)
    expect((await all()).map(({ id }) => id)).toEqual([admin.id])
    expect((await app.call<{ id: string }[]>(allUsuario, { token })).data.map(({ id }) => id)).toEqual([admin.id])
    const names = await app.owner.transaction().execute(async (tx) => {
      await sql`select set_config('yupana.empresa', ${empresa.id}, true)`.execute(tx)
      return (await sql<{ id: string }>`select id from usuarios_de_empresa()`.execute(tx)).rows.map(({ id }) => id)
    })
    expect(names).toContain(employee.id)
    expect(await app.owner.selectFrom('usuario_punto').select('punto').where('usuario_id', '=', employee.id).execute()).toEqual([])
    for (const again of [
      await remove(employee.id),
      await toggle(employee.id),
      await edit(employee.id, ROL.VENDEDOR, []),
      await assign(employee.id, []),
    ])
      expect(again.status).toBe(404)
    await expect(app.signIn(employee.username)).rejects.toThrow(/no pertenece a ninguna empresa/)
  })

  it('every change is on record, with who made it', async () => {
    const employee = await member(ROL.EMPLEADO)
    await toggle(employee.id)
    await assign(employee.id, ['/persona'])
    await edit(employee.id, ROL.VENDEDOR, ['persona:crear'])
    await remove(employee.id)
    const rows = await app.owner
      .selectFrom('auditoria')
      .select(['accion', 'usuario_id', 'detalle'])
      .where('empresa_id', '=', empresa.id)
      .where('objeto', '=', employee.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ accion }) => accion)).toEqual([
      'empleado.desactivar',
      'empleado.asignar_menus',
      'empleado.editar',
      'empleado.eliminar',
    ])
    expect(new Set(rows.map(({ usuario_id }) => usuario_id))).toEqual(new Set([admin.id]))
    expect(rows[2]?.detalle).toEqual({ rol: [4, 3], da: ['persona:crear'], quita: [] })
  })

  it('R-6.14 only an administrator with the right may ask or change, and nobody of another company', async () => {
    const employee = await member(ROL.EMPLEADO)
    const [params, refused] = [{ id: employee.id }, TODOS.filter((rol) => rol !== ROL.SUPER_ADMIN && rol !== ROL.ADMIN)]
    for (const endpoint of [allEmpleado, listRol, menusEmpleado, toggleEmpleado, deleteEmpleado, editEmpleado, assignMenu])
      await expectGuarded(app, empresa, endpoint, { params }, refused)
    const without = await member(ROL.ADMIN)
    await edit(
      without.id,
      ROL.ADMIN,
      COLLECTIONS.filter((right) => right !== 'empleado:administrar'),
    )
    const bearer = await tokenOf(without)
    for (const answer of [await toggle(employee.id, bearer), await app.call(allEmpleado, { token: bearer })])
      expect(answer.status).toBe(403)
    const stranger = await tokenOf(await buildUsuario(app, { empresas: [await buildEmpresa(app)] }))
    for (const answer of [
      await toggle(employee.id, stranger),
      await remove(employee.id, stranger),
      await assign(employee.id, [], stranger),
    ])
      expect(answer.status).toBe(404)
  })
})

describe('who may not be touched', () => {
  it('oneself: neither state, role, rights nor menus', async () => {
    for (const answer of [
      await toggle(admin.id),
      await remove(admin.id),
      await edit(admin.id, ROL.EMPLEADO, []),
      await assign(admin.id, []),
    ])
      expect(answer).toMatchObject({ status: 422, msg: OWN })
    expect(await statusOf(token)).toBe(200)
  })

  it('who stands above', async () => {
    const support = await member(ROL.SUPER_ADMIN, true)
    for (const answer of [
      await toggle(support.id),
      await remove(support.id),
      await edit(support.id, ROL.EMPLEADO, []),
      await assign(support.id, []),
    ])
      expect(answer.status).toBe(403)
  })

  it('the last ADMIN: not even support disables, removes, demotes or disarms the one who is left', async () => {
    const support = await tokenOf(await member(ROL.SUPER_ADMIN, true))
    // Disabled, so no administrator for the company.
    const asleep = await member(ROL.ADMIN)
    await toggle(asleep.id)
    for (const answer of [
      await toggle(admin.id, support),
      await remove(admin.id, support),
      await edit(admin.id, ROL.VENDEDOR, [], support),
      await edit(admin.id, ROL.ADMIN, ['empresa:editar'], support),
    ])
      expect(answer).toMatchObject({ status: 422, msg: LAST })
    expect(await statusOf(token)).toBe(200)
    await toggle(asleep.id)
    expect((await edit(admin.id, ROL.VENDEDOR, [], support)).status).toBe(200)
  })

  it('two administrators who take each other out at once leave one', async () => {
    for (let round = 0; round < 6; round++) {
      const pair = [await member(ROL.ADMIN), await member(ROL.ADMIN)] as const
      const bearers = [await tokenOf(pair[0]), await tokenOf(pair[1])] as const
      if (round === 0) expect((await toggle(admin.id, bearers[0])).status).toBe(200)
      const acts = [
        (id: string, bearer: string) => toggle(id, bearer),
        (id: string, bearer: string) => remove(id, bearer),
        (id: string, bearer: string) => edit(id, ROL.USUARIO, [], bearer),
      ]
      const act = acts[round % acts.length]!
      const answers = await Promise.all([act(pair[1].id, bearers[0]), act(pair[0].id, bearers[1])])
      // The slower one finds itself alone, or has lost access.
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
      const present = await app.owner
        .selectFrom('usuario_empresa')
        .select('usuario_id')
        .where('empresa_id', '=', empresa.id)
        .where('rol', '=', ROL.ADMIN)
        .where('activo', '=', true)
        .execute()
      expect(present).toHaveLength(1)
      await app.owner
        .updateTable('usuario_empresa')
        .set({ rol: ROL.EMPLEADO })
        .where('empresa_id', '=', empresa.id)
        .where('usuario_id', '=', present[0]!.usuario_id)
        .execute()
    }
  })
})

describe('menus', () => {
  it('O-116 R-6.11 every answer tells the person whose menus changed, and nobody else', async () => {
    const [one, other] = [
      await buildUsuario(app, { empresas: [empresa], rol: ROL.EMPLEADO }),
      await buildUsuario(app, { empresas: [empresa], rol: ROL.EMPLEADO }),
    ]
    const [ofOne, ofOther] = [(await app.signIn(one.username)).token, (await app.signIn(other.username)).token]
    const aviso = async (bearer: string) => (await app.call(assignedMenus, { token: bearer })).headers[AVISO_HEADER]
    const before = [await aviso(ofOne), await aviso(ofOther)]
    expect(before[0]).toMatch(/^[0-9a-f]{32}$/)
    expect([await aviso(ofOne), await aviso(ofOther)]).toEqual(before)
    expect((await assign(one.id, ['/persona'])).status).toBe(200)
    await expect.poll(() => aviso(ofOne), { timeout: 10_000 }).not.toBe(before[0])
    expect(await aviso(ofOther)).toBe(before[1])
  })

  const tree = async (id: string) => (await app.call<MenusEmpleado>(menusEmpleado, { token, params: { id } })).data
  const PERSONAL = ['/perfil', '/empresa_perfil']
  const GASTOS = ['/gastos_personales', '/gastos_personales/configuracion']
  const STORE = ['/tienda', '/declaraciones', '/firmas_electronicas', '/historial_compras']

  it('O-37 R-7.1.4 begin with the role: everything, what sells, only what is assigned, or the two profiles', async () => {
    const of = async (rol: Rol) => routesOf(await tokenOf(await member(rol)))
    const everything = await of(ROL.ADMIN)
    expect(everything).toEqual((await of(ROL.SUPER_ADMIN)).filter((to) => !to.startsWith('/administracion/')))
    expect(everything).toEqual(
      expect.arrayContaining(['/', '/documento', '/bodega', '/configuracion/usuario_rol/registro', ...STORE, ...PERSONAL]),
    )
    expect(await of(ROL.VENDEDOR)).toEqual([
      '/',
      '/top_productos',
      '/comprobante',
      '/documento',
      '/cotizacion',
      '/guia_remision',
      '/persona',
      '/producto',
      ...GASTOS,
      ...STORE,
      ...PERSONAL,
    ])
    expect(await of(ROL.EMPLEADO)).toEqual(['/', ...GASTOS, ...STORE, ...PERSONAL])
    expect(await of(ROL.USUARIO)).toEqual(['/', ...PERSONAL])
  })

  it('R-7.2.4 are shown as they stand: what is fixed, what is assigned and what could be', async () => {
    const { id } = await member(ROL.VENDEDOR)
    const answer = await app.call<MenusEmpleado>(menusEmpleado, { token, params: { id } })
    expect(answer).toMatchObject({ status: 200, data: { asignable: true, propios: false } })
    const of = (to: string) => answer.data.menus.find((menu) => menu.to === to)
    expect(of('/tienda')).toMatchObject({ fijo: true, asignado: true })
    expect(of('/documento')).toEqual({ to: '/documento', label: 'Nueva factura', fijo: false, asignado: true })
    expect(of('/bodega')).toMatchObject({ fijo: false, asignado: false })
    expect(of('/configuracion/usuario_rol/registro')).toBeUndefined()
    const fixed = await tree((await member(ROL.ADMIN)).id)
    expect([fixed.asignable, fixed.menus.every(({ fijo, asignado }) => fijo && asignado)]).toEqual([false, true])
  })

  it('R-7.2.5 R-6.11 are assigned to one employee, who has them at the next load and needs no new session', async () => {
    const employee = await member(ROL.EMPLEADO)
    const bearer = await tokenOf(employee)
    expect(await routesOf(bearer)).not.toContain('/persona')
    expect(await assign(employee.id, ['/persona', '/documento'])).toMatchObject({ status: 200, msg: 'Menu actualizado exitosamente' })
    expect(await routesOf(bearer)).toEqual(['/', '/documento', '/persona', ...GASTOS, ...STORE, ...PERSONAL])
    const { data } = await app.call<{ session: Session }>(authSession, { token: bearer })
    expect(data.session.menus.map(({ to }) => to)).toContain('/persona')
    expect((await app.signIn(employee.username)).menus.map(({ to }) => to)).toContain('/persona')
    expect((await all()).find(({ id }) => id === employee.id)?.menus_propios).toBe(true)
    await assign(employee.id, [])
    expect(await routesOf(bearer)).toEqual(['/', ...GASTOS, ...STORE, ...PERSONAL])
  })

  it.each([
    ['a route nobody knows', ROL.EMPLEADO, ['/otra']],
    ['what only administrators open', ROL.VENDEDOR, ['/configuracion/usuario_rol/registro']],
    ['anything to a role that has its own', ROL.USUARIO, ['/documento']],
    ['the same twice', ROL.EMPLEADO, ['/persona', '/persona']],
  ])('refuse %s', async (_what, rol, menus) => {
    const employee = await member(rol)
    const before = await tree(employee.id)
    expect((await assign(employee.id, menus)).status).toBe(422)
    expect(await tree(employee.id)).toEqual(before)
  })
})

describe('role and rights', () => {
  const PERSONA = { tipo_identificacion: '06', identificacion: 'X-1', razon_social: 'X', roles: ['cliente'] }
  const create = async (bearer: string, n: number) =>
    (
      await app.call(createPersona, {
        token: bearer,
        headers: { 'idempotency-key': `clave-${empresa.id}-${n}` },
        body: { ...PERSONA, identificacion: `X-${n}` },
      })
    ).status

  it('R-7.2.16 R-6.12 roles are listed with what they begin with and what they may be given', async () => {
    const { status, data } = await app.call<RolListado[]>(listRol, { token })
    expect(status).toBe(200)
    expect(data.map(({ id, name, asignable }) => [id, name, asignable])).toEqual([
      [0, 'SUPER_ADMIN', false],
      [1, 'ADMIN', true],
      [2, 'USUARIO', true],
      [3, 'VENDEDOR', true],
      [4, 'EMPLEADO', true],
    ])
    const of = (id: number) => data.find((rol) => rol.id === id)!
    expect(of(1)).toMatchObject({ collections: [...COLLECTIONS], permitidas: [...COLLECTIONS] })
    expect([of(2).permitidas, of(4).collections]).toEqual([[], []])
    // O-38, O-100: buying, voiding, prices, discounts and costs are given right by right.
    for (const right of ['tienda:comprar', 'documento:anular', 'documento:cambiar_precio', 'documento:descuento', 'producto:ver_costo'])
      expect([of(3).collections.includes(right), of(3).permitidas.includes(right)], right).toEqual([false, true])
    for (const right of ['empresa:editar', 'certificado:administrar', 'serie:editar', 'empleado:administrar'])
      expect(of(3).permitidas, right).not.toContain(right)
  })

  it('O-08 O-100 R-6.14 a right that is given or taken away holds at the next call, whatever the page shows', async () => {
    const employee = await member(ROL.EMPLEADO)
    const bearer = await tokenOf(employee)
    expect(await create(bearer, 1)).toBe(403)
    expect(await edit(employee.id, ROL.EMPLEADO, ['persona:crear'])).toMatchObject({
      status: 200,
      msg: 'Empleado editado exitosamente',
      data: { collections: ['persona:crear'] },
    })
    expect(await create(bearer, 2)).toBe(200)
    await edit(employee.id, ROL.EMPLEADO, [])
    expect(await create(bearer, 3)).toBe(403)
  })

  it('another role ends what is open and forgets the menus that were assigned', async () => {
    const employee = await member(ROL.EMPLEADO)
    await assign(employee.id, ['/persona'])
    const bearer = await tokenOf(employee)
    expect(await statusOf(bearer)).toBe(200)
    expect(await edit(employee.id, ROL.VENDEDOR, ['documento:emitir'])).toMatchObject({
      status: 200,
      data: { rol: { id: 3, name: 'VENDEDOR' }, menus_propios: false },
    })
    expect(await statusOf(bearer)).toBe(401)
    expect(await routesOf(await tokenOf(employee))).toContain('/top_productos')
  })

  it('a session that ended is unknown to another instance too', async () => {
    const employee = await member(ROL.EMPLEADO)
    const bearer = await tokenOf(employee)
    const second = await buildTestApp({ database: { ...app.database, close: async () => undefined } })
    await edit(employee.id, ROL.VENDEDOR, [])
    expect((await second.call(authSession, { token: bearer })).status).toBe(401)
    await second.close()
  })

  it.each([
    ['SUPER_ADMIN', 0, []],
    ['a role nobody knows', 9, []],
    ['a right nobody knows', ROL.ADMIN, ['todo:todo']],
    ['a right twice', ROL.ADMIN, ['empresa:editar', 'empresa:editar']],
    ['what only administrators may', ROL.VENDEDOR, ['empleado:administrar']],
    ['any right to USUARIO', ROL.USUARIO, ['persona:crear']],
  ])('%s is refused', async (_what, rol, collections) => {
    const employee = await member(ROL.EMPLEADO)
    expect((await edit(employee.id, rol, collections)).status).toBe(422)
    expect((await all()).find(({ id }) => id === employee.id)).toMatchObject({ rol: { id: 4 }, collections: [] })
  })

  it('nobody gives a right that they have not; one that was there may stay', async () => {
    const [poor, rich] = [await member(ROL.ADMIN), await member(ROL.ADMIN)]
    const rights = COLLECTIONS.filter((right) => right !== 'certificado:administrar')
    await edit(poor.id, ROL.ADMIN, rights)
    const bearer = await tokenOf(poor)
    const employee = await member(ROL.EMPLEADO)
    expect((await edit(employee.id, ROL.ADMIN, [...COLLECTIONS], bearer)).problems).toEqual([
      { campo: 'collections', message: 'No puede dar permisos que usted no tiene: certificado:administrar.' },
    ])
    expect((await edit(employee.id, ROL.ADMIN, rights, bearer)).status).toBe(200)
    expect((await edit(rich.id, ROL.ADMIN, [...COLLECTIONS], bearer)).status).toBe(200)
  })

  it('R-3.1.1 the session carries role, rights and menus', async () => {
    const { username } = await member(ROL.VENDEDOR)
    const session = await app.signIn(username)
    expect(Object.keys(session)).toEqual(
      expect.arrayContaining([
        'token',
        'expiration_date',
        'rol',
        'businessName',
        'businessRuc',
        'collections',
        'impersonate',
        'menus',
        'username',
        'id',
        'name',
        'surname',
        'mail',
        'businessId',
        'avatar',
      ]),
    )
    expect(session).toMatchObject({
      rol: { id: 3 },
      impersonate: false,
      username,
      collections: expect.arrayContaining(['documento:emitir']),
      menus: expect.arrayContaining([{ to: '/', label: 'Inicio' }]),
    })
  })
})
