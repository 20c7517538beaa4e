import {
  authBusiness,
  authSession,
  cancelCorreo,
  changePassword,
  closeSesion,
  closeSesiones,
  deleteAvatar,
  editPerfil,
  passwordRequirements,
  readAvatar,
  readPerfil,
  readSesiones,
  recoverPass,
  resendCorreo,
  saveAvatar,
  searchCartaCuenta,
  validateResetCode,
  verifyCorreo,
  type CartaCuenta,
  type Listing,
  type Perfil,
  type PerfilFormInput,
  type SesionDeUsuario,
  type Session,
} from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, PASSWORD_USUARIO, nextCedula, type UsuarioBuilt } from '../../testing/builders.ts'
import { pngOf } from '../../testing/images.ts'

const NUEVA = 'OtraClave27'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp
let empresa: { id: EmpresaId }
let otra: { id: EmpresaId }
let soporte: UsuarioBuilt
let count = 0

beforeAll(async () => {
  app = await buildTestApp()
  ;[empresa, otra] = [await buildEmpresa(app, { nombreComercial: 'Andina' }), await buildEmpresa(app, { nombreComercial: 'Tablero' })]
  soporte = await buildUsuario(app, { empresas: [empresa], rol: ROL.SUPER_ADMIN, superAdmin: true })
})
afterAll(() => app?.close())

const user = () => buildUsuario(app, { empresas: [empresa] })
const signIn = async (who: UsuarioBuilt) => (await app.signIn(who.username, { red: `10.30.0.${++count}` })).token
const formOf = ({ username, mail, ci }: UsuarioBuilt, changes: Partial<PerfilFormInput> = {}): PerfilFormInput => ({
  ci,
  name: username,
  surname: '',
  mail,
  username,
  phone: '',
  birthDate: '',
  ...changes,
})
const edit = (token: string, body: PerfilFormInput) => app.call<Perfil>(editPerfil, { token, body })
const change = (token: string, current: string, next: string) =>
  app.call(changePassword, { token, body: { current_pass: app.encode(current), new_pass: app.encode(next) } })
const letters = async (mail: string) => {
  const { data } = await app.call<Listing<CartaCuenta>>(searchCartaCuenta, { token: await signIn(soporte), query: { size: '50' } })
  return data.content.filter(({ para }) => para === mail)
}
const isOpen = async (token: string) => (await app.call(authSession, { token })).status === 200

