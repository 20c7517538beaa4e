import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  bringGastos,
  createCompra,
  createGastoPersonal,
  discardGastoRecibido,
  exportAnexoGastos,
  MAX_GASTOS,
  readResumenGastos,
  saveSituacion,
  searchGastoPersonal,
  searchGastoRecibido,
  voidCompra,
  type CompraGuardada,
  type GastoPersonal,
  type GastoRecibido,
  type GastosTraidos,
  type Listing,
  type ResumenGastos,
} from '@yupana/contract'
import { buildClaveAcceso, fechaIn, parseMonto } from '@yupana/fiscal'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario, type UsuarioBuilt } from '../../testing/builders.ts'
import { zipOf } from '../../testing/hoja-xlsx.ts'
import { huella } from '../../testing/huella.ts'
import { recibidoRow } from '../../testing/matrix-muestras.ts'
import { formularioOf } from './formulario.ts'

// O-78: documents received by a person and his family become proposals for his personal expenses, visible to no other user.

const FAMILIAR = '1710034065'
const PROVEEDOR = '1712345675001'
let app: TestApp
/** The company of which he is the taxpayer. */
let empresa: { id: EmpresaId; ruc: string }
let yo: UsuarioBuilt
let token: string

beforeAll(async () => {
  app = await buildTestApp()
  app.clock.set(new Date('2026-06-30T15:00:00Z'))
})
afterAll(() => app?.close())
beforeEach(async () => {
  const ci = (await buildUsuario(app, { empresas: [] })).ci
  await app.owner.updateTable('usuario').set({ ci: null }).where('ci', '=', ci).execute()
  empresa = await buildEmpresa(app, { ruc: `${ci}001` })
  yo = await buildUsuario(app, { empresas: [empresa] })
  await app.owner.updateTable('usuario').set({ ci }).where('id', '=', yo.id).execute()
  yo = { ...yo, ci }
  token = (await app.signIn(yo.username)).token
})

const m = (text: string) => parseMonto(text)!
const key = () => ({ 'idempotency-key': randomUUID() })
let secuencia = 0
const claveOf = (fecha: string) => {
  secuencia += 1
  return buildClaveAcceso({
    fechaEmision: fecha,
    codDoc: '01',
    ruc: PROVEEDOR,
    ambiente: '1',
    estab: '001',
    ptoEmi: '002',
    secuencial: String(secuencia).padStart(9, '0'),
    codigoNumerico: '12345678',
  })
}

/** A document of the company's inbox of 100.00 with IVA of 15.00, and 12.00 of ICE in its base. */
async function entra(more: object = {}, en = empresa) {
  const fecha = '2026-03-10'
  const clave = claveOf(fecha)
  const impuestos = [
    { codigo: '2', codigo_porcentaje: '4', tarifa: m('15'), base: m('112'), valor: m('16.80') },
    { codigo: '3', codigo_porcentaje: '3072', tarifa: 0, base: m('100'), valor: m('12') },
  ]
  await app.owner
    .insertInto('recibido')
    .values({
      ...recibidoRow(en.id, yo.id, app.clock.now()),
      clave,
      numero: `001-002-${String(secuencia).padStart(9, '0')}`,
      fecha_emision: fecha,
      emisor_ruc: PROVEEDOR,
      emisor_nombre: 'Clínica Ñuñoa',
      formulario: JSON.stringify({ impuestos }),
      ...more,
    })
    .execute()
  return clave
}
const porClasificar = async (query: object = {}, as = token) => {
  const answer = await app.call<Listing<GastoRecibido>>(searchGastoRecibido, { token: as, query: { anio: '2026', ...query } })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.content
}
const resumen = async () => (await app.call<ResumenGastos>(readResumenGastos, { token, query: { anio: '2026' } })).data
const register = ({ propuesta: _p, avisos: _a, total, ...documento }: GastoRecibido, categoria = 'SALUD') =>
  app.call<GastoPersonal>(createGastoPersonal, {
    token,
    body: { ...documento, partes: [{ categoria, monto: total }] },
    headers: key(),
  })
