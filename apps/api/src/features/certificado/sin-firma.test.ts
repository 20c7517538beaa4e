import { randomUUID } from 'node:crypto'
import {
  allCertificado,
  availableNotificaciones,
  dismissNotificacion,
  emitFactura,
  readComprobante,
  readContexto,
  readInicio,
  readSaludInstalacion,
  type Certificado,
  type ComprobanteDetalle,
  type Contexto,
  type Emitido,
  type Inicio,
  type NotificacionDisponible,
  type SaludInstalacion,
} from '@yupana/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildUsuario, tokenOfNew } from '../../testing/builders.ts'
import { buildEmisor, buildWorker, facturaForm, giveCertificado, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let worker: ReturnType<typeof buildWorker>
let soporte: string

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: '2026-06-16T10:00:00-05:00' })])
  worker = buildWorker(app, sri)
  soporte = (await buildUsuario(app, { empresas: [], superAdmin: true })).username
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

const tryToEmit = ({ token }: Emisor) =>
  app.call<Emitido>(emitFactura, {
    token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: facturaForm(),
  })
const emit = async (emisor: Emisor) => (await tryToEmit(emisor)).data
const contextOf = async ({ token }: Emisor) => {
  const { certificado, puntos } = (await app.call<Contexto>(readContexto, { token })).data
  return { apto: certificado?.apto, siguiente: puntos[0]?.siguiente }
}
const detail = async ({ token }: Emisor, id: string) =>
  (await app.call<ComprobanteDetalle>(readComprobante, { token, params: { id } })).data
const atencion = async ({ token }: Emisor) => (await app.call<Inicio>(readInicio, { token })).data.atencion
const bell = async ({ token }: Emisor) => (await app.call<NotificacionDisponible[]>(availableNotificaciones, { token })).data
const health = async () => {
  const { token } = await app.signIn(soporte)
  return (await app.call<SaludInstalacion>(readSaludInstalacion, { token })).data.empresas_sin_firma
}

const flip = (column: string) =>
  sql.raw(`${column} = set_byte(${column}, length(${column}) - 1, 255 - get_byte(${column}, length(${column}) - 1))`)
const TAMPERED: Record<string, (emisor: Emisor) => unknown> = {
  'the sealed key changed': ({ id }) =>
    sql`update certificado_llave set ${flip('llave_cifrada')} where empresa_id = ${id}`.execute(app.owner),
  'the sealed key cut': ({ id }) =>
    sql`update certificado_llave set llave_cifrada = substring(llave_cifrada from 1 for 20) where empresa_id = ${id}`.execute(app.owner),
  'its envelope changed': ({ id }) => sql`update certificado_llave set ${flip('dek_envuelta')} where empresa_id = ${id}`.execute(app.owner),
  'the name of the master key changed': ({ id }) =>
    sql`update certificado_llave set kek_id = '000000000000' where empresa_id = ${id}`.execute(app.owner),
  'the key gone': ({ id }) => sql`delete from certificado_llave where empresa_id = ${id}`.execute(app.owner),
  'the certificate changed': ({ id }) =>
    sql`update certificado set ${flip('der')}, huella = reverse(huella) where empresa_id = ${id}`.execute(app.owner),
  'the key of another company': async ({ id }) => {
    const other = await buildEmisor(app, sri)
    await sql`update certificado_llave l set dek_envuelta = o.dek_envuelta, llave_cifrada = o.llave_cifrada from certificado_llave o
               where l.empresa_id = ${id} and o.empresa_id = ${other.id}`.execute(app.owner)
  },
}

it.each(Object.entries(TAMPERED))('a signature that does not open signs nothing and is told everywhere: %s', async (_what, tamper) => {
  const emisor = await buildEmisor(app, sri)
  const before = await health()
  await tamper(emisor)
  const { id } = await emit(emisor)
  await worker.tick()
  expect(await detail(emisor, id)).toMatchObject({ estado: 'EMITIDO', espera_por: expect.stringContaining('no se puede abrir') })
  expect((await app.call<Certificado[]>(allCertificado, { token: emisor.token })).data[0]).toMatchObject({
    apto: false,
    rechazos: [{ codigo: 'LLAVE_INSERVIBLE' }],
  })
  expect(await atencion(emisor)).toMatchObject({ sin_firmar: 1, firma: { inservible: true } })
  expect((await bell(emisor))[0]).toMatchObject({
    type: 'INCIDENTE',
    message: expect.stringMatching(/^1 comprobante espera su firma\. La llave/),
  })
  expect(await health()).toBe(before + 1)
  // O-48: while the fault is known, the next document takes no number, and the editor shows it before the form is filled in.
  expect(await tryToEmit(emisor)).toMatchObject({ status: 422, msg: expect.stringContaining('no se puede abrir') })
  expect(await contextOf(emisor)).toEqual({ apto: false, siguiente: 2 })
  // A new signature: the document goes on by itself, and the notice ends.
  await giveCertificado(app, sri, emisor, emisor.usuario.id)
  expect(await contextOf(emisor)).toEqual({ apto: true, siguiente: 2 })
  app.clock.advance(70_000)
  await worker.tick()
  await worker.settle(2)
  expect(await detail(emisor, id)).toMatchObject({ estado: 'AUTORIZADO', espera_por: null })
  expect([await bell(emisor), await health(), (await atencion(emisor)).sin_firmar]).toEqual([[], before, 0])
})

it.each(['the sealed key changed', 'the key gone', 'the certificate changed'])(
  'a signature that was opened before is not used once it is tampered with: %s',
  async (what) => {
    const emisor = await buildEmisor(app, sri)
    const first = await emit(emisor)
    await worker.settle(1)
    expect((await detail(emisor, first.id)).estado).toBe('AUTORIZADO')
    await TAMPERED[what]?.(emisor)
    const { id } = await emit(emisor)
    // One turn finds another key, the next one opens it.
    await worker.tick()
    await worker.tick()
    expect(await detail(emisor, id)).toMatchObject({ estado: 'EMITIDO', espera_por: expect.stringContaining('no se puede abrir') })
    expect((await contextOf(emisor)).apto).toBe(false)
  },
)

it('a certificate that lapses while documents wait is told, and its notice is put away for one person only', async () => {
  const emisor = await buildEmisor(app, sri)
  const hasta = new Date(app.clock.now().getTime() + 3_600_000)
  await giveCertificado(app, sri, emisor, emisor.usuario.id, hasta.toISOString())
  const { id } = await emit(emisor)
  app.clock.advance(2 * 3_600_000)
  emisor.token = (await app.signIn(emisor.usuario.username)).token
  await worker.tick()
  expect((await detail(emisor, id)).espera_por).toMatch(/^La firma electrónica venció el 15\/06\/2026\. Un administrador debe cargar/)
  const [aviso] = await bell(emisor)
  expect(aviso?.message).toContain('venció')
  const colleague = { ...emisor, token: await tokenOfNew(app, { empresas: [emisor] }) }
  expect((await app.call(dismissNotificacion, { token: emisor.token, body: { id: aviso?.id } })).status).toBe(200)
  expect([(await bell(emisor)).length, (await bell(colleague)).length]).toEqual([0, 1])
  const stranger = await buildEmisor(app, sri)
  expect((await app.call(dismissNotificacion, { token: stranger.token, body: { id: aviso?.id } })).status).toBe(404)
})
