import { randomUUID } from 'node:crypto'
import {
  availableNotificaciones,
  dismissNotificacion,
  editPlan,
  emitFactura,
  searchEmpresa,
  type EmpresaAdministrada,
  type Emitido,
  type Listing,
  type NotificacionDisponible,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createDb, createPool } from '../../db/connect.ts'
import type { Ambiente } from '../../db/schema.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildEmisor, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'
import { tellPlanes } from './plan.service.ts'

const SIGUE = 'Puede seguir trabajando y emitiendo con normalidad: lo que pase del plan se liquida después con su proveedor.'
let app: TestApp
let sri: SimuladorDePrueba
let soporte: string
const pools: ReturnType<typeof createPool>[] = []

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador({ reloj: '2026-06-15T10:00:00-05:00' })])
  soporte = await tokenOfNew(app, { empresas: [], superAdmin: true })
  pools.push(...[1, 2].map(() => createPool(app.database.workerUrl, 'yupana_worker', { max: 2 })))
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await app?.close()
  await sri?.stop()
})

/** An emisor in that environment. */
async function emisorIn(ambiente: Ambiente): Promise<Emisor> {
  const emisor = await buildEmisor(app, sri)
  await app.owner.updateTable('empresa').set({ ambiente }).where('id', '=', emisor.id).execute()
  return emisor
}

/** Like two workers at once. */
const tell = () => Promise.all(pools.map((pool) => tellPlanes({ ...app.deps, db: createDb(pool) })))
const plan = (id: string, limits: object) =>
  app.call(editPlan, { token: soporte, body: { id, limite_documentos: null, limite_usuarios: null, limite_puntos: null, ...limits } })
const emit = async ({ token }: Emisor, times = 1) => {
  for (let n = 0; n < times; n++)
    expect(
      (
        await app.call<Emitido>(emitFactura, {
          token,
          params: { id: randomUUID() },
          headers: { 'idempotency-key': randomUUID() },
          body: facturaForm(),
        })
      ).status,
    ).toBe(200)
}
const letters = (para: string) =>
  app.owner
    .selectFrom('carta_cuenta')
    .select(['asunto', 'texto', 'id'])
    .where('para', '=', para)
    .orderBy('creado_en')
    .orderBy('id')
    .execute()
const shown = async (token: string) => (await app.call<NotificacionDisponible[]>(availableNotificaciones, { token })).data
const usedOf = async ({ ruc }: Emisor) =>
  (await app.call<Listing<EmpresaAdministrada>>(searchEmpresa, { token: soporte, query: { q: ruc } })).data.content[0]?.documentos
const dismiss = (token: string, id: string) => app.call(dismissNotificacion, { token, body: { id } })

