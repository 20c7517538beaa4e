import { randomUUID } from 'node:crypto'
import {
  createCompra,
  markVenta,
  readAts,
  readPapel,
  readReporte,
  searchCompra,
  type CompraFila,
  type Listing,
  type Papel,
  type ReporteLeido,
} from '@yupana/contract'
import { formatMonto, parseMonto } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { compraForm, insertVenta, mesDePrueba, monto } from '../../testing/mes-de-prueba.ts'
import { readZip } from '../../testing/read-zip.ts'
import { atsComplaint, hasOficial } from '../../testing/xml-judge.ts'

// One month with ICE, a reembolso and several rates: whoever tells a base of it tells the same one.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
const SEPTIEMBRE = { desde: '2026-09-01', hasta: '2026-09-30' }

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
  empresa = await buildEmpresa(app, { razonSocial: mesDePrueba.informante.razonSocial })
  token = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
})
afterAll(() => app?.close())

const COMPRA = compraForm(mesDePrueba.compras.find(({ tipo, lineas }) => tipo === '01' && lineas.length === 1)!)
const iva = (codigo_porcentaje: string, tarifa: number, base: string, valor: string) => ({
  codigo: '2',
  codigo_porcentaje,
  tarifa: tarifa * 1_000_000,
  base: monto(base),
  valor: monto(valor),
})
const buy = async (numero: string, change: { total: string; impuestos: object[] } & Record<string, unknown>) => {
  const total = monto(change.total)
  const body = { ...COMPRA, numero: `001-001-00000${numero}`, pagos: [{ forma_pago: '20', total }], ...change, total }
  const { status, problems } = await app.call(createCompra, { token, headers: { 'idempotency-key': randomUUID() }, body })
  expect(status, JSON.stringify(problems)).toBe(200)
}
const reembolsado = (identificacion: string) => ({
  tipo_identificacion: '08',
  identificacion,
  tipo_proveedor: '01',
  cod_doc: '01',
  numero: '001-001-000000010',
  fecha: '2026-09-01',
  autorizacion: '1234567890',
  impuestos: [iva('4', 15, '40', '6')],
})
const boxes = async (formulario: string) => {
  const { data } = await app.call<Papel>(readPapel, { token, query: { formulario, periodo: '2026-09' } })
  const casillas = data.secciones.flatMap(({ filas }) => filas.flatMap((fila) => fila.casillas.filter((one) => one !== null)))
  return { ...data, boxes: new Map(casillas.map(({ codigo, valor }) => [codigo, valor])) }
}
const report = async (reporte: string) =>
  (await app.call<ReporteLeido>(readReporte, { token, query: { reporte, ...SEPTIEMBRE, page: '0', size: '50' } })).data

