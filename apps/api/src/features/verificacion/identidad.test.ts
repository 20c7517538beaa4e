import { randomUUID } from 'node:crypto'
import {
  acceptInvitacion,
  acceptInvitacionAqui,
  allEmpleado,
  authBusiness,
  createEmpresa,
  editPerfil,
  inviteAdministrador,
  readPerfil,
  recoverPass,
  resetPass,
  searchCartaCuenta,
  sendInvitacion,
  verifyCorreo,
  type CartaCuenta,
  type Empleado,
  type Listing,
  type Perfil,
  type Session,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { StartError } from '../../instalacion/start-error.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, CLAVE_MAESTRA, PASSWORD_USUARIO, nextRuc, type UsuarioBuilt } from '../../testing/builders.ts'
import { enrol, nextCodigo } from '../../testing/segundo-factor.ts'
import { checkSuperAdmin, crearSuperAdmin } from '../empresa/super-admin.service.ts'
import { createPasswordHasher } from '../sesion/password-hash.ts'

let app: TestApp
let soporte: string
let quien: string
let count = 0

beforeAll(async () => {
  app = await buildTestApp({ env: { URL_PUBLICA: 'https://facturas.ejemplo.ec' } })
  quien = (await buildUsuario(app, { empresas: [await buildEmpresa(app)], rol: ROL.SUPER_ADMIN, superAdmin: true })).username
  soporte = (await app.signIn(quien)).token
})
afterAll(() => app?.close())

const red = () => `10.40.${++count >> 8}.${count & 255}`
const signIn = async ({ username }: { username: string }) => (await app.signIn(username, { red: red() })).token
const claim = (token: string, { username, ci }: UsuarioBuilt, mail: string) =>
  app.call<Perfil>(editPerfil, {
    token,
    body: { ci, name: username, surname: '', mail, username, phone: '', birthDate: '', pass: app.encode(PASSWORD_USUARIO) },
  })
const tokenOf = (enlace: string | null) => /#\/invite\/([\w-]{43})$/.exec(enlace ?? '')?.[1] ?? ''
const invite = async (admin: string, mail: string, rol: number = ROL.ADMIN) =>
  tokenOf(
    (
      await app.call<{ enlace: string }>(sendInvitacion, {
        token: admin,
        headers: { 'idempotency-key': randomUUID() },
        body: { mail, rol },
      })
    ).data.enlace,
  )
const found = async (more: object) => {
  const { status, data } = await app.call<{ id: EmpresaId; enlace: string | null }>(createEmpresa, {
    token: soporte,
    body: { ruc: nextRuc(), razon_social: 'NUEVA S.A.', dir_matriz: 'Loja', ...more },
  })
  return { status, id: data?.id, code: tokenOf(data?.enlace ?? null) }
}
const accept = (token: string, body: object = {}) =>
  app.call<{ session: Session }>(acceptInvitacion, { body: { token, ...body }, red: red() })
const acceptAs = (session: string, token: string) => app.call(acceptInvitacionAqui, { token: session, body: { token }, red: red() })
const persona = { name: 'Rosa', surname: 'Luz', pass: '' }
const membersOf = async (empresaId: EmpresaId) =>
  (await app.owner.selectFrom('usuario_empresa').select('usuario_id').where('empresa_id', '=', empresaId).execute()).map(
    ({ usuario_id }) => usuario_id,
  )
const linkTo = async (mail: string) => {
  const { data } = await app.call<Listing<CartaCuenta>>(searchCartaCuenta, { token: soporte, query: { size: '50' } })
  return /verificar-correo\/([\w-]{43})/.exec(data.content.find(({ para }) => para === mail)?.texto ?? '')?.[1] ?? ''
}
const verify = (token: string, codigo: string) => app.call(verifyCorreo, { token, body: { codigo } })
const pendingOf = async (token: string) => (await app.call<Perfil>(readPerfil, { token })).data.mail_pendiente?.mail

beforeAll(() => void (persona.pass = app.encode('CaballoVerde7')))

describe("O-114 somebody writes a stranger's mail into his own profile", () => {
  it('is in no company to which the stranger is invited: the stranger is, and the mail is hers', async () => {
    const [suya, empresa] = [await buildEmpresa(app), await buildEmpresa(app)]
    const [ladron, admin] = [await buildUsuario(app, { empresas: [suya] }), await buildUsuario(app, { empresas: [empresa] })]
    const [de, token] = [await signIn(ladron), await signIn(admin)]
    await claim(de, ladron, 'Rosa@ejemplo.ec')
    const code = await invite(token, 'rosa@ejemplo.ec')
    // Her click alone, as before: it admits no one.
    expect((await accept(code)).status).toBe(422)
    // He has no link, and hers does not work in another's session.
    const otra = await buildUsuario(app, { empresas: [suya] })
    expect((await acceptAs(await signIn(otra), code)).status).toBe(422)
    expect((await app.call<Empleado[]>(allEmpleado, { token })).data.map(({ id }) => id)).toEqual([admin.id])
    const { data } = await accept(code, persona)
    expect(data.session).toMatchObject({ businessId: empresa.id, mail: 'rosa@ejemplo.ec', rol: { id: ROL.ADMIN } })
    expect(await membersOf(empresa.id)).not.toContain(ladron.id)
    expect(await pendingOf(de)).toBeUndefined()
    // The link sent for his claim is invalid now, and a new claim does not take the mail from her.
    app.clock.advance(1000)
    await claim(de, ladron, 'rosa@ejemplo.ec')
    expect(await verify(de, await linkTo('rosa@ejemplo.ec'))).toMatchObject({
      status: 422,
      msg: expect.stringContaining('ya es de otra cuenta'),
    })
    expect((await app.signIn('rosa@ejemplo.ec', { password: 'CaballoVerde7', red: red() })).id).toBe(data.session.id)
  })

  it('administers no company founded for the stranger, by mail or by any other name he gave himself', async () => {
    const ladron = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    await claim(await signIn(ladron), { ...ladron, ci: '1755555552' }, 'luis@ejemplo.ec')
    const { id, code } = await found({ admin_correo: 'luis@ejemplo.ec' })
    expect((await accept(code)).status).toBe(422)
    for (const admin_usuario of ['luis@ejemplo.ec', '1755555552']) expect((await found({ admin_usuario })).status).toBe(422)
    expect((await accept(code, persona)).data.session.businessId).toBe(id)
    expect(await app.owner.selectFrom('usuario_empresa').select('empresa_id').where('usuario_id', '=', ladron.id).execute()).toHaveLength(1)
  })

  it('neither signs in nor recovers an account with it, and gets no letter of it', async () => {
    const who = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    await claim(await signIn(who), who, 'otra@ejemplo.ec')
    expect(
      (await app.call(authBusiness, { body: { email: 'otra@ejemplo.ec', pass: app.encode(PASSWORD_USUARIO) }, red: red() })).status,
    ).toBe(422)
    await app.call(recoverPass, { body: { email: 'otra@ejemplo.ec' }, red: red() })
    const { rows } = await app.owner.executeQuery<{ asunto: string }>(
      app.owner.selectFrom('carta_cuenta').select('asunto').where('para', '=', 'otra@ejemplo.ec').compile(),
    )
    expect(rows).toEqual([{ asunto: 'Verifique su correo' }])
  })
})

describe('O-114 a name that its owner gave up', () => {
  const rename = (token: string, { ci, mail }: UsuarioBuilt, username: string) =>
    app.call<Perfil>(editPerfil, { token, body: { ci, name: 'x', surname: '', mail, username, phone: '', birthDate: '' } })

  it("is nobody else's for 180 days: whoever is named by it is not the one who took it, and it may come back", async () => {
    const [rosa, ladron] = [
      await buildUsuario(app, { empresas: [], superAdmin: true, username: 'rosa.luz' }),
      await buildUsuario(app, { empresas: [await buildEmpresa(app)] }),
    ]
    const [suya, de] = [await signIn(rosa), await signIn(ladron)]
    expect((await rename(suya, rosa, 'rosa.mar')).status).toBe(200)
    expect((await rename(de, ladron, 'Rosa.Luz')).problems).toMatchObject([{ campo: 'username' }])
    expect((await found({ admin_usuario: 'rosa.luz' })).status).toBe(422)
    // Nor by an invitation, which derives a name from the mail.
    const admin = await signIn(await buildUsuario(app, { empresas: [await buildEmpresa(app)] }))
    expect((await accept(await invite(admin, 'rosa.luz@otra.ec'), persona)).data.session).toMatchObject({ username: 'rosa.luz2' })
    expect((await rename(suya, rosa, 'rosa.luz')).status).toBe(200)
    expect((await rename(suya, rosa, 'rosa.sol')).status).toBe(200)
    await sql`update nombre_reservado set hasta = clock_timestamp() where nombre = 'rosa.luz'`.execute(app.owner)
    expect((await rename(de, ladron, 'rosa.luz')).status).toBe(200)
  })

  it('is reserved for a mail too, and of one person for the last five names', async () => {
    const [rosa, luis] = [
      await buildUsuario(app, { empresas: [], superAdmin: true }),
      await buildUsuario(app, { empresas: [], superAdmin: true }),
    ]
    const [suya, de] = [await signIn(rosa), await signIn(luis)]
    await claim(suya, rosa, 'nueva@ejemplo.ec')
    expect((await verify(suya, await linkTo('nueva@ejemplo.ec'))).status).toBe(200)
    app.clock.advance(1000)
    await claim(de, luis, rosa.mail)
    expect(await verify(de, await linkTo(rosa.mail))).toMatchObject({ status: 422, msg: expect.stringContaining('180 días') })
    const admin = await signIn(await buildUsuario(app, { empresas: [await buildEmpresa(app)] }))
    expect(await accept(await invite(admin, rosa.mail), persona)).toMatchObject({ status: 422, msg: expect.stringContaining('180 días') })
    for (let n = 0; n < 8; n++) await sql`update usuario set username = ${`rosa-${count}-${n}`} where id = ${rosa.id}`.execute(app.owner)
    expect((await sql`select 1 from nombre_reservado where usuario_id = ${rosa.id}`.execute(app.owner)).rows).toHaveLength(5)
  })

  it.each([
    ['rоsa.luz', 'with a Cyrillic о'],
    ['rοsa.luz', 'with a Greek ο'],
    ['роза', 'in Cyrillic'],
  ])('is not taken by one that looks alike: %s, %s', async (username) => {
    const who = await buildUsuario(app, { empresas: [], superAdmin: true })
    expect((await rename(await signIn(who), who, username)).problems).toMatchObject([
      { campo: 'username', message: expect.stringContaining('alfabeto latino') },
    ])
  })

  it('may have ñ and accents', async () => {
    const who = await buildUsuario(app, { empresas: [], superAdmin: true })
    expect((await rename(await signIn(who), who, `muñoz.peña-${count}é`)).status).toBe(200)
  })
})

describe('O-114 a company founded for somebody who has an account', () => {
  it('has no ADMIN until that person opened the link sent to the verified mail and accepted it', async () => {
    const [jefa, ajena] = [
      await buildUsuario(app, { empresas: [await buildEmpresa(app)] }),
      await buildUsuario(app, { empresas: [await buildEmpresa(app)] }),
    ]
    const [suya, otra] = [await signIn(jefa), await signIn(ajena)]
    for (const admin_usuario of [jefa.username, jefa.mail.toUpperCase()]) {
      const { status, id, code } = await found({ admin_usuario })
      expect([status, await membersOf(id)]).toEqual([200, []])
      expect(
        (
          await app.owner
            .selectFrom('carta_cuenta')
            .select('para')
            .where('asunto', 'like', 'Invitación a NUEVA%')
            .orderBy('creado_en', 'desc')
            .executeTakeFirst()
        )?.para,
      ).toBe(jefa.mail)
      // Membership needs an acceptance, by the invited person only.
      expect((await acceptAs(otra, code)).status).toBe(422)
      expect((await accept(code, persona)).status).toBe(422)
      expect(await membersOf(id)).toEqual([])
      expect((await acceptAs(suya, code)).status).toBe(200)
      expect(await membersOf(id)).toEqual([jefa.id])
    }
    const sinCorreo = await buildUsuario(app, { empresas: [], superAdmin: true })
    await sql`update usuario set mail = '', mail_verificado = null where id = ${sinCorreo.id}`.execute(app.owner)
    expect((await found({ admin_usuario: sinCorreo.username })).status).toBe(422)
  })
})

describe('O-114 a company whose first invitation lapsed', () => {
  it('is entered by who is invited instead, and by nobody with the former link', async () => {
    const { id, code } = await found({ admin_correo: 'lapsa@ejemplo.ec' })
    app.clock.advance(73 * 3_600_000)
    soporte = (await app.signIn(quien, { red: red() })).token
    expect((await accept(code, persona)).status).toBe(422)
    const { data } = await app.call<{ enlace: string }>(inviteAdministrador, {
      token: soporte,
      params: { id },
      headers: { 'idempotency-key': randomUUID() },
      body: { mail: 'lapsa@ejemplo.ec' },
    })
    expect((await accept(code, persona)).status).toBe(422)
    expect(await membersOf(id)).toEqual([])
    expect((await accept(tokenOf(data.enlace), persona)).data.session).toMatchObject({
      businessId: id,
      mail: 'lapsa@ejemplo.ec',
      rol: { id: ROL.ADMIN },
    })
    expect(await membersOf(id)).toHaveLength(1)
  })
})

describe('O-114 accepting for somebody who has an account', () => {
  it('takes the link and the password, and with a second factor its code on the same screen; then signs in', async () => {
    const empresa = await buildEmpresa(app)
    const token = await signIn(await buildUsuario(app, { empresas: [empresa] }))
    const known = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const { secreto } = await enrol(app, await signIn(known), red())
    const code = await invite(token, known.mail, ROL.VENDEDOR)
    const pass = app.encode(PASSWORD_USUARIO)
    expect((await accept(code, { pass })).problems).toMatchObject([{ campo: 'codigo' }])
    expect((await accept(code, { pass: app.encode('mala'), codigo: nextCodigo(app, secreto) })).problems).toMatchObject([{ campo: 'pass' }])
    expect((await accept(code, { pass, codigo: '000000' })).problems).toMatchObject([{ campo: 'codigo' }])
    expect(await membersOf(empresa.id)).not.toContain(known.id)
    expect((await accept(code, { pass, codigo: nextCodigo(app, secreto) })).data.session).toMatchObject({
      businessId: empresa.id,
      id: known.id,
      rol: { id: ROL.VENDEDOR },
    })
  })

  it('guessing at the password is limited as at the sign-in', async () => {
    const token = await signIn(await buildUsuario(app, { empresas: [await buildEmpresa(app)] }))
    const known = await buildUsuario(app, { empresas: [] })
    const code = await invite(token, known.mail)
    const guess = () => app.call(acceptInvitacion, { body: { token: code, pass: app.encode('mala') }, red: '10.41.0.1' })
    for (let i = 0; i < 5; i++) expect((await guess()).status).toBe(422)
    expect((await guess()).status).toBe(429)
  })

  it('who only asked for that mail is not let in by the invitation; once its own link verified it, the same invitation serves', async () => {
    const empresa = await buildEmpresa(app)
    const token = await signIn(await buildUsuario(app, { empresas: [empresa] }))
    const who = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const suya = await signIn(who)
    await claim(suya, who, 'trabajo@ejemplo.ec')
    const propio = await linkTo('trabajo@ejemplo.ec')
    const code = await invite(token, 'trabajo@ejemplo.ec')
    expect((await acceptAs(suya, code)).status).toBe(422)
    expect(await membersOf(empresa.id)).not.toContain(who.id)
    expect((await verify(suya, propio)).status).toBe(200)
    expect(await acceptAs(suya, code)).toMatchObject({ status: 200, data: { username: who.username } })
    expect(await membersOf(empresa.id)).toContain(who.id)
    expect((await app.call<Perfil>(readPerfil, { token: suya })).data).toMatchObject({ mail: 'trabajo@ejemplo.ec', mail_pendiente: null })
    expect(await app.owner.selectFrom('carta_cuenta').select('asunto').where('para', '=', who.mail).execute()).toEqual([
      { asunto: 'El correo de su cuenta cambió' },
    ])
  })
})

describe('O-114 a claim', () => {
  it("of several people to one mail is whose link is opened first, and the others' end; at the same instant one has it", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => buildUsuario(app, { empresas: [], superAdmin: true })))
    const tokens = await Promise.all(people.map(signIn))
    const codes: string[] = []
    for (const [i, who] of people.entries()) {
      await sql`delete from limite_uso`.execute(app.owner)
      await claim(tokens[i]!, who, 'comun@ejemplo.ec')
      codes.push(await linkTo('comun@ejemplo.ec'))
      app.clock.advance(1000)
    }
    const answers = await Promise.all(tokens.map((token, i) => verify(token, codes[i]!)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422])
    expect((await app.owner.selectFrom('usuario').select('id').where('mail', '=', 'comun@ejemplo.ec').execute()).length).toBe(1)
    expect(await app.owner.selectFrom('correo_reclamado').select('usuario_id').where('mail', '=', 'comun@ejemplo.ec').execute()).toEqual([])
  })
})

