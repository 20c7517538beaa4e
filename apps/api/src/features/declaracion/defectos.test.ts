import { randomUUID } from 'node:crypto'
import {
  createCompra,
  createRetencionRecibida,
  declarar,
  readDefecto,
  readPapel,
  savePapel,
  searchComprobante,
  searchRecibido,
  type DefectoDeclaracion,
  type DocumentoDefecto,
  type Listing,
  type Papel,
} from '@yupana/contract'
import { FORMULARIOS, type CodigoFormulario } from '@yupana/fiscal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { compraForm, insertLiquidacion, insertVenta, mesDePrueba, monto, type DocumentoDelMes } from '../../testing/mes-de-prueba.ts'

// A month with one document for each thing that can be wrong, and one beside it that is right.

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let usuario: UsuarioBuilt
let token: string
const periodo = '2026-09'
const fecha = '2026-09-10'
const REGIMEN = [{ tipo: 'REGIMEN', desde: '2022-01-01', valor: 'GENERAL' }] as const
const venta = { ...mesDePrueba.ventas.find(({ tipo }) => tipo === '01')!, fecha }
const nota = { ...mesDePrueba.ventas.find(({ tipo }) => tipo === '04')!, fecha }
const comprada = { ...mesDePrueba.compras.find(({ tipo, tpId }) => tipo === '01' && tpId !== '02')!, fecha }
const liquidada = { ...mesDePrueba.compras.find(({ tipo }) => tipo === '03')!, fecha }
const AJENO = '1790085783001'
const LARGA = 'EXT-90210-0001-99'
let numeros = 0
const numero = () => `001-001-${String(++numeros).padStart(9, '0')}`

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-15T09:00:00-05:00' })
  empresa = await buildEmpresa(app, { razonSocial: 'EMPRESA DE DEFECTOS S.A.', condiciones: REGIMEN })
  usuario = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(usuario.username)).token
  await sell()
  await buy()
  await withhold()
  await receive()
})
afterAll(() => app?.close())

async function sell(): Promise<void> {
  const issue = (change: Partial<Parameters<typeof insertVenta>[2]> = {}) =>
    insertVenta(app, empresa, { ...venta, numero: numero(), ...change })
  const factura = await issue()
  for (const estado of ['EMITIDO', 'RECIBIDA', 'RECHAZADO', 'RETENIDO', 'CERRADO'] as const) await issue({ estado })
  await issue({ tpId: '06', cliente: LARGA })
  await insertVenta(app, empresa, { ...nota, numero: numero() }, factura)
  await insertVenta(app, empresa, { ...nota, numero: numero() })
  await insertLiquidacion(app, empresa, { ...liquidada, numero: numero() })
  await insertLiquidacion(app, empresa, { ...liquidada, numero: numero(), prov: AJENO }, '04')
}

/** A purchase, and what its form would not have let pass. */
async function bought(change: Record<string, unknown> = {}): Promise<string> {
  const body = compraForm({ ...comprada, numero: numero() })
  const { status, data, problems } = await app.call<{ id: string }>(createCompra, {
    token,
    headers: { 'idempotency-key': randomUUID() },
    body,
  })
  expect(status, JSON.stringify(problems)).toBe(200)
  if (Object.keys(change).length > 0) await app.owner.updateTable('compra').set(change).where('id', '=', data.id).execute()
  return data.id
}

async function buy(): Promise<void> {
  await bought()
  await bought({ tipo: '02', sustento: '01' })
  await bought({ proveedor_tipo: '05' })
  await bought({ autorizacion: null })
  await bought({ numero: '000-001-000000099' })
  await bought({ proveedor_tipo: '08', proveedor_identificacion: LARGA })
}

interface Linea {
  cod_doc?: string
  numero: string
  impuesto?: '1' | '2'
  codigo?: string
  base?: string
  valor?: string
}

