import { randomBytes, randomUUID } from 'node:crypto'
import {
  declarar,
  markVenta,
  readAts,
  readExportacion,
  readPapel,
  reopenPeriodo,
  saveExportacion,
  savePapel,
  type ExportacionLeida,
  type Papel,
} from '@yupana/contract'
import { parseMonto } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { insertVenta, monto } from '../../testing/mes-de-prueba.ts'
import { readZip } from '../../testing/read-zip.ts'
import { atsComplaint, hasOficial } from '../../testing/xml-judge.ts'

// What the ATS asks of an export besides its factura. September 2026, looked at in the middle of October.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let token: string
let count = 0
const periodo = '2026-09'

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app, { condiciones: [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }] })
  token = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
})

interface Venta {
  tipo?: string
  fecha?: string
  modifica?: string
  /** What its form says of it. */
  entrada?: object
}
/** A sale of so many dollars at 0 % to somebody abroad. */
async function sell(dolares: number, { tipo = '01', fecha = '2026-09-10', modifica, entrada }: Venta = {}): Promise<string> {
  count += 1
  const numero = `001-001-${String(count).padStart(9, '0')}`
  const lineas = [{ tarifa: 0, base: `${dolares}.00`, iva: '0.00' }]
  const venta = { id: '', tipo, numero, fecha, tpId: '08', cliente: 'DE-123456789', prov: '', sustento: '', formaPago: '20', lineas }
  const id = await insertVenta(app, empresa, venta, modifica)
  if (entrada === undefined) return id
  const row = { empresa_id: empresa.id, documento_id: id, n: 1, clave: `e${count}`, xml: Buffer.of(0), sha256: randomBytes(32) }
  await app.owner
    .insertInto('documento_version')
    .values({ ...row, entrada: JSON.stringify(entrada), usuario_id: null, creada_en: app.clock.now() })
    .execute()
  return id
}
const exportar = (dolares: number, venta: Venta = {}) => sell(dolares, { entrada: { exportacion: { pais_destino: '202' } }, ...venta })
async function servir(dolares: number, venta: Venta = {}): Promise<string> {
  const id = await sell(dolares, venta)
  expect((await app.call(markVenta, { token, body: { documento_id: id, marca: 'EXPORTACION_SERVICIOS' } })).status).toBe(200)
  return id
}

const CLIENTE = { version: 0, parte_relacionada: false, tipo_cliente: '02', regimen: '01', pais: '202', pais_destino: '202' }
const SIN = { ...CLIENTE, clase: '02', fecha_embarque: '2026-09-20', valor_fob: monto('1000') }
const CON = { ...SIN, clase: '01', refrendo: '028-2026-40-01234567', documento_transporte: 'BL20260920A' }
const SERVICIO = { ...CLIENTE, clase: '03', tipo_ingreso: '410' }
const tell = (id: string, body: object, bearer = token) =>
  app.call<ExportacionLeida>(saveExportacion, { token: bearer, params: { id }, body })
const told = async (id: string, body: object) => {
  const answer = await tell(id, body)
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
}
const leer = (id: string, bearer = token) => app.call<ExportacionLeida>(readExportacion, { token: bearer, params: { id } })

