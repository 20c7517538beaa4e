import { randomUUID } from 'node:crypto'
import {
  createCompra,
  declarar,
  exportPapel,
  listDeclaracion,
  markVenta,
  readAts,
  readCasillero,
  readCifras,
  readPapel,
  reopenPeriodo,
  saveAcuse,
  savePapel,
  type Casilla,
  type Cifras,
  type DeclaracionFila,
  type DocumentoCasillero,
  type Listing,
  type Papel,
} from '@yupana/contract'
import { formatMonto, PERIODO_REPORTE, TIPO_MOVIMIENTO } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { inEmpresa } from '../../db/transaction.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'
import { readZip } from '../../testing/read-zip.ts'
import { atsComplaint, hasOficial } from '../../testing/xml-judge.ts'
import { untilWaiting } from '../../testing/until-waiting.ts'
import { requireMesAbierto } from '../comprobante/armado/armado.door.ts'
import { compraForm, enterMes, insertLiquidacion, insertVenta, mesDePrueba, readVector } from '../../testing/mes-de-prueba.ts'

// September 2026 of the reference, looked at on 15 October.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let usuario: UsuarioBuilt
let token: string
let ventas: Map<string, string>
const periodo = '2026-09'
const SALDOS = { '615': 40_000_000, '617': 10_000_000, '485': 0 }
const ajuste609 = { casillero: '609', monto: 5_000_000, motivo: 'Retención recibida en papel' }

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
  const { ruc, razonSocial } = mesDePrueba.informante
  empresa = await buildEmpresa(app, { ruc, razonSocial, condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }] })
  usuario = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(usuario.username)).token
  ventas = await enterMes(app, empresa, token)
})
afterAll(() => app?.close())

const read = async (formulario: string, de = periodo, bearer = token) =>
  (await app.call<Papel>(readPapel, { token: bearer, query: { formulario, periodo: de } })).data
const casillasOf = ({ secciones }: Papel): Casilla[] =>
  secciones.flatMap(({ filas }) => filas.flatMap(({ casillas }) => casillas.filter((one) => one !== null)))
const textOf = ({ valor, unidad }: Casilla) => formatMonto(valor, unidad === 'factor' ? 4 : unidad === 'conteo' ? 0 : 2)
const textsOf = (papel: Papel) => Object.fromEntries(casillasOf(papel).map((casilla) => [casilla.codigo, textOf(casilla)]))
const save = (body: object, bearer = token) =>
  app.call<Papel>(savePapel, { token: bearer, body: { periodo, ajustes: [], saldos: null, ...body } })
const file = (body: object, bearer = token) => app.call<Papel>(declarar, { token: bearer, body: { periodo, con_defectos: true, ...body } })
const documentsOf = async (formulario: string, casillero: string) => {
  const query = { formulario, periodo, casillero, page: '0', size: '50' }
  return (await app.call<Listing<DocumentoCasillero>>(readCasillero, { token, query })).data
}