/** A voucher of the company over a document of this supplier. */
async function voucher(prov: string, linea: Linea, de = empresa): Promise<void> {
  const id = await insertVenta(app, de, { ...venta, tipo: '07', numero: numero(), tpId: '04', cliente: prov })
  await app.owner
    .insertInto('documento_retencion')
    .values({
      empresa_id: de.id,
      documento_id: id,
      version: 1,
      n: 1,
      cod_sustento: '01',
      cod_doc: linea.cod_doc ?? '01',
      numero: linea.numero,
      fecha,
      impuesto: linea.impuesto ?? '1',
      codigo: linea.codigo ?? '312',
      base: monto(linea.base ?? '10'),
      porcentaje: monto('2'),
      valor: monto(linea.valor ?? '0.20'),
    })
    .execute()
}

async function withhold(): Promise<void> {
  const of = async (id: string) =>
    app.owner.selectFrom('compra').select(['numero', 'proveedor_identificacion', 'subtotal']).where('id', '=', id).executeTakeFirstOrThrow()
  const right = await of(await bought())
  await voucher(right.proveedor_identificacion, { numero: right.numero })
  const base = await of(await bought())
  await voucher(base.proveedor_identificacion, { numero: base.numero, base: '99999' })
  const iva = await of(await bought())
  await voucher(iva.proveedor_identificacion, { numero: iva.numero, impuesto: '2', codigo: '1', valor: '99999' })
  const unknown = await of(await bought())
  await voucher(unknown.proveedor_identificacion, { numero: unknown.numero, codigo: '9Z9' })
  await voucher(AJENO, { numero: '009-009-000000001' })
  // What a client withheld to whom nothing was sold, in two vouchers; and one to whom something was.
  for (const [identificacion, n] of [
    [AJENO, 1],
    [AJENO, 2],
    [venta.cliente, 3],
  ] as const) {
    const agente = { tipo_identificacion: '04', identificacion, razon_social: 'CLIENTE DE PRUEBA', correos: [] }
    const linea = { cod_doc: '01', numero: '001-001-000000001', fecha, impuesto: '2', codigo: '1' }
    const body = {
      agente,
      numero: `001-001-00000090${n}`,
      autorizacion: '1234567890',
      fecha_emision: fecha,
      lineas: [{ ...linea, base: monto('10'), porcentaje: monto('30'), valor: monto('3') }],
    }
    const answer = await app.call(createRetencionRecibida, { token, headers: { 'idempotency-key': randomUUID() }, body })
    expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  }
}

