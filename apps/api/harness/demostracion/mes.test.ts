import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import {
  readAts,
  readPapel,
  readSaldo,
  resumenCartera,
  searchCompra,
  searchComprobante,
  searchCuenta,
  searchRetencionPracticada,
  type CompraFila,
  type ComprobanteFila,
  type Endpoint,
  type Listing,
  type Papel,
  type RetencionPracticada,
  type SaldoFactura,
} from '@yupana/contract'
import { fechaIn, formatMonto, startOf } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createPasswordHasher } from '../../src/features/sesion/sesion.door.ts'
import { newestBuild } from '../../src/instalacion/built.ts'
import { codecKeyOf } from '../../src/secretos/codec-key.ts'
import { buildTestApp, type TestApp } from '../../src/testing/build-test-app.ts'
import { buildThread } from '../../src/testing/build-thread.ts'
import { CLAVE_MAESTRA } from '../../src/testing/builders.ts'
import { buildWorker } from '../../src/testing/emisor.ts'
import { ivaOf, mesDePrueba, monto, readVector } from '../../src/testing/mes-de-prueba.ts'
import { readZip } from '../../src/testing/read-zip.ts'
import { startSimulador, type SimuladorDePrueba } from '../../src/testing/simulador.ts'
import { atsComplaint, hasOficial } from '../../src/testing/xml-judge.ts'
import { ApiClient } from '../demo/api-client.ts'
import { certificadoDelSimulador } from './certificado-simulador.ts'
import { PASSWORD_DEMO, CONTADORA } from './demo-data.ts'
import { cargarCertificado, type EmpresaFundada } from './empresas.ts'
import { ANTES_DEL_MES, fundarMes, ingresarMes, isMesIngresado, type MundoDelMes, PERIODO_DEL_MES } from './mes.ts'
import { totalOf } from './mes-formularios.ts'

// Seven sales and ten purchases, entered over HTTP like the screens, signed, and authorised over SOAP, each on its day.

let app: TestApp
let sri: SimuladorDePrueba
let worker: ReturnType<typeof buildWorker>
let dataDir: string
let fundada: EmpresaFundada
let api: ApiClient
const MORNING_MS = 9 * 3_600_000
const morningOf = (fecha: string) => new Date(startOf(fecha).getTime() + MORNING_MS)

/** Sets both clocks to the same moment; the authority's runs on from there. */
async function setClocks(at: Date): Promise<void> {
  app.clock.set(at)
  const [{ desfaseReloj }, { hora }] = [
    await sri.control<{ desfaseReloj: number }>('GET', '/config'),
    await sri.control<{ hora: string }>('GET', '/salud'),
  ]
  await sri.control('POST', '/config', { desfaseReloj: desfaseReloj + at.getTime() - Date.parse(hora) })
}

const mundo: MundoDelMes = {
  async beginDay(fecha) {
    await setClocks(morningOf(fecha))
    await api.signIn(CONTADORA.username, PASSWORD_DEMO, codecKeyOf(CLAVE_MAESTRA), () => 0)
    return api
  },
  untilRest: () => worker.settle(),
}

