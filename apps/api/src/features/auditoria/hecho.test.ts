import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { poolOf } from '../../db/connect.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildSesiones, openSesionOf } from '../../testing/sesiones-que-no-sirven.ts'
import { recordDeUsuario } from './hecho.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())

/** @returns how many statements it took, besides begin and commit */
async function record(prueba: Buffer, objeto: string, accion: string): Promise<number> {
  const client = await poolOf(app.deps.db).connect()
  client.release()
  const query = vi.spyOn(client, 'query')
  await app.deps.db
    .transaction()
    .execute((tx) => recordDeUsuario(tx, { prueba, objeto, en: app.clock.now(), accion, detalle: { de: 'ñ' } }))
  const statements = query.mock.calls.map(([text]) => String(text)).filter((text) => !/^(begin|start|commit)/i.test(text))
  query.mockRestore()
  return statements.length
}
const companiesOf = async (accion: string) =>
  await app.owner
    .selectFrom('auditoria')
    .select(['empresa_id', 'usuario_id', 'actor_id', 'objeto', 'detalle'])
    .where('accion', '=', accion)
    .orderBy('id')
    .execute()
const hechosOf = (accion: string) =>
  app.owner.selectFrom('administracion_hecho').select(['usuario_id', 'objeto', 'detalle']).where('accion', '=', accion).execute()

it('writes it down in every company where the person works, in one statement; not where that ended, nor in a suspended company', async () => {
  const empresas = []
  for (let n = 0; n < 5; n++) empresas.push(await buildEmpresa(app))
  const [left, suspended, ...own] = empresas
  const { id } = await buildUsuario(app, { empresas })
  await app.owner.updateTable('usuario_empresa').set({ activo: false }).where('empresa_id', '=', left!.id).execute()
  await app.owner
    .updateTable('empresa')
    .set({ suspendida_en: app.clock.now(), suspendida_motivo: 'prueba' })
    .where('id', '=', suspended!.id)
    .execute()
  expect(await record(await openSesionOf(app, id, { empresaId: own[0]!.id }), id, 'prueba.propia')).toBe(1)
  const rows = await companiesOf('prueba.propia')
  expect(rows.map(({ empresa_id }) => empresa_id).sort()).toEqual(own.map((empresa) => empresa.id).sort())
  for (const row of rows) expect(row).toMatchObject({ usuario_id: id, actor_id: null, objeto: id, detalle: { de: 'ñ' } })
  expect(await hechosOf('prueba.propia')).toEqual([])
})

it('writes it down in that of the installation where another did it, or the person is in no company', async () => {
  const empresa = await buildEmpresa(app)
  const [{ id: soporte }, { id }] = [
    await buildUsuario(app, { empresas: [], superAdmin: true }),
    await buildUsuario(app, { empresas: [empresa] }),
  ]
  const prueba = await openSesionOf(app, soporte)
  await record(prueba, id, 'prueba.ajena')
  expect([(await companiesOf('prueba.ajena')).map(({ empresa_id }) => empresa_id), await hechosOf('prueba.ajena')]).toEqual([
    [empresa.id],
    [{ usuario_id: soporte, objeto: id, detalle: { de: 'ñ' } }],
  ])
  await record(prueba, soporte, 'prueba.sola')
  expect([await companiesOf('prueba.sola'), await hechosOf('prueba.sola')]).toEqual([
    [],
    [{ usuario_id: soporte, objeto: soporte, detalle: { de: 'ñ' } }],
  ])
})

it('O-14: says who acted in the name of another', async () => {
  const empresa = await buildEmpresa(app)
  const [{ id: soporte }, { id }] = [
    await buildUsuario(app, { empresas: [], superAdmin: true }),
    await buildUsuario(app, { empresas: [empresa] }),
  ]
  await record(await openSesionOf(app, id, { empresaId: empresa.id, actorId: soporte }), id, 'prueba.soporte')
  expect(await companiesOf('prueba.soporte')).toMatchObject([{ usuario_id: id, actor_id: soporte }])
})

it('is undone with what it tells of', async () => {
  const empresa = await buildEmpresa(app)
  const { id } = await buildUsuario(app, { empresas: [empresa] })
  const prueba = await openSesionOf(app, id, { empresaId: empresa.id })
  const undone = app.deps.db.transaction().execute(async (tx) => {
    await recordDeUsuario(tx, { prueba, objeto: id, en: app.clock.now(), accion: 'prueba.deshecha' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await companiesOf('prueba.deshecha')).toEqual([])
})

describe('nobody is said to have done what is not told by what the caller holds', () => {
  const state = async () => [
    await app.owner.selectFrom('auditoria').select('id').execute(),
    await app.owner.selectFrom('administracion_hecho').select('id').execute(),
  ]
  const tell = (prueba: Buffer, objeto: string, en = app.clock.now()) =>
    recordDeUsuario(app.deps.db, { prueba, objeto, en, accion: 'prueba.negada' })

  it('refuses a session that is unknown, ended, expired, of a disabled person, or waits for its password', async () => {
    const { who, ninguna } = await buildSesiones(app)
    const before = await state()
    for (const [what, { tokenHash, ahora }] of Object.entries(ninguna))
      await expect(tell(tokenHash, who.id, ahora), what).rejects.toMatchObject({ status: 401 })
    expect(await state()).toEqual(before)
  })

  it('refuses a fact about another, but from SUPER_ADMIN, and then not from support in a name', async () => {
    const [{ who, abierta, soporte }, { who: otro }] = [await buildSesiones(app), await buildSesiones(app)]
    const before = await state()
    for (const { tokenHash } of [abierta, soporte]) await expect(tell(tokenHash, otro.id)).rejects.toMatchObject({ status: 401 })
    expect(await state()).toEqual(before)
    await tell(abierta.tokenHash, who.id)
    expect(await companiesOf('prueba.negada')).toMatchObject([{ usuario_id: who.id, objeto: who.id }])
  })

  it('takes a code to set a password anew and the link of an invitation for what was done with them at that instant', async () => {
    const { who } = await buildSesiones(app)
    const ahora = app.clock.now()
    const [code, link, empresa] = [randomBytes(32), randomBytes(32), await buildEmpresa(app)]
    const hasta = new Date(ahora.getTime() + 60_000)
    await app.owner
      .insertInto('restablecimiento')
      .values({ codigo_hash: code, usuario_id: who.id, creado_en: ahora, vence_en: hasta, usado_en: null })
      .execute()
    await app.owner
      .insertInto('invitacion')
      .values({
        empresa_id: empresa.id,
        id: randomUUID(),
        token_hash: link,
        mail: 'otra@ejemplo.ec',
        rol: 4,
        invitada_por: who.id,
        creada_en: ahora,
        vence_en: hasta,
      })
      .execute()
    for (const prueba of [code, link]) await expect(tell(prueba, who.id)).rejects.toMatchObject({ status: 401 })
    await app.owner.updateTable('restablecimiento').set({ usado_en: ahora }).where('codigo_hash', '=', code).execute()
    await app.owner.updateTable('invitacion').set({ aceptada_en: ahora, aceptada_por: who.id }).where('token_hash', '=', link).execute()
    for (const prueba of [code, link]) {
      await expect(tell(prueba, who.id, new Date(ahora.getTime() + 1))).rejects.toMatchObject({ status: 401 })
      await tell(prueba, who.id)
    }
  })
})
