import { randomUUID } from 'node:crypto'
import {
  addAdjunto,
  assignMenu,
  authSwitch,
  createCategoria,
  createPunto,
  deleteProductos,
  editProducto,
  editCategoria,
  editUnidad,
  searchCategoriaHijas,
  emitFactura,
  followComprobante,
  impersonationLogin,
  proposeRetenciones,
  requestImpersonacion,
  searchComprobante,
  type Anotacion,
  type Emitido,
  type Endpoint,
  type Session,
} from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../db/empresa-id.ts'
import { ROL, TODOS, type Rol } from '../plugins/sesion/roles.ts'
import type { RouteEntry } from '../http/route.ts'
import { fillAprendido } from './aprendido.ts'
import { buildTestApp, type CallOptions, type TestApp } from './build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, tokenOfNew } from './builders.ts'
import { facturaForm } from './emisor.ts'
import { huella } from './huella.ts'
import {
  compraForm,
  cotizacionForm,
  addCondicion,
  gastoForm,
  insertTrabajo,
  persona,
  recibidoRow,
  retencionRecibidaForm,
  SAMPLES,
  type Kind,
  type Sample,
} from './matrix-muestras.ts'
import { startSimulador, type SimuladorDePrueba } from './simulador.ts'

// B7, R-6.14: every route × (no session, each role, the id of another company, an absent id, a malformed id), made from the routes
// themselves.

/** Routes anybody may call. A new one is a decision, not an accident. */
const PUBLIC = [
  'GET /v1/descarga/:ticket',
  'GET /api/forgot_pass/validate_reset_code/:code',
  'GET /sys/config_general',
  'GET /v1/salud',
  'GET /v1/sistema/logo',
  'POST /api/auth/business',
  'POST /api/auth/login',
  'POST /api/forgot_pass/recover_pass',
  'POST /api/forgot_pass/reset_pass',
  'POST /impersonation/login/:accessToken',
  'POST /v1/auth/segundo_factor',
  'POST /v1/auth/segundo_factor/activar',
  'POST /v1/auth/segundo_factor/confirmar',
  'POST /v1/invitacion/aceptar',
  'POST /v1/invitacion/ver',
  'POST /v1/tienda/pasarela/aviso',
  'GET /api/user/password_requirements',
]

/** Routes that change something nobody else sees, or nothing; and the law, which is SUPER_ADMIN's. */
const WITHOUT_RIGHT = [
  'DELETE /v1/administracion/sistema/logo',
  'DELETE /v1/gasto_personal/delete/:id',
  'DELETE /v1/usuario/avatar',
  'DELETE /v1/usuario/correo',
  'POST /v1/administracion/empresa/create',
  'POST /v1/administracion/empresa/invitar_administrador/:id',
  'POST /v1/administracion/empresa/reactivar',
  'POST /v1/administracion/empresa/suspender',
  'POST /v1/administracion/firma/documento/descarga',
  'POST /v1/administracion/firma/paquete/descarga',
  'POST /v1/administracion/impersonacion',
  'POST /v1/administracion/notificacion/create',
  'POST /v1/administracion/sistema/logo',
  'POST /v1/administracion/usuario/activar',
  'POST /v1/administracion/usuario/cerrar_sesiones',
  'POST /v1/administracion/usuario/desactivar',
  'POST /v1/administracion/usuario/quitar_segundo_factor',
  'POST /v1/administracion/usuario/restablecer',
  'POST /v1/auth/cambiar_empresa',
  'POST /v1/auth/cerrar',
  'POST /v1/auth/reanudar',
  'POST /v1/auth/renovar',
  'POST /v1/comprobante/archivos',
  'POST /v1/comprobante/consultar_sri/:id',
  'POST /v1/gasto_personal/create',
  'POST /v1/gasto_personal/recibido/traer',
  'POST /v1/invitacion/aceptar_aqui',
  'POST /v1/norma/create',
  'POST /v1/norma/retirar',
  'POST /v1/notificacion/descartar',
  'POST /v1/retencion/proponer',
  'POST /v1/retencion/proponer-compras',
  'POST /v1/trabajo/archivos',
  'POST /v1/trabajo/cancelar/:id',
  'POST /v1/trabajo/descarga/:id',
  'POST /v1/trabajo/reporte',
  'POST /v1/usuario/avatar',
  'POST /v1/usuario/correo/reenviar',
  'POST /v1/usuario/correo/verificar',
  'POST /v1/usuario/segundo_factor/codigos',
  'POST /v1/usuario/segundo_factor/confirmar',
  'POST /v1/usuario/segundo_factor/desactivar',
  'POST /v1/usuario/segundo_factor/pedir',
  'POST /v1/usuario/sesiones/cerrar/:id',
  'POST /v1/usuario/sesiones/cerrar_otras',
  'PUT /api/user/profile/change_password',
  'PUT /api/user/profile/edit',
  'PUT /v1/administracion/empresa/plan',
  'PUT /v1/administracion/firma/comprobar',
  'PUT /v1/administracion/firma/estado',
  'PUT /v1/administracion/firma/observar',
  'PUT /v1/administracion/notificacion/edit',
  'PUT /v1/administracion/sistema/edit',
  'PUT /v1/administracion/tienda/ajuste',
  'PUT /v1/administracion/tienda/cupon',
  'PUT /v1/administracion/tienda/declaracion/presentar',
  'PUT /v1/administracion/tienda/orden/decidir',
  'PUT /v1/administracion/tienda/orden/devolver',
  'PUT /v1/administracion/tienda/orden/emitir',
  'PUT /v1/administracion/tienda/precio',
  'PUT /v1/administracion/tienda/producto',
  'PUT /v1/gasto_personal/edit/:id',
  'PUT /v1/gasto_personal/recibido/descartar',
  'PUT /v1/gasto_personal/situacion',
  'PUT /v1/norma/edit',
  'PUT /v1/obligacion/aviso',
  'PUT /v1/preferencia/:lista',
]