describe('the base of a figure is one, whoever tells it', () => {
  let ats = ''
  let vendida = ''
  beforeAll(async () => {
    // With ICE: 110 is the base of its IVA, 100 what was bought.
    await buy('4601', {
      impuestos: [
        iva('4', 15, '110', '16.50'),
        { codigo: '3', codigo_porcentaje: '3011', tarifa: 0, base: monto('100'), valor: monto('10') },
      ],
      total: '126.50',
    })
    await buy('4602', {
      impuestos: [iva('4', 15, '60', '9'), iva('5', 5, '20', '1'), iva('0', 0, '30', '0'), iva('7', 0, '7', '0')],
      total: '127',
    })
    // A reembolso, of a voucher from abroad.
    await buy('4603', {
      tipo: '41',
      impuestos: [iva('4', 15, '40', '6')],
      total: '46',
      reembolsos: [reembolsado('EXT-90210-0001-99')],
    })
    // Just under the floor of the way of payment; its ICE counts once.
    await buy('4604', {
      impuestos: [
        iva('4', 15, '430', '64.50'),
        { codigo: '3', codigo_porcentaje: '3011', tarifa: 0, base: monto('390'), valor: monto('40') },
      ],
      total: '494.50',
    })
    const [venta] = mesDePrueba.ventas as [(typeof mesDePrueba.ventas)[number]]
    vendida = await insertVenta(app, empresa, { ...venta, tpId: '06', cliente: 'EXT-90210-0001-99' })
    const { raw } = await app.call(readAts, { token, query: { periodo: '2026-09' } })
    ats = readZip(raw).get('AT092026.xml') ?? ''
  })
  const valuesOf = (name: string) => [...ats.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value ?? '')
  const sumOf = (...names: string[]) => names.flatMap(valuesOf).reduce((total, value) => total + parseMonto(value)!, 0)

  it('what was paid without withholding: form 103, the ATS, the report and the list', async () => {
    const { boxes: f103 } = await boxes('103')
    const list = (await app.call<Listing<CompraFila>>(searchCompra, { token, query: { ...SEPTIEMBRE, size: '50' } })).data.content
    const compras = await report('compras')
    const expected = monto('647')
    expect(f103.get('332')).toBe(expected)
    expect([sumOf('baseImpAir'), valuesOf('baseImpAir')]).toEqual([
      expected,
      expect.arrayContaining(['100.00', '117.00', '40.00', '390.00']),
    ])
    expect(list.reduce((total, { subtotal }) => total + subtotal, 0)).toBe(expected)
    expect(compras.totales.at(-3)).toBe(expected)
  })

  it('what the IVA is of: form 104, the ATS and the report by rate, with the ICE that the list has apart', async () => {
    const { boxes: f104 } = await boxes('104')
    const { boxes: talon } = await boxes('ATS')
    const impuestos = await report('impuestos')
    const expected = monto('697')
    const conIva = f104.get('519')! + f104.get('541')! + f104.get('542')! + f104.get('545')!
    expect(formatMonto(conIva)).toBe(formatMonto(expected))
    expect(impuestos.totales.at(-2)).toBe(expected)
    const enAts = sumOf('baseNoGraIva', 'baseImponible', 'baseImpGrav', 'baseImpExe') - impuestos.totales.at(1)!
    expect(enAts).toBe(expected)
    expect(
      ['compras_cero', 'compras_gravada', 'compras_no_objeto', 'compras_exenta'].reduce((total, one) => total + (talon.get(one) ?? 0), 0),
    ).toBe(expected)
    expect(impuestos.totales.at(-1)).toBe((await report('compras')).totales.at(-2))
    if (hasOficial) expect(atsComplaint(ats)).toBeUndefined()
  })

  it('the way of payment is told above the floor, of which the ICE is part once', () => {
    const small = ats.split('</detalleCompras>').filter((part) => part.includes('<secuencial>4604<'))
    expect(small.map((part) => part.includes('<formasDePago>'))).toEqual([false])
  })

  it('an identification that the ATS cuts is a defect, of purchases, reembolsos and sales', async () => {
    const defect = async (formulario: string) =>
      (await boxes(formulario)).defectos
        .filter(({ codigo }) => codigo === 'identificacion_larga')
        .map(({ cuantos, texto }) => [cuantos, texto])
    expect(await defect('ATS')).toEqual([
      [2, '2 comprobantes tienen una identificación de más de 13 letras y cifras: el ATS lleva solo las 13 primeras, revísela.'],
    ])
    expect(await defect('104')).toEqual([])
  })

  it('what was sold abroad is told, by hand too: its section asks for what no factura has', async () => {
    const codigos = async (formulario: string) => (await boxes(formulario)).defectos.map(({ codigo }) => codigo)
    expect(await codigos('ATS')).not.toContain('exportaciones')
    const { status } = await app.call(markVenta, { token, body: { documento_id: vendida, marca: 'EXPORTACION_BIENES' } })
    expect(status).toBe(200)
    expect(await codigos('ATS')).toContain('exportaciones')
    expect(await codigos('104')).not.toContain('exportaciones')
  })
})
