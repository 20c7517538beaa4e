import { randomUUID } from 'node:crypto'
import {
  acceptInvitacion,
  acceptInvitacionAqui,
  allEmpleado,
  COLLECTIONS,
  deleteInvitacion,
  editEmpleado,
  readInvitacion,
  searchCartaCuenta,
  searchInvitacion,
  sendInvitacion,
  toggleEmpleado,
  deleteEmpleado,
  type CartaCuenta,
  type Empleado,
  type Invitacion,
  type InvitacionRecibida,
  type Listing,
} from '@yupana/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL, TODOS } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, CLAVE_MAESTRA, PASSWORD_USUARIO, tokenOfNew, type UsuarioBuilt } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { cartaDeInvitacion } from './carta.ts'

const INVALID = 'La invitación no es válida o ya venció. Pida otra a quien le invitó.'
const HORA = 3_600_000

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let admin: UsuarioBuilt
let token: string
let count = 0

beforeAll(async () => {
  app = await buildTestApp({ env: { URL_PUBLICA: 'https://facturas.ejemplo.ec' } })
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app, { nombreComercial: 'Andina' })
  admin = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(admin.username)).token
  // A network of its own for each test: the limit counts by network.
  count++
})

type Enviada = Invitacion & { enlace: string | null }
const send = (mail: string, rol: number = ROL.VENDEDOR, { bearer = token, clave = randomUUID() as string } = {}) =>
  app.call<Enviada>(sendInvitacion, { token: bearer, headers: { 'idempotency-key': clave }, body: { mail, rol } })
const tokenOf = (enlace: string | null) => /^https:\/\/facturas\.ejemplo\.ec\/#\/invite\/([\w-]{43})$/.exec(enlace ?? '')?.[1] ?? ''
const invite = async (mail: string, rol?: number) => tokenOf((await send(mail, rol)).data.enlace)
const red = () => `10.20.${count}.${Math.floor(1 + Math.random() * 250)}`
const show = (code: string) => app.call<InvitacionRecibida>(readInvitacion, { body: { token: code }, red: red() })
const accept = (code: string, body: object = {}) =>
  app.call<{ username: string }>(acceptInvitacion, { body: { token: code, ...body }, red: red() })
/** Password of a new user. */
const PASSWORD = 'CaballoVerde7'
const person = (changes: object = {}) => ({ name: 'Ana', surname: 'Paz', pass: app.encode(PASSWORD), ...changes })
const acceptAs = async ({ username }: UsuarioBuilt, code: string, empresaId?: EmpresaId) => {
  const { token: suya } = await app.signIn(username, { red: red(), ...(empresaId && { empresaId }) })
  return app.call<{ username: string }>(acceptInvitacionAqui, { token: suya, body: { token: code }, red: red() })
}
const search = async (query: Record<string, string> = {}) => (await app.call<Listing<Invitacion>>(searchInvitacion, { token, query })).data
const employees = async () => (await app.call<Empleado[]>(allEmpleado, { token })).data

