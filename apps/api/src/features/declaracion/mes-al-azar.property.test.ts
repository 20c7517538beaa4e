import { randomUUID } from 'node:crypto'
import {
  createCompra,
  createRetencionRecibida,
  markVenta,
  readAts,
  readCasillero,
  readCifras,
  readPapel,
  readReporte,
  saveExportacion,
  type Casilla,
  type Cifras,
  type DocumentoCasillero,
  type Listing,
  type Papel,
  type Reporte,
  type ReporteLeido,
} from '@yupana/contract'
import { parseMonto, PERIODO_REPORTE, TIPO_MOVIMIENTO, type Estado, type TipoMovimiento } from '@yupana/fiscal'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { cedulaOf, rucOf } from '../../testing/identificaciones.ts'
import {
  compraForm,
  insertLiquidacion,
  insertRetencion,
  insertVenta,
  monto,
  recibidaForm,
  type DocumentoDelMes,
} from '../../testing/mes-de-prueba.ts'
import { readZip } from '../../testing/read-zip.ts'

// Whatever a month holds, its figures are the same wherever they are read: form, box opened, ATS, reports and dashboard. Longer with
// `npm run fuzz -- --solo meses`.

const RUNS = { numRuns: Number(process.env['FC_RUNS'] ?? 6), seed: Number(process.env['FC_SEED'] ?? 20_261_125), endOnFailure: true }
const PERIODO = '2026-09'
const MES = { desde: '2026-09-01', hasta: '2026-09-30' }
const BP = 10_000n

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
})
afterAll(() => app?.close())

const centavos = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
/** A line of so many cents; its tax half-up. */
const linea = ([tarifa, cents]: readonly [number | string, number]) => {
  const rate = BigInt(typeof tarifa === 'number' ? tarifa : 0) * 100n
  return { tarifa, base: centavos(BigInt(cents)), iva: centavos((BigInt(cents) * rate + BP / 2n) / BP) }
}
const TARIFAS = [15, 5, 0, 'no_objeto', 'exento'] as const
const cents = fc.integer({ min: 1, max: 5_000_000 })
/** One line of a rate at most, as a purchase has them. */
const lineasDe = (tarifas: readonly (number | string)[]) =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...tarifas), cents), { minLength: 1, maxLength: 4, selector: ([tarifa]) => tarifa })
const lineas = lineasDe(TARIFAS)
const dia = fc.integer({ min: 1, max: 30 }).map((day) => `${PERIODO}-${String(day).padStart(2, '0')}`)
const estado = fc.constantFrom<Estado[]>('AUTORIZADO', 'AUTORIZADO', 'AUTORIZADO', 'RECHAZADO', 'CERRADO', 'ANULADO')
/** How much of each line comes back, of a hundred parts; null: nothing does. */
const devuelve = fc.option(fc.integer({ min: 1, max: 100 }))
const venta = fc.record({
  tipo: fc.constantFrom('01', '01', '05'),
  de: lineasDe([...TARIFAS, 8]),
  dia,
  estado,
  cliente: fc.integer({ min: 1, max: 3 }),
  devuelve,
  /** Days of credit. */
  plazo: fc.option(fc.constantFrom(15, 30)),
})
/** Of a month before: of a rate that is over, and more than what is sold or bought now. */
const notaVieja = fc.record({ de: lineasDe([12, 15, 5, 0, 'no_objeto']), dia })
/** A document with withholdings: in whole hundreds at 15 %, neither 30 % of its IVA nor 2 % of its base needs rounding. */
const retenida = fc.record({ cientos: fc.integer({ min: 1, max: 90 }), dia })
/** Of an export: the mark of form 104, and of which kind the ATS is told. */
const CLASES = [
  ['EXPORTACION_BIENES', '01'],
  ['EXPORTACION_BIENES', '02'],
  ['EXPORTACION_SERVICIOS', '03'],
] as const
const exportada = fc.record({ cents: fc.integer({ min: 1, max: 5_000_000 }), dia, de: fc.constantFrom(...CLASES), devuelve })
const sustento = fc.constantFrom('01', '02', '06', '07')
const compra = fc.record({ de: lineas, dia, sustento, proveedor: fc.integer({ min: 10, max: 12 }), devuelve })
const mes = fc.record({
  ventas: fc.array(venta, { minLength: 1, maxLength: 6 }),
  exportadas: fc.array(exportada, { maxLength: 4 }),
  compras: fc.array(compra, { minLength: 1, maxLength: 6 }),
  /** `exterior`: the supplier is abroad. */
  liquidaciones: fc.array(fc.record({ de: lineas, dia, proveedor: fc.integer({ min: 20, max: 22 }), exterior: fc.boolean() }), {
    maxLength: 3,
  }),
  notasVenta: fc.array(notaVieja, { maxLength: 2 }),
  notasCompra: fc.array(notaVieja, { maxLength: 2 }),
  /** Of negocios populares: notas de venta. */
  populares: fc.array(fc.record({ cents, dia }), { maxLength: 2 }),
  retenidas: fc.array(retenida, { maxLength: 2 }),
  recibidas: fc.array(retenida, { maxLength: 2 }),
})
type Mes = typeof mes extends fc.Arbitrary<infer M> ? M : never

