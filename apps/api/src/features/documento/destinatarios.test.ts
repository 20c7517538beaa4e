import { randomUUID } from 'node:crypto'
import {
  createCompra,
  createCotizacion,
  createPersona,
  createRetencionRecibida,
  editPersona,
  emitFactura,
  registerFactura,
  type Emitido,
  type Endpoint,
  type FacturaFormInput,
  type PersonaGuardada,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { tokenOfNew } from '../../testing/builders.ts'
import { buildEmisor, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { compraForm, retencionRecibidaForm } from '../../testing/matrix-muestras.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor

beforeAll(async () => {
  ;[app, sri] = await Promise.all([
    buildTestApp({ now: NOW, env: { LIMITE_DESTINATARIOS_USUARIO: '60', LIMITE_DESTINATARIOS_EMPRESA: '300' } }),
    startSimulador({ reloj: NOW }),
  ])
})
beforeEach(async () => {
  emisor = await buildEmisor(app, sri)
})
afterAll(async () => {
  await app?.close()
  await sri?.stop()
})

let count = 0
const extranos = (n: number) => Array.from({ length: n }, () => `extrano${++count}@ejemplo.ec`)
const emit = (correos: string[], comprador: Partial<FacturaFormInput['comprador']> = {}, token = emisor.token) => {
  const form = facturaForm()
  return app.call<Emitido>(emitFactura, {
    token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: { ...form, comprador: { ...form.comprador, ...comprador, correos } },
  })
}
const persona = (correos: string[], identificacion: string) => ({
  tipo_identificacion: '05' as const,
  identificacion,
  razon_social: 'CONOCIDA',
  nombre_comercial: '',
  roles: ['cliente' as const],
  correos,
  telefonos: [],
  direccion: '',
  dias_credito: 0,
  activo: true,
})
const register = (correos: string[], identificacion = '1710034065') =>
  app.call<PersonaGuardada>(createPersona, {
    token: emisor.token,
    headers: { 'idempotency-key': randomUUID() },
    body: persona(correos, identificacion),
  })
const counted = async () =>
  (
    await sql<{
      clave: string
      n: number
    }>`select clave, cardinality(en) as n from limite_uso where clave like 'destinatario|%' and clave like ${`%${emisor.usuario.id}`}`.execute(
      app.owner,
    )
  ).rows[0]?.n ?? 0

it('one address of a document is free, and so are those that the catalogue knows of its receiver', async () => {
  expect((await emit(extranos(1))).status).toBe(200)
  const correos = extranos(5)
  const WRITTEN = 4
  await register(correos)
  const suya = { tipo_identificacion: '05', identificacion: '1710034065', razon_social: 'CONOCIDA' } as const
  expect((await emit([...correos.map((correo) => correo.toUpperCase()), ...extranos(1)], suya)).status).toBe(200)
  expect(await counted()).toBe(WRITTEN)
  expect((await emit([...correos, ...extranos(3)], suya)).status).toBe(200)
  expect(await counted()).toBe(WRITTEN + 2)
})

it('every further unknown one counts as a letter to a stranger: the sixty-first in an hour is refused, and nothing is taken or kept', async () => {
  const seller = await tokenOfNew(app, { empresas: [emisor], rol: ROL.ADMIN })
  const documents = async () =>
    (await app.owner.selectFrom('documento').select('secuencial').where('empresa_id', '=', emisor.id).orderBy('secuencial').execute()).map(
      ({ secuencial }) => secuencial,
    )
  const answers = []
  for (let n = 0; n < 8; n++) answers.push(await emit(extranos(10), {}, seller))
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 6 }, () => 200), 429, 429])
  expect(answers.at(-1)).toMatchObject({ msg: expect.stringContaining('demasiados destinatarios') })
  expect((await emit(extranos(1), {}, seller)).data.numero).toBe('001-001-000000007')
  expect(await documents()).toEqual([1, 2, 3, 4, 5, 6, 7])
})

it('the company has a limit of its own, of 300 a day for all its people', async () => {
  const sellers = await Promise.all(Array.from({ length: 6 }, async () => await tokenOfNew(app, { empresas: [emisor], rol: ROL.ADMIN })))
  const statuses: number[] = []
  for (const token of sellers) for (let n = 0; n < 6; n++) statuses.push((await emit(extranos(10), {}, token)).status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(33)
})

it('addresses written down for a person count like those of a document, beyond the first: who fills the catalogue mails no more', async () => {
  const cedulas = Array.from({ length: 8 }, (_, n) => cedulaOf(n))
  const [first, ...others] = await Promise.all(cedulas.slice(0, 6).map((cedula) => register(extranos(10), cedula)))
  expect([first, ...others].map((answer) => answer?.status)).toEqual(Array.from({ length: 6 }, () => 200))
  expect(await register(extranos(10), cedulas[6])).toMatchObject({ status: 429, msg: expect.stringContaining('demasiados destinatarios') })
  expect(await register(extranos(1), cedulas[6])).toMatchObject({ status: 200 })
  const { id = '', version, correos = [], identificacion = '' } = first?.data ?? {}
  const edit = (suyos: string[]) =>
    app.call(editPersona, { token: emisor.token, params: { id }, body: { ...persona(suyos, identificacion), version } })
  expect((await edit(extranos(10))).status).toBe(429)
  expect((await edit(correos.slice(0, 5))).status).toBe(200)
})

const ruc = (at: number) => ({ identificacion: `${cedulaOf(at)}001` })
const ajeno = (at: number, correos: string[]) => ({
  tipo_identificacion: '05',
  identificacion: cedulaOf(at),
  razon_social: 'AJENA',
  correos,
})
/** Calls that store a new person and send no mail. */
const ENTRADAS: readonly [string, Endpoint, (at: number, correos: string[]) => object][] = [
  [
    'a quote',
    createCotizacion,
    (at, correos) => ({
      establecimiento: '001',
      punto: '001',
      validez_dias: 15,
      comprador: ajeno(at, correos),
      lineas: facturaForm().lineas,
    }),
  ],
  [
    'a purchase',
    createCompra,
    (at, correos) => ({
      ...compraForm,
      numero: `001-001-00000000${at}`,
      proveedor: { tipo_identificacion: '04', razon_social: 'AJENA', ...ruc(at), correos },
    }),
  ],
  [
    'a withholding of a client',
    createRetencionRecibida,
    (at, correos) => ({ ...retencionRecibidaForm, agente: { ...retencionRecibidaForm.agente, ...ruc(at), correos } }),
  ],
  [
    'a sale of elsewhere',
    registerFactura,
    (at, correos) => ({
      ...facturaForm({ comprador: ajeno(at, correos) as FacturaFormInput['comprador'] }),
      registro: { modo: 'FISICA', numero: `001-001-00000000${at}`, autorizacion: '1234567890', fecha: '2026-06-01' },
    }),
  ],
]

it.each(ENTRADAS)('addresses that come with %s count like those written down for a person', async (_what, endpoint, bodyOf) => {
  const enter = (at: number, correos: string[]) =>
    app.call(endpoint, {
      token: emisor.token,
      params: { id: randomUUID() },
      headers: { 'idempotency-key': randomUUID() },
      body: bodyOf(at, correos),
    })
  const statuses = []
  for (let at = 1; at <= 7; at++) statuses.push((await enter(at, extranos(10))).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect(await counted()).toBe(54)
  expect((await enter(8, extranos(1))).status).toBe(200)
})
