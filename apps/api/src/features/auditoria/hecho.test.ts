import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { actingAs } from '../../db/actor.ts'
import { poolOf } from '../../db/connect.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { recordDeUsuario } from './hecho.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app?.close())

/** @returns how many statements it took, besides begin and commit */
async function record(usuarioId: string, objeto: string, accion: string): Promise<number> {
  const client = await poolOf(app.deps.db).connect()
  client.release()
  const query = vi.spyOn(client, 'query')
  await app.deps.db.transaction().execute((tx) => recordDeUsuario(tx, { usuarioId, objeto, en: app.clock.now(), accion, detalle: { de: 'ñ' } }))
  const statements = query.mock.calls.map(([text]) => String(text)).filter((text) => !/^(begin|start|commit)/i.test(text))
  query.mockRestore()
  return statements.length
}
const companiesOf = async (accion: string) =>
  (await app.owner.selectFrom('auditoria').select(['empresa_id', 'usuario_id', 'actor_id', 'objeto', 'detalle']).where('accion', '=', accion).orderBy('id').execute())
const hechosOf = (accion: string) => app.owner.selectFrom('administracion_hecho').select(['usuario_id', 'objeto', 'detalle']).where('accion', '=', accion).execute()

it('writes it down in every company where the person works, in one statement; not where that ended, nor in a suspended company', async () => {
  const empresas = []
  for (let n = 0; n < 5; n++) empresas.push(await buildEmpresa(app))
  const [left, suspended, ...own] = empresas
  const { id } = await buildUsuario(app, { empresas })
  await app.owner.updateTable('usuario_empresa').set({ activo: false }).where('empresa_id', '=', left!.id).execute()
  await app.owner.updateTable('empresa').set({ suspendida_en: app.clock.now(), suspendida_motivo: 'prueba' }).where('id', '=', suspended!.id).execute()
  expect(await record(id, id, 'prueba.propia')).toBe(1)
  const rows = await companiesOf('prueba.propia')
  expect(rows.map(({ empresa_id }) => empresa_id).sort()).toEqual(own.map((empresa) => empresa.id).sort())
  for (const row of rows) expect(row).toMatchObject({ usuario_id: id, actor_id: null, objeto: id, detalle: { de: 'ñ' } })
  expect(await hechosOf('prueba.propia')).toEqual([])
})

it('writes it down in that of the installation where another did it, or the person is in no company', async () => {
  const empresa = await buildEmpresa(app)
  const [{ id: soporte }, { id }] = [await buildUsuario(app, { empresas: [], superAdmin: true }), await buildUsuario(app, { empresas: [empresa] })]
  await record(soporte, id, 'prueba.ajena')
  expect([(await companiesOf('prueba.ajena')).map(({ empresa_id }) => empresa_id), await hechosOf('prueba.ajena')]).toEqual([[empresa.id], [{ usuario_id: soporte, objeto: id, detalle: { de: 'ñ' } }]])
  await record(soporte, soporte, 'prueba.sola')
  expect([await companiesOf('prueba.sola'), await hechosOf('prueba.sola')]).toEqual([[], [{ usuario_id: soporte, objeto: soporte, detalle: { de: 'ñ' } }]])
})

it('O-14: says who acted in the name of another', async () => {
  const [{ id: soporte }, { id }] = [await buildUsuario(app, { empresas: [], superAdmin: true }), await buildUsuario(app, { empresas: [await buildEmpresa(app)] })]
  await actingAs(soporte, () => record(id, id, 'prueba.soporte'))
  expect(await companiesOf('prueba.soporte')).toMatchObject([{ usuario_id: id, actor_id: soporte }])
})

it('is undone with what it tells of', async () => {
  const { id } = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
  const undone = app.deps.db.transaction().execute(async (tx) => {
    await recordDeUsuario(tx, { usuarioId: id, objeto: id, en: app.clock.now(), accion: 'prueba.deshecha' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await companiesOf('prueba.deshecha')).toEqual([])
})
