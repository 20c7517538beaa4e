import { randomUUID } from 'node:crypto'
import { createFirma, moveFirma, payFirma, refundOrden, type SolicitudFirma } from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { huella } from '../../testing/huella.ts'
import { buildOrdenPagada, type FirmaVendida } from '../../testing/orden-pagada.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'

let app: TestApp
let empresaId: EmpresaId
let usuarioId: string
let token: string
let mesa: string

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-11-24T10:00:00-05:00' })
  mesa = await tokenOfNew(app, { empresas: [], superAdmin: true })
})
afterAll(() => app?.close())
beforeEach(async () => {
  const empresa = await buildEmpresa(app)
  empresaId = empresa.id
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  usuarioId = usuario.id
  token = (await app.signIn(usuario.username)).token
})

const NATURAL: FirmaVendida = { tipo: 'NATURAL', anios: 1 }
const JURIDICA: FirmaVendida = { tipo: 'JURIDICA', anios: 3 }

const paidOrder = (...firmas: FirmaVendida[]) => buildOrdenPagada(app, { empresaId, usuarioId }, firmas)
/** A sent request in a state of the desk; paid by the first signature of that order. */
async function sent(estado: string, { tipo, anios } = NATURAL, orden?: string): Promise<string> {
  const id = randomUUID()
  const en = app.clock.now()
  await sql`
    insert into firma_solicitud (empresa_id, id, usuario_id, tipo, anios, estado, titular, fecha, enviada_en, valida_desde, valida_hasta, creada_en, editada_en)
    select ${empresaId}, ${id}, ${usuarioId}, ${tipo}, ${anios}, e, 'ANA PAZ', '2026-11-24', ${en}::timestamptz,
           case e when 'EMITIDA' then '2026-11-24'::date end, case e when 'EMITIDA' then '2027-11-24'::date end, ${en}, ${en}
      from (values (${estado})) v(e)`.execute(app.owner)
  if (orden !== undefined) await sql`update firma_pagada set solicitud_id = ${id} where orden_id = ${orden} and n = 1`.execute(app.owner)
  return id
}
const begin = (body: object) =>
  app.call<SolicitudFirma>(createFirma, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: { tipo: 'NATURAL', anios: 1, ...body },
  })
const reject = (id: string) =>
  app.call(moveFirma, {
    token: mesa,
    body: { empresa_id: empresaId, id, version: 1, estado: 'RECHAZADA', motivo: 'La entidad no la emite' },
  })
const giveBack = (id: string) =>
  app.call(refundOrden, { token: mesa, body: { empresa_id: empresaId, id, version: 1, motivo: 'Pagó dos veces' } })
const pagadasDe = (orden: string) =>
  app.owner.selectFrom('firma_pagada').select(['n', 'solicitud_id']).where('orden_id', '=', orden).orderBy('n').execute()

it('nothing of an order whose money went back pays for a request, also where its own is refused afterwards', async () => {
  const [orden, planted] = [await paidOrder(NATURAL, NATURAL), await paidOrder(NATURAL)]
  const id = await sent('APROBADA', NATURAL, orden)
  expect((await giveBack(orden)).status).toBe(200)
  expect(await pagadasDe(orden)).toEqual([{ n: 1, solicitud_id: id }])
  expect((await reject(id)).status).toBe(200)
  expect(await pagadasDe(orden)).toEqual([])
  await app.owner.updateTable('orden').set({ estado: 'DEVUELTA' }).where('id', '=', planted).execute()
  const next = (await begin({})).data
  const used = await app.call(payFirma, { token, params: { id: next.id }, body: { orden_id: planted } })
  expect([next.por_usar, used.status, (await begin({ orden_id: planted })).status]).toEqual([[], 422, 422])
})

it('a paid signature begins the very request that was pressed', async () => {
  const orden = await paidOrder(NATURAL, JURIDICA)
  const { data } = await begin({ orden_id: orden, n: 2 })
  expect(data).toMatchObject({ ...JURIDICA, pago: { orden_id: orden } })
  expect(await pagadasDe(orden)).toEqual([
    { n: 1, solicitud_id: null },
    { n: 2, solicitud_id: data.id },
  ])
  const before = await huella(app)
  for (const n of [2, 3, 0, 40_000]) expect((await begin({ orden_id: orden, n })).status).toBe(422)
  expect((await begin({ n: 1 })).problems).toMatchObject([{ campo: 'orden_id' }])
  expect(await huella(app)).toEqual(before)
})

it('money that goes back while a request is approved leaves it its signature', async () => {
  const orden = await paidOrder(NATURAL)
  const id = await sent('EN_REVISION', NATURAL, orden)
  const { refund } = await app.owner.transaction().execute(async (tx) => {
    await sql`update firma_solicitud set estado = 'APROBADA' where id = ${id}`.execute(tx)
    const asked = giveBack(orden)
    await untilWaiting(app)
    return { refund: asked }
  })
  expect((await refund).status).toBe(200)
  expect(await pagadasDe(orden)).toEqual([{ n: 1, solicitud_id: id }])
})

it('O-80 the desk ends a request that nobody corrects, and what paid for it is free', async () => {
  const orden = await paidOrder(NATURAL)
  const id = await sent('OBSERVADA', NATURAL, orden)
  expect((await reject(id)).status).toBe(200)
  expect(await pagadasDe(orden)).toEqual([{ n: 1, solicitud_id: null }])
  expect((await begin({})).data.por_usar).toMatchObject([{ orden_id: orden }])
})