describe('inviting', () => {
  it('O-33 the letter to a stranger has one link: names that look like addresses are none', () => {
    const nombres = ['http://evil.example/x', 'Su cuenta fue bloqueada, entre a bit.ly/x', 'ana@evil.ec', 'www.x.ru']
    for (const nombre of nombres) {
      const { asunto, texto } = cartaDeInvitacion({ mail: 'x@ejemplo.ec', empresa: nombre, invita: nombre, rol: 'VENDEDOR' }, 'ENLACE')
      expect(asunto + texto).not.toMatch(/:\/\/|[\w-][.@][\w-]{2}/)
    }
    expect(
      cartaDeInvitacion({ mail: 'x@ejemplo.ec', empresa: 'COMERCIAL DEL SUR C.A.', invita: 'Ana', rol: 'VENDEDOR' }, 'ENLACE').texto,
    ).toContain('«COMERCIAL DEL SUR C.A.»')
  })

  it('R-7.2.15 O-33 sends a letter with a link of the public address that holds 256 random bits, and keeps only their hash', async () => {
    const { status, msg, data } = await send('Ana.Paz@Ejemplo.ec')
    expect({ status, msg }).toEqual({ status: 200, msg: 'Invitación enviada exitosamente' })
    expect(data).toMatchObject({
      mail: 'ana.paz@ejemplo.ec',
      rol: { id: 3, name: 'VENDEDOR' },
      estado: 'PENDIENTE',
      invita: admin.username,
    })
    expect(Date.parse(data.vence_en) - app.clock.now().getTime()).toBe(72 * HORA)
    const code = tokenOf(data.enlace)
    expect(code).toHaveLength(43)
    const support = await app.signIn((await buildUsuario(app, { empresas: [empresa], rol: ROL.SUPER_ADMIN, superAdmin: true })).username)
    const letters = await app.call<Listing<CartaCuenta>>(searchCartaCuenta, { token: support.token })
    expect(letters.data.content[0]).toMatchObject({
      para: 'ana.paz@ejemplo.ec',
      asunto: 'Invitación a Andina',
      texto: expect.stringContaining(data.enlace!),
    })
    const stored = JSON.stringify([
      await app.owner.selectFrom('invitacion').selectAll().execute(),
      await app.owner.selectFrom('auditoria').selectAll().execute(),
      await app.owner.selectFrom('idempotencia').selectAll().execute(),
    ])
    expect(stored).not.toContain(code)
  })

  it('shows the link to nobody where mail is sent or it is production', async () => {
    for (const env of [
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      { MODO: 'produccion', PERMITIR_HTTP: '1', CLAVE_MAESTRA: randomUUID() + randomUUID(), CLAVE_CONTRASENAS: CLAVE_MAESTRA },
    ]) {
      const other = await buildTestApp({ env, database: { ...app.database, close: async () => undefined } })
      const answer = await other.call<Enviada>(sendInvitacion, {
        token,
        headers: { 'idempotency-key': randomUUID() },
        body: { mail: `${randomUUID()}@ejemplo.ec`, rol: 4 },
      })
      expect([answer.status, answer.data.enlace]).toEqual([200, null])
      await other.close()
    }
  })

  it('O-91 sends once for each key', async () => {
    const clave = randomUUID()
    const [first, again] = [await send('una@ejemplo.ec', 4, { clave }), await send('una@ejemplo.ec', 4, { clave })]
    expect([again.data.id, again.data.enlace, (await search()).totalElements]).toEqual([first.data.id, null, 1])
    expect((await send('otra@ejemplo.ec', 4, { clave })).status).toBe(422)
    expect((await app.call(sendInvitacion, { token, body: { mail: 'una@ejemplo.ec', rol: 4 } })).status).toBe(422)
    expect((await show(tokenOf(first.data.enlace))).status).toBe(200)
  })

  it.each([
    ['SUPER_ADMIN', 'a@ejemplo.ec', 0],
    ['a role nobody knows', 'a@ejemplo.ec', 7],
    ['no address', 'nadie', 4],
    ['two addresses', 'a@ejemplo.ec,b@ejemplo.ec', 4],
    ['a line end', 'a@ejemplo.ec\nBcc: b@ejemplo.ec', 4],
  ])('O-33 refuses %s', async (_what, mail, rol) => {
    expect((await send(mail, rol)).status).toBe(422)
    expect((await search()).totalElements).toBe(0)
  })

  it('O-33 nobody gives a role with more rights than they have', async () => {
    const poor = await buildUsuario(app, { empresas: [empresa] })
    await app.call(editEmpleado, {
      token,
      params: { id: poor.id },
      body: { rol: ROL.ADMIN, collections: COLLECTIONS.filter((right) => right !== 'certificado:administrar') },
    })
    const bearer = (await app.signIn(poor.username)).token
    expect((await send('alta@ejemplo.ec', ROL.ADMIN, { bearer })).problems).toEqual([
      { campo: 'rol', message: 'No puede dar un rol con más permisos que los suyos.' },
    ])
    expect((await send('alta@ejemplo.ec', ROL.VENDEDOR, { bearer })).status).toBe(200)
  })

  it('refuses who is an employee already, disabled ones too', async () => {
    const employee = await buildUsuario(app, { empresas: [empresa], rol: ROL.EMPLEADO })
    await app.call(toggleEmpleado, { token, params: { id: employee.id } })
    expect((await send(employee.mail.toUpperCase())).problems).toEqual([
      { campo: 'mail', message: `${employee.mail} ya es empleado de la empresa.` },
    ])
  })

  it('a newer invitation is the end of the older one', async () => {
    const [first, second] = [await invite('dos@ejemplo.ec', 4), await invite('dos@ejemplo.ec', 3)]
    expect([(await show(first)).msg, (await show(second)).data.rol.id]).toEqual([INVALID, 3])
    expect((await search()).totalElements).toBe(1)
  })

  it('O-122 three a day to one address, and the company is told', async () => {
    const sent = []
    for (let n = 0; n < 4; n++) sent.push(await send(n % 2 ? 'harta@ejemplo.ec' : 'Harta@Ejemplo.ec'))
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(sent[3]).toMatchObject({
      msg: 'Ya envió tres invitaciones a ese correo en un día. Vuelva a intentar en 24 horas.',
      headers: { 'retry-after': '86400' },
    })
    expect((await show(tokenOf(sent[2]!.data.enlace))).status).toBe(200)
  })

  it('O-122 three letters a day to one address over the installation: the others leave later, and no company is told of another', async () => {
    const real = await buildTestApp({
      env: { SMTP_URL: 'smtp://127.0.0.1:1' },
      database: { ...app.database, close: async () => undefined },
    })
    const [mail, en] = ['acosada@ejemplo.ec', app.clock.now().getTime()]
    real.clock.set(app.clock.now())
    const answers = []
    let bearer = ''
    for (let n = 0; n < 12; n++) {
      if (n % 3 === 0) bearer = await tokenOfNew(app, { empresas: [await buildEmpresa(app)] })
      const call = { token: bearer, headers: { 'idempotency-key': randomUUID() }, body: { mail, rol: ROL.VENDEDOR } }
      const { status, msg, data } = await real.call<Enviada>(sendInvitacion, call)
      answers.push({ status, msg, estado: data.estado, vence: data.vence_en, enlace: data.enlace })
    }
    const [first] = answers
    expect(first).toMatchObject({ status: 200, msg: 'Invitación enviada exitosamente', estado: 'PENDIENTE' })
    for (const answer of answers) expect(answer).toEqual(first)
    const letters = await app.owner.selectFrom('carta_cuenta').select('proximo_intento').where('para', '=', mail).execute()
    const hours = letters.map(({ proximo_intento: at }) => (new Date(at!).getTime() - en) / HORA).toSorted((a, b) => a - b)
    expect(hours).toEqual([0, 0, 0, 24, 24, 24, 48, 48, 48])
    await real.close()
  })

  it('reliability §3.5: 50 a day for a company, then 429 until the first of them is a day old', async () => {
    for (let n = 0; n < 50; n++) expect((await send(`n${n}@ejemplo.ec`)).status, String(n)).toBe(200)
    const refused = await send('demas@ejemplo.ec')
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    const other = await buildEmpresa(app)
    const bearer = await tokenOfNew(app, { empresas: [other] })
    expect((await send('demas@ejemplo.ec', 4, { bearer })).status).toBe(200)
  })
})

