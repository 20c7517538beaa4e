import {
  authBusiness,
  authSession,
  beginFactor,
  closeSesiones,
  confirmFactor,
  dropFactor,
  impersonationLogin,
  readFactor,
  readSesiones,
  removeFactor,
  renewCodigos,
  requestImpersonacion,
  searchCartaCuenta,
  searchUsuario,
  type CartaCuenta,
  type EstadoFactor,
  type FactorPedido,
  type Listing,
  type SesionDeUsuario,
  type Session,
  type UsuarioAdministrado,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, PASSWORD_USUARIO, tokenOfNew, type UsuarioBuilt } from '../../testing/builders.ts'
import { enrol, nextCodigo } from '../../testing/segundo-factor.ts'

let app: TestApp
let andina: { id: EmpresaId }
let tablero: { id: EmpresaId }
let soporte: string
let count = 0
const nextRed = () => `10.41.${(++count >> 8) & 255}.${count & 255}`

beforeAll(async () => {
  app = await buildTestApp()
  ;[andina, tablero] = [await buildEmpresa(app), await buildEmpresa(app)]
  soporte = await tokenOfNew(app, { empresas: [andina], rol: ROL.SUPER_ADMIN, superAdmin: true })
})
afterAll(() => app?.close())

async function person(empresas = [andina]): Promise<UsuarioBuilt & { token: string }> {
  const usuario = await buildUsuario(app, { empresas })
  return { ...usuario, token: (await app.signIn(usuario.username, { empresaId: empresas[0]!.id, red: nextRed() })).token }
}
const estado = async (token: string) => (await app.call<EstadoFactor>(readFactor, { token })).data
const begin = (token: string, pass = PASSWORD_USUARIO) =>
  app.call<FactorPedido>(beginFactor, { token, body: { pass: app.encode(pass) }, red: nextRed() })
const confirm = (token: string, codigo: string, red = nextRed()) =>
  app.call<{ codigos: string[] }>(confirmFactor, { token, body: { codigo }, red })
const remove = (token: string, codigo: string, pass = PASSWORD_USUARIO) =>
  app.call(removeFactor, { token, body: { pass: app.encode(pass), codigo }, red: nextRed() })
const renew = (token: string, codigo: string, pass = PASSWORD_USUARIO) =>
  app.call<{ codigos: string[] }>(renewCodigos, { token, body: { pass: app.encode(pass), codigo }, red: nextRed() })
const letters = async ({ mail }: { mail: string }) =>
  (await app.call<Listing<CartaCuenta>>(searchCartaCuenta, { token: soporte, query: { size: '50' } })).data.content
    .filter(({ para }) => para === mail)
    .map(({ asunto }) => asunto)
const audited = async ({ id }: { id: string }) => {
  const rows = await app.owner
    .selectFrom('auditoria')
    .select(['accion', 'empresa_id'])
    .where('objeto', '=', id)
    .where('accion', 'like', 'segundo_factor.%')
    .orderBy('id')
    .execute()
  return rows.map(({ accion, empresa_id }) => `${accion} ${empresa_id === andina.id ? 'andina' : 'tablero'}`)
}

