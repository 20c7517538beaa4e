import { listObligacion, saveAviso } from '@yupana/contract'
import { addDays, displayFecha, fechaIn } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Deps } from '../../deps.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildCertificadoRow, buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { startBuzon, type Buzon } from '../../testing/buzon.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { EntregaCartas } from '../carta/carta.door.ts'
import { tellObligaciones } from './obligacion.door.ts'

// Letters about due obligations, for companies in production whose certificate ends soon, with two workers.

let app: TestApp
let buzon: Buzon
let entrega: EntregaCartas
const pools: ReturnType<typeof createPool>[] = []
let empresa: { id: EmpresaId; ruc: string }
let usuario: UsuarioBuilt
let token: string

beforeAll(async () => {
  buzon = await startBuzon()
  app = await buildTestApp({ env: { SMTP_URL: buzon.url }, now: '2026-10-15T09:00:00-05:00' })
  pools.push(...[0, 1].map(() => createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })))
  entrega = new EntregaCartas({ ...app.deps, db: createDb(pools[0]!) })
})
afterAll(async () => {
  await entrega?.close()
  await Promise.all(pools.map((pool) => pool.end()))
  await app?.close()
  await buzon?.close()
})
beforeEach(async () => {
  await app.owner.deleteFrom('carta_cuenta').execute()
  await app.owner.updateTable('obligacion_aviso').set({ dias: null }).execute()
  buzon.recibidas.length = 0
  empresa = await company(10)
  usuario = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(usuario.username)).token
})

const hoy = () => fechaIn(app.clock.now())

/** A company in production whose certificate ends in `dias` days. */
async function company(dias: number): Promise<{ id: EmpresaId; ruc: string }> {
  const built = await buildEmpresa(app)
  await app.owner.updateTable('empresa').set({ ambiente: 'PRODUCCION' }).where('id', '=', built.id).execute()
  await endIn(built, dias)
  return built
}
async function endIn(one: { id: EmpresaId; ruc: string }, dias: number): Promise<void> {
  const titular = usuario ?? (await buildUsuario(app, { empresas: [one] }))
  await buildCertificadoRow(app, one, titular, {
    desde: `${addDays(hoy(), -300)}T12:00:00-05:00`,
    hasta: `${addDays(hoy(), dias)}T12:00:00-05:00`,
  })
}
const choose = (dias: unknown, bearer = token) => app.call(saveAviso, { token: bearer, body: { dias } })
const tell = async () => {
  await Promise.all(pools.map((pool) => tellObligaciones({ ...app.deps, db: createDb(pool) })))
  await entrega.deliverDue()
}
const nextDay = () => app.clock.advance(86_400_000)
const letters = () => buzon.recibidas.map(({ para }) => para)
const textOf = (at = 0) => (buzon.recibidas[at]?.texto ?? '').replace(/=\r?\n/g, '')
const vence = (dias: number) => `vence el ${displayFecha(addDays(hoy(), dias))}`
const chosen = async (bearer = token) =>
  (await app.call<{ aviso: { dias: number | null; correo: string | null } }>(listObligacion, { token: bearer, query: {} })).data.aviso

describe('the choice of a person', () => {
  it('is no letter until made, and is one for all companies', async () => {
    expect(await chosen()).toEqual({ dias: null, correo: usuario.mail })
    await tell()
    expect(letters()).toEqual([])
    for (const dias of [0, 16, 1.5, '3', undefined]) expect((await choose(dias)).status).toBe(422)
    expect((await choose(15)).status).toBe(200)
    expect(await chosen()).toEqual({ dias: 15, correo: usuario.mail })
    const colleague = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
    expect((await chosen(colleague)).dias).toBeNull()
    await choose(null)
    await tell()
    expect(letters()).toEqual([])
  })

  it('asks for a verified mail, and is not for USUARIO', async () => {
    await app.owner.updateTable('usuario').set({ mail: '', mail_verificado: null }).where('id', '=', usuario.id).execute()
    token = (await app.signIn(usuario.username)).token
    expect((await choose(3)).problems).toEqual([{ campo: 'dias', message: 'Verifique primero su correo en su perfil.' }])
    expect(await chosen()).toEqual({ dias: null, correo: null })
    await expectGuarded(app, empresa, saveAviso, { body: { dias: 3 } }, [ROL.USUARIO])
  })
})

describe('what is due is told', () => {
  it('in one letter a day, of all companies, by two workers at once', async () => {
    const otra = await company(12)
    await app.owner
      .insertInto('usuario_empresa')
      .values({ empresa_id: otra.id, usuario_id: usuario.id, rol: ROL.ADMIN, collections: [], activo: true })
      .execute()
    await choose(15)
    await tell()
    expect(letters()).toEqual([usuario.mail])
    expect(textOf()).toContain(`(RUC ${empresa.ruc})`)
    expect(textOf()).toContain(`(RUC ${otra.ruc})`)
    expect([textOf().includes(vence(10)), textOf().includes(vence(12)), textOf().includes('/#/empresas')]).toEqual([true, true, true])
    await tell()
    expect(letters().length).toBe(1)
  })

  it('when its day has come, once for each number of days', async () => {
    await choose(9)
    await tell()
    expect(letters()).toEqual([])
    nextDay()
    await tell()
    expect(letters()).toEqual([usuario.mail])
    expect([textOf().includes(vence(9)), textOf().includes('/#/declaraciones/obligaciones')]).toEqual([true, true])
    nextDay()
    await tell()
    expect(letters().length).toBe(1)
    await choose(3, (await app.signIn(usuario.username)).token)
    for (let day = 0; day < 6; day++) {
      nextDay()
      await tell()
    }
    expect(letters().length).toBe(2)
    expect(textOf(1)).toContain(vence(2))
  })

  it('once more after the process ended between the letter and its note: neither was kept', async () => {
    await choose(15)
    const ended = { sellarCorto: () => raise() } as unknown as Deps['sobre']
    await tellObligaciones({ ...app.deps, sobre: ended, db: createDb(pools[0]!) })
    await tell()
    await tell()
    expect(letters()).toEqual([usuario.mail])
  })

  it('and not in the night', async () => {
    await choose(15)
    app.clock.advance(15 * 3_600_000)
    await tell()
    expect(letters()).toEqual([])
    app.clock.advance(9 * 3_600_000)
    await tell()
    expect(letters()).toEqual([usuario.mail])
  })

  it.each([
    ['who left the company', () => member({ activo: false })],
    ['who does not answer for it any more', () => member({ rol: ROL.VENDEDOR, collections: [] })],
    ['of a company that is suspended', () => change({ suspendida_en: app.clock.now(), suspendida_motivo: 'Prueba' })],
    ['of a company that tries itself', () => change({ ambiente: 'SIMULADOR' })],
    ['who is not active', () => person({ activo: false })],
    ['whose mail is verified no more', () => person({ mail: '', mail_verificado: null })],
  ])('to nobody %s', async (_who, happens) => {
    await choose(15)
    await happens()
    await tell()
    expect(letters()).toEqual([])
  })
})

const raise = (): never => {
  throw new Error('the process ends here')
}
const member = (set: object) => app.owner.updateTable('usuario_empresa').set(set).where('usuario_id', '=', usuario.id).execute()
const change = (set: object) => app.owner.updateTable('empresa').set(set).where('id', '=', empresa.id).execute()
const person = (set: object) => app.owner.updateTable('usuario').set(set).where('id', '=', usuario.id).execute()