/** The id is the form's own: a company that has none with it creates one, whoever else has the same. */
const CREATES = ['documento', 'nota', 'liquidacion_compra', 'retencion', 'guia_remision'].flatMap((kind) => [
  `POST /v1/${kind}/emitir/:id`,
  `POST /v1/${kind}/registrar/:id`,
])
/** The place is no row: a name out of a few, and what is behind it belongs to whoever asks. */
const OWN = [
  'GET /v1/descarga/:ticket',
  'GET /productos/historical-prices/:n/:t',
  'GET /v1/auth/empresa_de_documento/:id',
  'GET /v1/norma/:id',
  'GET /v1/preferencia/:lista',
  'PUT /v1/preferencia/:lista',
  'GET /api/forgot_pass/validate_reset_code/:code',
  'POST /impersonation/login/:accessToken',
]

/** The place is a company, whichever: SUPER_ADMIN's, who is in none. Who else asks is refused before. */
const OF_PLATAFORMA = [
  'GET /v1/administracion/firma/documento/:empresa_id/:id',
  'GET /v1/administracion/firma/ver/:empresa_id/:id',
  'GET /v1/administracion/tienda/orden/comprobante/:empresa_id/:id',
  'GET /v1/administracion/tienda/orden/ver/:empresa_id/:id',
  'POST /v1/administracion/empresa/invitar_administrador/:id',
]