describe('switching it on', () => {
  it('O-103 asks for the password, shows the secret once, and waits for a code of it', async () => {
    const who = await person()
    expect(await estado(who.token)).toEqual({ activo: false, desde: null, codigos: 0, obligatorio: false })
    expect(await begin(who.token, 'mala')).toMatchObject({ status: 422, problems: [{ campo: 'pass' }] })
    const { data } = await begin(who.token)
    expect(data.secreto).toMatch(/^[A-Z2-7]{32}$/)
    expect(data.uri).toContain(`otpauth://totp/Yupana:${who.username}?secret=${data.secreto}&`)
    expect((await estado(who.token)).activo).toBe(false)
    expect(await confirm(who.token, '000000')).toMatchObject({ status: 422, problems: [{ campo: 'codigo' }] })
    const answer = await confirm(who.token, nextCodigo(app, data.secreto))
    expect([answer.msg, answer.data.codigos.length]).toEqual(['Verificación en dos pasos activada', 10])
    expect(await estado(who.token)).toEqual({ activo: true, desde: app.clock.now().toISOString(), codigos: 10, obligatorio: false })
    expect(await begin(who.token)).toMatchObject({ status: 422, msg: 'La verificación en dos pasos ya está activa.' })
  })

  it('O-103 O-83 bears the name of the installation in the application of the telephone', async () => {
    await app.owner.updateTable('instalacion').set({ producto: 'Contable & Uno' }).execute()
    const { data } = await begin((await person()).token)
    await app.owner.updateTable('instalacion').set({ producto: null }).execute()
    const { pathname, searchParams } = new URL(data.uri)
    expect([decodeURIComponent(pathname), searchParams.get('issuer')]).toEqual([expect.stringMatching(/Contable & Uno:/), 'Contable & Uno'])
  })

  it('O-103 is confirmed with the last secret asked for, within 15 minutes', async () => {
    const who = await person()
    expect(await confirm(who.token, '123456')).toMatchObject({ status: 422, msg: 'Empiece de nuevo: pida otro código QR.' })
    const [{ data: first }, { data: second }] = [await begin(who.token), await begin(who.token)]
    expect((await confirm(who.token, nextCodigo(app, first.secreto))).status).toBe(422)
    app.clock.advance(15 * 60_000 + 1)
    expect(await confirm(who.token, nextCodigo(app, second.secreto))).toMatchObject({ msg: 'Empiece de nuevo: pida otro código QR.' })
    const { data: third } = await begin(who.token)
    expect((await confirm(who.token, nextCodigo(app, third.secreto))).status).toBe(200)
  })

  it('O-103 of 30 confirmations at once exactly one answers codes', async () => {
    const who = await person()
    const codigo = nextCodigo(app, (await begin(who.token)).data.secreto)
    const answers = await Promise.all(Array.from({ length: 30 }, () => confirm(who.token, codigo)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('O-103 ends the other sessions, tells the person, and is written down in each of the companies', async () => {
    const who = await person([andina, tablero])
    const other = await app.signIn(who.username, { empresaId: tablero.id, red: nextRed() })
    await enrol(app, who.token, nextRed())
    expect([
      (await app.call(authSession, { token: other.token })).status,
      (await app.call(authSession, { token: who.token })).status,
    ]).toEqual([401, 200])
    expect(await letters(who)).toEqual(['Verificación en dos pasos activada'])
    expect((await audited(who)).sort()).toEqual(['segundo_factor.activar andina', 'segundo_factor.activar tablero'])
    const { data } = await app.call<SesionDeUsuario[]>(readSesiones, { token: who.token })
    expect(data.map(({ actual, segundo_factor }) => ({ actual, segundo_factor }))).toEqual([{ actual: true, segundo_factor: true }])
    expect((await app.call(closeSesiones, { token: who.token })).status).toBe(200)
    expect((await estado(who.token)).activo).toBe(true)
  })

  it('O-103 keeps the secret sealed and codes hashed: neither stands in any table, audit, letter or log', async () => {
    const written: string[] = []
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
    const who = await person()
    const { secreto, codigos } = await enrol(app, who.token, nextRed())
    spy.mockRestore()
    const dump = [...written]
    for (const table of [
      'segundo_factor',
      'codigo_recuperacion',
      'desafio_ingreso',
      'auditoria',
      'carta_cuenta',
      'administracion_hecho',
      'limite_uso',
    ]) {
      const { rows } = await sql.raw<{ t: string }>(`select t::text from ${table} t`).execute(app.owner)
      dump.push(...rows.map(({ t }) => t))
    }
    const all = dump.join('\n')
    for (const hidden of [
      secreto,
      ...codigos,
      ...codigos.map((codigo) => codigo.replaceAll('-', '')),
      Buffer.from(secreto).toString('hex'),
    ])
      expect(all).not.toContain(hidden)
  })
})

describe('recovery codes anew', () => {
  it('O-103 need password and code, and those of before serve no more', async () => {
    const who = await person()
    const { secreto, codigos } = await enrol(app, who.token, nextRed())
    expect(await renew(who.token, nextCodigo(app, secreto), 'mala')).toMatchObject({ status: 422, problems: [{ campo: 'pass' }] })
    expect(await renew(who.token, '000000')).toMatchObject({ status: 422, problems: [{ campo: 'codigo' }] })
    const { data } = await renew(who.token, nextCodigo(app, secreto))
    expect(data.codigos.filter((codigo) => codigos.includes(codigo))).toEqual([])
    expect((await renew(who.token, codigos[0]!)).status).toBe(422)
    expect((await renew(who.token, data.codigos[0]!)).status).toBe(200)
    expect(await letters(who)).toContain('Sus códigos de recuperación cambiaron')
  })
})

describe('switching it off', () => {
  it('O-103 needs password and code, of the application or for recovery; then the password signs in alone', async () => {
    const who = await person()
    const { secreto, codigos } = await enrol(app, who.token, nextRed())
    expect(await remove(who.token, nextCodigo(app, secreto), 'mala')).toMatchObject({ status: 422, problems: [{ campo: 'pass' }] })
    expect(await remove(who.token, '000000')).toMatchObject({ status: 422, problems: [{ campo: 'codigo' }] })
    expect(await remove(who.token, codigos[3]!)).toMatchObject({ status: 200, msg: 'Verificación en dos pasos desactivada' })
    expect([(await estado(who.token)).activo, (await letters(who)).includes('Verificación en dos pasos desactivada')]).toEqual([
      false,
      true,
    ])
    expect((await audited(who)).at(-1)).toBe('segundo_factor.desactivar andina')
    const answer = await app.call<{ session: Session }>(authBusiness, {
      body: { email: who.username, pass: app.encode(PASSWORD_USUARIO) },
      red: nextRed(),
    })
    expect(answer.data.session.username).toBe(who.username)
    expect((await remove(who.token, nextCodigo(app, secreto))).status).toBe(422)
  })
})

describe('support', () => {
  it('O-14 O-103 works in the name of who has one without it, and may not touch it', async () => {
    const who = await person()
    await enrol(app, who.token, nextRed())
    const {
      data: { token: accessToken },
    } = await app.call<{ token: string }>(requestImpersonacion, {
      token: soporte,
      body: { empresa_id: andina.id, usuario_id: who.id, motivo: 'Ayuda con una factura' },
    })
    const {
      data: {
        session: { token },
      },
    } = await app.call<{ session: Session }>(impersonationLogin, { params: { accessToken }, body: { accessToken }, red: nextRed() })
    expect((await estado(token)).activo).toBe(true)
    for (const call of [begin(token), confirm(token, '000000'), remove(token, '000000'), renew(token, '000000')])
      expect((await call).status).toBe(403)
  })

  it('O-103 SUPER_ADMIN takes it from who lost everything: with a reason, told, written down, and the sessions end', async () => {
    const who = await person([andina, tablero])
    await enrol(app, who.token, nextRed())
    const drop = (token: string, motivo: string, id = who.id) => app.call(dropFactor, { token, body: { id, motivo } })
    expect((await drop(who.token, 'Perdió el teléfono')).status).toBe(403)
    expect((await drop(soporte, ' ')).problems[0]?.campo).toBe('motivo')
    const search = async () =>
      (await app.call<Listing<UsuarioAdministrado>>(searchUsuario, { token: soporte, query: { q: who.mail } })).data.content.map(
        ({ segundo_factor }) => segundo_factor,
      )
    expect(await search()).toEqual([true])
    expect(await drop(soporte, 'Perdió el teléfono y los códigos')).toMatchObject({ status: 200, msg: 'Verificación en dos pasos quitada' })
    expect([await search(), (await app.call(authSession, { token: who.token })).status]).toEqual([[false], 401])
    expect((await audited(who)).filter((hecho) => hecho.startsWith('segundo_factor.quitar')).sort()).toEqual([
      'segundo_factor.quitar andina',
      'segundo_factor.quitar tablero',
    ])
    const { detalle } = await app.owner
      .selectFrom('administracion_hecho')
      .select('detalle')
      .where('objeto', '=', who.id)
      .executeTakeFirstOrThrow()
    expect(detalle).toEqual({ username: who.username, motivo: 'Perdió el teléfono y los códigos' })
    expect(await letters(who)).toContain('Un administrador quitó su verificación en dos pasos')
    expect((await drop(soporte, 'Otra vez lo mismo')).msg).toBe('La verificación en dos pasos no está activa.')
    expect((await drop(soporte, 'Nadie es este', '11111111-1111-4111-8111-111111111111')).status).toBe(404)
  })

  it('nobody takes it from himself so', async () => {
    const { id } = (await app.call<{ session: Session }>(authSession, { token: soporte })).data.session
    expect((await app.call(dropFactor, { token: soporte, body: { id, motivo: 'Me molesta' } })).status).toBe(422)
  })
})