describe('the fictitious month, entered through the product', () => {
  beforeAll(async () => {
    await app.call(markVenta, { token, body: { documento_id: ventas.get('V7'), marca: 'ACTIVO_FIJO' } })
    expect((await read('104')).saldos.origen).toBe('FALTA')
    const { status, problems } = await save({ formulario: '104', version: 0, saldos: SALDOS })
    expect([status, problems]).toEqual([200, []])
  })

  it('says in the list of a year what each of its papers says', async () => {
    const { data: filas } = await app.call<DeclaracionFila[]>(listDeclaracion, { token, query: { anio: '2026' } })
    expect(new Set(filas.map(({ formulario }) => formulario))).toEqual(new Set(['104', '103', 'ATS']))
    for (const { formulario, periodo: de, desde, hasta, vence, estado, a_pagar, credito } of filas) {
      const papel = await read(formulario, de)
      const boxes = new Map(casillasOf(papel).map(({ codigo, valor }) => [codigo, valor]))
      expect({ desde, hasta, vence, estado }).toEqual({ desde: papel.desde, hasta: papel.hasta, vence: papel.vence, estado: papel.estado })
      expect([de, a_pagar]).toEqual([de, formulario === 'ATS' ? null : (boxes.get('902') ?? 0)])
      expect(credito).toBe(formulario === '104' ? (boxes.get('615') ?? 0) + (boxes.get('617') ?? 0) : null)
    }
  })

  it('R-2.3.41 gives all boxes of form 104', async () => {
    const texts = textsOf(await read('104'))
    expect(Object.fromEntries(Object.keys(mesDePrueba.esperado.f104).map((codigo) => [codigo, texts[codigo]]))).toEqual(
      mesDePrueba.esperado.f104,
    )
  })

  it('gives all boxes of form 103', async () => {
    const texts = textsOf(await read('103'))
    expect(Object.fromEntries(Object.keys(mesDePrueba.esperado.f103).map((codigo) => [codigo, texts[codigo]]))).toEqual(
      mesDePrueba.esperado.f103,
    )
  })

  it('a box names its documents, purchases and liquidaciones alike', async () => {
    const { content } = await documentsOf('104', '510')
    expect(content.map(({ tipo, numero, origen, valor }) => [tipo, numero, origen, formatMonto(valor)])).toEqual([
      ['01', '001-002-000004501', 'COMPRA', '400.00'],
      ['01', '001-001-000000033', 'COMPRA', '150.00'],
      ['01', '001-001-000000077', 'COMPRA', '80.00'],
      ['01', '002-001-000000900', 'COMPRA', '600.00'],
      ['04', '001-002-000000099', 'COMPRA', '-50.00'],
      ['03', '001-001-000000004', 'DOCUMENTO', '100.00'],
    ])
    expect((await documentsOf('104', '412')).content).toMatchObject([{ id: ventas.get('V7'), marca: 'ACTIVO_FIJO' }])
    expect((await documentsOf('104', '609')).content).toMatchObject([{ tipo: '07', origen: 'RECIBIDA', valor: 45_000_000 }])
    expect((await documentsOf('104', '601')).totalElements).toBe(0)
  })

  it('the arithmetic of a box is said in figures, and its source named', async () => {
    const papel = await read('104')
    const box = casillasOf(papel).find(({ codigo }) => codigo === '602')
    expect(box?.cifras).toBe('$362.66 − $261.00, si es mayor que cero = $101.66')
    expect([papel.vence, papel.estado, papel.fuente]).toEqual(['2026-10-26', 'LISTA', expect.stringContaining('Guía del formulario 104')])
  })

  it('net sales, tax and documents are those of the dashboard', async () => {
    const query = { periodo: String(PERIODO_REPORTE.MENSUAL), fecha: '2026-09-01', tipo: String(TIPO_MOVIMIENTO.VENTAS) }
    const { actual } = (await app.call<Cifras>(readCifras, { token, query })).data
    const of = Object.fromEntries(casillasOf(await read('104')).map(({ codigo, valor }) => [codigo, valor]))
    expect([actual.neto, actual.iva, actual.documentos]).toEqual([of['419']! + of['441']!, of['429'], of['111']! / 1_000_000])
    const ats = Object.fromEntries(casillasOf(await read('ATS')).map(({ codigo, valor }) => [codigo, valor]))
    expect(ats['ventas_gravada']).toBe(of['411']! + of['412']! + of['435']!)
    expect(ats['ventas_cero']! + ats['ventas_no_gravada']!).toBe(of['413']! + of['441']!)
    expect(ats['compras_gravada']! + ats['compras_cero']!).toBe(of['519'])
    expect([ats['retencion_iva'], ats['retencion_renta']]).toEqual([of['799'], 110_800_000])
  })

  it('its ATS is that of the reference, and valid', async () => {
    const answer = await app.call(readAts, { token, query: { periodo } })
    expect(answer.status).toBe(200)
    const files = readZip(answer.raw)
    expect([...files.keys()]).toEqual(['AT092026.xml'])
    const xml = files.get('AT092026.xml') ?? ''
    const parts = (text: string, name: string) =>
      [...text.replaceAll(/>\s+</g, '><').matchAll(new RegExp(`<${name}>.*?</${name}>`, 'g'))]
        .map(([part]) => part.replaceAll(/<(aut\w*)>\d+<\/\1>/g, ''))
        .toSorted()
    const expected = readVector('ats-2026-09.xml')
    expect(parts(xml, 'detalleCompras')).toEqual(parts(expected, 'detalleCompras'))
    expect(parts(xml, 'detalleVentas')).toEqual(parts(expected, 'detalleVentas'))
    expect(parts(xml, 'ventasEstablecimiento')).toEqual(parts(expected, 'ventasEstablecimiento'))
    if (hasOficial) expect(atsComplaint(xml)).toBeUndefined()
  })

  it('leaves as a sheet and as text', async () => {
    const taken = (formato: string) => app.call(exportPapel, { token, query: { formulario: '104', periodo, formato } })
    const csv = (await taken('csv')).raw.toString('utf8')
    expect(csv.split('\r\n').find((line) => line.includes(',601,'))).toContain(',0.00,')
    const sheet = readZip((await taken('xlsx')).raw)
    expect(sheet.get('xl/worksheets/sheet1.xml')).toContain('0.9749')
    const pdf = await taken('pdf')
    expect([pdf.status, pdf.raw.subarray(0, 5).toString('latin1')]).toEqual([200, '%PDF-'])
  })
})