async function receive(): Promise<void> {
  const recibido = (tipo: string, ignorado: boolean, n: number) => ({
    empresa_id: empresa.id,
    id: randomUUID(),
    ambiente: 'SIMULADOR' as const,
    clave: String(n).padStart(49, '7'),
    tipo,
    numero: `001-001-00000000${n}`,
    fecha_emision: fecha,
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
}

const read = async (formulario: CodigoFormulario, de = periodo, bearer = token) =>
  (await app.call<Papel>(readPapel, { token: bearer, query: { formulario, periodo: de } })).data

/** How many the address that a defect leads to shows. */
async function shown({ enlace }: DefectoDeclaracion): Promise<number | undefined> {
  const [screen, search] = (enlace ?? '').split('?')
  const query = Object.fromEntries(new URLSearchParams(search))
  if (screen === '/comprobante') return totalOf(searchComprobante, query)
  if (screen === '/comprobante/recibido') return totalOf(searchRecibido, query)
  const { defecto: codigo, ...cual } = query
  return codigo === undefined ? undefined : totalOf(readDefecto, { ...cual, codigo })
}

const totalOf = async (list: typeof searchComprobante | typeof searchRecibido | typeof readDefecto, query: object) => {
  const answer = await app.call<Listing<unknown>>(list, { token, query: { page: '0', size: '5', ...query } })
  expect(answer.status, JSON.stringify(query)).toBe(200)
  return answer.data.totalElements
}

const found = async (formulario: CodigoFormulario, codigo: string) =>
  (await app.call<Listing<DocumentoDefecto>>(readDefecto, { token, query: { formulario, periodo, codigo, page: '0', size: '50' } })).data
    .content

const ESPERADO: Readonly<Record<string, readonly [formularios: string, cuantos: number]>> = {
  pendientes: ['104 103 ATS', 1],
  en_proceso: ['104 103 ATS', 1],
  no_autorizados: ['104 103 ATS', 2],
  en_blanco: ['104 ATS', 1],
  notas_sin_factura: ['104 ATS', 1],
  retencion_sin_compra: ['104 103 ATS', 1],
  retenido_de_mas: ['104 103 ATS', 2],
  sustento_ajeno: ['104 ATS', 1],
  proveedor_ajeno: ['ATS', 2],
  liquidacion_con_ruc: ['ATS', 1],
  sin_identificar: ['ATS', 2],
  identificacion_larga: ['ATS', 2],
  recibidos_nuevos: ['104 103 ATS', 2],
  retenciones_nuevas: ['104 ATS', 1],
  recibidos_ignorados: ['104 ATS', 1],
  retenciones_sin_venta: ['ATS', 2],
  sin_fila: ['103', 1],
}

describe('a defect leads to just what it counts', () => {
  it.each(Object.entries(ESPERADO))('%s', async (codigo, [formularios, cuantos]) => {
    const said: string[] = []
    for (const formulario of FORMULARIOS) {
      const defecto = (await read(formulario)).defectos.find((one) => one.codigo === codigo)
      if (!defecto) continue
      said.push(formulario)
      expect([formulario, defecto.cuantos, await shown(defecto)]).toEqual([formulario, cuantos, cuantos])
    }
    expect(said.join(' ')).toBe(formularios)
  })

  it('every other one leads to the screen that mends it', async () => {
    for (const formulario of FORMULARIOS)
      for (const { codigo, enlace } of (await read(formulario)).defectos)
        if (!Object.hasOwn(ESPERADO, codigo)) expect([codigo, enlace]).toEqual(['saldos', null])
  })

  it('names documents of each kind so that they can be opened', async () => {
    const [larga] = (await found('ATS', 'identificacion_larga')).filter(({ origen }) => origen === 'COMPRA')
    expect(larga).toMatchObject({ identificacion: LARGA, fecha, tipo: '01' })
    expect(await found('ATS', 'liquidacion_con_ruc')).toMatchObject([{ origen: 'DOCUMENTO', tipo: '03', identificacion: AJENO }])
    expect((await found('ATS', 'recibidos_nuevos')).map(({ origen, tipo }) => [origen, tipo])).toEqual([
      ['RECIBIDO', '01'],
      ['RECIBIDO', '01'],
    ])
    expect((await found('ATS', 'retenciones_sin_venta')).map(({ origen, numero: de }) => [origen, de])).toEqual([
      ['RECIBIDA', '001-001-000000901'],
      ['RECIBIDA', '001-001-000000902'],
    ])
  })

  it('a defect that is none is not found, and another company’s documents are not listed', async () => {
    const query = { formulario: 'ATS', periodo, codigo: 'toString', page: '0', size: '5' }
    expect((await app.call(readDefecto, { token, query })).status).toBe(422)
    expect((await app.call(readDefecto, { token, query: { ...query, codigo: 'nada_de_eso' } })).status).toBe(404)
    const other = (await app.signIn((await buildUsuario(app, { empresas: [await buildEmpresa(app)] })).username)).token
    const answer = await app.call<Listing<unknown>>(readDefecto, { token: other, query: { ...query, codigo: 'recibidos_nuevos' } })
    expect(answer.data.totalElements).toBe(0)
    await expectGuarded(app, empresa, readDefecto, { query: { ...query, codigo: 'en_blanco' } }, [ROL.USUARIO])
  })
})

it('a purchase without a voucher is one where the SRI had named the company to withhold by then, and there is what to withhold', async () => {
  const condiciones = [...REGIMEN, { tipo: 'AGENTE_RETENCION', desde: '2026-09-15', valor: 'NAC-1' }] as const
  const agente = await buildEmpresa(app, { razonSocial: 'AGENTE DE PRUEBA S.A.', condiciones })
  const bearer = (await app.signIn((await buildUsuario(app, { empresas: [agente] })).username)).token
  const buyOn = async (dia: string, tipo = '01', change: Partial<DocumentoDelMes> = {}) => {
    const body = compraForm({ ...comprada, fecha: dia, numero: numero(), ...change })
    const { data } = await app.call<{ id: string }>(createCompra, { token: bearer, headers: { 'idempotency-key': randomUUID() }, body })
    if (tipo !== '01') await app.owner.updateTable('compra').set({ tipo }).where('id', '=', data.id).execute()
    return app.owner.selectFrom('compra').select(['numero', 'proveedor_identificacion']).where('id', '=', data.id).executeTakeFirstOrThrow()
  }
  await buyOn('2026-09-14')
  await buyOn('2026-09-16', '04')
  await buyOn('2026-09-17', '01', { lineas: [{ tarifa: 15, base: '50.00', iva: '7.50' }] })
  await buyOn('2026-09-17', '01', { negocioPopular: true, lineas: [{ tarifa: 0, base: '90.00' }] })
  const sin = await buyOn('2026-09-15')
  const con = await buyOn('2026-09-20')
  await voucher(con.proveedor_identificacion, { numero: con.numero, impuesto: '2', codigo: '1' }, agente)
  const one = async (formulario: CodigoFormulario) =>
    (await read(formulario, periodo, bearer)).defectos.find(({ codigo }) => codigo === 'compras_sin_retencion')
  expect(await one('104')).toBeUndefined()
  for (const formulario of ['103', 'ATS'] as const) expect((await one(formulario))?.cuantos).toBe(1)
  const query = { formulario: '103', periodo, codigo: 'compras_sin_retencion', page: '0', size: '5' }
  const { content } = (await app.call<Listing<DocumentoDefecto>>(readDefecto, { token: bearer, query })).data
  expect(content.map(({ numero: de }) => de)).toEqual([sin.numero])
})

it('a name too short for the ATS leads to the profile of the company', async () => {
  const corta = await buildEmpresa(app, { razonSocial: 'ABC', condiciones: REGIMEN })
  const bearer = (await app.signIn((await buildUsuario(app, { empresas: [corta] })).username)).token
  const named = async (formulario: CodigoFormulario) =>
    (await read(formulario, periodo, bearer)).defectos.filter(({ codigo }) => codigo === 'nombre_corto').map(({ enlace }) => enlace)
  expect([await named('ATS'), await named('104')]).toEqual([['/empresa_perfil'], []])
})

it('balances that are not those filed before lead to the paper of that period', async () => {
  const otra = await buildEmpresa(app, { razonSocial: 'SALDOS AJENOS S.A.', condiciones: REGIMEN })
  const bearer = (await app.signIn((await buildUsuario(app, { empresas: [otra] })).username)).token
  await insertVenta(app, otra, { ...venta, fecha: '2026-08-10', numero: numero() })
  const type = (de: string, saldos: object) =>
    app.call(savePapel, { token: bearer, body: { formulario: '104', periodo: de, version: 0, ajustes: [], saldos } })
  await type('2026-08', { '615': 0, '617': 0, '485': 0 })
  await type('2026-09', { '615': 7_000_000, '617': 0, '485': 0 })
  const saldos = async () => (await read('104', '2026-09', bearer)).defectos.map(({ codigo, enlace }) => [codigo, enlace])
  expect(await saldos()).toEqual([])
  const { version, huella } = await read('104', '2026-08', bearer)
  const body = { formulario: '104', periodo: '2026-08', version, huella, con_defectos: true }
  expect((await app.call(declarar, { token: bearer, body })).status).toBe(200)
  expect(await saldos()).toEqual([['saldos_ajenos', '/declaraciones?formulario=104&periodo=2026-08']])
})