/** The company books the document of an expense. */
const book = ({ proveedor_ruc: identificacion, numero, clave_acceso, fecha }: GastoPersonal) =>
  app.call<CompraGuardada>(createCompra, {
    token,
    headers: key(),
    body: {
      tipo: '01',
      proveedor: { tipo_identificacion: '04', identificacion, razon_social: 'Clínica Ñuñoa' },
      numero,
      autorizacion: clave_acceso,
      fecha_emision: fecha,
      sustento: '02',
      impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: m('15'), base: m('100'), valor: m('15') }],
      total: m('115'),
      pagos: [{ forma_pago: '20', total: m('115') }],
    },
  })
const discard = (clave_acceso: string, descartado = true, as = token) =>
  app.call(discardGastoRecibido, { token: as, body: { clave_acceso, descartado } })

const example = readFileSync(new URL('../../../../../packages/sri/ejemplos/factura-1.1.0-consumidor-final.xml', import.meta.url), 'utf8')
/** A factura to this receiver, of 10 March 2026. */
const xmlTo = (comprador: string, clave = claveOf('2026-03-10')) =>
  example
    .replace(/<claveAcceso>[^<]+/, `<claveAcceso>${clave}`)
    .replace(/<secuencial>[^<]+/, `<secuencial>${clave.slice(30, 39)}`)
    .replace(/<identificacionComprador>[^<]+/, `<identificacionComprador>${comprador}`)
    .replace(/<fechaEmision>[^<]+/, '<fechaEmision>10/03/2026')
const bring = (files: readonly (readonly [string, string | Uint8Array])[], as = token) => {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new File([content as never], name))
  return app.call<GastosTraidos>(bringGastos, { token: as, form })
}
const conFamilia = () =>
  app.call(saveSituacion, {
    token,
    body: {
      anio: 2026,
      version: 0,
      cargas: 1,
      catastrofica: false,
      parte_propia: 50_000_000,
      ingresos: null,
      deducciones: null,
      retenido: null,
      familiares: [{ identificacion: FAMILIAR, nombre: 'Ana', parentesco: 'CONYUGE' }],
    },
  })

