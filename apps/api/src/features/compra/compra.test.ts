import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  createCompra,
  deleteCompra,
  deletePersona,
  editCompra,
  readCompra,
  searchCompra,
  searchPersona,
  voidCompra,
  type Compra,
  type CompraFila,
  type CompraFormInput,
  type CompraGuardada,
  type Listing,
  type Persona,
} from '@yupana/contract'
import { buildClaveAcceso, parseMonto } from '@yupana/fiscal'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { rootFolder } from '../../instalacion/root-folder.ts'
import { ROL } from '../../plugins/sesion/roles.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { expectGuarded } from '../../testing/expect-guarded.ts'
import { huella } from '../../testing/huella.ts'
import { cedulaOf } from '../../testing/identificaciones.ts'

let app: TestApp
let empresa: { id: EmpresaId; ruc: string }
let usuario: { id: string; username: string }
let token: string

beforeAll(async () => {
  app = await buildTestApp({ now: '2026-10-01T10:00:00-05:00' })
})
afterAll(() => app?.close())
beforeEach(async () => {
  empresa = await buildEmpresa(app)
  usuario = await buildUsuario(app, { empresas: [empresa] })
  token = (await app.signIn(usuario.username)).token
})

const m = (text: string) => parseMonto(text)!
const PROVEEDOR = { tipo_identificacion: '04' as const, identificacion: `${cedulaOf(501)}001`, razon_social: 'FERRETERÍA ÁVILA' }
const iva15 = (base: string, valor: string) => ({
  codigo: '2' as const,
  codigo_porcentaje: '4',
  tarifa: 15_000_000,
  base: m(base),
  valor: m(valor),
})
const form = (change: Partial<CompraFormInput> = {}): CompraFormInput => ({
  tipo: '01',
  proveedor: PROVEEDOR,
  numero: '001-002-000004501',
  autorizacion: '1234567890',
  fecha_emision: '2026-09-02',
  sustento: '06',
  impuestos: [iva15('400', '60')],
  total: m('460'),
  ...change,
})
const create = (change: Partial<CompraFormInput> = {}, key: string = randomUUID()) =>
  app.call<CompraGuardada>(createCompra, { token, headers: { 'idempotency-key': key }, body: form(change) })
const created = async (change: Partial<CompraFormInput> = {}) => {
  const answer = await create(change)
  expect(answer.status, JSON.stringify(answer.problems)).toBe(200)
  return answer.data
}
const campos = async (change: Partial<CompraFormInput>) => (await create(change)).problems.map(({ campo }) => campo)
const list = async (query: Record<string, string> = {}) =>
  (await app.call<Listing<CompraFila>>(searchCompra, { token, query: { size: '50', ...query } })).data.content

interface CompraVector {
  id: string
  tipo: string
  prov: string
  numero: string
  fecha: string
  sustento: string
  negocioPopular?: boolean
  modifica?: string
  lineas: { tarifa: number; base: string; iva?: string }[]
}
const CODIGOS: Readonly<Record<number, string>> = { 0: '0', 5: '5', 15: '4' }

/** A purchase of the reference month, with a made-up authorisation. */
function formOf({ tipo, prov, numero, fecha, sustento, lineas, ...rest }: CompraVector, compras: readonly CompraVector[]): CompraFormInput {
  const impuestos = lineas.map(({ tarifa, base, iva = '0' }) => ({
    codigo: '2' as const,
    codigo_porcentaje: CODIGOS[tarifa]!,
    tarifa: tarifa * 1_000_000,
    base: m(base),
    valor: m(iva),
  }))
  const total = impuestos.reduce((sum, { base, valor }) => sum + base + valor, 0)
  const modificada = compras.find(({ id }) => id === rest.modifica)
  return form({
    tipo,
    proveedor: { tipo_identificacion: '04', identificacion: prov, razon_social: `PROVEEDOR ${prov}` },
    regimen_proveedor: rest.negocioPopular ? 'NEGOCIO_POPULAR' : 'GENERAL',
    numero,
    fecha_emision: fecha,
    fecha_registro: fecha,
    sustento,
    impuestos,
    total,
    pagos: total > m('500') ? [{ forma_pago: '20', total }] : [],
    ...(modificada && { modificado: { tipo: modificada.tipo, numero: modificada.numero, fecha: modificada.fecha } }),
  })
}