const numero = (n: number) => `001-001-${String(n).padStart(9, '0')}`

const parteOf = (de: readonly (readonly [number | string, number])[], parte: number) =>
  de.map(([tarifa, cents]) => [tarifa, Math.ceil((cents * parte) / 100)] as const)

/** Marks a sale as an export and tells the ATS of it. */
async function exportar(token: string, id: string, [marca, clase]: (typeof CLASES)[number]): Promise<void> {
  await app.call(markVenta, { token, body: { documento_id: id, marca } })
  const bienes = { fecha_embarque: MES.desde, valor_fob: monto('1') }
  const body = {
    ...{ version: 0, clase, parte_relacionada: false, tipo_cliente: '01', regimen: '01', pais: '110', pais_destino: '110' },
    ...(clase === '03' ? { tipo_ingreso: '438' } : bienes),
    ...(clase === '01' && { refrendo: '055-2026-40-123456', documento_transporte: 'AWB1' }),
  }
  const answer = await app.call(saveExportacion, { token, params: { id }, body })
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
}

/** Enters the month in a company of its own; answers who reads it. */
async function enter({ ventas, exportadas, compras, liquidaciones, ...otros }: Mes): Promise<string> {
  const empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }] })
  const usuario = await buildUsuario(app, { empresas: [empresa] })
  const { token } = await app.signIn(usuario.username)
  let n = 0
  const base = (tipo: string, fecha: string, de: readonly (readonly [number | string, number])[]) => ({
    id: '',
    tipo,
    numero: numero(++n),
    fecha,
    cliente: '',
    prov: '',
    sustento: '',
    lineas: de.map(linea),
  })
  for (const { tipo, de, dia: fecha, estado: como, cliente, devuelve: parte, plazo } of ventas) {
    const quien = { tpId: '05', cliente: cedulaOf(cliente) }
    const pago = { formaPago: '20', ...(plazo !== null && { plazo }) }
    const id = await insertVenta(app, empresa, { ...base(tipo, fecha, de), ...quien, ...pago, estado: como })
    if (tipo === '01' && parte !== null && como === 'AUTORIZADO')
      await insertVenta(app, empresa, { ...base('04', '2026-09-30', parteOf(de, parte)), ...quien }, id)
  }
  for (const { cents, dia: fecha, de, devuelve: parte } of exportadas) {
    const quien = { tpId: '06', cliente: 'EXT90210' }
    const id = await insertVenta(app, empresa, { ...base('01', fecha, [[0, cents]]), ...quien, formaPago: '20' })
    await exportar(token, id, de)
    if (parte !== null) await insertVenta(app, empresa, { ...base('04', '2026-09-30', parteOf([[0, cents]], parte)), ...quien }, id)
  }
  const buy = async (body: object) => {
    const answer = await app.call(createCompra, { token, headers: { 'idempotency-key': randomUUID() }, body })
    expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  }
  for (const { de, dia: fecha, sustento: como, proveedor, devuelve: parte } of compras) {
    const quien = { tpId: '01', prov: rucOf(cedulaOf(proveedor)), sustento: como }
    const factura: DocumentoDelMes = { ...base('01', fecha, de), ...quien, formaPago: '20' }
    await buy(compraForm(factura))
    if (parte === null) continue
    const modificado = { tipo: '01', numero: factura.numero, fecha, autorizacion: '1234567890' }
    await buy({ ...compraForm({ ...base('04', '2026-09-30', parteOf(de, parte)), ...quien }), modificado })
  }
  for (const { de, dia: fecha, proveedor, exterior } of liquidaciones)
    await insertLiquidacion(
      app,
      empresa,
      { ...base('03', fecha, de), tpId: '02', prov: exterior ? `EXT${proveedor}` : cedulaOf(proveedor), formaPago: '20' },
      exterior ? '08' : '05',
    )
  await enterOtros(empresa, otros, { base, buy, token })
  return token
}

