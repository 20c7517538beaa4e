import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../db/empresa-id.ts'
import { ROL } from '../plugins/sesion/roles.ts'
import { rootFolder } from '../instalacion/root-folder.ts'
import { buildTestApp, type TestApp } from './build-test-app.ts'
import { buildThread } from './build-thread.ts'
import { buildEmpresa, buildUsuario, PASSWORD_USUARIO, tokenOfNew, type UsuarioBuilt } from './builders.ts'

// The calls of section 7 as the specification writes them, each on the running API: the words here are its own, never a constant of ours.

const NOW = '2026-11-20T15:30:00Z'
const NUEVA = 'Cangilones-De-Barro-7'
const ENVIADO = 'Se envió el link de restauración a su correo. Tiene 15 minutos antes que expire la solicitud.'
const LISTA = ['content', 'totalElements', 'totalPages', 'number', 'size']
const PRODUCTO = ['id', 'code', 'name', 'manage_inventory', 'iva', 'price', 'status', 'type_product', 'is_external', 'list_product_status']
const NOMBRADO = ['id', 'name', 'description', 'status']
const NOMBRADO_OPCION = ['id', 'name', 'status']
const COTIZACION = ['id', 'numero', 'estado', 'fecha_emision', 'vence', 'total', 'form']
const SESION = ['token', 'expiration_date', 'rol', 'businessName', 'businessRuc', 'impersonate', 'username', 'collections', 'menus']

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let otra: { id: EmpresaId }
let admin: UsuarioBuilt
let token: string
let soporte: string
let count = 0

beforeAll(async () => {
  await buildThread('features/certificado/p12.thread.ts')
  app = await buildTestApp({ now: NOW })
  empresa = await buildEmpresa(app, { ruc: '1790012344001' })
  otra = await buildEmpresa(app)
  admin = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(admin.username)).token
  soporte = await tokenOfNew(app, { empresas: [empresa], rol: ROL.SUPER_ADMIN, superAdmin: true })
})
afterAll(() => app?.close())

interface Sent {
  path?: Record<string, string>
  body?: object
  form?: FormData
  headers?: Record<string, string>
  token?: string | null
}
interface Wire {
  status: unknown
  msg: string
  data: Record<string, unknown> & Record<string, unknown>[]
}