describe('O-78 what the inbox of his own company received', () => {
  it('comes by itself without IVA and ICE, counts for nothing before it is registered, and goes once it is', async () => {
    const clave = await entra()
    await entra({ fecha_emision: '2025-12-31' })
    await entra({ anulado_en: app.clock.now() })
    await entra({ tipo: '07' })
    const [found, ...rest] = await porClasificar()
    expect(rest).toEqual([])
    expect(found).toMatchObject({
      clave_acceso: clave,
      a_nombre: empresa.ruc,
      proveedor: 'Clínica Ñuñoa',
      total: m('100'),
      propuesta: null,
      avisos: [],
    })
    expect(await resumen()).toMatchObject({ gastado: 0, por_clasificar: { documentos: 1, total: m('100') } })
    expect((await register(found!)).status).toBe(200)
    expect(await porClasificar()).toEqual([])
    expect(await resumen()).toMatchObject({ gastado: m('100'), por_clasificar: { documentos: 0, total: 0 } })
  })

  it('what the company ignored comes too; the next of a supplier is proposed as the last was classified, and says why', async () => {
    await entra({ ignorado: true })
    const [first] = await porClasificar()
    expect((await register(first!, 'EDUCACION')).status).toBe(200)
    await entra()
    expect((await porClasificar())[0]?.propuesta).toEqual({
      categoria: 'EDUCACION',
      motivo: `Educación, arte y cultura: así lo clasificó la última vez (Factura ${first!.numero} del 10/03/2026).`,
    })
  })

  it('is put aside and taken back, and whoever has no such document is answered 404', async () => {
    const clave = await entra()
    for (let times = 0; times < 2; times++) expect((await discard(clave)).status).toBe(200)
    expect([await porClasificar(), (await porClasificar({ descartado: 'true' })).length]).toEqual([[], 1])
    expect((await discard(clave, false)).status).toBe(200)
    expect((await porClasificar()).length).toBe(1)
    const other = await buildUsuario(app, { empresas: [empresa], rol: ROL.ADMIN })
    const as = (await app.signIn(other.username)).token
    expect(await porClasificar({}, as)).toEqual([])
    const before = await huella(app)
    for (const [which, whose] of [
      [clave, as],
      [claveOf('2026-01-01'), token],
      ['0'.repeat(49), token],
    ] as const)
      expect((await discard(which, true, whose)).status).toBe(404)
    expect(await huella(app)).toEqual(before)
  })

  it('is not put aside beyond what a person may have waiting, while what was put aside before goes back and forth', async () => {
    const [kept, other] = [await entra(), await entra()]
    expect((await discard(kept)).status).toBe(200)
    await sql`
      insert into gasto_personal_recibido (usuario_id, clave, fecha, proveedor_ruc, proveedor, tipo, numero, a_nombre, total, autorizado, creado_en)
      select usuario_id, lpad(g::text, 49, '0'), fecha, proveedor_ruc, proveedor, tipo, '009-009-' || lpad(g::text, 9, '0'), a_nombre, total, autorizado, creado_en
        from gasto_personal_recibido, generate_series(2, ${2 * MAX_GASTOS}) g where usuario_id = ${yo.id}`.execute(app.owner)
    const refused = await discard(other)
    expect([refused.status, refused.msg]).toEqual([422, expect.stringContaining('comprobantes por clasificar')])
    expect((await discard(kept, false)).status).toBe(200)
    expect((await discard(kept)).status).toBe(200)
  })

  it('of a company that is not his it is the company’s alone, until its taxpayer is of his family', async () => {
    const ajena = await buildEmpresa(app, { ruc: `${FAMILIAR}001` })
    const empleado = await buildUsuario(app, { empresas: [ajena] })
    const as = (await app.signIn(empleado.username)).token
    await entra({}, ajena)
    expect(await porClasificar({}, as)).toEqual([])
    await app.owner.updateTable('usuario').set({ ci: null }).where('id', '=', yo.id).execute()
    await app.owner.updateTable('usuario').set({ ci: yo.ci }).where('id', '=', empleado.id).execute()
    const mine = token
    token = as
    await conFamilia()
    token = mine
    expect((await porClasificar({}, as)).map(({ a_nombre }) => a_nombre)).toEqual([`${FAMILIAR}001`])
  })

  it('what the company books afterwards counts for nothing, says so, and counts again once the purchase is voided', async () => {
    await entra()
    const [one] = await porClasificar()
    const { data: gasto } = await register(one!)
    const listed = async (cuenta: string) =>
      (await app.call<Listing<GastoPersonal>>(searchGastoPersonal, { token, query: { anio: '2026', cuenta } })).data.content
    const anexo = async () => (await app.call(exportAnexoGastos, { token, query: { anio: '2026', formato: 'csv' } })).raw.toString()
    const counts = async () => [(await listed('true')).map(({ id }) => id), (await anexo()).includes(PROVEEDOR)]
    expect([gasto.de_empresa, ...(await counts())]).toEqual([false, [gasto.id], true])
    const { data: saved, problems } = await book(gasto)
    expect(problems).toEqual([])
    expect(await resumen()).toMatchObject({ gastado: 0, cuenta: 0, rebaja: 0, documentos: 0, perdido: { documentos: 0, gastado: 0 } })
    expect(formularioOf(await resumen(), fechaIn(app.clock.now())).casilleros.find(({ codigo }) => codigo === '112')?.valor).toBe('$0.00')
    expect(await listed('false')).toMatchObject([{ id: gasto.id, de_empresa: true }])
    expect(await counts()).toEqual([[], false])
    const params = { id: saved.id }
    expect((await app.call(voidCompra, { token, params, body: { version: saved.version, motivo: 'Error' } })).problems).toEqual([])
    expect([await counts(), (await resumen()).gastado]).toEqual([[[gasto.id], true], m('100')])
  })

  it('what waits is said in the form and in the annex', async () => {
    await entra()
    await entra()
    expect(formularioOf(await resumen(), fechaIn(app.clock.now())).notas[0]).toBe(
      '2 comprobantes recibidos por $200.00 sin IVA no constan: falta decir de qué rubro.',
    )
    const { raw } = await app.call(exportAnexoGastos, { token, query: { anio: '2026', formato: 'csv' } })
    expect(raw.toString().split(/\r?\n/)[1]).toBe(
      `${PROVEEDOR},Clínica Ñuñoa,,${empresa.ruc},2,200.00,Sin clasificar: todavía no es un gasto personal.`,
    )
  })
})