describe('the profile', () => {
  it('R-7.1.5 R-7.1.7 R-9.8 is read and edited, trimmed, with the day of birth as yyyy-MM-dd', async () => {
    const who = await user()
    const token = await signIn(who)
    expect((await app.call(readPerfil, { token })).data).toEqual({
      ci: who.ci,
      name: who.username,
      surname: '',
      mail: who.mail,
      username: who.username,
      phone: null,
      birthDate: null,
      avatar: null,
      mail_pendiente: null,
    })
    const changes = {
      ci: ` ${who.ci} `,
      name: ' María ',
      surname: ' Lema ',
      phone: ' 0991234567 ',
      birthDate: '1990-05-17',
      mail: ` ${who.mail} `,
      username: ` ${who.username} `,
    }
    const answer = await edit(token, formOf(who, changes))
    expect(answer).toMatchObject({ status: 200, msg: 'Perfil editado exitosamente' })
    expect(answer.data).toEqual({
      ci: who.ci,
      name: 'María',
      surname: 'Lema',
      mail: who.mail,
      username: who.username,
      phone: '0991234567',
      birthDate: '1990-05-17',
      avatar: null,
      mail_pendiente: null,
    })
    expect((await app.call<{ session: Session }>(authSession, { token })).data.session).toMatchObject({ name: 'María', surname: 'Lema' })
  })

  it.each([
    ['username', { username: '  ' }],
    ['username', { username: 'con espacio' }],
    ['name', { name: 'x'.repeat(101) }],
    ['mail', { mail: 'ana@' }],
    ['birthDate', { birthDate: '17/05/1990' }],
    ['birthDate', { birthDate: '1890-01-01' }],
    ['username', { username: 'ana@ejemplo.ec' }],
    ['username', { username: 'ana＠ejemplo.ec' }],
    ['username', { username: '1712345678' }],
    ['username', { username: '.-_' }],
    ['username', { username: 'http://malo.ec' }],
    ['username', { username: 'WWW.malo' }],
    ['username', { username: 'premios.com' }],
    ['username', { username: 'banco．ec' }],
    ['ci', { ci: 'ana@ejemplo.ec' }],
    ['ci', { ci: '170' }],
    ['ci', { ci: '1712345670' }],
    ['ci', { ci: '1712345670001' }],
    ['ci', { ci: '9999999999999' }],
    ['mail', { mail: '' }],
  ])('refuses a wrong %s: %o', async (campo, changes) => {
    const who = await user()
    expect(await edit(await signIn(who), formOf(who, changes))).toMatchObject({ status: 422, problems: [{ campo }] })
  })

  it("O-114 takes nobody else's username or identification, not even as a name of another kind", async () => {
    const [who, other] = [await user(), await user()]
    await app.owner.updateTable('usuario').set({ ci: 'AB12345' }).where('id', '=', other.id).execute()
    const token = await signIn(who)
    for (const [campo, changes] of [
      ['username', { username: other.username.toUpperCase() }],
      ['username', { username: 'ab12345' }],
      ['username', { username: 'ａｂ12345' }],
    ] as const)
      expect(await edit(token, formOf(who, changes)), campo).toMatchObject({
        status: 422,
        problems: [{ campo, message: expect.stringMatching(/^Ya existe/) }],
      })
  })

  it('O-114 a number that somebody only says of himself gives way to who administers the company of that number, never the reverse', async () => {
    const cedula = nextCedula()
    const suya = await buildEmpresa(app, { ruc: `${cedula}001` })
    const [stranger, owner] = [await user(), await buildUsuario(app, { empresas: [suya] })]
    expect((await edit(await signIn(stranger), formOf(stranger, { ci: cedula }))).status).toBe(200)
    const enter = async () =>
      (
        await app.call<{ session: Session }>(authBusiness, {
          body: { email: cedula, pass: app.encode(PASSWORD_USUARIO) },
          red: `10.30.4.${++count}`,
        })
      ).data.session.username
    expect(await enter()).toBe(stranger.username)
    expect((await edit(await signIn(owner), formOf(owner, { ci: cedula }))).status).toBe(200)
    expect(await enter()).toBe(owner.username)
    expect((await app.call<Perfil>(readPerfil, { token: await signIn(stranger) })).data.ci).toBeNull()
    expect(await edit(await signIn(stranger), formOf(stranger, { ci: cedula }))).toMatchObject({ status: 422, problems: [{ campo: 'ci' }] })
    expect(
      await app.owner
        .selectFrom('administracion_hecho')
        .select(['usuario_id', 'accion', 'detalle'])
        .where('objeto', '=', stranger.id)
        .execute(),
    ).toContainEqual({ usuario_id: owner.id, accion: 'usuario.renombrar', detalle: { ci: [cedula, null] } })
  })

  it('O-114 an administrator takes no number of the company from who works there, and who has an odd one keeps it', async () => {
    const cedula = nextCedula()
    const suya = await buildEmpresa(app, { ruc: `${cedula}001` })
    const [owner, contador] = [
      await buildUsuario(app, { empresas: [suya], rol: ROL.EMPLEADO }),
      await buildUsuario(app, { empresas: [suya] }),
    ]
    expect((await edit(await signIn(owner), formOf(owner, { ci: cedula }))).status).toBe(200)
    expect(await edit(await signIn(contador), formOf(contador, { ci: cedula }))).toMatchObject({ status: 422, problems: [{ campo: 'ci' }] })
    await app.owner.updateTable('usuario').set({ ci: '170' }).where('id', '=', contador.id).execute()
    expect((await edit(await signIn(contador), formOf(contador, { ci: '170', surname: 'Paz' }))).status).toBe(200)
  })

  it('O-114 a name of sign-in is changed five times an hour: whose a name or a number is cannot be tried out', async () => {
    const [who, other] = [await user(), await user()]
    const token = await signIn(who)
    const [answers, suyas]: [number[], string[]] = [[], Array.from({ length: 7 }, nextCedula)]
    for (let n = 0; n < 7; n++) answers.push((await edit(token, formOf(who, { ci: n === 0 ? other.ci : suyas[n]! }))).status)
    expect(answers).toEqual([422, 200, 200, 200, 200, 429, 429])
    expect((await edit(token, formOf(who, { ci: suyas[4]!, phone: '0991234567' }))).status).toBe(200)
    expect(await edit(token, formOf(who, { ci: other.ci }))).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    })
  })

  it('cannot be used to become somebody else: role, rights and company are no fields of it', async () => {
    const who = await user()
    const token = await signIn(who)
    await edit(token, { ...formOf(who), super_admin: true, rol: 0, activo: false, password_hash: 'x', id: '1' } as PerfilFormInput)
    expect(await app.owner.selectFrom('usuario').select(['super_admin', 'activo']).where('id', '=', who.id).execute()).toEqual([
      { super_admin: false, activo: true },
    ])
  })
})