/** One request by method and address alone, as any program could send it. */
async function send(route: string, { path: places = {}, body, form, headers, token: bearer = token }: Sent = {}) {
  const [method, address = ''] = route.split(' ')
  const multipart = form && new Response(form)
  const answer = await app.server.inject({
    method: method as NonNullable<InjectOptions['method']>,
    url: `/app${address.replace(/\{(\w+)\}/g, (_, name: string) => places[name] ?? '')}`,
    headers: {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(multipart && { 'content-type': multipart.headers.get('content-type') ?? '' }),
      ...headers,
    },
    ...(multipart ? { payload: Buffer.from(await multipart.arrayBuffer()) } : body ? { payload: body } : {}),
    remoteAddress: `10.7.0.${++count % 250}`,
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return { code: answer.statusCode, headers: answer.headers, wire: (isJson ? answer.json() : undefined) as Wire, raw: answer.rawPayload }
}

const once = () => ({ 'idempotency-key': randomUUID() })
const producto = () => ({ code: `E${++count}`, name: 'PRODUCTO', type_product: 'PRODUCTO', iva: 6, price: 1_000_000 })
const productoId = async () => String((await send('POST /productos/create', { body: producto(), headers: once() })).wire.data['id'])
const nombrado = (kind: 'unidad' | 'marca' | 'categoria') => async () =>
  String((await send(`POST /${kind}/create`, { body: { name: `Nombre ${++count}` }, headers: once() })).wire.data['id'])
const [marcaId, unidadId, categoriaId] = [nombrado('marca'), nombrado('unidad'), nombrado('categoria')]
const cotizacion = () => ({
  establecimiento: '001',
  punto: '001',
  validez_dias: 15,
  comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PAZ' },
  lineas: [{ descripcion: 'SERVICIO', cantidad: 1_000_000, precio_unitario: 10_000_000, iva: 6 }],
})
const cotizacionId = async () => String((await send('POST /cotizacion/create', { body: cotizacion(), headers: once() })).wire.data['id'])
const empleado = async () => ({ id: (await buildUsuario(app, { empresas: [empresa], rol: ROL.EMPLEADO })).id })
const invitacion = () => send('POST /invitacion/send', { body: { mail: `persona${++count}@ejemplo.ec`, rol: 4 }, headers: once() })
const hoja = (): FormData => {
  const form = new FormData()
  form.append('file', new Blob(['Código;Nombre;Precio sin IVA;IVA\nE;Uno;1;15%']), 'productos.csv')
  return form
}
const p12 = (): FormData => {
  const form = new FormData()
  form.append('pass', app.encode('clave-Segura1'))
  form.append(
    'file',
    new Blob([new Uint8Array(readFileSync(path.join(rootFolder(), 'packages/sri/src/firma/fixtures/p12/aes-256.p12')))]),
    'firma.p12',
  )
  return form
}
/** The certificate of the company: the one it has, or a first one. */
const certificadoId = async () =>
  (
    await app.owner
      .selectFrom('certificado')
      .select('id')
      .where('empresa_id', '=', empresa.id)
      .where('activo', '=', true)
      .executeTakeFirst()
  )?.id ?? String((await send('POST /business_profile/carga_firma_electronica', { form: p12() })).wire.data['id'])
/** The code of the link in the newest letter to that address. */
async function resetCode(mail: string): Promise<string> {
  await send('POST /api/forgot_pass/recover_pass', { body: { email: mail }, token: null })
  const letters = (await send('GET /v1/correo/cuentas?size=50', { token: soporte })).wire.data['content'] as unknown as {
    para: string
    texto: string
  }[]
  return /#\/restablecer\/([\w-]+)/.exec(letters.find(({ para }) => para === mail)?.texto ?? '')?.[1] ?? ''
}
const perfil = { ci: '1712345675', name: 'Ana', surname: 'Paz', phone: '', birthDate: '1990-05-31' }

type Row = [id: string, route: string, expected: { msg?: string; fields?: string[]; each?: string[] }, sent?: () => Promise<Sent> | Sent]

const CALLS: Row[] = [
  ['R-7.1.1 R-3.1.8', 'GET /sys/config_general', { fields: ['facebook', 'instagram', 'twitter', 'whatsapp'] }, () => ({ token: null })],
  ['R-7.1.2', 'GET /notificacion/available', {}],
  ['R-7.1.3', 'GET /notificacion/sri_mantenimiento', { fields: ['activo', 'message'] }],
  ['R-7.1.4', 'GET /api/user/assigned_menus', { each: ['to'] }],
  ['R-7.1.5', 'GET /api/user/profile', { fields: ['ci', 'name', 'surname', 'mail', 'username', 'phone', 'birthDate'] }],
  ['R-7.1.6', 'GET /api/user/password_requirements', { fields: ['min_length', 'lowercase', 'uppercase', 'digit'] }],
  [
    'R-7.1.7',
    'PUT /api/user/profile/edit',
    { fields: ['ci', 'name', 'surname', 'mail', 'username', 'phone', 'birthDate'] },
    async () => {
      const mine = await buildUsuario(app, { empresas: [empresa] })
      const session = (await app.signIn(mine.username)).token
      const { version } = (await send('GET /api/user/profile', { token: session })).wire.data
      return { token: session, body: { ...perfil, ci: mine.ci, mail: mine.mail, username: mine.username, version } }
    },
  ],
  [
    'R-7.1.8',
    'PUT /api/user/profile/change_password',
    {},
    async () => {
      const mine = await buildUsuario(app, { empresas: [empresa] })
      return {
        token: (await app.signIn(mine.username)).token,
        body: { current_pass: app.encode(PASSWORD_USUARIO), new_pass: app.encode(NUEVA) },
      }
    },
  ],
  [
    'R-7.1.9 R-3.1.20',
    'POST /api/forgot_pass/recover_pass',
    { msg: ENVIADO },
    () => ({ token: null, body: { email: 'nadie@ejemplo.ec' } }),
  ],
  [
    'R-7.1.10 R-3.1.19',
    'POST /api/forgot_pass/reset_pass',
    { msg: 'Se ha restablecido su contraseña.' },
    async () => {
      const { mail } = await buildUsuario(app, { empresas: [empresa] })
      return { token: null, body: { new_pass: app.encode(NUEVA), reset_code: await resetCode(mail) } }
    },
  ],
  [
    'R-7.1.11',
    'GET /api/forgot_pass/validate_reset_code/{code}',
    {},
    async () => ({ token: null, path: { code: await resetCode((await buildUsuario(app, { empresas: [empresa] })).mail) } }),
  ],
  [
    'R-7.1.12 R-7.1.14 R-3.1.17',
    'POST /api/auth/business',
    { fields: ['session'] },
    () => ({ token: null, body: { email: admin.username, pass: app.encode(PASSWORD_USUARIO) } }),
  ],
  [
    'R-7.1.13 R-7.1.15',
    'POST /api/auth/login',
    { fields: ['session'] },
    () => ({ token: null, body: { idEmpresa: empresa.id, username: admin.username, password: app.encode(PASSWORD_USUARIO) } }),
  ],
  [
    'R-7.1.16',
    'POST /impersonation/login/{accessToken}',
    { fields: ['session'] },
    async () => {
      const body = { empresa_id: empresa.id, usuario_id: admin.id, motivo: 'Ayuda con una factura que no se autoriza' }
      const accessToken = String((await send('POST /v1/administracion/impersonacion', { token: soporte, body })).wire.data['token'])
      return { token: null, path: { accessToken }, body: { accessToken } }
    },
  ],
  ['R-7.2.1', 'GET /business/employee/all', { each: ['id', 'username', 'rol'] }],
  [
    'R-7.2.2',
    'PUT /business/employee/toggle_status/{id}',
    { msg: 'Estado actualizado exitosamente' },
    async () => ({ path: await empleado() }),
  ],
  [
    'R-7.2.3',
    'DELETE /business/employee/delete/{id}',
    { msg: 'Empleado eliminado exitosamente' },
    async () => ({ path: await empleado() }),
  ],
  ['R-7.2.4', 'GET /business/employee/menu/all/{id}', { fields: ['menus'] }, async () => ({ path: await empleado() })],
  [
    'R-7.2.5',
    'PUT /business/employee/assign_menu',
    { msg: 'Menu actualizado exitosamente' },
    async () => ({ body: { ...(await empleado()), menus: ['/comprobante'] } }),
  ],
  ['R-7.2.6', 'GET /business/tipo_rimpe_simplificado', { each: ['id', 'name'] }],
  ['R-7.2.7', 'GET /business_profile/perfil', { fields: ['id', 'ruc'] }],
  [
    'R-7.2.8',
    'POST /business_profile/save_empresa_perfil_info',
    { msg: 'Perfil de empresa editado exitosamente' },
    async () => {
      const { data } = (await send('GET /business_profile/perfil')).wire
      return {
        body: {
          razon_social: data['razon_social'],
          dir_matriz: data['dir_matriz'],
          obligado_contabilidad: false,
          dias_fecha_anterior: 0,
          condiciones: [],
          version: data['version'],
        },
      }
    },
  ],
  [
    'R-7.2.9 R-3.1.24',
    'POST /business_profile/carga_firma_electronica',
    { msg: 'Guardado exitosamente', fields: ['id', 'filename', 'expirationDate'] },
    () => ({ form: p12() }),
  ],
  [
    'R-7.2.10',
    'PUT /business_profile/carga_firma_electronica/{id}',
    { msg: 'Guardado exitosamente' },
    async () => ({ path: { id: await certificadoId() }, form: p12() }),
  ],
  [
    'R-7.2.11',
    'GET /business_profile/certificado/recover-pass',
    { msg: 'Se ha enviado un correo con la información solicitada' },
    async () => (await certificadoId(), {}),
  ],
  [
    'R-7.2.12',
    'DELETE /business_profile/certificado/delete/{id}',
    { msg: 'Guardado exitosamente' },
    async () => ({ path: { id: await certificadoId() } }),
  ],
  ['R-7.2.13', 'GET /invitacion/search?page=0&size=5&sort=mail,ASC', { fields: LISTA }],
  [
    'R-7.2.14',
    'DELETE /invitacion/delete/{id}',
    { msg: 'Invitación eliminada exitosamente' },
    async () => ({ path: { id: String((await invitacion()).wire.data['id']) } }),
  ],
  [
    'R-7.2.15',
    'POST /invitacion/send',
    { msg: 'Invitación enviada exitosamente' },
    () => ({ body: { mail: `persona${++count}@ejemplo.ec`, rol: 4 }, headers: once() }),
  ],
  ['R-7.2.16', 'GET /rol/list_rol', { each: ['id', 'name'] }],
  ['R-7.3.1', 'GET /cotizacion/{id}', { fields: COTIZACION }, async () => ({ path: { id: await cotizacionId() } })],
  [
    'R-7.3.2',
    'POST /cotizacion/create',
    { msg: 'Cotización registrada exitosamente', fields: COTIZACION },
    () => ({ body: cotizacion(), headers: once() }),
  ],
  [
    'R-7.3.3',
    'DELETE /cotizacion/delete/{id}',
    { msg: 'Cotización eliminada exitosamente' },
    async () => ({ path: { id: await cotizacionId() } }),
  ],
  [
    'R-7.3.4',
    'PUT /cotizacion/edit/{id}',
    { msg: 'Cotización editada exitosamente', fields: COTIZACION },
    async () => ({ path: { id: await cotizacionId() }, body: { ...cotizacion(), version: 1 } }),
  ],
  ['R-7.3.6', 'GET /cotizacion/search?q=ana&page=0&size=5&sort=fecha_emision,DESC', { fields: LISTA }],
  ['R-7.3.7', 'GET /cotizacion/generar-nro-documento', { fields: ['numero', 'secuencial'] }],
  ['R-7.4.1', 'GET /productos/search?q=producto&page=0&size=5&sort=name,ASC', { fields: LISTA }],
  ['R-7.4.2', 'GET /productos/search_product_venta?q=producto', { fields: LISTA }],
  ['R-7.4.3', 'GET /productos/search_product_gasto?q=producto', { fields: LISTA }],
  ['R-7.4.4 R-3.1.23', 'GET /productos/find_re_by/{id}', { fields: PRODUCTO }, async () => ({ path: { id: await productoId() } })],
  [
    'R-7.4.5',
    'POST /productos/create',
    { msg: 'Producto registrado exitosamente', fields: PRODUCTO },
    () => ({ body: producto(), headers: once() }),
  ],
  [
    'R-7.4.6',
    'PUT /productos/edit',
    { msg: 'Producto editado exitosamente', fields: PRODUCTO },
    async () => ({ body: { ...producto(), id: await productoId(), version: 1 } }),
  ],
  [
    'R-7.4.7',
    'PUT /productos/update/all',
    { msg: 'Productos actualizados exitosamente', fields: ['productos'] },
    async () => ({ body: [{ id: await productoId(), price: 2_000_000 }], headers: once() }),
  ],
  ['R-7.4.11', 'POST /productos/upload?type_upload_id=1', { fields: ['id', 'estado'] }, () => ({ form: hoja(), headers: once() })],
  [
    'R-7.4.8',
    'DELETE /productos/delete/{id}',
    { msg: 'Producto eliminado exitosamente' },
    async () => ({ path: { id: await productoId() } }),
  ],
  [
    'R-7.4.9',
    'DELETE /productos/delete-seleted/{ids}',
    { msg: 'Productos eliminados exitosamente' },
    async () => ({ path: { ids: `${await productoId()},${await productoId()}` } }),
  ],
  [
    'R-7.4.13',
    'GET /productos/historical-prices/{n}/{t}?fecha=2026-06-15&tipo=1&id_producto={id}',
    { fields: ['puntos', 'cambios'] },
    async () => ({ path: { n: '12', t: '3', id: await productoId() } }),
  ],
  [
    'R-7.4.15',
    'GET /productos/duplicate/{id}',
    { msg: 'Producto duplicado exitosamente', fields: PRODUCTO },
    async () => ({ path: { id: await productoId() }, headers: once() }),
  ],
  ['R-7.5.1', 'GET /marca/all', { each: NOMBRADO_OPCION }, async () => (await marcaId(), {})],
  ['R-7.5.2', 'GET /marca/search?q=nombre&page=0&size=5&sort=name,ASC', { fields: LISTA }],
  [
    'R-7.5.3',
    'POST /marca/create',
    { msg: 'Marca registrada exitosamente', fields: NOMBRADO },
    () => ({ body: { name: `Nombre ${++count}`, description: 'Nacional', status: 'ACTIVO' }, headers: once() }),
  ],
  [
    'R-7.5.4',
    'PUT /marca/edit/{id}',
    { msg: 'Marca editada exitosamente', fields: NOMBRADO },
    async () => ({ path: { id: await marcaId() }, body: { name: `Nombre ${++count}`, version: 1 } }),
  ],
  ['R-7.5.5', 'DELETE /marca/delete/{id}', { msg: 'Marca eliminada exitosamente' }, async () => ({ path: { id: await marcaId() } })],
  [
    'R-7.5.6',
    'DELETE /marca/delete-seleted/{ids}',
    { msg: 'Marcas eliminadas exitosamente' },
    async () => ({ path: { ids: `${await marcaId()},${await marcaId()}` } }),
  ],
  ['R-7.5.7', 'GET /unidad/list_unidad', { each: NOMBRADO_OPCION }, async () => (await unidadId(), {})],
  ['R-7.5.8', 'GET /unidad/search?q=nombre&page=0&size=5&sort=name,ASC', { fields: LISTA }],
  [
    'R-7.5.9',
    'POST /unidad/create',
    { msg: 'Unidad registrada exitosamente', fields: NOMBRADO },
    () => ({ body: { name: `Nombre ${++count}`, description: 'De peso', status: 'ACTIVO' }, headers: once() }),
  ],
  [
    'R-7.5.10',
    'PUT /unidad/edit',
    { msg: 'Unidad editada exitosamente', fields: NOMBRADO },
    async () => ({ body: { id: await unidadId(), name: `Nombre ${++count}`, version: 1 } }),
  ],
  ['R-7.5.11', 'DELETE /unidad/delete/{id}', { msg: 'Unidad eliminada exitosamente' }, async () => ({ path: { id: await unidadId() } })],
  [
    'R-7.5.12',
    'DELETE /unidad/delete-seleted/{ids}',
    { msg: 'Unidades eliminadas exitosamente' },
    async () => ({ path: { ids: `${await unidadId()},${await unidadId()}` } }),
  ],
  ['R-7.5.13', 'GET /categoria/search?q=nombre&page=0&size=5&sort=name,ASC', { fields: LISTA }],
  ['R-7.5.14', 'GET /categoria/search_children?page=0&size=5', { fields: LISTA }],
  [
    'R-7.5.15',
    'GET /categoria/search_category',
    { each: [...NOMBRADO_OPCION, 'parent_id', 'children'] },
    async () => (await categoriaId(), {}),
  ],
  [
    'R-7.5.16',
    'POST /categoria/create',
    { msg: 'Categoría registrada exitosamente', fields: [...NOMBRADO, 'parent_id'] },
    async () => ({ body: { name: `Nombre ${++count}`, description: 'De comer', parent_id: await categoriaId() }, headers: once() }),
  ],
  [
    'R-7.5.17',
    'PUT /categoria/edit',
    { msg: 'Categoría editada exitosamente', fields: [...NOMBRADO, 'parent_id'] },
    async () => ({ body: { id: await categoriaId(), name: `Nombre ${++count}`, version: 1 } }),
  ],
  [
    'R-7.5.18',
    'DELETE /categoria/delete/{id}',
    { msg: 'Categoría eliminada exitosamente' },
    async () => ({ path: { id: await categoriaId() } }),
  ],
]

describe('the calls of section 7, by their own words', () => {
  it.each(CALLS)('%s %s answers in the common envelope', async (_id, route, { msg, fields, each }, sent) => {
    const answer = await send(route, await sent?.())
    expect(answer.code, answer.raw.toString()).toBe(200)
    expect(Object.keys(answer.wire)).toEqual(['status', 'msg', 'data'])
    // The page's toasts depend on the string.
    expect(answer.wire.status).toBe('200')
    if (msg) expect(answer.wire.msg).toBe(msg)
    if (fields) expect(Object.keys(answer.wire.data)).toEqual(expect.arrayContaining(fields))
    if (each) {
      expect(answer.wire.data.length).toBeGreaterThan(0)
      for (const one of answer.wire.data) expect(Object.keys(one)).toEqual(expect.arrayContaining(each))
    }
  })

  it('R-7.3.5 R-7.3.8 GET /cotizacion/download/{id} delivers a PDF, and refuses in the common envelope', async () => {
    const { code, headers, raw } = await send('GET /cotizacion/download/{id}', { path: { id: await cotizacionId() } })
    expect([code, headers['content-type'], raw.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-'])
    const absent = await send('GET /cotizacion/download/{id}', { path: { id: randomUUID() } })
    expect([absent.code, Object.keys(absent.wire)]).toEqual([404, ['status', 'msg', 'data']])
  })

  it('R-3.1.1 R-1.11 the session holds what the specification names', async () => {
    const { wire } = await send('POST /api/auth/business', {
      token: null,
      body: { email: admin.username, pass: app.encode(PASSWORD_USUARIO) },
    })
    const session = wire.data['session'] as Record<string, unknown>
    expect(Object.keys(session)).toEqual(expect.arrayContaining(SESION))
    expect(session).toMatchObject({
      rol: { id: 1 },
      businessRuc: empresa.ruc,
      impersonate: false,
      username: admin.username,
      collections: expect.any(Array),
      menus: expect.any(Array),
    })
  })

  it('R-1.4 R-3.1.18 a user of two companies is answered their list, each with id and name', async () => {
    const { username } = await buildUsuario(app, { empresas: [empresa, otra] })
    const { wire } = await send('POST /api/auth/business', { token: null, body: { email: username, pass: app.encode(PASSWORD_USUARIO) } })
    const companies = wire.data['companies'] as { id: string; name: string }[]
    expect(companies.map((one) => [one.id, Object.keys(one)]).sort()).toEqual(
      [
        [empresa.id, ['id', 'name']],
        [otra.id, ['id', 'name']],
      ].sort(),
    )
  })

  it('R-7.1.12 R-7.1.13 a failed sign-in is answered in the body, never with 401', async () => {
    const wrong = app.encode('otra-Clave-9')
    for (const [route, body] of [
      ['POST /api/auth/business', { email: admin.username, pass: wrong }],
      ['POST /api/auth/login', { idEmpresa: empresa.id, username: admin.username, password: wrong }],
    ] as const) {
      const { code, wire } = await send(route, { token: null, body })
      expect([code, wire.msg]).toEqual([422, 'Usuario o contraseña incorrectos'])
    }
  })

  it('R-3.1.21 a refusal carries msg, and data as a list of objects with message', async () => {
    const { code, wire } = await send('POST /productos/create', { body: {}, headers: once() })
    expect(code).toBe(422)
    expect(wire.msg).toEqual(expect.any(String))
    expect(wire.data.length).toBeGreaterThan(0)
    for (const { message } of wire.data) expect(message).toEqual(expect.any(String))
  })
})