describe('what is typed', () => {
  it.each([
    ['an adjustment of a box that is computed', { ajustes: [{ ...ajuste609, casillero: '601' }] }, 'ajustes'],
    ['an adjustment without a reason', { ajustes: [{ ...ajuste609, motivo: '' }] }, 'ajustes.0.motivo'],
    [
      'an adjustment beyond its box',
      { ajustes: [{ casillero: '403', monto: -50_010_000, motivo: 'Más de lo que hay' }] },
      'ajustes.0.monto',
    ],
    ['two adjustments of a box', { ajustes: [ajuste609, ajuste609] }, 'ajustes'],
    ['a part of a cent', { ajustes: [{ ...ajuste609, monto: 1 }] }, 'ajustes.0.monto'],
    ['a period that has not begun', { periodo: '2026-11' }, 'periodo'],
    ['half a year of form 103', { formulario: '103', periodo: '2026-S1' }, 'periodo'],
    ['no period at all', { periodo: '2026-13' }, 'periodo'],
  ])('%s is refused, and nothing changes', async (_why, change, campo) => {
    const { version } = await read('104')
    const before = await huella(app)
    const answer = await save({ formulario: '104', version, saldos: SALDOS, ...change })
    expect([answer.status, answer.problems.map((one) => one.campo)]).toEqual([422, [campo]])
    expect(await huella(app)).toEqual(before)
  })

  it('a version that is gone is refused', async () => {
    expect((await save({ formulario: '104', version: 9 })).status).toBe(409)
  })
})