describe('another mail', () => {
  const linkTo = async (mail: string) => /verificar-correo\/([\w-]{43})/.exec((await letters(mail))[0]?.texto ?? '')?.[1] ?? ''
  const verify = (token: string, codigo: string) => app.call<{ mail: string }>(verifyCorreo, { token, body: { codigo } })

  it('O-114 always asks for the password, counts once its link was opened, tells the old address, and ends the links sent there', async () => {
    const who = await user()
    const token = await signIn(who)
    await app.call(recoverPass, { body: { email: who.mail }, red: '10.30.1.1' })
    const code = /restablecer\/([\w-]+)/.exec((await letters(who.mail))[0]?.texto ?? '')?.[1] ?? ''
    const mail = `nuevo-${who.mail}`
    expect(await edit(token, formOf(who, { mail }))).toMatchObject({
      status: 422,
      problems: [{ campo: 'pass', message: 'Ingrese su contraseña actual para cambiar el correo.' }],
    })
    expect(await edit(token, formOf(who, { mail, pass: app.encode('mala') }))).toMatchObject({
      status: 422,
      problems: [{ campo: 'pass', message: 'La contraseña actual no es correcta.' }],
    })
    const { data } = await edit(token, formOf(who, { mail, pass: app.encode(PASSWORD_USUARIO) }))
    expect([data.mail, data.mail_pendiente?.mail]).toEqual([who.mail, mail])
    const enter = (email: string) =>
      app.call(authBusiness, { body: { email, pass: app.encode(PASSWORD_USUARIO) }, red: `10.30.4.${++count}` })
    expect([(await enter(who.mail)).status, (await enter(mail)).status]).toEqual([200, 422])
    const link = await linkTo(mail)
    // Another user's session does not open it, and it works once.
    expect((await verify(await signIn(await user()), link)).status).toBe(422)
    expect((await verify(token, link)).data).toEqual({ mail })
    expect((await verify(token, link)).status).toBe(422)
    expect([(await enter(who.mail)).status, (await enter(mail)).status]).toEqual([422, 200])
    expect((await app.call<Perfil>(readPerfil, { token })).data).toMatchObject({ mail, mail_pendiente: null })
    expect((await letters(who.mail)).find(({ asunto }) => asunto === 'El correo de su cuenta cambió')?.texto).toContain(mail)
    expect((await app.call(validateResetCode, { params: { code }, red: '10.30.1.2' })).status).toBe(422)
  })

  it('asks for it also of who had none, sends the link again, takes the claim back; a link is 24 hours good', async () => {
    const who = await user()
    await app.owner.updateTable('usuario').set({ mail: '', mail_verificado: null }).where('id', '=', who.id).execute()
    const token = await signIn(who)
    expect((await edit(token, formOf(who, { mail: '' }))).status).toBe(200)
    expect((await app.call(resendCorreo, { token })).status).toBe(422)
    expect((await edit(token, formOf(who))).problems[0]?.campo).toBe('pass')
    await edit(token, formOf(who, { pass: app.encode(PASSWORD_USUARIO) }))
    const first = await linkTo(who.mail)
    app.clock.advance(1000)
    expect((await app.call(resendCorreo, { token })).status).toBe(200)
    const second = await linkTo(who.mail)
    expect([first === second, (await verify(token, first)).status]).toEqual([false, 422])
    app.clock.advance(24 * HOUR)
    const later = await signIn(who)
    expect((await verify(later, second)).status).toBe(422)
    await app.call(resendCorreo, { token: later })
    const third = await linkTo(who.mail)
    expect((await app.call(cancelCorreo, { token: later })).status).toBe(200)
    expect([(await verify(later, third)).status, (await app.call(cancelCorreo, { token: later })).status]).toEqual([422, 422])
    expect((await app.call<Perfil>(readPerfil, { token: later })).data).toMatchObject({ mail: '', mail_pendiente: null })
  })

  it('writes to a stranger three times an hour at most for one user, nine for all, and asks five times an hour for one user', async () => {
    const mail = 'extrana@ejemplo.ec'
    for (const sent of [3, 6, 9, 9]) {
      const who = await user()
      const token = await signIn(who)
      expect((await edit(token, formOf(who, { mail, pass: app.encode(PASSWORD_USUARIO) }))).status).toBe(200)
      for (let i = 0; i < 4; i++) expect((await app.call(resendCorreo, { token })).status).toBe(200)
      expect((await app.call(resendCorreo, { token })).status).toBe(429)
      expect(await letters(mail)).toHaveLength(sent)
    }
  })
})

