import {
  listRetencionElegida,
  proposeRetencion,
  saveRetencionElegida,
  type PropuestaRetencion,
  type RetencionElegida,
} from '@yupana/contract'
import { fromUnits } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildEmpresa, tokenOfNew } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

// The withholding codes chosen by a company for its purchases (issue 14, part 8).

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-06-15T10:00:00-05:00' })
})
beforeEach(async () => {
  empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'AGENTE_RETENCION', desde: '2024-01-01', valor: '1' }] })
  token = await tokenOfNew(app, { empresas: [empresa], rol: ROL.ADMIN })
})
afterAll(() => app?.close())

const ELEGIDA: RetencionElegida = { impuesto: '1', operacion: 'TRANSPORTE', persona: '3440', sociedad: null, version: 0 }
const save = (body: Partial<RetencionElegida> = {}, bearer = token) =>
  app.call<RetencionElegida>(saveRetencionElegida, { token: bearer, body: { ...ELEGIDA, ...body } })
const list = async (bearer = token) => (await app.call<RetencionElegida[]>(listRetencionElegida, { token: bearer })).data
const rentaOf = async (sociedad: boolean, bearer = token) => {
  const proveedor = { sociedad, regimen: 'GENERAL' }
  const body = { operacion: 'TRANSPORTE', proveedor, base: fromUnits(100), iva: fromUnits(15) }
  const { renta } = (await app.call<PropuestaRetencion>(proposeRetencion, { token: bearer, body })).data
  return [renta.codigo, renta.motivo]
}

it('what the company chose is proposed with that reason, for the kind of supplier that it was chosen for', async () => {
  expect(await rentaOf(false)).toEqual(['310', 'Por el concepto de la compra.'])
  expect((await save()).data).toEqual({ ...ELEGIDA, version: 1 })
  expect(await list()).toEqual([{ ...ELEGIDA, version: 1 }])
  expect(await rentaOf(false)).toEqual(['3440', 'La empresa lo eligió así.'])
  expect(await rentaOf(true)).toEqual(['310', 'Por el concepto de la compra.'])
  expect((await save({ persona: null, version: 1 })).status).toBe(200)
  expect(await rentaOf(false)).toEqual(['310', 'Por el concepto de la compra.'])
})

it('of two who choose at once the second is told, and nobody else reads or changes it', async () => {
  const answers = await Promise.all([save(), save({ persona: '312' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const segundos = await Promise.all([save({ version: 1 }), save({ persona: '312', version: 1 })])
  expect(segundos.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await save({}, await tokenOfNew(app, { empresas: [empresa], rol: ROL.VENDEDOR }))).status).toBe(403)
  const otra = await tokenOfNew(app, { empresas: [await buildEmpresa(app)], rol: ROL.ADMIN })
  expect(await list(otra)).toEqual([])
  expect((await save({}, otra)).status).toBe(200)
  expect(await list()).toMatchObject([{ version: 2 }])
})

it('a version that nobody read is told apart from one that cannot be', async () => {
  await save()
  expect((await save({ version: 2_147_483_647 })).status).toBe(409)
  const { status, problems } = await save({ version: 2_147_483_648 })
  expect([status, problems[0]?.campo]).toEqual([422, 'version'])
  expect(await list()).toEqual([{ ...ELEGIDA, version: 1 }])
})

it.each([
  ['of the other tax', { persona: '9' }],
  ['that is in no table', { persona: '999' }],
  ['of payments abroad', { sociedad: '500' }],
])('a code %s is refused and nothing is kept', async (_what, change) => {
  const { status, problems } = await save(change)
  expect(status).toBe(422)
  expect(problems[0]?.message).toMatch(/^El código \w+ no es de retenciones de Renta en el país que rijan hoy\.$/)
  expect(await list()).toEqual([])
})