describe('purchases (R-2.3.12, O-25)', () => {
  it('the purchases of the reference month are registered as it has them, and found by month, supplier and kind', async () => {
    const file = path.join(rootFolder(), 'referencia/tributacion/vectors/mes-2026-09.json')
    const { compras } = JSON.parse(readFileSync(file, 'utf8')) as { compras: CompraVector[] }
    const ajenas = compras.filter(({ tipo }) => tipo !== '03')
    for (const compra of ajenas) {
      const { data, status, problems } = await create(formOf(compra, compras))
      expect([compra.id, status, problems]).toEqual([compra.id, 200, []])
      expect(data.avisos).toEqual([])
    }
    const filas = await list({ desde: '2026-09-01', hasta: '2026-09-30' })
    expect(filas).toHaveLength(9)
    const sum = (of: (fila: CompraFila) => number, tipos: readonly string[]) =>
      filas.filter(({ tipo }) => tipos.includes(tipo)).reduce((total, fila) => total + of(fila), 0)
    expect(sum(({ subtotal }) => subtotal, ['01'])).toBe(m('2475'))
    expect(sum(({ iva }) => iva, ['01'])).toBe(m('368.25'))
    const [nota] = await list({ tipo: '04' })
    const { data } = await app.call<Compra>(readCompra, { token, params: { id: nota!.id } })
    expect(data.modificada).toMatchObject({ numero: '001-002-000004501' })
    expect((await list({ q: '4501' })).map(({ numero }) => numero)).toEqual(['001-002-000004501'])
    expect(await list({ desde: '2026-10-01' })).toEqual([])
    const impuestos = await app.owner.selectFrom('compra_impuesto').selectAll().where('empresa_id', '=', empresa.id).execute()
    expect(impuestos).toHaveLength(9)
    const bases = await app.owner.selectFrom('compra').select(['base_cero', 'base_gravada']).where('tipo', '=', '02').execute()
    expect(bases).toEqual([{ base_cero: m('30'), base_gravada: 0 }])
  })

  it('the supplier becomes a person, who stays while a purchase names them', async () => {
    await created()
    const { data } = await app.call<Listing<Persona>>(searchPersona, { token, query: { q: 'avila' } })
    expect(data.content).toMatchObject([{ identificacion: PROVEEDOR.identificacion, roles: ['proveedor'] }])
    expect((await app.call(deletePersona, { token, params: { id: data.content[0]!.id } })).status).toBe(422)
  })

  it('O-50: the same key registers once; the same document is refused by its number and by its clave, of cédula and RUC alike', async () => {
    const key = randomUUID()
    const [first, again] = [await create({}, key), await create({}, key)]
    expect(again.data.id).toBe(first.data.id)
    expect((await create()).problems).toEqual([
      { campo: 'numero', message: 'Ya está registrado: 001-002-000004501, el 01/10/2026. No se registra dos veces.' },
    ])
    const cedula = { ...PROVEEDOR, tipo_identificacion: '05' as const, identificacion: PROVEEDOR.identificacion.slice(0, 10) }
    expect(await campos({ proveedor: cedula })).toEqual(['numero'])
    const clave = (numero: string) =>
      buildClaveAcceso({
        fechaEmision: '2026-09-02',
        codDoc: '01',
        ruc: PROVEEDOR.identificacion,
        ambiente: '1',
        estab: '001',
        ptoEmi: '002',
        secuencial: numero,
        codigoNumerico: '12345678',
      })
    await created({ numero: '001-002-000000007', autorizacion: clave('000000007') })
    expect(await campos({ numero: '001-002-000000008', autorizacion: clave('000000007') })).toEqual(['autorizacion'])
    const sides = await Promise.all([create({ numero: '001-002-000000009' }), create({ numero: '001-002-000000009' })])
    expect(sides.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('amounts are those of the document by its arithmetic; a cent that its issuer rounded otherwise is told', async () => {
    const { avisos } = await created({ impuestos: [iva15('400', '60.01')], total: m('460.01') })
    expect(avisos.map(({ campo }) => campo)).toEqual(['impuestos.0.valor'])
    const before = await huella(app)
    expect(await campos({ impuestos: [iva15('400', '62')], total: m('462') })).toEqual(['impuestos.0.valor'])
    expect(await campos({ total: m('461') })).toEqual(['total'])
    expect(await campos({ impuestos: [iva15('400', '60'), iva15('10', '1.50')], total: m('471.50') })).toEqual([
      'impuestos.1.codigo_porcentaje',
    ])
    expect(await campos({ impuestos: [{ ...iva15('400', '48'), tarifa: 12_000_000 }], total: m('448') })).toEqual(['impuestos.0.tarifa'])
    expect(await campos({ sustento: '12' })).toEqual(['sustento'])
    expect(await campos({ tipo: '03' })).toEqual(['tipo'])
    expect(await campos({ tipo: '04' })).toEqual(['modificado.numero'])
    // The documents of a reembolso are part of it: without them it is refused.
    const { problems: sinFilas } = await create({ tipo: '41', sustento: '01' })
    expect(sinFilas).toEqual([
      {
        campo: 'reembolsos',
        message: 'El tipo 41 lleva los comprobantes que reembolsa: detállelos, o elija el tipo 01 si no es un reembolso.',
      },
    ])
    expect(await campos({ autorizacion: undefined })).toEqual(['autorizacion'])
    expect(await campos({ autorizacion: '1'.repeat(49) })).toEqual(['autorizacion'])
    expect(await campos({ fecha_emision: '2026-10-02' })).toEqual(['fecha_emision', 'fecha_registro'])
    expect(await campos({ impuestos: [iva15('4000', '600')], total: m('4600') })).toEqual(['pagos'])
    const pagos = (...totales: string[]) => totales.map((total) => ({ forma_pago: '20', total: m(total) }))
    expect(await campos({ pagos: pagos('400', '59.99') })).toEqual(['pagos'])
    expect(await campos({ pagos: pagos('460', '0') })).toEqual(['pagos.1.total'])
    expect(await campos({ proveedor: { ...PROVEEDOR, identificacion: empresa.ruc } })).toEqual(['proveedor.identificacion'])
    const exterior = { tipo_identificacion: '08' as const, identificacion: 'NL-1', razon_social: 'HOSTING B.V.' }
    expect(await campos({ proveedor: exterior })).toEqual(['tipo_sujeto'])
    expect(await huella(app)).toEqual(before)
    const { id } = await created({
      tipo: '15',
      proveedor: exterior,
      tipo_sujeto: '02',
      numero: '001-001-000000001',
      autorizacion: '9999999999',
      sustento: '02',
      impuestos: [{ codigo: '2', codigo_porcentaje: '6', tarifa: 0, base: m('80'), valor: 0 }],
      total: m('80'),
      pago_exterior: { regimen: '01', pais: '215', convenio: false, sujeto_retencion: true },
    })
    expect((await app.call<Compra>(readCompra, { token, params: { id } })).data.form.pago_exterior).toMatchObject({ pais: '215' })
  })

  it('is edited, voided and deleted while its month is open, and not behind somebody else’s back', async () => {
    const compra = await created({ fecha_registro: '2026-09-02' })
    const edit = (version: number, change: Partial<CompraFormInput> = {}) =>
      app.call<CompraGuardada>(editCompra, { token, params: { id: compra.id }, body: { ...form(change), version } })
    const edited = await edit(1, { fecha_registro: '2026-09-30', sustento: '02', impuestos: [iva15('200', '30')], total: m('230') })
    expect(edited.data).toMatchObject({ version: 2, sustento: '02', iva: m('30'), fecha_registro: '2026-09-30' })
    expect((await edit(1)).status).toBe(409)
    const mes = {
      empresa_id: empresa.id,
      ambiente: 'SIMULADOR' as const,
      mes: '2026-09-01',
      usuario_id: usuario.id,
      cerrado_en: app.clock.now(),
    }
    await app.owner.insertInto('mes_cerrado').values(mes).execute()
    const before = await huella(app)
    const params = { id: compra.id }
    const anular = (version: number) => app.call(voidCompra, { token, params, body: { motivo: 'Anulada por el proveedor', version } })
    const answers = [
      await edit(2),
      await anular(2),
      await app.call(deleteCompra, { token, params }),
      await create({ fecha_registro: '2026-09-10' }),
    ]
    expect(answers.map(({ status, problems }) => [status, problems[0]?.campo])).toEqual(answers.map(() => [422, 'fecha_registro']))
    expect(await huella(app)).toEqual(before)
    await app.owner.deleteFrom('mes_cerrado').where('empresa_id', '=', empresa.id).execute()
    expect((await anular(2)).data).toMatchObject({ estado: 'ANULADA', motivo_anulacion: 'Anulada por el proveedor' })
    // A voided purchase leaves its number to the document that replaced it.
    const nueva = await created()
    const nota = { tipo: '04', numero: '001-002-000000099', modificado: { tipo: '01', numero: nueva.numero, fecha: '2026-09-02' } }
    const { avisos } = await created({ ...nota, impuestos: [iva15('500', '75')], total: m('575'), fecha_emision: '2026-09-18' })
    expect(avisos.map(({ campo }) => campo)).toEqual(['total'])
    expect((await app.call(deleteCompra, { token, params: { id: nueva.id } })).problems[0]?.message).toContain('001-002-000000099')
    const [{ id } = { id: '' }] = await list({ tipo: '04' })
    expect((await app.call(deleteCompra, { token, params: { id } })).status).toBe(200)
    expect((await app.call(deleteCompra, { token, params: { id: nueva.id } })).status).toBe(200)
    expect(await list({ q: '4501', estado: 'REGISTRADA' })).toEqual([])
  })

  it('is not lowered below what its credit notes took off', async () => {
    const { id, numero } = await created()
    const nota = { tipo: '04', numero: '001-002-000000098', modificado: { tipo: '01', numero, fecha: '2026-09-02' } }
    await created({ ...nota, impuestos: [iva15('100', '15')], total: m('115'), fecha_emision: '2026-09-18' })
    const edit = (base: string, iva: string, total: string) =>
      app.call<CompraGuardada>(editCompra, {
        token,
        params: { id },
        body: { ...form({ impuestos: [iva15(base, iva)], total: m(total) }), version: 1 },
      })
    const before = await huella(app)
    expect((await edit('99', '14.85', '113.85')).problems).toMatchObject([
      { campo: 'total', message: 'Sus notas de crédito suman $115.00: no puede valer menos.' },
    ])
    expect(await huella(app)).toEqual(before)
    expect((await edit('100', '15', '115')).status).toBe(200)
  })

  it('R-6.14: only who may registers', async () => {
    await expectGuarded(app, empresa, createCompra, { body: form() }, [ROL.USUARIO, ROL.VENDEDOR, ROL.EMPLEADO])
    await expectGuarded(app, empresa, searchCompra, {}, [ROL.USUARIO])
  })
})