describe('the password', () => {
  it('R-7.1.6 O-11 says what it asks of a new one, before anybody signed in too', async () => {
    expect((await app.call(passwordRequirements)).data).toEqual({ min_length: 8, lowercase: true, uppercase: true, digit: true })
  })

  it('R-7.1.8 O-05 changes with the current one, ends the other sessions, keeps this one and tells the owner', async () => {
    const who = await user()
    const [here, there] = [await signIn(who), await signIn(who)]
    expect((await change(here, PASSWORD_USUARIO, NUEVA)).status).toBe(200)
    expect([await isOpen(here), await isOpen(there)]).toEqual([true, false])
    const enter = (pass: string) =>
      app.call(authBusiness, { body: { email: who.username, pass: app.encode(pass) }, red: `10.30.2.${++count}` })
    expect([(await enter(NUEVA)).status, (await enter(PASSWORD_USUARIO)).status]).toEqual([200, 422])
    expect((await letters(who.mail)).map(({ asunto }) => asunto)).toEqual(['Su contraseña cambió'])
  })

  it('O-85 a wrong current one is 422, never 401, and counts as an attempt', async () => {
    const who = await user()
    const token = await signIn(who)
    for (let i = 0; i < 5; i++)
      expect(await change(token, 'mala', NUEVA)).toMatchObject({
        status: 422,
        problems: [{ campo: 'current_pass', message: 'La contraseña actual no es correcta.' }],
      })
    expect((await change(token, PASSWORD_USUARIO, NUEVA)).status).toBe(429)
    expect(await isOpen(token)).toBe(true)
  })

  it('O-03 R-7.0.8 takes neither of them in clear, nor a weak new one', async () => {
    const token = await signIn(await user())
    expect(
      (await app.call(changePassword, { token, body: { current_pass: PASSWORD_USUARIO, new_pass: app.encode(NUEVA) } })).problems,
    ).toMatchObject([{ campo: 'current_pass' }])
    expect(
      (await app.call(changePassword, { token, body: { current_pass: app.encode(PASSWORD_USUARIO), new_pass: NUEVA } })).problems,
    ).toMatchObject([{ campo: 'new_pass' }])
    expect((await change(token, PASSWORD_USUARIO, 'abc123')).problems).toMatchObject([
      { campo: 'new_pass', message: expect.stringMatching(/al menos 8 caracteres/) },
    ])
  })
})

describe('the audit', () => {
  it('tells of a new mail, a new password and ended sessions in every company of the person, whatever the session is in; of who is in none, in that of the installation', async () => {
    const [who, sola] = [
      await buildUsuario(app, { empresas: [empresa, otra] }),
      await buildUsuario(app, { empresas: [], superAdmin: true }),
    ]
    for (const { username, mail, ...rest } of [who, sola]) {
      const { token } = await app.signIn(username, { ...(rest.id === who.id && { empresaId: otra.id }), red: `10.30.3.${++count}` })
      await edit(token, formOf({ username, mail, ...rest }, { mail: `x-${mail}`, pass: app.encode(PASSWORD_USUARIO) }))
      await change(token, PASSWORD_USUARIO, NUEVA)
      await app.call(closeSesiones, { token })
    }
    const acciones = ['perfil.editar', 'perfil.cambiar_clave', 'sesion.cerrar_otras']
    const audited = async (id: EmpresaId) =>
      (
        await app.owner
          .selectFrom('auditoria')
          .select(['accion', 'usuario_id', 'detalle'])
          .where('empresa_id', '=', id)
          .where('objeto', '=', who.id)
          .orderBy('id')
          .execute()
      ).filter(({ accion }) => acciones.includes(accion))
    for (const { id } of [empresa, otra]) {
      const rows = await audited(id)
      expect(rows.map(({ accion, usuario_id }) => [accion, usuario_id])).toEqual(acciones.map((accion) => [accion, who.id]))
      expect(rows[0]?.detalle).toEqual({ mail_pedido: [null, `x-${who.mail}`] })
    }
    expect(
      (await app.owner.selectFrom('administracion_hecho').select('accion').where('objeto', '=', sola.id).orderBy('id').execute()).map(
        ({ accion }) => accion,
      ),
    ).toEqual(['sesion.abrir', ...acciones])
    expect(await app.owner.selectFrom('administracion_hecho').select('accion').where('objeto', '=', who.id).execute()).toEqual([])
  })
})