describe('the list', () => {
  it('R-7.2.13 finds by mail and state, newest first, in pages', async () => {
    const accepted = await invite('acepta@ejemplo.ec')
    await accept(accepted, person())
    app.clock.advance(HORA)
    await invite('vence@ejemplo.ec')
    app.clock.advance(72 * HORA)
    token = (await app.signIn(admin.username)).token
    await invite('espera_1@ejemplo.ec')
    expect((await search()).content.map(({ mail, estado }) => [mail, estado])).toEqual([
      ['espera_1@ejemplo.ec', 'PENDIENTE'],
      ['vence@ejemplo.ec', 'VENCIDA'],
      ['acepta@ejemplo.ec', 'ACEPTADA'],
    ])
    for (const [estado, mail] of [
      ['PENDIENTE', 'espera_1@ejemplo.ec'],
      ['VENCIDA', 'vence@ejemplo.ec'],
      ['ACEPTADA', 'acepta@ejemplo.ec'],
    ] as const)
      expect((await search({ estado })).content.map((row) => row.mail)).toEqual([mail])
    expect((await search({ q: 'A_1@' })).content.map(({ mail }) => mail)).toEqual(['espera_1@ejemplo.ec'])
    expect((await search({ q: '%' })).totalElements).toBe(0)
    expect((await search({ sort: 'mail,ASC' })).content.map(({ mail }) => mail)).toEqual([
      'acepta@ejemplo.ec',
      'espera_1@ejemplo.ec',
      'vence@ejemplo.ec',
    ])
    expect((await app.call(searchInvitacion, { token, query: { sort: 'token_hash,ASC' } })).status).toBe(422)
  })

  it('R-7.2.14 an invitation that is deleted is gone, and its link with it', async () => {
    const { data } = await send('fuera@ejemplo.ec')
    expect(await app.call(deleteInvitacion, { token, params: { id: data.id } })).toMatchObject({
      status: 200,
      msg: 'Invitación eliminada exitosamente',
    })
    expect([
      (await search()).totalElements,
      (await show(tokenOf(data.enlace))).msg,
      (await app.call(deleteInvitacion, { token, params: { id: data.id } })).status,
    ]).toEqual([0, INVALID, 404])
  })

  it('R-6.14 is for administrators', async () => {
    const refused = TODOS.filter((rol) => rol !== ROL.SUPER_ADMIN && rol !== ROL.ADMIN)
    for (const endpoint of [searchInvitacion, sendInvitacion, deleteInvitacion])
      await expectGuarded(app, empresa, endpoint, { params: { id: randomUUID() } }, refused)
  })
})