interface Manera {
  base: (tipo: string, fecha: string, de: readonly (readonly [number | string, number])[]) => Omit<DocumentoDelMes, 'tpId'>
  buy: (body: object) => Promise<void>
  token: string
}

/** Notes over documents of other months, negocios populares, and what was withheld from both sides. */
async function enterOtros(
  empresa: { id: EmpresaId },
  { notasVenta, notasCompra, populares, retenidas, recibidas }: Omit<Mes, 'ventas' | 'exportadas' | 'compras' | 'liquidaciones'>,
  { base, buy, token }: Manera,
): Promise<void> {
  for (const { de, dia: fecha } of notasVenta)
    await insertVenta(app, empresa, { ...base('04', fecha, de), tpId: '05', cliente: cedulaOf(1) })
  for (const { de, dia: fecha } of notasCompra) {
    const nota = { ...base('04', fecha, de), tpId: '01', prov: rucOf(cedulaOf(10)), sustento: '01' }
    await buy({
      ...compraForm(nota),
      modificado: { tipo: '01', numero: '001-001-000000900', fecha: '2024-03-01', autorizacion: '1234567890' },
    })
  }
  for (const { cents: sold, dia: fecha } of populares) {
    const quien = { tpId: '01', prov: rucOf(cedulaOf(13)), sustento: '02', negocioPopular: true }
    await buy(compraForm({ ...base('02', fecha, [[0, sold]]), ...quien, formaPago: '20' }))
  }
  const sold = (cientos: number) => ({ iva: String((cientos * 15 * 30) / 100), renta: String(cientos * 2) })
  for (const [at, { cientos, dia: fecha }] of retenidas.entries()) {
    const { iva, renta } = sold(cientos)
    const compra: DocumentoDelMes = {
      ...{ ...base('01', fecha, [[15, cientos * 10_000]]), tpId: '01', prov: rucOf(cedulaOf(14)), sustento: '01', formaPago: '20' },
      ...{ retRenta: { codigo: '312', base: String(cientos * 100), pct: '2', valor: renta }, retIva: { pct: 30, valor: iva } },
    }
    await buy(compraForm(compra))
    await insertRetencion(app, empresa, compra, 500 + at)
  }
  for (const [at, { cientos, dia: fecha }] of recibidas.entries()) {
    const quien = { tpId: '04', cliente: rucOf(cedulaOf(15)) }
    const venta = { ...base('01', fecha, [[15, cientos * 10_000]]), ...quien, formaPago: '20' }
    await insertVenta(app, empresa, venta)
    const body = { ...recibidaForm(venta, sold(cientos)), numero: `001-001-${String(at + 1).padStart(9, '0')}` }
    const answer = await app.call(createRetencionRecibida, { token, headers: { 'idempotency-key': randomUUID() }, body })
    expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  }
}