describe('O-78 what he brings himself', () => {
  it('an XML of his own, of his family or to consumidor final waits for its category; a stranger’s is refused', async () => {
    await conFamilia()
    const own = await bring([['a.xml', xmlTo(yo.ci)]])
    expect(own.status, own.msg).toBe(200)
    expect(own.data.solo).toMatchObject({
      a_nombre: yo.ci,
      tipo: '01',
      avisos: ['El archivo no trae la autorización del SRI: compruébelo antes de registrarlo.'],
    })
    expect((await bring([['b.xml', xmlTo(FAMILIAR)]])).data.solo?.avisos).toHaveLength(1)
    expect((await bring([['c.xml', xmlTo('9999999999999')]])).data.solo?.avisos[0]).toMatch(/^Está a consumidor final: no cuenta/)
    const before = await huella(app)
    const stranger = await bring([['d.xml', xmlTo('1713175071')]])
    expect([stranger.status, stranger.problems[0]?.campo]).toEqual([422, 'file'])
    expect(stranger.problems[0]?.message).toMatch(/\(1713175071\), que no es usted ni consta entre sus familiares\.$/)
    expect(await huella(app)).toEqual(before)
    expect((await porClasificar({ size: 20 })).map(({ a_nombre }) => a_nombre).sort()).toEqual([FAMILIAR, yo.ci, '9999999999999'].sort())
  })

  it('a ZIP brings each once and says of each what became of it; those lost to consumidor final are a list of their own', async () => {
    const same = xmlTo(yo.ci)
    const zip = zipOf([
      { nombre: 'uno.xml', texto: same },
      { nombre: 'dos.xml', texto: same },
      { nombre: 'tres.xml', texto: xmlTo('9999999999999') },
      { nombre: 'cuatro.xml', texto: '<x/>' },
    ])
    const { data } = await bring([['todo.zip', zip]])
    expect(data.archivos.map(({ resultado }) => resultado)).toEqual(['NUEVO', 'REPETIDO', 'NUEVO', 'RECHAZADO'])
    for (const one of await porClasificar({ size: 20 })) expect((await register(one)).status).toBe(200)
    const listed = async (cuenta: string) =>
      (await app.call<Listing<GastoPersonal>>(searchGastoPersonal, { token, query: { anio: '2026', cuenta } })).data
    const { perdido, gastado, documentos } = await resumen()
    const lost = await listed('false')
    expect([lost.totalElements, lost.content[0]?.total]).toEqual([perdido.documentos, perdido.gastado])
    const counted = await listed('true')
    expect([counted.totalElements, counted.content[0]?.total]).toEqual([documentos, gastado])
    expect((await bring([['otra.xml', same]])).data).toMatchObject({ archivos: [{ resultado: 'REPETIDO' }], solo: null })
  })

  it('the same file twice at once is one document', async () => {
    const xml = xmlTo(yo.ci)
    const both = await Promise.all([1, 2].map(() => bring([['a.xml', xml]])))
    expect(both.map(({ data }) => data.archivos[0]?.resultado).sort()).toEqual(['NUEVO', 'REPETIDO'])
    expect(await porClasificar()).toHaveLength(1)
  })

  it.each([
    ['no XML', 'hola'],
    ['another document', readFileSync(new URL('../../../../../packages/sri/ejemplos/comprobanteRetencion-2.0.0.xml', import.meta.url))],
    ['a DOCTYPE', '<!DOCTYPE a [<!ENTITY b "c">]><factura>&b;</factura>'],
    ['a megabyte of depth', '<a>'.repeat(300_000)],
  ])('%s is refused at the file', async (_what, xml) => {
    const answer = await bring([['x.xml', xml]])
    expect([answer.status, answer.problems[0]?.campo]).toEqual([422, 'file'])
  })
})