describe('O-114 a new password by a link', () => {
  it('ends the mail that a thief asked for in the account: its link gives nothing any more', async () => {
    const who = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const thief = await signIn(who)
    await claim(thief, who, 'ladron@ejemplo.ec')
    const link = await linkTo('ladron@ejemplo.ec')
    await app.call(recoverPass, { body: { email: who.mail }, red: red() })
    const { data } = await app.call<Listing<CartaCuenta>>(searchCartaCuenta, { token: soporte, query: { size: '50' } })
    const reset = /restablecer\/([\w-]+)/.exec(data.content.find(({ para }) => para === who.mail)?.texto ?? '')?.[1] ?? ''
    const NUEVA = 'CaballoVerde7'
    expect((await app.call(resetPass, { body: { new_pass: app.encode(NUEVA), reset_code: reset }, red: red() })).status).toBe(200)
    const own = (await app.signIn(who.username, { password: NUEVA, red: red() })).token
    expect((await verify(own, link)).status).toBe(422)
    expect(await pendingOf(own)).toBeUndefined()
  })
})

describe('O-114 the letter to a mail that was asked for', () => {
  const textsTo = async (mail: string) =>
    (await app.call<Listing<CartaCuenta>>(searchCartaCuenta, { token: soporte, query: { size: '50' } })).data.content
      .filter(({ para }) => para === mail)
      .map(({ texto }) => texto)
  const ask = (token: string, { username }: UsuarioBuilt, mail: string, name: string) =>
    app.call(editPerfil, {
      token,
      body: { ci: '', name, surname: '', mail, username, phone: '', birthDate: '', pass: app.encode(PASSWORD_USUARIO) },
    })

  it("carries no words of the user's to a stranger, and one account does not use up what the owner may ask for", async () => {
    const [ladron, rosa] = [
      await buildUsuario(app, { empresas: [], superAdmin: true }),
      await buildUsuario(app, { empresas: [], superAdmin: true }),
    ]
    const [de, suya] = [await signIn(ladron), await signIn(rosa)]
    for (let n = 0; n < 4; n++) {
      await ask(de, ladron, 'buzon@ejemplo.ec', 'Pague su deuda en http://malo.example')
      app.clock.advance(1000)
    }
    const texts = await textsTo('buzon@ejemplo.ec')
    expect(texts).toHaveLength(3)
    expect(texts.join()).not.toContain('malo.example')
    await ask(suya, rosa, 'buzon@ejemplo.ec', 'Rosa')
    expect((await verify(suya, await linkTo('buzon@ejemplo.ec'))).status).toBe(200)
  })
})

