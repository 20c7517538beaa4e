import {
  authActivar,
  authBusiness,
  authCodigo,
  authCompanies,
  authConfirmar,
  authLogin,
  authRenew,
  authSession,
  authSwitch,
  changePassword,
  DESAFIO_MINUTOS,
  encodePassword,
  recoverPass,
  removeFactor,
  resetPass,
  searchCartaCuenta,
  searchUsuario,
  type BusinessReply,
  type CartaCuenta,
  type Desafio,
  type FactorPedido,
  type Ingreso,
  type Listing,
  type Session,
} from '@yupana/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { codecKeyOf } from '../../secretos/codec-key.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { hashToken } from '../../plugins/sesion/session.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, CLAVE_MAESTRA, PASSWORD_USUARIO, type UsuarioBuilt } from '../../testing/builders.ts'
import { codigoNow, enrol, nextCodigo } from '../../testing/segundo-factor.ts'

const MINUTE = 60_000
const WRONG = {
  status: 422,
  problems: [{ campo: 'codigo', message: 'El código no es correcto o ya se usó. Ingrese el que muestra ahora su aplicación.' }],
}
const OVER = {
  status: 422,
  problems: [{ campo: 'desafio', message: 'El tiempo para ingresar el código terminó. Inicie sesión de nuevo.' }],
}

let app: TestApp
let andina: { id: EmpresaId }
let tablero: { id: EmpresaId }
let count = 0

beforeAll(async () => {
  app = await buildTestApp()
  ;[andina, tablero] = [await buildEmpresa(app, { nombreComercial: 'Andina' }), await buildEmpresa(app, { nombreComercial: 'Tablero' })]
})
afterAll(() => app?.close())

const nextRed = () => `10.40.${(++count >> 8) & 255}.${count & 255}`
const identify = (who: { username: string }, { pass = PASSWORD_USUARIO, red = nextRed() } = {}) =>
  app.call<BusinessReply>(authBusiness, { body: { email: who.username, pass: app.encode(pass) }, red })
const desafioOf = async (who: { username: string }) => ((await identify(who)).data as Desafio).desafio
const complete = (desafio: string, codigo: string, red = nextRed(), on = app) =>
  on.call<Ingreso>(authCodigo, { body: { desafio, codigo }, red })
const sessionOf = ({ data }: { data: unknown }) => (data as { session: Session }).session

async function withFactor(empresas = [andina]): Promise<UsuarioBuilt & { secreto: string; codigos: string[]; token: string }> {
  const usuario = await buildUsuario(app, { empresas })
  const { token } = await app.signIn(usuario.username, { empresaId: empresas[0]!.id, red: nextRed() })
  return { ...usuario, token, ...(await enrol(app, token, nextRed())) }
}