beforeAll(async () => {
  await buildThread('features/certificado/p12.thread.ts')
  const now = morningOf(ANTES_DEL_MES).toISOString()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'yupana-mes-'))
  ;[app, sri] = await Promise.all([buildTestApp({ now }), startSimulador({ reloj: now })])
  worker = buildWorker(app, sri)
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.server.address()
  api = new ApiClient(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/${app.deps.config.segmento}`)
  fundada = await fundarMes({ ...app.deps, db: app.owner }, createPasswordHasher(CLAVE_MAESTRA))
  const script = path.join(newestBuild('sri-simulator'), 'certificado.js')
  await cargarCertificado(app.deps, fundada, certificadoDelSimulador({ script, dataDir, clock: app.clock }))
  await ingresarMes(mundo)
})
afterAll(async () => {
  await worker?.close()
  await app?.close()
  await sri?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const { ventas, compras, esperado } = mesDePrueba
const withheld = compras.filter(({ retRenta }) => retRenta !== undefined && retRenta.pct !== '0.00')
const dollars = (text = '0') => formatMonto(monto(text), 2)
const pageOf = async <T>(endpoint: Endpoint, query: Record<string, string> = {}) =>
  (await api.call<Listing<T>>(endpoint, { query: { size: '50', ...query } })).content
const papelOf = (formulario: string) => api.call<Papel>(readPapel, { query: { formulario, periodo: PERIODO_DEL_MES } })
const boxesOf = ({ secciones }: Papel) =>
  Object.fromEntries(
    secciones
      .flatMap(({ filas }) => filas.flatMap(({ casillas }) => casillas.filter((one) => one !== null)))
      .map(({ codigo, valor, unidad }) => [codigo, formatMonto(valor, unidad === 'factor' ? 4 : unidad === 'conteo' ? 0 : 2)]),
  )
const emitidos = () => pageOf<ComprobanteFila>(searchComprobante)

describe('the fictitious month, entered through the calls of the screens', () => {
  it('issues each document under its number on its day, and the authority holds it as authorised on that day', async () => {
    const documentos = await emitidos()
    const asText = (rows: readonly unknown[][]) => rows.map((row) => row.join(' ')).toSorted()
    const liquidaciones = compras.filter(({ tipo }) => tipo === '03')
    expect(asText(documentos.map((one) => [one.tipo, one.numero, one.fecha_emision, one.estado, formatMonto(one.total, 2)]))).toEqual(
      asText([
        ...[...ventas, ...liquidaciones].map((one) => [one.tipo, one.numero, one.fecha, 'AUTORIZADO', formatMonto(totalOf(one), 2)]),
        ...withheld.map(({ fecha, retRenta, retIva }, at) => {
          const total = formatMonto(monto(retRenta?.valor) + monto(retIva?.valor), 2)
          return ['07', `001-001-000000${701 + at}`, fecha, 'AUTORIZADO', total]
        }),
      ]),
    )
    for (const { clave, autorizacion, autorizado_en: en, fecha_emision: fecha } of documentos) {
      expect([autorizacion, fechaIn(new Date(en ?? 0))]).toEqual([clave, fecha])
      const { intentos } = await sri.control<{ intentos: { autorizacion: { estado: string; fecha: string } }[] }>('GET', `/libro/${clave}`)
      expect(intentos.map((one) => [one.autorizacion.estado, one.autorizacion.fecha.slice(0, 10)])).toEqual([['AUTORIZADO', fecha]])
    }
  })

  it('registers each purchase with its sustento on its day', async () => {
    const filas = await pageOf<CompraFila>(searchCompra)
    expect(
      filas.map((one) => [one.tipo, one.numero, one.fecha_emision, one.fecha_registro, one.sustento, one.estado, one.total]).toSorted(),
    ).toEqual(
      compras
        .filter(({ tipo }) => tipo !== '03')
        .map((one) => [one.tipo, one.numero, one.fecha, one.fecha, one.sustento, 'REGISTRADA', totalOf(one)])
        .toSorted(),
    )
  })

  it('withholds what the reference withholds, as the product proposes it, and nothing of what is below the minimum', async () => {
    const issued = async (impuesto: string) =>
      (await pageOf<RetencionPracticada>(searchRetencionPracticada, { impuesto, sentido: 'EMITIDA' }))
        .map(({ documento, codigo, base, porcentaje, valor }) => [documento, codigo, base, porcentaje, valor])
        .toSorted()
    expect(await issued('1')).toEqual(
      withheld
        .map(({ numero, retRenta }) => [numero, retRenta?.codigo, monto(retRenta?.base), monto(retRenta?.pct), monto(retRenta?.valor)])
        .toSorted(),
    )
    const codigos: Readonly<Record<number, string>> = { 30: '1', 70: '2', 100: '3' }
    expect(await issued('2')).toEqual(
      withheld
        .map((one) => [one.numero, codigos[one.retIva?.pct ?? 0], ivaOf(one), (one.retIva?.pct ?? 0) * 1_000_000, monto(one.retIva?.valor)])
        .toSorted(),
    )
  })

  it('keeps what the client withheld, matched to its factura', async () => {
    const received = async (impuesto: string) =>
      (await pageOf<RetencionPracticada>(searchRetencionPracticada, { impuesto, sentido: 'RECIBIDA' })).map((one) => [
        one.documento,
        dollars(formatMonto(one.valor, 2)),
      ])
    const [venta] = ventas
    expect(await received('1')).toEqual([[venta?.numero, venta?.retRecibida?.renta]])
    expect(await received('2')).toEqual([[venta?.numero, venta?.retRecibida?.iva]])
  })

  it('leaves nothing owed by anybody to anybody, for all was paid at once, and 900.00 of the credited factura', async () => {
    for (const sentido of ['COBRAR', 'PAGAR']) {
      expect(await api.call(resumenCartera, { query: { sentido } })).toMatchObject({ total: 0, favor: 0, cuentas: 0 })
      expect(await pageOf(searchCuenta, { sentido, estado: 'TODAS' })).toEqual([])
    }
    const credited = (await emitidos()).find(({ numero, tipo }) => tipo === '01' && numero === ventas[0]?.numero)
    const saldo = await api.call<SaldoFactura>(readSaldo, { params: { id: credited?.id ?? '' } })
    expect(saldo.lineas.map((linea) => formatMonto(linea.monto, 2))).toEqual(['900.00'])
  })

  it('gives all 64 boxes of form 104, without a defect, due on its day', async () => {
    const papel = await papelOf('104')
    const boxes = boxesOf(papel)
    const codigos = Object.keys(esperado.f104)
    expect(codigos).toHaveLength(64)
    expect(Object.fromEntries(codigos.map((codigo) => [codigo, boxes[codigo]]))).toEqual(esperado.f104)
    expect([papel.estado, papel.defectos, papel.vence]).toEqual(['LISTA', [], esperado.vencimientos['104_y_103']])
  })

  it('gives all boxes of form 103, and no other amount in it', async () => {
    const papel = await papelOf('103')
    const boxes = Object.entries(boxesOf(papel)).filter(([codigo, valor]) => codigo in esperado.f103 || Number(valor) !== 0)
    // 999 = 902 + 903 + 904 (tributacion, §1); here 903 and 904 are zero.
    expect(Object.fromEntries(boxes)).toEqual({ ...esperado.f103, 999: esperado.f103['902'] })
    expect([papel.defectos, papel.vence]).toEqual([[], esperado.vencimientos['104_y_103']])
  })

  // Authorisations of the reference are placeholders without a check digit, which the product refuses, so each is compared with its
  // document's clave instead. The law does not order the rows of a section (ficha técnica of the ATS).
  it('gives the ATS of the reference, which the official schema takes', async () => {
    const files = readZip(await api.download(readAts, { query: { periodo: PERIODO_DEL_MES } }))
    expect([...files.keys()]).toEqual(['AT092026.xml'])
    const xml = files.get('AT092026.xml') ?? ''
    const rows = (text: string) =>
      text
        .replace(/^<\?xml.*?\?>/, '')
        .replaceAll(/>\s+</g, '><')
        .replaceAll(/<(aut\w*)>\d+<\/\1>/g, '<$1/>')
        .split(/(?=<detalle(?:Compras|Ventas)>)|(?<=<\/detalle(?:Compras|Ventas)>)/)
        .map((row) => row.trim())
        .toSorted()
    expect(rows(xml)).toEqual(rows(readVector('ats-2026-09.xml')))
    const claves = new Map((await emitidos()).map(({ tipo, numero, clave }) => [`${tipo}-${Number(numero.slice(8))}`, clave]))
    const vouchers = [...xml.matchAll(/<secRetencion1>(\d+)<\/secRetencion1><autRetencion1>(\d+)</g)]
    expect(vouchers).toHaveLength(withheld.length)
    for (const [, secuencial, autorizacion] of vouchers) expect(autorizacion).toBe(claves.get(`07-${secuencial}`))
    expect((await papelOf('ATS')).vence).toBe(esperado.vencimientos.ats)
    if (hasOficial) expect(atsComplaint(xml)).toBeUndefined()
  })

  it('entered once more, it is the same month', async () => {
    const stateOf = async () => [await emitidos(), await pageOf(searchCompra), (await papelOf('104')).huella, (await papelOf('103')).huella]
    expect(await isMesIngresado(api)).toBe(true)
    const before = await stateOf()
    await ingresarMes(mundo)
    expect(await stateOf()).toEqual(before)
  })
})