describe('a plan that comes to its limit', () => {
  it("R-7.1.2 tells the company's ADMINs by letter and in the shell at 80 and 100 of 100, once whichever process looks, and stops no emission", async () => {
    const emisor = await emisorIn('PRODUCCION')
    const second = await buildUsuario(app, { empresas: [emisor] })
    const seller = await buildUsuario(app, { empresas: [emisor], rol: ROL.VENDEDOR })
    await plan(emisor.id, { limite_documentos: 5 })
    await emit(emisor, 3)
    await tell()
    expect([await letters(emisor.usuario.mail), await shown(emisor.token)]).toEqual([[], []])

    await emit(emisor)
    await tell()
    await tell()
    expect(await shown(emisor.token)).toEqual([
      {
        id: expect.any(String),
        type: 'ADVERTENCIA',
        message: `Su empresa llegó al 80 % de los 5 comprobantes que su plan cubre este mes. ${SIGUE}`,
      },
    ])
    for (const { mail } of [emisor.usuario, second]) expect(await letters(mail)).toHaveLength(1)
    expect(await letters(seller.mail)).toEqual([])
    expect(await shown((await app.signIn(seller.username)).token)).toEqual([])

    await emit(emisor, 3)
    await tell()
    const [full] = await shown(emisor.token)
    expect(full?.message).toBe(`Su empresa llegó a los 5 comprobantes que su plan cubre este mes. ${SIGUE}`)
    expect(await letters(emisor.usuario.mail)).toHaveLength(2)
    const [first] = await letters(emisor.usuario.mail)
    expect(app.deps.sobre.abrirCorto(first?.texto ?? Buffer.alloc(0), `carta de cuenta ${first?.id ?? ''}`).toString()).toContain(SIGUE)

    expect((await dismiss(emisor.token, full?.id ?? '')).status).toBe(200)
    expect((await dismiss(emisor.token, full?.id ?? '')).status).toBe(200)
    expect(await shown(emisor.token)).toEqual([])
    expect(await shown((await app.signIn(second.username)).token)).toHaveLength(1)
  })

  it('goes straight to the highest, and of another plan is told anew', async () => {
    const emisor = await emisorIn('PRODUCCION')
    await plan(emisor.id, { limite_documentos: 1 })
    await emit(emisor)
    await tell()
    expect(await letters(emisor.usuario.mail)).toHaveLength(1)
    await plan(emisor.id, { limite_documentos: 50 })
    await tell()
    expect(await shown(emisor.token)).toEqual([])
    await plan(emisor.id, { limite_documentos: 1 })
    await tell()
    expect([(await letters(emisor.usuario.mail)).length, (await shown(emisor.token)).length]).toEqual([1, 1])
  })

  it.each(['SIMULADOR', 'PRUEBAS'] as const)(
    'documents of %s have no tax validity: they are in no plan, also once the company is in PRODUCCION',
    async (ambiente) => {
      const emisor = await emisorIn(ambiente)
      await plan(emisor.id, { limite_documentos: 1 })
      await emit(emisor)
      await app.owner.updateTable('empresa').set({ ambiente: 'PRODUCCION' }).where('id', '=', emisor.id).execute()
      await tell()
      expect([await letters(emisor.usuario.mail), await shown(emisor.token), await usedOf(emisor)]).toEqual([[], [], 0])
    },
  )

  it('O-19 writes thousands as everywhere, and still counts what was issued in PRODUCCION once the company is out of it', async () => {
    const emisor = await buildEmisor(app, sri)
    await plan(emisor.id, { limite_documentos: 1_250 })
    await sql`insert into documento (empresa_id, id, ambiente, tipo, establecimiento, punto, secuencial, clave, fecha_emision, estado, receptor_tipo, receptor_identificacion, receptor_nombre,
                                     subtotal, descuento, iva, total, creado_en)
              select ${emisor.id}, gen_random_uuid(), 'PRODUCCION', '01', '001', '001', n, lpad(n::text, 49, '0'), '2026-06-15', 'EMITIDO', '05', '1712345675', 'ANA', 0, 0, 0, 0, ${app.clock.now()}
                from generate_series(1, 1250) n`.execute(app.owner)
    await tell()
    expect(await shown(emisor.token)).toMatchObject([
      { message: `Su empresa llegó a los 1,250 comprobantes que su plan cubre este mes. ${SIGUE}` },
    ])
  })

  it('is counted by one worker at a time', async () => {
    const emisor = await emisorIn('PRODUCCION')
    await plan(emisor.id, { limite_documentos: 1 })
    await emit(emisor)
    await app.owner.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(74023)`.execute(tx)
      await tell()
    })
    expect(await letters(emisor.usuario.mail)).toEqual([])
    await tell()
    expect(await letters(emisor.usuario.mail)).toHaveLength(1)
  })

  it('users and points are told of once there are more than the plan has', async () => {
    const emisor = await buildEmisor(app, sri)
    await plan(emisor.id, { limite_usuarios: 1, limite_puntos: 1 })
    await tell()
    expect(await shown(emisor.token)).toEqual([])
    await buildUsuario(app, { empresas: [emisor], rol: ROL.VENDEDOR })
    await tell()
    expect(await shown(emisor.token)).toMatchObject([{ message: `Su empresa tiene 2 usuarios activos y su plan cubre 1. ${SIGUE}` }])
    expect(await letters(emisor.usuario.mail)).toMatchObject([{ asunto: expect.stringContaining('aviso sobre su plan') }])
  })

  it("is nobody else's: another company's ADMIN neither sees it nor puts it away", async () => {
    const [emisor, other] = [await emisorIn('PRODUCCION'), await buildEmisor(app, sri)]
    await plan(emisor.id, { limite_documentos: 1 })
    await emit(emisor)
    await tell()
    const [aviso] = await shown(emisor.token)
    expect(await shown(other.token)).toEqual([])
    expect((await dismiss(other.token, aviso?.id ?? '')).status).toBe(404)
    expect((await dismiss(soporte, aviso?.id ?? '')).status).toBe(404)
    expect(await shown(emisor.token)).toHaveLength(1)
  })

  it('is told anew in another month', async () => {
    const emisor = await buildEmisor(app, sri)
    await plan(emisor.id, { limite_usuarios: 1 })
    await buildUsuario(app, { empresas: [emisor], rol: ROL.VENDEDOR })
    for (const [day, times] of [
      ['2026-06-30T23:00:00-05:00', 1],
      ['2026-07-01T00:30:00-05:00', 2],
    ] as const) {
      app.clock.set(day)
      await tell()
      expect(await letters(emisor.usuario.mail)).toHaveLength(times)
    }
  })
})