describe('after a correct password', () => {
  it('O-103 answers a challenge and nothing else: no token, no name, no company', async () => {
    const who = await withFactor([andina, tablero])
    const answer = await identify(who)
    expect(answer).toMatchObject({ status: 200, data: { segundo_factor: true, desafio: expect.stringMatching(/^[\w-]{43}$/) } })
    expect(Object.keys(answer.data).sort()).toEqual(['desafio', 'segundo_factor'])
  })

  it('O-103 says nothing of it to a wrong password', async () => {
    const [one, other] = [await withFactor(), await buildUsuario(app, { empresas: [andina] })]
    const said = async (who: UsuarioBuilt) => {
      const { status, msg, problems } = await identify(who, { pass: 'mala' })
      return { status, msg, problems }
    }
    expect(await said(one)).toEqual(await said(other))
  })

  it('O-103 with the code comes the session, noted as opened with both', async () => {
    const who = await withFactor()
    const answer = await complete(await desafioOf(who), nextCodigo(app, who.secreto))
    const { token, businessId } = sessionOf(answer)
    expect([answer.status, businessId, (await app.call(authSession, { token })).status]).toEqual([200, andina.id, 200])
    const audit = await app.owner
      .selectFrom('auditoria')
      .select('detalle')
      .where('usuario_id', '=', who.id)
      .where('accion', '=', 'sesion.abrir')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(audit?.detalle).toMatchObject({ segundo_factor: 'aplicacion' })
  })

  it('takes the code with spaces, as applications show it', async () => {
    const who = await withFactor()
    const codigo = nextCodigo(app, who.secreto)
    expect((await complete(await desafioOf(who), ` ${codigo.slice(0, 3)} ${codigo.slice(3)} `)).status).toBe(200)
  })

  it('O-103 R-2.4.10 of several companies answers the picker and a pass, which opens one of them, once', async () => {
    const who = await withFactor([andina, tablero])
    const { data } = await complete(await desafioOf(who), nextCodigo(app, who.secreto))
    expect(data).toEqual({
      username: who.username,
      companies: [
        { id: andina.id, name: 'Andina' },
        { id: tablero.id, name: 'Tablero' },
      ],
      pase: expect.any(String),
    })
    const { pase } = data as { pase: string }
    const choose = (extra: object) =>
      app.call(authLogin, {
        body: { idEmpresa: tablero.id, username: who.username, password: app.encode(PASSWORD_USUARIO), ...extra },
        red: nextRed(),
      })
    expect(sessionOf(await choose({ pase }))).toMatchObject({ businessId: tablero.id })
    for (const extra of [{ pase }, {}, { pase: 'otro' }])
      expect((await choose(extra)).data).toEqual({ segundo_factor: true, desafio: expect.any(String) })
  })

  it('O-103 a company chosen beforehand is opened by the code; with one that is none of his he chooses again', async () => {
    const [who, ajena] = [await withFactor([andina, tablero]), await buildEmpresa(app)]
    const challenged = async (idEmpresa: string) =>
      (
        await app.call<Desafio>(authLogin, {
          body: { idEmpresa, username: who.username, password: app.encode(PASSWORD_USUARIO) },
          red: nextRed(),
        })
      ).data.desafio
    expect(sessionOf(await complete(await challenged(tablero.id.toUpperCase()), nextCodigo(app, who.secreto)))).toMatchObject({
      businessId: tablero.id,
    })
    for (const idEmpresa of [ajena.id, '11111111-1111-4111-8111-111111111111'])
      expect(await complete(await challenged(idEmpresa), nextCodigo(app, who.secreto))).toMatchObject({
        status: 200,
        data: { companies: [{ id: andina.id }, { id: tablero.id }], pase: expect.any(String) },
      })
  })

  it('a pass is of its user alone', async () => {
    const [who, other] = [await withFactor([andina, tablero]), await withFactor([andina, tablero])]
    const { pase } = (await complete(await desafioOf(who), nextCodigo(app, who.secreto))).data as { pase: string }
    const answer = await app.call(authLogin, {
      body: { idEmpresa: andina.id, username: other.username, password: app.encode(PASSWORD_USUARIO), pase },
      red: nextRed(),
    })
    expect(answer.data).toMatchObject({ segundo_factor: true })
  })

  it('O-39 a change of company asks for no code and keeps what was given', async () => {
    const who = await withFactor([andina, tablero])
    const {
      data: { pase },
    } = (await complete(await desafioOf(who), nextCodigo(app, who.secreto))) as { data: { pase: string } }
    const { token } = sessionOf(
      await app.call(authLogin, {
        body: { idEmpresa: andina.id, username: who.username, password: app.encode(PASSWORD_USUARIO), pase },
        red: nextRed(),
      }),
    )
    const moved = sessionOf(await app.call(authSwitch, { token, body: { idEmpresa: tablero.id } }))
    const rows = await app.owner
      .selectFrom('sesion')
      .select('segundo_factor')
      .where('usuario_id', '=', who.id)
      .where('cerrada_en', 'is', null)
      .where('empresa_id', '=', tablero.id)
      .execute()
    expect([moved.businessId, rows]).toEqual([tablero.id, [{ segundo_factor: true }]])
  })
})