describe('the avatar', () => {
  const send = (token: string, bytes: Uint8Array, name = 'yo.png') => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], name))
    return app.call<Perfil>(saveAvatar, { token, form })
  }

  it('O-06 is kept without metadata, answered to its owner, named in the session by its content, and taken away', async () => {
    const who = await user()
    const token = await signIn(who)
    const saved = await send(token, pngOf(64, 64, { tEXt: 'Autor\0Nadie' }))
    expect(saved.data.avatar).toMatch(/^[0-9a-f]{16}$/)
    const { status, headers, raw } = await app.call(readAvatar, { token })
    expect([status, headers['content-type'], raw.subarray(1, 4).toString(), raw.includes('Nadie')]).toEqual([
      200,
      'image/png',
      'PNG',
      false,
    ])
    expect((await app.call<{ session: Session }>(authSession, { token })).data.session.avatar).toBe(saved.data.avatar)
    expect((await app.call<Perfil>(deleteAvatar, { token })).data.avatar).toBeNull()
    expect((await app.call(readAvatar, { token })).status).toBe(404)
  })

  it('refuses what is no picture, and one that is too big', async () => {
    const token = await signIn(await user())
    expect(await send(token, Buffer.from('<svg/>'), 'yo.svg')).toMatchObject({
      status: 422,
      problems: [{ campo: 'file', message: 'El avatar tiene que ser una imagen PNG o JPEG.' }],
    })
    expect((await send(token, pngOf(1025, 10))).problems[0]?.message).toMatch(/el máximo es 1024 por lado/)
    expect((await send(token, Buffer.alloc(2_000_001))).status).toBe(413)
  })
})

describe('the open sessions', () => {
  const list = async (token: string) => (await app.call<SesionDeUsuario[]>(readSesiones, { token })).data

  it('names device, network, company, since when and the last use, and which one this is', async () => {
    const who = await user()
    const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
    const { data } = await app.call<{ session: Session }>(authBusiness, {
      body: { email: who.username, pass: app.encode(PASSWORD_USUARIO) },
      red: '10.30.9.9',
      headers: { 'user-agent': agent },
    })
    const start = app.clock.now().toISOString()
    app.clock.advance(HOUR)
    const token = await signIn(who)
    expect(await list(token)).toMatchObject([
      { actual: true, empresas: ['Andina'] },
      { actual: false, dispositivo: 'Chrome en Windows', red: '10.30.9.9', empresas: ['Andina'], desde: start, ultimo_uso: start },
    ])
    await isOpen(data.session.token)
    await vi.waitFor(async () => expect((await list(token)).map(({ ultimo_uso }) => ultimo_uso)).not.toContain(start))
  })

  it("are closed but for this one, and nobody else's", async () => {
    const [who, other] = [await user(), await user()]
    const [here, there, theirs] = [await signIn(who), await signIn(who), await signIn(other)]
    expect((await app.call(closeSesiones, { token: here })).data).toEqual({ cerradas: 1 })
    expect([await isOpen(here), await isOpen(there), await isOpen(theirs)]).toEqual([true, false, true])
    expect(await list(here)).toHaveLength(1)
  })

  it("are closed one by one: one's own stays, and nobody else's is found", async () => {
    const [who, other] = [await user(), await user()]
    const [here, there, third, theirs] = [await signIn(who), await signIn(who), await signIn(who), await signIn(other)]
    const [own] = (await list(here)).filter(({ actual }) => actual)
    const [last] = (await list(third)).filter(({ actual }) => actual)
    const [foreign] = await list(theirs)
    const close = (id: string) => app.call(closeSesion, { token: here, params: { id } })
    expect((await close(last!.id)).status).toBe(200)
    expect([(await close(last!.id)).status, (await close(own!.id)).status, (await close(foreign!.id)).status]).toEqual([404, 404, 404])
    expect([await isOpen(here), await isOpen(there), await isOpen(third), await isOpen(theirs)]).toEqual([true, true, false, true])
  })

  it('O-07 a session that ended on one instance is refused within a second on another', async () => {
    const second = await buildTestApp({ database: app.database })
    second.clock.set(app.clock.now())
    const who = await user()
    const [here, there] = [await signIn(who), await signIn(who)]
    const now = vi.spyOn(performance, 'now')
    const at = (ms: number) => now.mockReturnValue(ms)
    at(1_000_000)
    expect((await second.call(authSession, { token: there })).status).toBe(200)
    await app.call(closeSesiones, { token: here })
    at(1_001_000)
    expect((await second.call(authSession, { token: there })).status).toBe(401)
    expect((await second.call(authSession, { token: here })).status).toBe(200)
    now.mockRestore()
    await second.server.close()
  })
})
