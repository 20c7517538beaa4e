import { randomUUID } from 'node:crypto'
import {
  acceptRecibido,
  emitFactura,
  importRecibido,
  pedidosRecibido,
  pedirRecibidos,
  searchRecibido,
  type Emitido,
  type Importacion,
  type Listing,
  type Pedidos,
  type RecibidoFila,
} from '@yupana/contract'
import { buildClaveAcceso, readClaveAcceso } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmisor, buildWorker, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

const NOW = '2026-06-15T10:00:00-05:00'
let app: TestApp
let sri: SimuladorDePrueba
let worker: ReturnType<typeof buildWorker>
let proveedor: Emisor
let empresa: Emisor

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp({ now: NOW }), startSimulador({ reloj: NOW })])
  ;[proveedor, empresa] = [await buildEmisor(app, sri), await buildEmisor(app, sri)]
  worker = buildWorker(app, sri)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
})

async function sold(to: { ruc: string } = empresa): Promise<Emitido> {
  const { data, problems } = await app.call<Emitido>(emitFactura, {
    token: proveedor.token,
    params: { id: randomUUID() },
    headers: { 'idempotency-key': randomUUID() },
    body: { ...facturaForm(), comprador: { tipo_identificacion: '04', identificacion: to.ruc, razon_social: 'QUIEN RECIBE' } },
  })
  expect(problems).toEqual([])
  return data
}
const ask = (claves: string) => app.call<Importacion>(pedirRecibidos, { token: empresa.token, body: { claves } })
const progress = async () => (await app.call<Pedidos | null>(pedidosRecibido, { token: empresa.token })).data
const inbox = async () =>
  (await app.call<Listing<RecibidoFila>>(searchRecibido, { token: empresa.token, query: { size: '50' } })).data.content
const upload = (content: string, name = 'lista.txt') => {
  const form = new FormData()
  form.set('file', new Blob([content]), name)
  return app.call<Importacion>(importRecibido, { token: empresa.token, form })
}
/** Another clave of the same supplier, unknown to the SRI. */
const other = (clave: string, change: { secuencial?: string; codDoc?: string; ruc?: string } = {}) =>
  buildClaveAcceso({ ...readClaveAcceso(clave)!, secuencial: '000009999', ...change })

describe('claves and the list of the SRI (O-77)', () => {
  it('brings documents by their claves in the background, each once, and says how far it is', async () => {
    const [a, b] = [await sold(), await sold()]
    await worker.settle()
    expect(await progress()).toBeNull()
    const unknown = other(a.clave)
    const { data, problems } = await ask(`${a.clave}\n${b.clave} ${a.clave}\n${unknown}`)
    expect(problems).toEqual([])
    expect(data).toMatchObject({ nuevos: 0, pedidos: 3, repetidos: 0, rechazados: 0 })
    expect(await progress()).toMatchObject({ total: 3, pendientes: 3, traidos: 0 })
    expect(await worker.traida.bring()).toBe(3)
    expect(await progress()).toEqual({
      total: 3,
      pendientes: 0,
      traidos: 2,
      espera: null,
      problemas: [{ clave: unknown, motivo: 'El SRI no tiene este comprobante. Si es de hoy, pídalo de nuevo más tarde.' }],
    })
    expect((await inbox()).map(({ clave, autorizado, avisos }) => [clave, autorizado, avisos]).sort()).toEqual(
      [a.clave, b.clave].sort().map((clave) => [clave, true, []]),
    )
    // A received clave is not asked for again; one that the SRI did not have is.
    expect((await ask(`${a.clave} ${unknown}`)).data).toMatchObject({ pedidos: 1, repetidos: 1 })
    await worker.traida.bring()
  })

  it('a silent SRI is asked again later, and nothing is lost', async () => {
    const { clave } = await sold()
    await worker.settle()
    await sri.control('POST', '/config', { caido: true })
    await ask(clave)
    await worker.traida.bring()
    expect(await progress()).toMatchObject({ pendientes: 1, espera: 'El SRI no responde: se vuelve a pedir.' })
    await sri.control('POST', '/config', { caido: false })
    expect(await worker.traida.bring()).toBe(0)
    app.clock.advance(3_600_000)
    await worker.traida.bring()
    expect(await progress()).toMatchObject({ pendientes: 0, traidos: 1 })
  })

  it('the list file of any year is read by its claves; each line says why it is not asked for', async () => {
    const own = other((await sold()).clave, { ruc: empresa.ruc })
    const nueva = (await sold()).clave
    const guia = other(nueva, { codDoc: '06' })
    const columnas = 'RUC_EMISOR\tRAZON_SOCIAL_EMISOR\tTIPO_COMPROBANTE\tCLAVE_ACCESO\tFECHA_AUTORIZACION'
    const rows = [nueva, own, guia, `${nueva.slice(0, 48)}${(Number(nueva[48]) + 1) % 10}`].map(
      (clave) => `17\tX\tFactura\t${clave}\t15/06/2026`,
    )
    const { data, problems } = await upload([columnas, ...rows].join('\r\n'))
    expect(problems).toEqual([])
    expect(data).toMatchObject({ pedidos: 1, rechazados: 3 })
    expect(data.archivos.flatMap(({ motivo }) => motivo ?? [])).toEqual([
      'Lo emitió su propia empresa.',
      'Es una guía de remisión: no se registra como compra.',
      expect.stringContaining('La clave de acceso no es válida'),
    ])
    const why = async (text: string) => (await upload(text)).problems[0]?.message
    expect(await why(`RUC_EMISOR\tSERIE\tVALOR\n17\tX\t1`)).toBe(
      'La lista no tiene la columna de la clave de acceso. Sus columnas: RUC_EMISOR, SERIE, VALOR.',
    )
    expect(await why('CLAVE;TOTAL;X\n2,20620261E+48;10;1')).toBe(
      'La hoja de cálculo redondeó las claves: use el archivo como lo bajó del SRI.',
    )
    expect((await ask('hola')).problems[0]).toEqual({ campo: 'claves', message: 'No hay ninguna clave de acceso de 49 dígitos.' })
  })

  it('a document that its supplier voided since is told, and is not registered any more', async () => {
    const { clave } = (await inbox())[0]!
    await sri.control('POST', '/anulacion', { clave })
    const found = async () => (await inbox()).find((one) => one.clave === clave)!
    expect((await found()).anulado).toBe(false)
    await app.owner.updateTable('recibido').set({ proxima_consulta: app.clock.now() }).where('clave', '=', clave).execute()
    while (await worker.traida.watch());
    expect((await found()).anulado).toBe(true)
    const { problems } = await app.call(acceptRecibido, { token: empresa.token, params: { id: (await found()).id }, body: {} })
    expect(problems[0]?.message).toContain('El proveedor anuló este comprobante en el SRI')
  })

  it('R-6.14: only who may asks for claves', async () => {
    await expectGuarded(app, empresa, pedirRecibidos, { body: { claves: '1' } }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
  })
})