describe('the code', () => {
  it('O-103 serves once, also with another challenge, and not after a later one', async () => {
    const who = await withFactor()
    const [early, late] = [nextCodigo(app, who.secreto), nextCodigo(app, who.secreto)]
    expect((await complete(await desafioOf(who), late)).status).toBe(200)
    for (const codigo of [late, early]) expect(await complete(await desafioOf(who), codigo)).toMatchObject(WRONG)
  })

  it('O-103 the one that switched it on does not sign in', async () => {
    const usuario = await buildUsuario(app, { empresas: [andina] })
    const { token } = await app.signIn(usuario.username, { red: nextRed() })
    const { secreto } = await enrol(app, token)
    expect(await complete(await desafioOf(usuario), codigoNow(app, secreto))).toMatchObject(WRONG)
    expect((await complete(await desafioOf(usuario), nextCodigo(app, secreto))).status).toBe(200)
  })

  it('O-103 of 100 uses at once exactly one signs in, in two processes', async () => {
    const who = await withFactor()
    const other = await buildTestApp({ database: app.database, now: app.clock.now().toISOString() })
    const codigo = nextCodigo(app, who.secreto)
    other.clock.drift(app.clock.machine().getTime() - Date.now())
    const desafios = [await desafioOf(who), await desafioOf(who)]
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => complete(desafios[i % 2]!, codigo, nextRed(), i % 3 === 0 ? other : app)),
    )
    await other.server.close()
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422, 429]))
  })

  it('O-103 of another user, of another length and of another secret is wrong', async () => {
    const [who, other] = [await withFactor(), await withFactor()]
    const desafio = await desafioOf(who)
    for (const codigo of [nextCodigo(app, other.secreto), '12345', '0000000', 'no es un código'])
      expect(await complete(desafio, codigo)).toMatchObject(WRONG)
    expect((await complete(desafio, nextCodigo(app, who.secreto))).status).toBe(200)
  })

  it('O-103 O-10 is refused after five wrong ones of a network for 15 minutes, the right one too', async () => {
    const who = await withFactor()
    const desafio = await desafioOf(who)
    const red = nextRed()
    for (let i = 0; i < 5; i++) expect(await complete(desafio, '000000', red)).toMatchObject(WRONG)
    expect(await complete(desafio, nextCodigo(app, who.secreto), red)).toMatchObject({ status: 429 })
    app.clock.advance(15 * MINUTE + 1000)
    expect((await complete(await desafioOf(who), nextCodigo(app, who.secreto), red)).status).toBe(200)
  })

  it('O-103 from ever other networks is evaluated ten times in 15 minutes, all processes together', async () => {
    const who = await withFactor()
    app.clock.advance(15 * MINUTE)
    const other = await buildTestApp({ database: app.database, now: app.clock.now().toISOString() })
    const desafio = await desafioOf(who)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => complete(desafio, '000000', nextRed(), i % 2 ? other : app)))
    await other.server.close()
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.msg).toMatch(/^Ingresó demasiados códigos seguidos\. Vuelva a intentar en/)
  })

  it('is asked for', async () => {
    expect(await complete('x', ' ')).toMatchObject({ status: 422, problems: [{ campo: 'codigo', message: 'Este campo es requerido.' }] })
  })
})

describe('the challenge', () => {
  it(`O-103 serves ${DESAFIO_MINUTOS} minutes and not a second more`, async () => {
    const who = await withFactor()
    const [first, second] = [await desafioOf(who), await desafioOf(who)]
    app.clock.advance(DESAFIO_MINUTOS * MINUTE - 1000)
    expect((await complete(first, nextCodigo(app, who.secreto))).status).toBe(200)
    app.clock.advance(1000)
    expect(await complete(second, nextCodigo(app, who.secreto))).toMatchObject(OVER)
  })

  it('O-103 serves once, survives a wrong code, and nobody makes one up', async () => {
    const who = await withFactor()
    const desafio = await desafioOf(who)
    expect(await complete(desafio, '000000')).toMatchObject(WRONG)
    expect((await complete(desafio, nextCodigo(app, who.secreto))).status).toBe(200)
    for (const used of [desafio, 'A'.repeat(43), 'x']) expect(await complete(used, nextCodigo(app, who.secreto))).toMatchObject(OVER)
  })

  it('O-103 dies with a new password and with the user', async () => {
    const [changed, disabled] = [await withFactor(), await withFactor()]
    const [one, other] = [await desafioOf(changed), await desafioOf(disabled)]
    await app.call(changePassword, {
      token: changed.token,
      body: { current_pass: app.encode(PASSWORD_USUARIO), new_pass: app.encode('OtraClave27') },
      red: nextRed(),
    })
    await app.owner.updateTable('usuario').set({ activo: false }).where('id', '=', disabled.id).execute()
    expect(await complete(one, nextCodigo(app, changed.secreto))).toMatchObject(OVER)
    expect(await complete(other, nextCodigo(app, disabled.secreto))).toMatchObject(OVER)
    expect((await identify(disabled)).msg).toBe('Usuario o contraseña incorrectos')
  })

  it('is no session, and no pass to choose a company with', async () => {
    const who = await withFactor([andina, tablero])
    const desafio = await desafioOf(who)
    expect((await app.call(authCompanies, { token: desafio })).status).toBe(401)
    const answer = await app.call(authLogin, {
      body: { idEmpresa: andina.id, username: who.username, password: app.encode(PASSWORD_USUARIO), pase: desafio },
      red: nextRed(),
    })
    expect(answer.data).toMatchObject({ segundo_factor: true })
  })
})