const papel = async (formulario: string) => (await app.call<Papel>(readPapel, { token, query: { formulario, periodo } })).data
const boxes = async (formulario: string): Promise<Record<string, number>> => {
  const { secciones } = await papel(formulario)
  const casillas = secciones.flatMap(({ filas }) => filas.flatMap((fila) => fila.casillas.filter((one) => one !== null)))
  return Object.fromEntries(casillas.map(({ codigo, valor }) => [codigo, valor]))
}
const defecto = async (formulario = 'ATS') => (await papel(formulario)).defectos.find(({ codigo }) => codigo === 'exportaciones')
const ats = async () => readZip((await app.call(readAts, { token, query: { periodo } })).raw).get('AT092026.xml') ?? ''
const rowsOf = (xml: string) =>
  [...xml.matchAll(/<detalleExportaciones>(.*?)<\/detalleExportaciones>/g)].map(([, row = '']) =>
    Object.fromEntries([...row.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', text = '']) => [name, text])),
  )
const netoOf = (xml: string) =>
  rowsOf(xml).reduce((total, { tipoComprobante, valorFOBComprobante = '' }) => {
    const valor = parseMonto(valorFOBComprobante) ?? Number.NaN
    return tipoComprobante === '04' ? total - valor : total + valor
  }, 0)

describe('an export in the ATS', () => {
  it('without its data is a defect that leads to its factura, and told of it stands in its own section', async () => {
    const [bienes, servicio] = [await exportar(1000), await servir(300)]
    expect(await defecto()).toMatchObject({ gravedad: 'AVISA', cuantos: 2, texto: expect.stringMatching(/^2 exportaciones/) })
    expect([await defecto('104'), (await ats()).includes('exportaciones')]).toEqual([undefined, false])
    await told(servicio, SERVICIO)
    expect(await defecto()).toMatchObject({ cuantos: 1, enlace: `/comprobante/${bienes}` })
    await told(bienes, CON)
    expect(await defecto()).toBeUndefined()
    const xml = await ats()
    expect(
      rowsOf(xml)
        .map(({ exportacionDe, valorFOBComprobante, distAduanero, tipIngExt }) => [
          exportacionDe,
          valorFOBComprobante,
          distAduanero,
          tipIngExt,
        ])
        .sort(),
    ).toEqual([
      ['01', '1000.00', '028', undefined],
      ['03', '300.00', undefined, '410'],
    ])
    expect(xml).not.toContain('detalleVentas')
    if (hasOficial) expect(atsComplaint(xml)).toBeUndefined()
  })

  it('of each kind is valid, and all of them come to what form 104 and the talón say', async () => {
    const [con, sin, servicio] = [await exportar(1000), await exportar(250), await servir(300)]
    await sell(40)
    await told(con, { ...CON, valor_fob: monto('5000') })
    await told(sin, { ...SIN, regimen: '03', regimen_nombre: 'Zona libre de Colón', parte_relacionada: true })
    await told(servicio, { ...SERVICIO, regimen: '02', impuesto_exterior: monto('12.50') })
    // A factura of a month before: its notes count in this one, with what was told of it.
    const antes = await exportar(900, { fecha: '2026-08-20' })
    await told(antes, { ...CON, fecha_embarque: '2026-08-25' })
    await sell(100, { tipo: '04', modifica: antes })
    await sell(30, { tipo: '04', modifica: servicio })
    const xml = await ats()
    if (hasOficial) expect(atsComplaint(xml)).toBeUndefined()
    const [f104, talon] = [await boxes('104'), await boxes('ATS')]
    expect([f104['417'], f104['418']]).toEqual([monto('1150'), monto('270')])
    expect([talon['exportaciones_bienes'], talon['exportaciones_servicios'], talon['ventas_cero']]).toEqual([
      f104['417'],
      f104['418'],
      monto('40'),
    ])
    expect(netoOf(xml)).toBe(f104['417']! + f104['418']!)
    const notas = rowsOf(xml).filter(({ tipoComprobante }) => tipoComprobante === '04')
    expect(notas.map((row) => [row['fechaEmbarque'], row['valorFOB'], row['valorFOBComprobante'], row['correlativo']]).sort()).toEqual([
      ['10/09/2026', '30.00', '30.00', undefined],
      ['25/08/2026', '100.00', '100.00', '01234567'],
    ])
    expect(rowsOf(xml).find((row) => row['valorFOB'] === '5000.00')).toMatchObject({ valorFOBComprobante: '1000.00' })
    // What stayed in the country is all that its sales are.
    expect(xml.match(/<detalleVentas>/g)).toHaveLength(1)
    expect(xml).toContain('<baseImponible>40.00</baseImponible>')
  })

  it('a note whose factura of another month has no data is a defect of its month', async () => {
    const antes = await exportar(900, { fecha: '2026-08-20' })
    await sell(100, { tipo: '04', modifica: antes })
    expect(await defecto()).toMatchObject({ cuantos: 1, enlace: `/comprobante/${antes}` })
  })

  it('is told of as what form 104 counts it, and again once it is marked as something else', async () => {
    const id = await exportar(500)
    expect((await leer(id)).data).toEqual({
      clases: ['01', '02'],
      valor: monto('500'),
      pais_destino: '202',
      declarada: null,
      version: 0,
      datos: null,
    })
    await told(id, SIN)
    await app.call(markVenta, { token, body: { documento_id: id, marca: 'EXPORTACION_SERVICIOS' } })
    expect((await leer(id)).data).toMatchObject({ clases: ['03'], version: 1, datos: null })
    expect(await defecto()).toMatchObject({ cuantos: 1 })
    expect((await tell(id, { ...SIN, version: 1 })).problems).toMatchObject([{ campo: 'clase' }])
    await told(id, { ...SERVICIO, version: 1 })
    expect((await leer(id)).data).toMatchObject({ version: 2, datos: { clase: '03', fecha_embarque: null, valor_fob: null } })
    await app.call(markVenta, { token, body: { documento_id: id, marca: 'CON_DERECHO' } })
    expect((await leer(id)).data).toMatchObject({ clases: [] })
    expect([await defecto(), await ats()]).toEqual([undefined, expect.stringContaining('<baseImponible>500.00</baseImponible>')])
  })
})

describe('what is told of it', () => {
  it.each([
    ['no refrendo', { ...CON, refrendo: null }, 'refrendo'],
    ['a day on board that has not come', { ...SIN, fecha_embarque: '2026-10-16' }, 'fecha_embarque'],
    ['a country that is none', { ...SIN, pais: '999' }, 'pais'],
    ['a country of two digits', { ...SIN, pais: '20' }, 'pais'],
    ['a kind of services', SERVICIO, 'clase'],
    ['no kind', { ...SIN, clase: '04' }, 'clase'],
    ['a field that is none', { ...SIN, fue: '1' }, 'fue'],
  ])('%s is refused at its field, and nothing changes', async (_why, body, campo) => {
    const id = await exportar(500)
    const before = await huella(app)
    const answer = await tell(id, body)
    expect([answer.status, answer.problems.map((one) => one.campo)]).toEqual([422, [campo]])
    expect(await huella(app)).toEqual(before)
  })

  it('changes over the version that was read alone, of two at once one, and is written down', async () => {
    const id = await exportar(500)
    const both = await Promise.all([tell(id, SIN), tell(id, CON)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await tell(id, { ...SIN, version: 7 })).status).toBe(409)
    await told(id, { ...CON, version: 1 })
    await told(id, { ...SIN, version: 2 })
    const row = await app.owner.selectFrom('exportacion_ats').selectAll().where('documento_id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ clase: '02', version: 3, refrendo: null, documento_transporte: null })
    const hechos = await app.owner.selectFrom('auditoria').select(['accion', 'detalle']).where('objeto', '=', id).orderBy('id').execute()
    expect(hechos.map(({ accion, detalle }) => [accion, (detalle as { version?: number }).version])).toEqual([
      ['declaracion.exportacion', 1],
      ['declaracion.exportacion', 2],
      ['declaracion.exportacion', 3],
    ])
  })

  const file = async (formulario: string) => {
    if (formulario === '104')
      await app.call(savePapel, { token, body: { formulario, periodo, version: 0, ajustes: [], saldos: { '615': 0 } } })
    const { version, huella: looked } = await papel(formulario)
    const answer = await app.call<Papel>(declarar, { token, body: { formulario, periodo, version, huella: looked, con_defectos: true } })
    expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  }

  it('may change until the ATS of its period is filed, whatever form was filed before, and once it is opened again', async () => {
    const id = await exportar(500)
    await file('104')
    await told(id, SIN)
    await file('ATS')
    expect((await leer(id)).data.declarada).toBe('de septiembre de 2026')
    const late = await tell(id, { ...CON, version: 1 })
    expect([late.status, late.problems]).toEqual([
      422,
      [
        expect.objectContaining({
          campo: 'clase',
          message: 'El ATS de septiembre de 2026 ya se declaró: reabra el período para cambiar estos datos.',
        }),
      ],
    ])
    await app.call(reopenPeriodo, { token, body: { formulario: 'ATS', periodo, motivo: 'Llegó el refrendo' } })
    await told(id, { ...CON, version: 1 })
  })
})

describe('who may', () => {
  it('O-90 of one company and environment; O-32 not USUARIO; telling needs the right to file', async () => {
    const id = await exportar(500)
    const other = await buildUsuario(app, { empresas: [await buildEmpresa(app)] })
    const bearer = (await app.signIn(other.username)).token
    expect([(await leer(id, bearer)).status, (await tell(id, SIN, bearer)).status]).toEqual([404, 404])
    expect((await leer(randomUUID())).status).toBe(404)
    await expectGuarded(app, empresa, readExportacion, { params: { id } }, [ROL.USUARIO])
    await expectGuarded(app, empresa, saveExportacion, { params: { id }, body: SIN }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    await app.owner.updateTable('empresa').set({ ambiente: 'PRUEBAS' }).where('id', '=', empresa.id).execute()
    const later = (await app.signIn((await buildUsuario(app, { empresas: [empresa] })).username)).token
    expect((await leer(id, later)).status).toBe(404)
  })
})