describe('accepting', () => {
  it('O-33 a suspended company lets nobody in, new or known, says so before the form, and the link serves once it is open again', async () => {
    const known = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const [nueva, suya] = [await invite('suspendida@ejemplo.ec'), await invite(known.mail)]
    const suspend = (en: Date | null) =>
      app.owner
        .updateTable('empresa')
        .set({ suspendida_en: en, suspendida_motivo: en && 'Falta de pago' })
        .where('id', '=', empresa.id)
        .execute()
    await suspend(app.clock.now())
    for (const { status, msg } of [
      await show(nueva),
      await show(suya),
      await accept(nueva, person()),
      await acceptAs(known, suya),
      await accept(suya, { pass: app.encode(PASSWORD_USUARIO) }),
    ])
      expect([status, msg]).toEqual([
        422,
        'La empresa está suspendida: nadie puede ingresar en ella. Su invitación sigue sirviendo cuando se reactive, hasta que venza.',
      ])
    await suspend(null)
    expect([(await accept(nueva, person())).status, (await acceptAs(known, suya)).status]).toEqual([200, 200])
  })

  it('O-33 shows company, role and inviter; a new person sets name and password and signs in', async () => {
    const code = await invite('nueva@ejemplo.ec', ROL.EMPLEADO)
    expect((await show(code)).data).toEqual({
      empresa: { id: empresa.id, name: 'Andina' },
      rol: { id: 4, name: 'EMPLEADO' },
      invita: admin.username,
      mail: 'nueva@ejemplo.ec',
      vence_en: expect.any(String),
      existe: false,
    })
    expect(await accept(code, person())).toMatchObject({
      status: 200,
      msg: 'Invitación aceptada',
      data: { empresa: { id: empresa.id, name: 'Andina' }, username: 'nueva', session: { businessId: empresa.id, username: 'nueva' } },
    })
    const session = await app.signIn('nueva@ejemplo.ec', { password: PASSWORD })
    expect(session).toMatchObject({ businessId: empresa.id, rol: { id: 4 }, name: 'Ana', surname: 'Paz', collections: [] })
    expect((await search()).content[0]).toMatchObject({ estado: 'ACEPTADA', aceptada_en: expect.any(String) })
    const { password_hash } = await app.owner
      .selectFrom('usuario')
      .select('password_hash')
      .where('mail', '=', 'nueva@ejemplo.ec')
      .executeTakeFirstOrThrow()
    expect(password_hash).toMatch(/^\$argon2id\$/)
  })

  it('O-33 O-114 an existing person accepts with an own session: name and password stay, whatever is sent', async () => {
    const known = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const code = await invite(known.mail.toUpperCase(), ROL.VENDEDOR)
    expect((await show(code)).data.existe).toBe(true)
    expect((await accept(code, person({ pass: app.encode('Otra-clave-2026') }))).problems).toMatchObject([{ campo: 'pass' }])
    expect((await accept(code)).problems).toMatchObject([{ campo: 'pass' }])
    expect(await acceptAs(admin, code)).toMatchObject({
      status: 422,
      msg: `La invitación es para ${known.mail}. Ingrese con la cuenta de ese correo para aceptarla.`,
    })
    expect((await acceptAs(known, code)).data.username).toBe(known.username)
    const session = await app.signIn(known.username, { empresaId: empresa.id })
    expect(session).toMatchObject({ name: known.username, rol: { id: 3 } })
  })

  it('of a hundred calls with one link exactly one is let in, and once', async () => {
    const known = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const suya = (await app.signIn(known.username)).token
    for (const [mail, times, send] of [
      [
        'carrera@ejemplo.ec',
        12,
        (code: string, n: number) => app.call(acceptInvitacion, { body: { token: code, ...person() }, red: `10.21.${count}.${n}` }),
      ],
      [
        known.mail,
        100,
        (code: string, n: number) => app.call(acceptInvitacionAqui, { token: suya, body: { token: code }, red: `10.21.${count}.${n}` }),
      ],
    ] as const) {
      const code = await invite(mail)
      const answers = await Promise.all(Array.from({ length: times }, (_, n) => send(code, n)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(new Set(answers.filter(({ status }) => status !== 200).map(({ msg }) => msg))).toEqual(new Set([INVALID]))
      expect((await employees()).filter((row) => row.mail === mail)).toHaveLength(1)
    }
  })

  it('alike for a link that was used, is 72 hours old or was never made', async () => {
    const [used, old] = [await invite('usada@ejemplo.ec'), await invite('vieja@ejemplo.ec')]
    await accept(used, person())
    app.clock.advance(72 * HORA)
    for (const code of [used, old, 'A'.repeat(43), '', '../../etc', 'ñ'.repeat(100)]) {
      expect(await show(code)).toMatchObject({ status: 422, msg: INVALID })
      expect(await accept(code, person())).toMatchObject({ status: 422, msg: INVALID })
    }
  })

  it('the link still holds after a form that was refused', async () => {
    const code = await invite('insiste@ejemplo.ec')
    const campoOf = async (body: object) => (await accept(code, body)).problems[0]?.campo
    expect(await campoOf({})).toBe('name')
    expect(await campoOf(person({ pass: undefined }))).toBe('pass')
    expect(await campoOf(person({ pass: PASSWORD }))).toBe('pass')
    expect(await campoOf(person({ pass: app.encode('corta1') }))).toBe('pass')
    expect(await campoOf(person({ pass: app.encode('Password123') }))).toBe('pass')
    expect(await campoOf(person({ name: 'x'.repeat(101) }))).toBe('name')
    expect((await accept(code, person())).status).toBe(200)
  })

  it('a name that is taken gets a number, and none is made of digits alone', async () => {
    await buildUsuario(app, { empresas: [], username: 'repetida' })
    for (const [mail, username] of [
      ['repetida@uno.ec', 'repetida2'],
      ['Repetida@otro.ec', 'repetida3'],
      ['1712345675@ejemplo.ec', 'usuario1712345675'],
    ] as const)
      expect((await accept(await invite(mail), person())).data.username, mail).toBe(username)
  })

  it('who left comes back with the role of the invitation, and who was disabled as a person does not', async () => {
    const employee = await buildUsuario(app, { empresas: [empresa], rol: ROL.VENDEDOR })
    await app.call(deleteEmpleado, { token, params: { id: employee.id } })
    await accept(await invite(employee.mail, ROL.EMPLEADO), { pass: app.encode(PASSWORD_USUARIO) })
    expect((await employees()).find(({ id }) => id === employee.id)).toMatchObject({ rol: { id: 4 }, activo: true, collections: [] })

    const disabled = await buildUsuario(app, { empresas: [] })
    await app.owner.updateTable('usuario').set({ activo: false }).where('id', '=', disabled.id).execute()
    const code = await invite(disabled.mail)
    expect(await accept(code, { pass: app.encode(PASSWORD_USUARIO) })).toMatchObject({ status: 422, problems: [{ campo: 'pass' }] })
    expect((await employees()).some(({ id }) => id === disabled.id)).toBe(false)
  })

  it('who is sent away, or may give less, lets nobody in by what they sent before', async () => {
    const changes = [
      (id: string) => app.call(toggleEmpleado, { token, params: { id } }),
      (id: string) => app.call(deleteEmpleado, { token, params: { id } }),
      (id: string) => app.call(editEmpleado, { token, params: { id }, body: { rol: ROL.VENDEDOR, collections: [] } }),
      (id: string) => app.call(editEmpleado, { token, params: { id }, body: { rol: ROL.ADMIN, collections: ['empleado:administrar'] } }),
    ]
    for (const [at, change] of changes.entries()) {
      const otro = await buildUsuario(app, { empresas: [empresa] })
      const { token: bearer } = await app.signIn(otro.username, { red: red() })
      const code = tokenOf((await send(`suya${at}@ejemplo.ec`, ROL.ADMIN, { bearer })).data.enlace)
      expect((await show(code)).status).toBe(200)
      expect((await change(otro.id)).status).toBe(200)
      expect(await accept(code, person()), String(at)).toMatchObject({ status: 422, msg: INVALID })
      expect((await search({ estado: 'PENDIENTE' })).content).toEqual([])
    }
  })

  it('inviting while one is sent away leaves no link that serves', async () => {
    for (let round = 0; round < 10; round++) {
      const otro = await buildUsuario(app, { empresas: [empresa] })
      const { token: bearer } = await app.signIn(otro.username, { red: red() })
      await Promise.all([
        send(`carrera${round}@ejemplo.ec`, ROL.ADMIN, { bearer }),
        app.call(deleteEmpleado, { token, params: { id: otro.id } }),
      ])
      expect((await search({ estado: 'PENDIENTE' })).content).toEqual([])
    }
  })

  it('an invitation of one company opens no other', async () => {
    const code = await invite('sola@ejemplo.ec')
    const other = await buildEmpresa(app)
    expect((await accept(code, person({ empresa_id: other.id, rol: 1, super_admin: true }))).problems.map(({ campo }) => campo)).toEqual([
      'empresa_id',
      'rol',
      'super_admin',
    ])
    await accept(code, person())
    const rows = await app.owner
      .selectFrom('usuario_empresa as m')
      .innerJoin('usuario as u', 'u.id', 'm.usuario_id')
      .select(['m.empresa_id', 'm.rol', 'u.super_admin'])
      .where('u.mail', '=', 'sola@ejemplo.ec')
      .execute()
    expect(rows).toEqual([{ empresa_id: empresa.id, rol: 3, super_admin: false }])
  })

  it('reliability §3.4: a network that tries tokens is held up', async () => {
    const answers = []
    for (let n = 0; n < 12; n++) answers.push((await app.call(readInvitacion, { body: { token: 'x' }, red: '10.99.0.1' })).status)
    expect(answers).toEqual([...Array<number>(10).fill(422), 429, 429])
  })
})