const casillasOf = ({ secciones }: Papel): Casilla[] =>
  secciones.flatMap(({ filas }) => filas.flatMap(({ casillas }) => casillas.filter((one) => one !== null)))
const read = async (token: string, formulario: string) =>
  casillasOf((await app.call<Papel>(readPapel, { token, query: { formulario, periodo: PERIODO } })).data)
const valores = (casillas: Casilla[]) => Object.fromEntries(casillas.map(({ codigo, valor }) => [codigo, valor])) as Record<string, number>
const totalesDe = async (token: string, reporte: Reporte) => {
  const answer = await app.call<ReporteLeido>(readReporte, { token, query: { reporte, ...MES, page: '0', size: '50' } })
  return answer.data
}
const cifras = async (token: string, tipo: TipoMovimiento) => {
  const query = { periodo: String(PERIODO_REPORTE.MENSUAL), fecha: MES.desde, tipo: String(tipo) }
  return (await app.call<Cifras>(readCifras, { token, query })).data
}
const add = (rows: readonly { valor: number }[]) => rows.reduce((total, { valor }) => total + valor, 0)
const at = ({ totales }: ReporteLeido, ...columns: number[]) => columns.map((n) => totales.at(n) ?? 0)

/** What the file itself comes to: its exports, and the bases of its sales; notes of credit taken off. */
async function enAts(token: string): Promise<[exportado: number, vendido: number]> {
  const { raw } = await app.call(readAts, { token, query: { periodo: PERIODO } })
  const xml = readZip(raw).get('AT092026.xml') ?? ''
  const netoOf = (row: string, ...names: string[]) => {
    const parts = [...xml.matchAll(new RegExp(`<${row}>(.*?)</${row}>`, 'g'))].map(([, part = '']) => part)
    const valueOf = (part: string, name: string) => parseMonto(new RegExp(`<${name}>([^<]*)<`).exec(part)?.[1] ?? '') ?? 0
    return parts.reduce((total, part) => {
      const valor = names.reduce((so, name) => so + valueOf(part, name), 0)
      return part.includes('<tipoComprobante>04<') ? total - valor : total + valor
    }, 0)
  }
  return [netoOf('detalleExportaciones', 'valorFOBComprobante'), netoOf('detalleVentas', 'baseNoGraIva', 'baseImponible', 'baseImpGrav')]
}

/** Sales by payment: what notes take off goes to those that were paid first. */
const POR_PAGO = ['480', '481']

/** Every box that opens into documents is what they come to; of a row that its notes would make negative, nothing. */
async function boxesAreTheirDocuments(token: string, formulario: string, boxes: Casilla[]) {
  const porPago: number[] = []
  for (const { codigo, valor, abre } of boxes) {
    if (abre !== 'DOCUMENTOS') continue
    const query = { formulario, periodo: PERIODO, casillero: codigo, page: '0', size: '50' }
    const { content } = (await app.call<Listing<DocumentoCasillero>>(readCasillero, { token, query })).data
    if (formulario === '104' && POR_PAGO.includes(codigo)) porPago.push(add(content))
    else expect([formulario, codigo, formulario === '104' ? Math.max(0, add(content)) : add(content)]).toEqual([formulario, codigo, valor])
  }
  if (formulario !== '104') return
  const de = valores(boxes)
  expect(porPago.reduce((total, one) => total + one, 0)).toBe(de['480']! + de['481']! - de['443']!)
}

