import { randomUUID } from 'node:crypto'

import {
  authLogout,
  authRenew,
  authSession,
  authSwitch,
  beginFactor,
  changePassword,
  confirmFactor,
  readEmpresaDeDocumento,
  type FactorPedido,
  type Session,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inInstalacion } from '../../db/transaction.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { hashToken } from '../../plugins/sesion/session.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, PASSWORD_USUARIO, tokenOfNew, type UsuarioBuilt } from '../../testing/builders.ts'
import { nextCodigo } from '../../testing/segundo-factor.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { createCodigo } from '../recuperacion/recuperacion.sql.ts'
import { joinSesion, noteSesion, openSesion } from './sesion.sql.ts'
import { newToken } from './token.ts'

const HOUR = 60 * 60_000
const NUEVA = 'OtraClave27'

let app: TestApp
let andina: { id: EmpresaId }
let tablero: { id: EmpresaId }

beforeAll(async () => {
  app = await buildTestApp()
  ;[andina, tablero] = [await buildEmpresa(app), await buildEmpresa(app)]
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => app?.close())

/** Of a role that no inactivity stops. */
const contador = () => buildUsuario(app, { empresas: [andina, tablero], rol: ROL.VENDEDOR })
const signIn = ({ username }: UsuarioBuilt) => app.signIn(username, { empresaId: andina.id })
const move = (token: string, on = app) => on.call<{ session: Session }>(authSwitch, { token, body: { idEmpresa: tablero.id } })
const openIn = (empresaId: EmpresaId, { id }: UsuarioBuilt) =>
  app.owner
    .selectFrom('sesion')
    .select('token_hash')
    .where('usuario_id', '=', id)
    .where('empresa_id', '=', empresaId)
    .where('cerrada_en', 'is', null)
    .execute()

/** A quote of this company, as its seller left it. */
async function buildCotizacion(empresaId: EmpresaId): Promise<string> {
  const [id, en] = [randomUUID(), app.clock.now()]
  await app.owner
    .insertInto('cotizacion')
    .values({
      empresa_id: empresaId,
      id,
      establecimiento: '001',
      punto: '001',
      secuencial: 1,
      usuario_id: (await contador()).id,
      fecha_emision: '2026-06-15',
      vence: '2026-06-30',
      receptor_tipo: '05',
      receptor_identificacion: '1712345675',
      receptor_nombre: 'ANA PÉREZ',
      subtotal: 0,
      descuento: 0,
      iva: 0,
      total: 0,
      entrada: JSON.stringify({}),
      calculo: JSON.stringify({}),
      creado_en: en,
      editado_en: en,
    })
    .execute()
  return id
}

describe('a change of company (O-39)', () => {
  it('O-07 lasts as long as the session it follows, however often', async () => {
    const session = await signIn(await contador())
    app.clock.advance(11 * HOUR)
    const moved = (await move(session.token)).data.session
    const back = (await app.call<{ session: Session }>(authSwitch, { token: moved.token, body: { idEmpresa: andina.id } })).data.session
    expect([moved.expiration_date, back.expiration_date]).toEqual([session.expiration_date, session.expiration_date])
    app.clock.advance(HOUR)
    expect((await app.call(authSession, { token: back.token })).status).toBe(401)
  })

  it('O-118 leaves the first company open: each tab goes on in its own', async () => {
    const { token } = await signIn(await contador())
    const moved = (await move(token)).data.session
    const companyOf = async (of: string) => (await app.call<{ session: Session }>(authSession, { token: of })).data.session.businessId
    expect([await companyOf(token), await companyOf(moved.token)]).toEqual([andina.id, tablero.id])
  })

  it('O-118 one logout ends the companies of its sign-in, and no other sign-in', async () => {
    const who = await contador()
    const [here, elsewhere] = [await signIn(who), await signIn(who)]
    const moved = (await move(here.token)).data.session
    expect((await app.call(authLogout, { token: moved.token })).status).toBe(200)
    const answers = await Promise.all([here, moved, elsewhere].map(({ token }) => app.call(authSession, { token })))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200])
  })

  it('O-118 O-07 more time for one is more time for both', async () => {
    const { token } = await signIn(await contador())
    const moved = (await move(token)).data.session
    app.clock.advance(12 * HOUR - 5 * 60_000)
    expect((await app.call(authRenew, { token: moved.token, body: { pass: app.encode(PASSWORD_USUARIO) } })).status).toBe(200)
    app.clock.advance(HOUR)
    expect((await app.call(authSession, { token })).status).toBe(200)
  })

  it('O-118 a sign-in has up to twenty: of fifty at once the ones left alone longest give way, never the one that asks', async () => {
    const who = await contador()
    const { token } = await signIn(who)
    const answers = await Promise.all(Array.from({ length: 50 }, () => move(token)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await openIn(tablero.id, who)).length).toBe(19)
    expect((await app.call(authSession, { token })).status).toBe(200)
  })

  const ENDS: Record<string, (who: UsuarioBuilt, token: string) => Promise<{ status: number }>> = {
    'a logout': (_, token) => app.call(authLogout, { token }),
    'a new password': async (who) =>
      app.call(changePassword, {
        token: (await signIn(who)).token,
        body: { current_pass: app.encode(PASSWORD_USUARIO), new_pass: app.encode(NUEVA) },
      }),
    'a second factor switched on': async (who) => {
      const { token } = await signIn(who)
      const {
        data: { secreto },
      } = await app.call<FactorPedido>(beginFactor, { token, body: { pass: app.encode(PASSWORD_USUARIO) } })
      return app.call(confirmFactor, { token, body: { codigo: nextCodigo(app, secreto) } })
    },
  }
  it.each(Object.keys(ENDS))('O-07 is refused after %s, also by an instance that still remembers the session', async (what) => {
    const other = await buildTestApp({ database: app.database, now: app.clock.now().toISOString() })
    const who = await contador()
    const { token } = await signIn(who)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    expect((await other.call(authSession, { token })).status).toBe(200)
    expect((await ENDS[what]!(who, token)).status).toBe(200)
    expect((await move(token, other)).status).toBe(401)
    await other.server.close()
    expect(await openIn(tablero.id, who)).toEqual([])
  })

  it.each([
    'usuario_cambiar_clave',
    'restablecimiento_tomar',
    'usuario_activar',
    'sesiones_de_usuario_cerrar',
    'sesiones_cerrar_otras',
    'sesion_cerrar',
    'segundo_factor_activar',
  ])('O-07 under way is found by %s, which waits for it', async (door) => {
    const who = await contador()
    const [{ token }, otra] = [await signIn(who), await signIn(who)]
    const soporte = hashToken(await tokenOfNew(app, { empresas: [], superAdmin: true }))
    const [ahora, nueva] = [app.clock.now(), newToken()]
    const secreto = Buffer.alloc(8)
    await sql`select segundo_factor_pedir(${hashToken(otra.token)}, ${ahora}, ${secreto})`.execute(app.owner)
    const codigo = Buffer.alloc(32, who.username)
    await createCodigo(app.deps.db, { hash: codigo, usuarioId: who.id, ahora, hasta: new Date(ahora.getTime() + 60_000) })
    const call = {
      usuario_cambiar_clave: sql`select usuario_cambiar_clave(${hashToken(otra.token)}, ${ahora}, 'x')`,
      restablecimiento_tomar: sql`select restablecimiento_tomar(${codigo}, ${ahora}, 'x')`,
      usuario_activar: sql`select usuario_activar(${soporte}, ${who.id}, false, ${ahora})`,
      sesiones_de_usuario_cerrar: sql`select sesiones_de_usuario_cerrar(${soporte}, ${who.id}, ${ahora})`,
      sesiones_cerrar_otras: sql`select sesiones_cerrar_otras(${hashToken(otra.token)}, ${ahora}, null)`,
      sesion_cerrar: sql`select sesion_cerrar(${hashToken(token)}, ${ahora})`,
      segundo_factor_activar: sql`select segundo_factor_activar(${hashToken(otra.token)}, ${ahora}, ${secreto}, 1, '{}')`,
    }[door]!
    const ended = await inInstalacion(app.owner, async (tx) => {
      const hasta = await joinSesion(tx, hashToken(token), ahora)
      await openSesion(tx, { tokenHash: nueva.tokenHash, usuarioId: who.id, empresaId: tablero.id, ahora, hasta: hasta! })
      await noteSesion(tx, nueva.tokenHash, { red: '127.0.0.1', agente: '' }, ahora, hashToken(token))
      const ending = call.execute(app.deps.db)
      await untilWaiting(app)
      return { ending }
    })
    await ended.ending
    expect(await openIn(tablero.id, who)).toEqual([])
  })

  it('O-14 is none of what support does: its session lasts its hour', async () => {
    const [who, soporte] = [await contador(), await buildUsuario(app, { empresas: [], superAdmin: true })]
    const { token } = await signIn(who)
    await app.owner.updateTable('sesion').set({ actor_id: soporte.id }).where('token_hash', '=', hashToken(token)).execute()
    expect((await move(token)).status).toBe(403)
    expect(await inInstalacion(app.owner, (tx) => joinSesion(tx, hashToken(token), app.clock.now()))).toBeUndefined()
  })

  it("O-118 tells in which other company a document of one's own is, and of nobody else's", async () => {
    const who = await contador()
    const { token } = await signIn(who)
    const [mine, theirs] = [randomUUID(), randomUUID()]
    const draft = {
      ambiente: 'SIMULADOR' as const,
      tipo: '01',
      contenido: JSON.stringify({}),
      creado_en: app.clock.now(),
      editado_en: app.clock.now(),
    }
    await app.owner
      .insertInto('borrador')
      .values([
        { ...draft, empresa_id: tablero.id, id: mine, usuario_id: who.id },
        { ...draft, empresa_id: tablero.id, id: theirs, usuario_id: (await contador()).id },
      ])
      .execute()
    const ask = (id: string, of = token) => app.call(readEmpresaDeDocumento, { token: of, params: { id } })
    expect(await ask(mine)).toMatchObject({ status: 200, data: { id: tablero.id } })
    expect((await ask(theirs)).status).toBe(404)
    expect((await ask(randomUUID())).status).toBe(404)
    // In that very company it is no news.
    expect((await ask(mine, (await move(token)).data.session.token)).status).toBe(404)
    const soporte = await buildUsuario(app, { empresas: [], superAdmin: true })
    await app.owner.updateTable('sesion').set({ actor_id: soporte.id }).where('token_hash', '=', hashToken(token)).execute()
    expect((await ask(mine)).status).toBe(404)
  })

  it('O-118 tells it of a quote, to nobody who does not work there', async () => {
    const cotizacion = await buildCotizacion(tablero.id)
    const ask = async (who: UsuarioBuilt) =>
      app.call(readEmpresaDeDocumento, { token: (await signIn(who)).token, params: { id: cotizacion } })
    expect(await ask(await contador())).toMatchObject({ status: 200, data: { id: tablero.id } })
    const [de, otra] = [await buildUsuario(app, { empresas: [andina], rol: ROL.VENDEDOR }), await buildEmpresa(app)]
    expect((await ask(de)).status).toBe(404)
    expect((await ask(await buildUsuario(app, { empresas: [andina, otra], rol: ROL.VENDEDOR }))).status).toBe(404)
  })
})