describe('O-114 the three names of sign-in', () => {
  it("are one person's each, also for many at the same instant, whatever makes them", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => buildUsuario(app, { empresas: [], superAdmin: true })))
    const tokens = await Promise.all(people.map(signIn))
    const edit = (i: number, changes: object) =>
      app.call(editPerfil, {
        token: tokens[i]!,
        body: {
          ci: people[i]!.ci,
          name: 'x',
          surname: '',
          mail: people[i]!.mail,
          username: people[i]!.username,
          phone: '',
          birthDate: '',
          ...changes,
        },
      })
    const admin = await signIn(await buildUsuario(app, { empresas: [await buildEmpresa(app)] }))
    const code = await invite(admin, 'unico@ejemplo.ec')
    const [nueva, ...answers] = await Promise.all([
      accept(code, persona),
      ...people.map((_, i) => edit(i, { username: i % 2 ? 'Unico' : 'UNICO' })),
    ])
    expect(nueva?.status).toBe(200)
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    const { rows } = await app.owner.executeQuery<{ id: string }>(
      app.owner
        .selectFrom('usuario')
        .select('id')
        .where((eb) => eb.or([eb(eb.fn('lower', ['username']), '=', 'unico'), eb(eb.fn('lower', ['ci']), '=', 'unico')]))
        .compile(),
    )
    expect(rows).toHaveLength(1)
  })

  it("a command gives nobody's account the rights of SUPER_ADMIN, and its mail waits for its link", async () => {
    const fundar = { ...app.deps, db: app.owner }
    const crear = (usuario: string) =>
      crearSuperAdmin(
        fundar,
        createPasswordHasher(CLAVE_MAESTRA),
        checkSuperAdmin({ usuario, correo: 'jefa@ejemplo.ec', password: 'Caballo7Verde' }),
      )
    const ladron = await buildUsuario(app, { empresas: [await buildEmpresa(app)], username: 'futura-jefa' })
    await expect(crear('Futura-Jefa')).rejects.toThrow(StartError)
    expect(await app.owner.selectFrom('usuario_empresa').select('rol').where('usuario_id', '=', ladron.id).execute()).toEqual([
      { rol: ROL.ADMIN },
    ])
    await crear('jefa')
    expect(
      (await app.call(authBusiness, { body: { email: 'jefa@ejemplo.ec', pass: app.encode('Caballo7Verde') }, red: red() })).status,
    ).toBe(422)
    const signed = await app.call<{ companies?: { id: string }[]; session?: Session }>(authBusiness, {
      body: { email: 'jefa', pass: app.encode('Caballo7Verde') },
      red: red(),
    })
    const empresaId = signed.data.companies?.[0]?.id
    const { token } = signed.data.session ?? (await app.signIn('jefa', { password: 'Caballo7Verde', ...(empresaId && { empresaId }) }))
    expect((await verify(token, await linkTo('jefa@ejemplo.ec'))).status).toBe(200)
  })
})
