import { randomUUID } from 'node:crypto'
import {
  calculateFactura,
  createNorma,
  createProducto,
  duplicateFactura,
  editEstablecimiento,
  emitFactura,
  NOTA_CALLS,
  normasVigentes,
  readContexto,
  readEmpresaPerfil,
  saveEmpresaPerfil,
  type Calculo,
  type Contexto,
  type Emitido,
  type EmpresaPerfil,
  type FacturaForm,
  type FacturaFormInput,
} from '@yupana/contract'
import { TIPO_IVA } from '@yupana/fiscal'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { ROL } from '../../plugins/sesion/roles.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { buildEmpresa, buildUsuario } from '../../testing/builders.ts'
import { fieldsOf } from '../../testing/declared.ts'
import { buildEmisor, facturaForm, type Emisor } from '../../testing/emisor.ts'
import { startSimulador, type SimuladorDePrueba } from '../../testing/simulador.ts'

// The clock is at 2026-06-15, a day without a decree so far.

let app: TestApp
let sri: SimuladorDePrueba
let emisor: Emisor

beforeAll(async () => {
  ;[app, sri] = await Promise.all([buildTestApp(), startSimulador()])
  emisor = await buildEmisor(app, sri)
})
afterAll(async () => {
  await app?.close()
  await sri?.stop()
})

const at = (iva: number, total: number): FacturaFormInput => {
  const body = facturaForm()
  return { ...body, lineas: [{ ...body.lineas[0]!, iva }], pagos: [{ forma_pago: '20', total }] }
}
const OCHO = at(TIPO_IVA.OCHO, 10_800_000)
const refusals = async (form: FacturaFormInput) =>
  (await app.call<Calculo>(calculateFactura, { token: emisor.token, body: form })).data.problemas.map(({ message }) => message)
const emit = (form: FacturaFormInput, id = randomUUID()) =>
  app.call<Emitido>(emitFactura, { token: emisor.token, params: { id }, headers: { 'idempotency-key': randomUUID() }, body: form })
const setCanton = async (canton: string | null, version: number) =>
  app.call(editEstablecimiento, {
    token: emisor.token,
    params: { codigo: '001' },
    body: { direccion: 'Av. Amazonas N21-100, Quito', canton, version },
  })

it('O-121: 8 % needs a tourism company, a decreed day and its cantón, all of them data; 13 % is for nobody; notes follow', async () => {
  expect(await refusals(OCHO)).toEqual([expect.stringContaining('servicios turísticos')])
  expect(await refusals(at(TIPO_IVA.TRECE, 11_300_000))).toEqual([expect.stringContaining('no está en uso')])
  expect((await emit(OCHO)).status).toBe(422)
  const typed = {
    tipo: '04',
    establecimiento: '001',
    punto: '001',
    clase: 'DESCUENTO',
    motivo: 'Descuento',
    comprador: facturaForm().comprador,
    modificado: { numero: '009-001-000000001', fecha: '2026-02-20' },
  }
  const nota = async (iva: number, fecha: string) =>
    (
      await app.call<Calculo>(NOTA_CALLS.calculate, {
        token: emisor.token,
        body: {
          ...typed,
          modificado: { ...typed.modificado, fecha },
          lineas: [{ descripcion: 'Noche', cantidad: 1_000_000, precio_unitario: 10_000_000, iva }],
        },
      })
    ).data.problemas.map(({ campo }) => campo)

  const perfil = (await app.call<EmpresaPerfil>(readEmpresaPerfil, { token: emisor.token })).data
  const saved = await app.call(saveEmpresaPerfil, {
    token: emisor.token,
    body: { ...fieldsOf(saveEmpresaPerfil, perfil), condiciones: [{ tipo: 'TURISMO', desde: '2026-01-01', hasta: null, valor: '' }] },
  })
  expect(saved.status).toBe(200)
  expect(await refusals(OCHO)).toEqual([expect.stringContaining('no es un día decretado')])
  // 16 February 2026 was decreed for the whole country, the 20th was not.
  expect([
    await nota(TIPO_IVA.OCHO, '2026-02-16'),
    await nota(TIPO_IVA.OCHO, '2026-02-20'),
    await nota(TIPO_IVA.TRECE, '2026-02-16'),
  ]).toEqual([[], ['lineas.0.iva'], ['lineas.0.iva']])

  const jefe = (
    await app.signIn((await buildUsuario(app, { empresas: [await buildEmpresa(app)], rol: ROL.SUPER_ADMIN, superAdmin: true })).username)
  ).token
  const decree = async (change: object) => {
    const { version } = (await app.call<{ version: number }>(normasVigentes, { token: jefe })).data
    const body = {
      tema: 'IVA_TURISMO',
      codigo: '1701',
      nombre: 'Quito',
      valor: '8%',
      desde: '2026-06-15',
      hasta: '2026-06-16',
      fuente: 'D.E. de prueba',
      confianza: 'V',
      motivo: 'Decreto nuevo',
      version,
      ...change,
    }
    return app.call(createNorma, { token: jefe, body })
  }
  expect((await decree({ codigo: '1799' })).problems).toMatchObject([{ campo: 'codigo' }])
  expect((await decree({ hasta: null })).problems).toMatchObject([{ campo: 'hasta' }])
  expect((await decree({})).status).toBe(200)
  expect(await refusals(OCHO)).toEqual([expect.stringContaining('cantón')])
  expect((await setCanton('1799', 1)).problems).toMatchObject([{ campo: 'canton' }])
  expect((await setCanton('0901', 1)).status).toBe(200)
  expect(await refusals(OCHO)).toEqual([expect.stringContaining('cantón')])
  expect((await setCanton('1701', 2)).status).toBe(200)
  expect((await app.call<Contexto>(readContexto, { token: emisor.token })).data.puntos).toMatchObject([{ canton: '1701' }])
  // An edit without a cantón keeps it.
  expect(
    (
      await app.call<{ canton: string }>(editEstablecimiento, {
        token: emisor.token,
        params: { codigo: '001' },
        body: { direccion: 'Av. Amazonas N21-100, Quito', version: 3 },
      })
    ).data.canton,
  ).toBe('1701')
  expect(await refusals(OCHO)).toEqual([])
  const id = randomUUID()
  expect((await emit(OCHO, id)).data.total).toBe(10_800_000)
  const again = (await app.call<FacturaForm>(duplicateFactura, { token: emisor.token, params: { id } })).data
  expect(again.lineas[0]?.iva).toBe(TIPO_IVA.OCHO)
  const producto = await app.call(createProducto, {
    token: emisor.token,
    headers: { 'idempotency-key': randomUUID() },
    body: { code: 'H-1', name: 'Noche', type_product: 'SERVICIO', price: 10_000_000, iva: TIPO_IVA.OCHO, manage_inventory: false },
  })
  expect(producto.problems).toMatchObject([{ campo: 'iva' }])

  // An issued one is read and returned on any day; a new one is not issued, nor a copy begun, at that rate.
  app.clock.advance(3 * 86_400_000)
  emisor = { ...emisor, token: (await app.signIn(emisor.usuario.username)).token }
  expect(await refusals(OCHO)).toEqual([expect.stringContaining('no es un día decretado')])
  expect((await app.call<FacturaForm>(duplicateFactura, { token: emisor.token, params: { id } })).data.lineas[0]?.iva).toBe(TIPO_IVA.QUINCE)
})