describe('filing', () => {
  it('is refused before the period is over, without balances, and with other figures than those looked at', async () => {
    const october = await read('104', '2026-10')
    expect(october.estado).toBe('EN_PREPARACION')
    const early = await file({ formulario: '104', periodo: '2026-10', version: 0, huella: october.huella })
    expect(early.problems).toEqual([{ campo: 'periodo', message: 'El período termina el 31/10/2026: hasta entonces no se declara.' }])
    const august = await read('104', '2026-08')
    const before = await file({ formulario: '104', periodo: '2026-08', version: 0, huella: august.huella })
    expect(before.problems).toEqual([{ campo: 'periodo', message: 'El primer documento de la empresa es del 02/09/2026.' }])
    const half = await read('104', '2026-S1')
    expect((await file({ formulario: '104', periodo: '2026-S1', version: 0, huella: half.huella })).problems).toEqual([
      { campo: 'periodo', message: 'En ese período la empresa declara cada mes.' },
    ])
    const { version } = await read('104')
    const other = await file({ formulario: '104', version, huella: '0'.repeat(64) })
    expect([other.status, other.msg]).toEqual([409, expect.stringContaining('Las cifras cambiaron')])
  })

  it('waits for what is being booked in the month, and counts it', async () => {
    const { version, huella: looked } = await read('104')
    const [compra] = mesDePrueba.compras as [(typeof mesDePrueba.compras)[number]]
    const stateOf = (estado: 'ANULADA' | 'REGISTRADA', motivo: string | null) => ({ estado, motivo_anulacion: motivo })
    let filed: ReturnType<typeof file> | undefined
    await inEmpresa(app.deps.db, empresa.id, async (tx) => {
      await requireMesAbierto(tx, { empresaId: empresa.id, ambiente: 'SIMULADOR' }, '2026-09-20')
      await tx.updateTable('compra').set(stateOf('ANULADA', 'Prueba')).where('numero', '=', compra.numero).execute()
      filed = file({ formulario: '104', version, huella: looked })
      await untilWaiting(app)
    })
    expect([(await filed)?.status, (await filed)?.msg]).toEqual([409, expect.stringContaining('Las cifras cambiaron')])
    await app.owner.updateTable('compra').set(stateOf('REGISTRADA', null)).where('numero', '=', compra.numero).execute()
  })

  it('two at once: one files, the other is told who did', async () => {
    const { version, huella: looked } = await read('104')
    const answers = await Promise.all([1, 2].map(() => file({ formulario: '104', version, huella: looked })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.msg).toContain(usuario.username)
    const papel = await read('104')
    expect([papel.estado, papel.diferencias, papel.presentadas.length]).toEqual(['DECLARADA', [], 1])
    expect(papel.presentadas[0]).toMatchObject({ n: 1, sha256: looked, a_pagar: 180_900_000, numero_sri: null })
  })

  it('closes the month: a purchase of it waits until an administrator opens it again, with a reason', async () => {
    expect((await read('104')).cerrado).toBe(true)
    const [compra] = mesDePrueba.compras as [(typeof mesDePrueba.compras)[number]]
    const late = () => {
      const body = compraForm({ ...compra, numero: '009-009-000000009' })
      return app.call(createCompra, { token, headers: { 'idempotency-key': randomUUID() }, body })
    }
    expect((await late()).status).toBe(422)
    const open = (motivo: string) => app.call<Papel>(reopenPeriodo, { token, body: { formulario: '104', periodo, motivo } })
    expect((await open('')).problems).toMatchObject([{ campo: 'motivo' }])
    expect((await read('104')).meses_cerrados).toEqual([periodo])
    expect((await open('Llegó una factura tarde')).data).toMatchObject({ cerrado: false, meses_cerrados: [], estado: 'DECLARADA' })
    // Nothing is closed any more, nor in a month that was never filed.
    for (const de of [periodo, '2026-08']) {
      const again = await app.call(reopenPeriodo, { token, body: { formulario: '104', periodo: de, motivo: 'Otra vez' } })
      expect([again.status, again.problems]).toEqual([
        422,
        [expect.objectContaining({ campo: 'periodo', message: 'El período no está cerrado: sus compras ya pueden cambiar.' })],
      ])
    }
    expect((await late()).status).toBe(200)
    const { estado, diferencias } = await read('104')
    expect([estado, diferencias.find(({ codigo }) => codigo === '520')]).toEqual([
      'CON_DIFERENCIAS',
      { codigo: '520', declarado: 192_000_000, ahora: 252_000_000 },
    ])
    await app.owner
      .updateTable('compra')
      .set({ estado: 'ANULADA', motivo_anulacion: 'Prueba' })
      .where('numero', '=', '009-009-000000009')
      .execute()
    expect((await read('104')).estado).toBe('DECLARADA')
  })

  it('opened again without a change it is closed as it was filed, once', async () => {
    const { version, huella: looked, cerrado } = await read('104')
    expect(cerrado).toBe(false)
    const answers = await Promise.all([1, 2].map(() => file({ formulario: '104', version, huella: looked })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const papel = await read('104')
    expect([papel.cerrado, papel.estado, papel.presentadas.length]).toEqual([true, 'DECLARADA', 1])
  })

  it('its credit is where the next period begins', async () => {
    const october = await read('104', '2026-10')
    expect(october.saldos).toMatchObject({ origen: 'ANTERIOR', periodo: '2026-09', valores: { '615': 141_660_000, '617': 55_000_000 } })
    expect(textsOf(october)).toMatchObject({ '605': '141.66', '606': '55.00' })
  })

  it('keeps the receipt of the SRI', async () => {
    const acuse = (change: object) =>
      app.call<Papel>(saveAcuse, {
        token,
        body: { formulario: '104', periodo, n: 1, numero: '870123456789', fecha: '2026-10-15', ...change },
      })
    expect((await acuse({ fecha: '2026-09-30' })).problems).toMatchObject([{ campo: 'fecha' }])
    expect((await acuse({ numero: 'ABC' })).problems).toMatchObject([{ campo: 'numero' }])
    expect((await acuse({ n: 7 })).status).toBe(404)
    expect((await acuse({})).data.presentadas[0]).toMatchObject({ numero_sri: '870123456789', fecha_sri: '2026-10-15' })
  })

  it('what changes afterwards is a difference box by box, and is filed as the one that replaces it', async () => {
    await app.owner.updateTable('documento').set({ estado: 'ANULADO' }).where('id', '=', ventas.get('V3')!).execute()
    const papel = await read('104')
    expect(papel.estado).toBe('CON_DIFERENCIAS')
    expect(papel.diferencias.find(({ codigo }) => codigo === '411')).toEqual({
      codigo: '411',
      declarado: 1_140_000_000,
      ahora: 1_100_000_000,
    })
    const { data } = await file({ formulario: '104', version: papel.version, huella: papel.huella })
    expect([data.estado, data.presentadas.map(({ n }) => n)]).toEqual(['DECLARADA', [2, 1]])
    const rows = await app.owner.selectFrom('declaracion_presentada').select(['n', 'valores']).orderBy('n').execute()
    expect(rows.map(({ valores }) => valores['411'])).toEqual([1_140_000_000, 1_100_000_000])
  })

  it('the list names each period of the year with its state, its due date and what was filed', async () => {
    const { data } = await app.call<DeclaracionFila[]>(listDeclaracion, { token, query: { anio: '2026' } })
    const september = data.filter(({ periodo: de }) => de === periodo)
    expect(september.map(({ formulario, vence, estado }) => [formulario, vence, estado])).toEqual([
      ['104', '2026-10-26', 'DECLARADA'],
      ['103', '2026-10-26', 'LISTA'],
      ['ATS', '2026-11-26', 'LISTA'],
    ])
    expect(september[0]).toMatchObject({ a_pagar: 180_900_000, numero_sri: null, credito: expect.any(Number) })
    expect(data.some(({ desde }) => desde > '2026-10-15' || desde < '2026-09-01')).toBe(false)
  })
})

describe('what stands in the way', () => {
  it('is counted and leads to where it is mended', async () => {
    const [venta] = mesDePrueba.ventas as [(typeof mesDePrueba.ventas)[number]]
    const nota = mesDePrueba.ventas.find(({ tipo }) => tipo === '04')!
    const agosto = { fecha: '2026-08-10' }
    await insertVenta(app, empresa, { ...venta, ...agosto, numero: '001-001-000000001', estado: 'EMITIDO' })
    await insertVenta(app, empresa, { ...venta, ...agosto, numero: '001-001-000000002', estado: 'RECHAZADO' })
    await insertVenta(app, empresa, { ...venta, ...agosto, numero: '001-001-000000004', estado: 'RECIBIDA' })
    await insertVenta(app, empresa, { ...nota, ...agosto, numero: '001-001-000000003' })
    const papel = await read('104', '2026-08')
    expect(papel.estado).toBe('CON_DEFECTOS')
    expect(papel.defectos.map(({ codigo, gravedad, cuantos, enlace }) => [codigo, gravedad, cuantos, enlace])).toEqual([
      ['saldos', 'BLOQUEA', 1, null],
      ['pendientes', 'AVISA', 1, '/comprobante?tributario=2&desde=2026-08-01&hasta=2026-08-31'],
      ['en_proceso', 'AVISA', 1, '/comprobante?tributario=3&desde=2026-08-01&hasta=2026-08-31'],
      ['no_autorizados', 'AVISA', 1, '/declaraciones?formulario=104&periodo=2026-08&defecto=no_autorizados'],
      ['notas_sin_factura', 'AVISA', 1, '/declaraciones?formulario=104&periodo=2026-08&defecto=notas_sin_factura'],
    ])
    expect((await read('103', '2026-08')).defectos.map(({ codigo }) => codigo)).toEqual(['pendientes', 'en_proceso', 'no_autorizados'])
    expect(textsOf(papel)).toMatchObject({ '401': '0.00', '411': '0.00', '443': '100.00', '453': '15.00' })
  })
})

it('what others issued and nobody booked is a defect, and so is what was left aside', async () => {
  const recibido = (tipo: string, ignorado: boolean, n: number) => ({
    empresa_id: empresa.id,
    id: randomUUID(),
    ambiente: 'SIMULADOR' as const,
    clave: String(n).padStart(49, '7'),
    tipo,
    numero: '001-001-000000001',
    fecha_emision: '2026-07-10',
    emisor_ruc: '1790012345001',
    emisor_nombre: 'PROVEEDOR',
    total: 1_000_000,
    autorizado: true,
    avisos: '[]',
    formulario: '{}',
    xml: '<x/>',
    ignorado,
    usuario_id: usuario.id,
    creado_en: new Date(),
  })
  const filas = [recibido('01', false, 1), recibido('01', false, 2), recibido('07', false, 3), recibido('04', true, 4)]
  await app.owner
    .insertInto('recibido')
    .values(filas as never)
    .execute()
  const { defectos } = await read('104', '2026-07')
  expect(defectos.slice(1).map(({ codigo, cuantos, enlace }) => [codigo, cuantos, enlace])).toEqual([
    ['recibidos_nuevos', 2, '/declaraciones?formulario=104&periodo=2026-07&defecto=recibidos_nuevos'],
    ['retenciones_nuevas', 1, '/comprobante/recibido?estado=NUEVO&tipo=07&desde=2026-07-01&hasta=2026-07-31'],
    ['recibidos_ignorados', 1, '/comprobante/recibido?estado=IGNORADO&desde=2026-07-01&hasta=2026-07-31'],
  ])
})

it('cross-check 2: a supplier whose identification the ATS does not admit beside its kind of document', async () => {
  const compra = mesDePrueba.compras.find(({ tipo }) => tipo === '01')!
  const liquidacion = mesDePrueba.compras.find(({ tipo }) => tipo === '03')!
  const junio = { fecha: '2026-06-10' }
  for (const [n, tipo_identificacion] of [
    [1, '04'],
    [2, '05'],
  ] as const) {
    const form = compraForm({ ...compra, ...junio, numero: `001-001-00000000${n}` })
    const identificacion = cedulaOf(801) + (tipo_identificacion === '04' ? '001' : '')
    const proveedor = { tipo_identificacion, identificacion, razon_social: 'ANA PÉREZ' }
    const body = { ...form, proveedor, autorizacion: '1234567890', fecha_registro: junio.fecha }
    const { status, problems } = await app.call(createCompra, { token, headers: { 'idempotency-key': randomUUID() }, body })
    expect(status, JSON.stringify(problems)).toBe(200)
  }
  await insertLiquidacion(app, empresa, { ...liquidacion, ...junio, numero: '001-001-000000001' })
  await insertLiquidacion(app, empresa, { ...liquidacion, ...junio, numero: '001-001-000000002', prov: '1790012345001' }, '04')
  const cruce = async (formulario: string) =>
    (await read(formulario, '2026-06')).defectos
      .filter(({ codigo }) => codigo === 'proveedor_ajeno' || codigo === 'liquidacion_con_ruc')
      .map(({ codigo, cuantos, enlace }) => [codigo, cuantos, enlace])
  expect(await cruce('ATS')).toEqual([
    ['proveedor_ajeno', 1, '/declaraciones?formulario=ATS&periodo=2026-06&defecto=proveedor_ajeno'],
    ['liquidacion_con_ruc', 1, '/declaraciones?formulario=ATS&periodo=2026-06&defecto=liquidacion_con_ruc'],
  ])
  expect(await cruce('104')).toEqual([])
})

describe('who may', () => {
  it('O-90 one company and environment; O-32 not USUARIO; filing needs its right', async () => {
    const other = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const bearer = (await app.signIn(other.username)).token
    expect(textsOf(await read('104', periodo, bearer))['401']).toBe('0.00')
    expect((await app.call(markVenta, { token: bearer, body: { documento_id: ventas.get('V1'), marca: null } })).status).toBe(404)
    const cual = { query: { formulario: '104', periodo } }
    await expectGuarded(app, empresa, readPapel, cual, [ROL.USUARIO])
    await expectGuarded(app, empresa, listDeclaracion, { query: { anio: '2026' } }, [ROL.USUARIO])
    const body = { formulario: '104', periodo, version: 1, huella: '0'.repeat(64) }
    await expectGuarded(app, empresa, declarar, { body }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    await expectGuarded(app, empresa, reopenPeriodo, { body: { formulario: '104', periodo, motivo: 'Sin permiso' } }, [
      ROL.USUARIO,
      ROL.VENDEDOR,
    ])
    await expectGuarded(app, empresa, savePapel, { body: { ...body, ajustes: [], saldos: null } }, [ROL.USUARIO, ROL.VENDEDOR])
    await expectGuarded(app, empresa, markVenta, { body: { documento_id: randomUUID(), marca: null } }, [ROL.USUARIO, ROL.VENDEDOR])
  })
})

it('a month is filed as it was looked at while one of its documents is voided, and the voiding is a difference', async () => {
  const otra = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }] })
  const { username } = await buildUsuario(app, { empresas: [otra] })
  const bearer = (await app.signIn(username)).token
  const [venta] = mesDePrueba.ventas as [(typeof mesDePrueba.ventas)[number]]
  const id = await insertVenta(app, otra, venta)
  const { version, huella: looked } = (await save({ formulario: '104', version: 0, saldos: SALDOS }, bearer)).data
  await inEmpresa(app.deps.db, otra.id, async (tx) => {
    await tx.updateTable('documento').set({ estado: 'ANULADO' }).where('id', '=', id).execute()
    const filed = await file({ formulario: '104', version, huella: looked }, bearer)
    expect([filed.status, filed.data.estado, filed.data.presentadas[0]?.sha256]).toEqual([200, 'DECLARADA', looked])
  })
  const papel = await read('104', periodo, bearer)
  const { declarado, ahora } = papel.diferencias.find(({ codigo }) => codigo === '411') ?? {}
  expect([papel.estado, declarado, ahora]).toEqual(['CON_DIFERENCIAS', expect.any(Number), 0])
  const again = await file({ formulario: '104', version: papel.version, huella: looked }, bearer)
  expect([again.status, again.msg]).toEqual([409, expect.stringContaining('Las cifras cambiaron')])
})