describe('recovery codes', () => {
  it('O-103 sign in once each, however they are typed, and the user is told', async () => {
    const who = await withFactor()
    const [first = '', second = ''] = who.codigos
    expect((await complete(await desafioOf(who), first.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect(await complete(await desafioOf(who), first)).toMatchObject(WRONG)
    expect((await complete(await desafioOf(who), second)).status).toBe(200)
    const soporte = await app.signIn((await buildUsuario(app, { empresas: [andina], rol: ROL.SUPER_ADMIN, superAdmin: true })).username, {
      red: nextRed(),
    })
    const { data } = await app.call<Listing<CartaCuenta>>(searchCartaCuenta, { token: soporte.token, query: { size: '50' } })
    const mine = data.content
      .filter(({ para }) => para === who.mail)
      .map(({ asunto, texto }) => [asunto, /queda\D* (\d+)/.exec(texto)?.[1]])
    expect(mine).toContainEqual(['Se usó un código de recuperación', '8'])
  })

  it('O-103 of 40 uses of one at once exactly one signs in', async () => {
    const who = await withFactor()
    const desafios = [await desafioOf(who), await desafioOf(who)]
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => complete(desafios[i % 2]!, who.codigos[0]!)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('O-103 of another user are wrong', async () => {
    const [who, other] = [await withFactor(), await withFactor()]
    expect(await complete(await desafioOf(who), other.codigos[0]!)).toMatchObject(WRONG)
  })
})

describe('a forgotten password', () => {
  it('O-103 set anew leaves the second factor on', async () => {
    const who = await withFactor()
    const soporte = await app.signIn((await buildUsuario(app, { empresas: [andina], rol: ROL.SUPER_ADMIN, superAdmin: true })).username, {
      red: nextRed(),
    })
    await app.call(recoverPass, { body: { email: who.mail }, red: nextRed() })
    const { data } = await app.call<Listing<CartaCuenta>>(searchCartaCuenta, { token: soporte.token, query: { size: '50' } })
    const reset_code = /\/#\/restablecer\/([\w-]+)/.exec(
      data.content.find(({ para, texto }) => para === who.mail && texto.includes('/restablecer/'))?.texto ?? '',
    )?.[1]
    expect((await app.call(resetPass, { body: { reset_code, new_pass: app.encode('NuevaClave1') }, red: nextRed() })).status).toBe(200)
    const { data: challenged } = await identify(who, { pass: 'NuevaClave1' })
    expect(challenged).toEqual({ segundo_factor: true, desafio: expect.any(String) })
    expect((await complete((challenged as Desafio).desafio, nextCodigo(app, who.secreto))).status).toBe(200)
  })
})

describe('SUPER_ADMIN in production', () => {
  const PROPIA = 'vQ3r-9xZkL2mT8wYc5uJ1nB7sD4fG6hP0aEoRiKt'
  const env = { MODO: 'produccion', URL_PUBLICA: 'https://facturas.ejemplo.ec', CLAVE_MAESTRA: PROPIA, CLAVE_CONTRASENAS: CLAVE_MAESTRA }
  const encodedPassword = () => encodePassword(PASSWORD_USUARIO, codecKeyOf(PROPIA))
  let produccion: TestApp
  beforeAll(async () => {
    produccion = await buildTestApp({ database: app.database, env, now: app.clock.now().toISOString() })
  })
  afterAll(() => produccion?.server.close())

  const superAdmin = (empresas = [andina]) => buildUsuario(app, { empresas, rol: ROL.SUPER_ADMIN, superAdmin: true })
  const enter = async (who: UsuarioBuilt) =>
    (await produccion.call<Desafio>(authBusiness, { body: { email: who.username, pass: encodedPassword() }, red: nextRed() })).data
  const begin = (desafio: string) => produccion.call<FactorPedido>(authActivar, { body: { desafio }, red: nextRed() })
  const confirm = (desafio: string, codigo: string) =>
    produccion.call<{ codigos: string[]; ingreso: { session: Session } }>(authConfirmar, { body: { desafio, codigo }, red: nextRed() })

  it('O-103 sets a second factor up before there is a session, and is in with its first code', async () => {
    const who = await superAdmin()
    const entry = await enter(who)
    expect(entry).toEqual({ segundo_factor: true, desafio: expect.any(String), activar: true })
    expect(await complete(entry.desafio, '000000', nextRed(), produccion)).toMatchObject(OVER)
    const { data: pedido } = await begin(entry.desafio)
    expect(pedido.uri).toBe(
      `otpauth://totp/Yupana:${who.username}?secret=${pedido.secreto}&issuer=Yupana&algorithm=SHA1&digits=6&period=30`,
    )
    expect(await confirm(entry.desafio, '000000')).toMatchObject(WRONG)
    const { data } = await confirm(entry.desafio, nextCodigo(produccion, pedido.secreto))
    expect(data.codigos).toHaveLength(10)
    expect((await produccion.call(authSession, { token: data.ingreso.session.token })).status).toBe(200)
    expect(await confirm(entry.desafio, nextCodigo(produccion, pedido.secreto))).toMatchObject(OVER)
    const again = await enter(who)
    expect(again).toEqual({ segundo_factor: true, desafio: expect.any(String) })
    expect((await complete(again.desafio, nextCodigo(produccion, pedido.secreto), nextRed(), produccion)).status).toBe(200)
  })

  it('O-103 of no company too, and it is written down', async () => {
    const who = await superAdmin([])
    const { desafio } = await enter(who)
    const { data: pedido } = await begin(desafio)
    const { data } = await confirm(desafio, nextCodigo(produccion, pedido.secreto))
    expect(data.ingreso.session.businessId).toBeNull()
    expect(
      await app.owner.selectFrom('administracion_hecho').select(['accion', 'detalle']).where('objeto', '=', who.id).orderBy('id').execute(),
    ).toMatchObject([{ accion: 'segundo_factor.activar' }, { accion: 'sesion.abrir', detalle: { segundo_factor: 'aplicacion' } }])
  })

  it('O-103 the recovery codes reach who chose a company that cannot be opened any more', async () => {
    const [de, ninguna] = [await superAdmin([andina, tablero]), await superAdmin([])]
    for (const [who, ingreso] of [
      [de, { companies: [{ id: andina.id }, { id: tablero.id }] }],
      [ninguna, { session: { businessId: null } }],
    ] as const) {
      const body = { idEmpresa: (await buildEmpresa(app)).id, username: who.username, password: encodedPassword() }
      const { desafio } = (await produccion.call<Desafio>(authLogin, { body, red: nextRed() })).data
      const { data: pedido } = await begin(desafio)
      const answer = await confirm(desafio, nextCodigo(produccion, pedido.secreto))
      expect(answer).toMatchObject({ status: 200, data: { ingreso } })
      expect(answer.data.codigos).toHaveLength(10)
    }
  })

  it('O-103 who switches it off is out at once, and sets up another by signing in', async () => {
    const who = await superAdmin()
    const { desafio } = await enter(who)
    const { data: pedido } = await begin(desafio)
    const {
      data: {
        ingreso: {
          session: { token },
        },
      },
    } = await confirm(desafio, nextCodigo(produccion, pedido.secreto))
    const off = await produccion.call(removeFactor, {
      token,
      body: { pass: encodedPassword(), codigo: nextCodigo(produccion, pedido.secreto) },
      red: nextRed(),
    })
    expect([off.status, (await produccion.call(authSession, { token })).status, (await enter(who)).activar]).toEqual([200, 401, true])
  })

  it('O-103 of the others nobody is asked, nor is SUPER_ADMIN in a trial', async () => {
    const [admin, soporte] = [await buildUsuario(app, { empresas: [andina] }), await superAdmin()]
    expect(sessionOf({ data: await enter(admin) }).username).toBe(admin.username)
    const { token } = await app.signIn(soporte.username, { red: nextRed() })
    const { data } = await app.call<Listing<{ segundo_factor: boolean }>>(searchUsuario, { token, query: { q: soporte.username } })
    expect(data.content).toMatchObject([{ segundo_factor: false }])
  })

  it('O-103 a session of before cannot be stretched, nor go on in another company', async () => {
    produccion.clock.set(app.clock.now())
    const who = await superAdmin([andina, tablero])
    const { token } = await app.signIn(who.username, { empresaId: andina.id, red: nextRed() })
    expect(await produccion.call(authSwitch, { token, body: { idEmpresa: tablero.id } })).toMatchObject({
      status: 422,
      msg: expect.stringContaining('Inicie sesión de nuevo'),
    })
    produccion.clock.advance(12 * 60 * MINUTE - 5 * MINUTE)
    await app.owner.updateTable('sesion').set({ usada_en: produccion.clock.now() }).where('token_hash', '=', hashToken(token)).execute()
    expect(await produccion.call(authRenew, { token, body: { pass: encodedPassword() }, red: nextRed() })).toMatchObject({
      status: 422,
      msg: expect.stringContaining('Inicie sesión de nuevo'),
    })
  })
})