it('of any month, boxes are the sums of their documents, and form, ATS, reports and dashboard agree', async () => {
  await fc.assert(
    fc.asyncProperty(mes, async (month) => {
      const token = await enter(month)
      const f104 = await read(token, '104')
      await boxesAreTheirDocuments(token, '104', f104)
      const f103 = await read(token, '103')
      await boxesAreTheirDocuments(token, '103', f103)
      const talon = await read(token, 'ATS')
      await boxesAreTheirDocuments(token, 'ATS', talon)
      const de = valores(f104)
      const ats = valores(talon)

      const ventas = await totalesDe(token, 'ventas')
      const { actual: vendido, serie, cortes } = await cifras(token, TIPO_MOVIMIENTO.VENTAS)
      expect([vendido.neto, vendido.iva], 'sales: dashboard, form').toEqual([
        de['419']! + de['441']! - de['442']! - de['443']!,
        de['429']! + de['423']! - de['424']! - de['453']!,
      ])
      expect(at(ventas, -3, -2, -1), 'sales: report, dashboard').toEqual([vendido.neto, vendido.iva, vendido.total])
      expect(at(await totalesDe(token, 'ventas_cliente'), -3, -2, -1), 'by client').toEqual(at(ventas, -3, -2, -1))
      expect(at(await totalesDe(token, 'ventas_producto'), -1), 'by product').toEqual(at(ventas, -3))
      expect(
        serie.reduce((total, one) => total + one.total, 0),
        'by day',
      ).toBe(vendido.total)
      for (const { corte, partes } of cortes)
        // A credit note is in none: it has no way of payment.
        if (corte !== 'forma_pago')
          expect([corte, partes.reduce((total, one) => total + one.total, 0)]).toEqual([
            corte,
            corte === 'categoria' ? vendido.neto : vendido.total,
          ])
      expect(ats['ventas_gravada'], 'ATS, taxed sales').toBe(de['411']! + de['412']! + de['420']! + de['435']! - de['443']!)
      expect(ats['ventas_cero']! + ats['ventas_no_gravada']!, 'ATS, other sales').toBe(de['413']! + de['441']! - de['442']!)
      expect([ats['exportaciones_bienes'], ats['exportaciones_servicios']], 'ATS, exports').toEqual([de['417'], de['418']])
      expect(await enAts(token), 'ATS file: exports, sales').toEqual([de['417']! + de['418']!, vendido.neto - de['417']! - de['418']!])

      const compras = await totalesDe(token, 'compras')
      const { actual: comprado } = await cifras(token, TIPO_MOVIMIENTO.GASTOS)
      expect(at(compras, -3, -2, -1), 'purchases: report, dashboard').toEqual([comprado.neto, comprado.iva, comprado.total])
      expect(at(await totalesDe(token, 'compras_proveedor'), -3, -2, -1), 'by supplier').toEqual(at(compras, -3, -2, -1))
      const bases = ['compras_gravada', 'compras_cero', 'compras_no_objeto', 'compras_exenta'].map((one) => ats[one]!)
      expect(
        bases.reduce((total, one) => total + one, 0),
        'ATS, purchases',
      ).toBe(de['519']! + de['541']! + de['542']! - de['543']! - de['544']!)
      expect([ats['compras_iva'], comprado.neto], 'ATS, purchases: IVA and dashboard').toEqual([
        comprado.iva,
        bases.reduce((total, one) => total + one, 0),
      ])

      const emitidas = await totalesDe(token, 'retenciones')
      expect([ats['retencion_iva'], ats['retencion_renta']], 'withheld').toEqual([de['799'], valores(f103)['399']])
      expect(at(emitidas, -1), 'withheld: report').toEqual([de['799']! + valores(f103)['399']!])
      expect(ats['recibida_iva'], 'withheld from it').toBe(de['609'])
      expect(at(await totalesDe(token, 'retenciones_recibidas'), -1)).toEqual([ats['recibida_iva']! + ats['recibida_renta']!])

      const impuestos = await totalesDe(token, 'impuestos')
      expect(at(impuestos, -4, -3, -2, -1), 'by rate').toEqual([vendido.neto, vendido.iva, comprado.neto, comprado.iva])
    }),
    RUNS,
  )
}, 600_000)