const PASSWORD = 'clave del archivo'
let app: TestApp
let sri: SimuladorDePrueba
let mine: { id: EmpresaId; ruc: string }
let theirs: { id: EmpresaId; ruc: string }
let p12: Buffer
const rows = {} as Record<Kind, string>
const tokens = {} as Record<Rol, string>
/** Signed in to `mine`: who also belongs to `theirs`, and support. */
let callers: [string, string][]

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`
const entries = (): RouteEntry[] => app.router.entries
const guarded = () => entries().filter((entry) => entry.policy !== 'public')
/** The value in every place; `n` is a count, and never whose a row is. */
const fill = ({ path }: Endpoint, value: string) =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, name === 'n' ? '1' : value]))

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador()])
  mine = await buildEmpresa(app)
  theirs = await buildEmpresa(app, {
    establecimientos: [
      { codigo: '001', direccion: 'Q', puntos: [{ codigo: '001' }] },
      { codigo: '777', direccion: 'Q', puntos: [{ codigo: '777' }] },
    ],
  })
  p12 = await sri.issueP12({ ruc: mine.ruc, passwordP12: PASSWORD, desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' })
  for (const rol of TODOS)
    tokens[rol] = (await app.signIn((await buildUsuario(app, { empresas: [mine], rol })).username, { red: `10.1.${rol}.1` })).token
  const both = await buildUsuario(app, { empresas: [mine, theirs] })
  const support = await buildUsuario(app, { empresas: [mine], rol: ROL.SUPER_ADMIN, superAdmin: true })
  callers = [
    ['user of both companies', (await app.signIn(both.username, { empresaId: mine.id })).token],
    ['SUPER_ADMIN', (await app.signIn(support.username)).token],
  ]
  await fillTheirs((await app.signIn(both.username, { empresaId: theirs.id })).token, both)
})
afterAll(async () => {
  await app?.close()
  await sri?.stop()
})

/** A row of each kind in the other company. */
async function fillTheirs(token: string, usuario: { id: string }) {
  const valid = { desde: '2026-01-01T00:00:00-05:00', hasta: '2027-01-01T00:00:00-05:00' }
  rows.certificado = await buildCertificadoRow(app, theirs, usuario, valid)
  await buildCertificadoRow(app, mine, usuario, valid)
  const body = facturaForm()
  const { data } = await app.call<Emitido>(emitFactura, {
    token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body,
  })
  rows.documento = data.id
  const call = async (path: string, payload: unknown) =>
    (await app.call<{ id: string }>(endpointOf(path), { token, headers: { 'idempotency-key': randomUUID() }, body: payload })).data.id
  rows.adjunto = await attachTo(data.id, token)
  rows.borrador = await call('POST /v1/documento/create', { contenido: {} })
  rows.cotizacion = await call('POST /cotizacion/create', cotizacionForm)
  rows.compra = await call('POST /v1/compra/create', compraForm)
  rows.retencion_recibida = await call('POST /v1/retencion_recibida/create', retencionRecibidaForm)
  const recibido = recibidoRow(theirs.id, usuario.id, app.clock.now())
  await app.owner.insertInto('recibido').values(recibido).execute()
  rows.recibido = recibido.id
  rows.persona = await call('POST /v1/persona/create', { ...persona, version: undefined })
  rows.persona_condicion = await addCondicion(app, theirs.id, rows.persona)
  rows.registro_cliente = await call('POST /v1/registro_cliente/create', undefined)
  const saldo = { sentido: 'COBRAR', persona_id: rows.persona, fecha: '2026-06-01', valor: 2_000_000 }
  rows.saldo_inicial = await call('POST /v1/cartera/saldo_inicial', { ...saldo, numero: '001-001-000000801' })
  rows.caja = await call('POST /v1/caja/abrir', { apertura: 1_000_000 })
  rows.pago = await call('POST /v1/pago/create', {
    sentido: 'COBRAR',
    persona_id: rows.persona,
    anticipo: 1_000_000,
    metodos: [{ metodo: 'EFECTIVO', valor: 1_000_000 }],
  })
  rows.producto = await call('POST /productos/create', {
    code: 'X',
    name: 'X',
    type_product: 'PRODUCTO',
    iva: 6,
    price: 0,
    manage_inventory: true,
  })
  rows.carga = randomUUID()
  await app.owner
    .insertInto('carga')
    .values({
      empresa_id: theirs.id,
      id: rows.carga,
      tipo: 1,
      ambiente: 'SIMULADOR',
      usuario_id: usuario.id,
      ve_costo: true,
      da_credito: false,
      archivo: 'x.csv',
      creada_en: app.clock.now(),
    })
    .execute()
  rows.trabajo = await insertTrabajo(app.owner, theirs.id, usuario.id, app.clock.now())
  rows.actualizacion = await call('PUT /productos/update/all', [{ id: rows.producto, price: 2 }])
  Object.assign(rows, await fillAprendido(app, theirs.id, usuario.id))
  for (const kind of ['unidad', 'marca', 'categoria'] as const) rows[kind] = await call(`POST /${kind}/create`, { name: 'X' })
  const [inicial, otra] = [await call('POST /v1/bodega/create', { name: 'X' }), await call('POST /v1/bodega/create', { name: 'Y' })]
  rows.bodega = otra
  rows.movimiento = await call('POST /v1/movimiento/create', {
    tipo: 'TRANSFERENCIA',
    bodega_id: inicial,
    bodega_destino_id: otra,
    en_transito: true,
    lineas: [{ producto_id: rows.producto, cantidad: 1_000_000 }],
  })
  await fillPropio()
  rows.empleado = (await buildUsuario(app, { empresas: [theirs], rol: ROL.EMPLEADO })).id
  rows.invitacion = await call('POST /invitacion/send', { mail: 'invitada@ejemplo.ec', rol: ROL.EMPLEADO })
  rows.firma = await call('POST /v1/firma_electronica/create', { tipo: 'NATURAL', anios: 1 })
  rows.orden = randomUUID()
  await app.owner
    .insertInto('orden')
    .values({
      empresa_id: theirs.id,
      id: rows.orden,
      usuario_id: usuario.id,
      comprador: 'X',
      lineas: '[]',
      subtotal: 0,
      iva: 0,
      total: 0,
      vence: '2099-01-01',
      creada_en: app.clock.now(),
      editada_en: app.clock.now(),
    })
    .execute()
  rows.correo = randomUUID()
  await app.owner
    .insertInto('correo')
    .values({
      empresa_id: theirs.id,
      id: rows.correo,
      documento_id: data.id,
      ambiente: 'SIMULADOR',
      asunto: 'X',
      message_id: '<x>',
      medio: 'BANDEJA',
      motivo: 'REENVIO',
      usuario_id: null,
      creado_en: app.clock.now(),
      proximo_intento: null,
    })
    .execute()
}

async function attachTo(id: string, token: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob(['%PDF-1.5\n<< /Type /Page >>\n%%EOF']), 'x.pdf')
  const { data } = await app.call<Anotacion>(addAdjunto, { token, params: { id }, form })
  return data.adjuntos[0]?.id ?? ''
}

/** What is a person's own: of somebody else, in the company of the others. */
async function fillPropio() {
  const stranger = await buildUsuario(app, { empresas: [theirs] })
  const { token } = await app.signIn(stranger.username)
  const { data } = await app.call<{ id: string }>(endpointOf('POST /v1/gasto_personal/create'), {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: gastoForm,
  })
  rows.gasto_personal = data.id
}

function endpointOf(name: string): Endpoint {
  const found = entries().find(({ endpoint }) => nameOf(endpoint) === name)
  if (!found) throw new Error(`no route ${name}`)
  return found.endpoint
}

function upload(): FormData {
  const form = new FormData()
  form.set('pass', app.encode(PASSWORD))
  form.set('file', new File([new Uint8Array(p12)], 'firma.p12'))
  return form
}

const callOptions = (token: string, sample: Sample, params: Record<string, string>): CallOptions => ({
  token,
  params,
  headers: { 'idempotency-key': randomUUID() },
  ...(sample.query && { query: sample.query }),
  ...(sample.body !== undefined && { body: sample.body }),
  ...(sample.hasUpload && { form: upload() }),
})

describe('routes and policies', () => {
  it('B7: the public routes are these and no others', () => {
    expect(
      entries()
        .filter((entry) => entry.policy === 'public')
        .map(({ endpoint }) => nameOf(endpoint))
        .sort(),
    ).toEqual([...PUBLIC].sort())
  })

  it('B7: every other route names roles that exist, and no route is there twice', () => {
    for (const { endpoint, policy } of guarded()) {
      if (policy === 'public') continue
      expect(policy.roles.length, nameOf(endpoint)).toBeGreaterThan(0)
      for (const rol of policy.roles) expect(TODOS, nameOf(endpoint)).toContain(rol)
    }
    const names = entries().map(({ endpoint }) => nameOf(endpoint))
    expect(new Set(names).size).toBe(names.length)
  })

  it('B7: every route with a place in its path has a sample here', () => {
    const withPlaces = entries()
      .map(({ endpoint }) => nameOf(endpoint))
      .filter((name) => name.includes('/:'))
      .sort()
    expect([...Object.keys(SAMPLES), ...CREATES, ...OWN, ...OF_PLATAFORMA].sort()).toEqual(withPlaces)
  })
})

describe('rights', () => {
  it("O-08: whatever changes the company's data asks for a right; what does not is listed here", () => {
    const changing = guarded().filter(
      ({ endpoint, policy }) => policy !== 'public' && policy.right === undefined && endpoint.method !== 'GET',
    )
    expect(changing.map(({ endpoint }) => nameOf(endpoint)).sort()).toEqual([...WITHOUT_RIGHT].sort())
  })
})

describe('who calls', () => {
  const UNAUTHORIZED = { status: '401', msg: 'Su sesión ha expirado', data: [{ message: 'Su sesión ha expirado' }] }
  const FORBIDDEN = {
    status: '403',
    msg: 'No tiene permisos para realizar esta acción',
    data: [{ message: 'No tiene permisos para realizar esta acción' }],
  }
  const answer = async (endpoint: Endpoint, options: CallOptions = {}) => {
    const { status, raw } = await app.call(endpoint, { params: fill(endpoint, randomUUID()), ...options })
    return { status, body: JSON.parse(raw.toString()) as unknown }
  }

  it('R-3.1.21 R-8.3: without a session every guarded route answers 401, whatever the body', async () => {
    for (const { endpoint } of guarded()) {
      expect(await answer(endpoint), nameOf(endpoint)).toEqual({ status: 401, body: UNAUTHORIZED })
      expect(await answer(endpoint, { body: 'no es JSON', headers: { 'content-type': 'application/json' } }), nameOf(endpoint)).toEqual({
        status: 401,
        body: UNAUTHORIZED,
      })
    }
  })

  it.each([
    ['no token', 'Bearer'],
    ['a short one', 'Bearer x'],
    ['another scheme', 'Basic YTpi'],
    ['an unknown token', `Bearer ${'A'.repeat(43)}`],
    ['a long one', `Bearer ${'A'.repeat(5000)}`],
    ['the word null', 'Bearer null'],
  ])('a session that is none (%s) answers 401', async (_name, authorization) => {
    for (const { endpoint } of guarded())
      expect(await answer(endpoint, { headers: { authorization } }), nameOf(endpoint)).toEqual({ status: 401, body: UNAUTHORIZED })
  })

  it('O-07: a disabled employee and an expired session answer 401 on every guarded route', async () => {
    const disabled = await buildUsuario(app, { empresas: [mine] })
    const { token } = await app.signIn(disabled.username)
    await app.owner.updateTable('usuario_empresa').set({ activo: false }).where('usuario_id', '=', disabled.id).execute()
    const { token: expired } = await app.signIn((await buildUsuario(app, { empresas: [mine] })).username)
    const now = app.clock.now()
    for (const { endpoint } of guarded()) expect((await answer(endpoint, { token })).status, nameOf(endpoint)).toBe(401)
    app.clock.advance(12 * 3_600_000)
    for (const { endpoint } of guarded()) expect((await answer(endpoint, { token: expired })).status, nameOf(endpoint)).toBe(401)
    app.clock.set(now)
  })

  it('R-6.14: a role outside the policy answers 403 before anything of the call is looked at', async () => {
    let refused = 0
    for (const { endpoint, policy } of guarded())
      for (const rol of TODOS) {
        if (policy === 'public' || policy.roles.includes(rol)) continue
        expect(await answer(endpoint, { token: tokens[rol] }), `${nameOf(endpoint)} as ${rol}`).toEqual({ status: 403, body: FORBIDDEN })
        refused++
      }
    expect(refused).toBeGreaterThan(30)
  })

  it('O-08: a role of the policy without the right answers 403', async () => {
    const { id, username } = await buildUsuario(app, { empresas: [mine] })
    await app.owner.updateTable('usuario_empresa').set({ collections: [] }).where('usuario_id', '=', id).execute()
    const { token } = await app.signIn(username)
    const withRight = guarded().filter(({ policy }) => policy !== 'public' && policy.right !== undefined)
    expect(withRight.length).toBeGreaterThan(10)
    for (const { endpoint } of withRight)
      expect(await answer(endpoint, { token }), nameOf(endpoint)).toEqual({ status: 403, body: FORBIDDEN })
  })
})

describe('support in the name of a user (O-14)', () => {
  /** Of what asks for no right and still changes something: all that support may do. Anything else is closed without being named here. */
  const OPEN = [
    'POST /v1/auth/cerrar',
    'POST /v1/auth/reanudar',
    'POST /v1/comprobante/consultar_sri/:id',
    'POST /v1/retencion/proponer',
    'POST /v1/trabajo/archivos',
    'POST /v1/trabajo/cancelar/:id',
    'POST /v1/trabajo/descarga/:id',
    'POST /v1/trabajo/reporte',
    'PUT /v1/preferencia/:lista',
  ]
  const CLOSED_RIGHTS = ['certificado:administrar', 'empleado:administrar']
  const LEAVE_RIGHTS = ['documento:emitir', 'documento:anular']
  const closedName = 'En modo impersonate no se permite esta acción: solo puede hacerla la propia persona'
  const leaveName = 'En modo impersonate solo se emite y anula los días en que un administrador de la empresa lo permite'

  it('R-1.12 B7: every route is closed, open with leave, or open, as its policy says, and a refusal changes nothing but the audit', async () => {
    const helper = await buildUsuario(app, { empresas: [], superAdmin: true })
    const subject = await buildUsuario(app, { empresas: [mine] })
    const {
      data: { token: accessToken },
    } = await app.call<{ token: string }>(requestImpersonacion, {
      token: (await app.signIn(helper.username)).token,
      body: { empresa_id: mine.id, usuario_id: subject.id, motivo: 'Prueba de la matriz' },
    })
    const {
      data: {
        session: { token },
      },
    } = await app.call<{ session: Session }>(impersonationLogin, { params: { accessToken }, body: { accessToken } })
    const { auditoria: _before, ...before } = await huella(app)
    const seen = { closed: 0, leave: 0, open: 0 }
    for (const { endpoint, policy } of guarded()) {
      if (policy === 'public' || !policy.roles.includes(ROL.ADMIN) || nameOf(endpoint) === 'POST /v1/auth/cerrar') continue
      const isClosed =
        policy.isPlataforma ||
        policy.soporte === 'cerrada' ||
        (policy.right === undefined ? endpoint.method !== 'GET' && !OPEN.includes(nameOf(endpoint)) : CLOSED_RIGHTS.includes(policy.right))
      const needsLeave = !isClosed && policy.right !== undefined && LEAVE_RIGHTS.includes(policy.right)
      if (!isClosed && !needsLeave) {
        seen.open++
        continue
      }
      const { status, msg } = await app.call(endpoint, { token, params: fill(endpoint, randomUUID()) })
      expect({ status, msg }, nameOf(endpoint)).toEqual({ status: 403, msg: isClosed ? closedName : leaveName })
      seen[isClosed ? 'closed' : 'leave']++
    }
    const { auditoria: _after, ...after } = await huella(app)
    expect(after).toEqual(before)
    expect(seen.closed).toBeGreaterThan(5)
    expect(seen.leave).toBeGreaterThan(20)
    expect(seen.open).toBeGreaterThan(20)
    const rows = await app.owner
      .selectFrom('auditoria')
      .select(['actor_id', 'usuario_id'])
      .where('accion', '=', 'impersonacion.llamada')
      .execute()
    expect(rows.length).toBe(seen.closed + seen.leave)
    for (const row of rows) expect(row).toEqual({ actor_id: helper.id, usuario_id: subject.id })
  })
})

describe('whose row it is (B7)', () => {
  it("another company's id answers 404, byte-equal to an absent id, and changes nothing", async () => {
    const before = await huella(app)
    for (const [name, sample] of Object.entries(SAMPLES)) {
      const endpoint = endpointOf(name)
      for (const [who, token] of callers) {
        const foreign = await app.call(endpoint, callOptions(token, sample, sample.params ?? fill(endpoint, rows[sample.of!])))
        const absent = await app.call(endpoint, callOptions(token, sample, sample.absent ?? fill(endpoint, randomUUID())))
        expect(foreign.status, `${name} by ${who}: ${foreign.raw.toString()}`).toBe(404)
        expect(foreign.raw.equals(absent.raw) && foreign.status === absent.status, `${name} by ${who}`).toBe(true)
        expect(foreign.headers['content-length']).toBe(absent.headers['content-length'])
      }
    }
    expect(await huella(app)).toEqual(before)
  })

  it('a malformed id is refused by its field or as absent, never with 500', async () => {
    for (const name of [...Object.keys(SAMPLES), ...CREATES, ...OWN]) {
      const endpoint = endpointOf(name)
      const sample = SAMPLES[name] ?? { body: facturaForm() }
      for (const id of [
        '1',
        'null',
        '..',
        '%00',
        `${randomUUID()}'`,
        randomUUID().replace(/-4(?=[0-9a-f]{3}-[89ab])/, '-7'),
        'a'.repeat(3000),
        '00000000-0000-0000-0000-000000000000',
        '😀',
      ]) {
        const { status } = await app.call(endpoint, callOptions(tokens[ROL.ADMIN], sample, fill(endpoint, id)))
        expect([404, 422], `${name} with ${id.slice(0, 40)}: ${status}`).toContain(status)
      }
    }
  })

  it('a list with one foreign id deletes nothing and answers like one with an absent id', async () => {
    const own = randomUUID()
    await app.owner
      .insertInto('producto')
      .values({
        empresa_id: mine.id,
        id: own,
        code: 'PROPIO',
        auxiliary_code: null,
        barcode: null,
        name: 'X',
        type_product: 'PRODUCTO',
        category_id: null,
        brand_id: null,
        unit_id: null,
        iva: 6,
        price: 0,
        ice_codigo: null,
        orden: 'x',
        creado_en: app.clock.now(),
        editado_en: app.clock.now(),
      })
      .execute()
    const before = await huella(app)
    const [foreign, absent] = [rows.producto, randomUUID()].map((other) =>
      app.call(deleteProductos, { token: tokens[ROL.ADMIN], params: { ids: `${own},${other}` } }),
    )
    expect((await foreign)?.status).toBe(404)
    expect((await foreign)?.raw).toEqual((await absent)?.raw)
    expect(await huella(app)).toEqual(before)
  })

  it("ids in body and query: another company's answers like an absent one", async () => {
    const [, token] = callers[0]!
    const producto = (id: string) => ({ id, version: 1, code: 'Y', name: 'Y', type_product: 'PRODUCTO', iva: 6, price: 1 })
    const stranger = await buildUsuario(app, { empresas: [theirs] })
    const alone = await tokenOfNew(app, { empresas: [mine] })
    const calls: [string, string, (id: string) => ReturnType<typeof app.call>][] = [
      ['product to edit', rows.producto, (id) => app.call(editProducto, { token, body: producto(id) })],
      ['unit to edit', rows.unidad, (id) => app.call(editUnidad, { token, body: { id, version: 1, name: 'Y' } })],
      ['category to edit', rows.categoria, (id) => app.call(editCategoria, { token, body: { id, version: 1, name: 'Y' } })],
      [
        'category above',
        rows.categoria,
        (id) => app.call(createCategoria, { token, headers: { 'idempotency-key': randomUUID() }, body: { name: 'Y', parent_id: id } }),
      ],
      ['categories below one', rows.categoria, (id) => app.call(searchCategoriaHijas, { token, query: { parent_id: id } })],
      ['client of a list', rows.persona, (id) => app.call(searchComprobante, { token, query: { persona_id: id } })],
      ['documents to follow', rows.documento, (id) => app.call(followComprobante, { token, query: { ids: id } })],
      ['purchases to withhold from', rows.compra, (id) => app.call(proposeRetenciones, { token, body: { compras: [{ id }] } })],
      ['company to change to', theirs.id, (id) => app.call(authSwitch, { token: alone, body: { idEmpresa: id } })],
      ['employee to give menus to', stranger.id, (id) => app.call(assignMenu, { token, body: { id, menus: [] } })],
      [
        'user of a point',
        stranger.id,
        (id) => app.call(createPunto, { token, body: { establecimiento: '001', codigo: '050', usuarios: [id] } }),
      ],
    ]
    const before = await huella(app)
    for (const [name, id, call] of calls) {
      const [foreign, absent] = [await call(id), await call(randomUUID())]
      expect({ status: foreign.status, body: foreign.raw.toString() }, name).toEqual({ status: absent.status, body: absent.raw.toString() })
    }
    expect(await huella(app)).toEqual(before)
  })

  it('an id that another company has used may be issued here: both stay what they are', async () => {
    const [, token] = callers[0]!
    const { status } = await app.call(emitFactura, {
      token,
      params: { id: rows.documento },
      headers: { 'idempotency-key': randomUUID() },
      body: facturaForm(),
    })
    expect(status).toBe(200)
    const found = await app.owner.selectFrom('documento').select(['empresa_id']).where('id', '=', rows.documento).execute()
    expect(found.map((row) => row.empresa_id).sort()).toEqual([mine.id, theirs.id].sort())
  })
})
