import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, RetencionForm, type CompraRetenida, type CondicionProveedor, type PropuestaRetencion } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'

import { buildComprobante } from '../../testing/build-comprobante.ts'
import { buildContexto } from '../../testing/build-contexto.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { emissionsOf, openEditor, setNow } from '../../testing/open-editor.tsx'
import { armar, campoDeLey, campoOf } from './retencion-armar.ts'
import { emptyLinea } from '../../domain/retencion/lineas.ts'
import { emptyRetencion, valoresOf } from './retencion-valores.ts'

const ID = '33333333-3333-4333-8333-333333333333'
const contexto = buildContexto({ condiciones: [{ tipo: 'AGENTE_RETENCION', desde: '2022-01-01', hasta: null, valor: '1' }] })
const ANA = { tipo_identificacion: '05' as const, identificacion: '1712345675', razon_social: 'ANA PÉREZ', correos: [] }
const propuesta = (changes: Partial<PropuestaRetencion['renta']> = {}): PropuestaRetencion => ({
  fecha: '2026-11-20',
  permiso: { impuestos: ['1', '2'], motivos: { renta: '', iva: '', isd: '' } },
  renta: {
    codigo: '312',
    concepto: 'Transferencia de bienes muebles',
    porcentaje: 2_000_000,
    porcentajes: '2%',
    base: montoOf(100_000_000),
    valor: montoOf(2_000_000),
    motivo: 'Por el concepto de la compra.',
    ...changes,
  },
  iva: {
    codigo: '1',
    concepto: 'Retención del 30% del IVA',
    porcentaje: 30_000_000,
    porcentajes: '30%',
    base: montoOf(15_000_000),
    valor: montoOf(4_500_000),
    motivo: 'Compra de bienes.',
  },
})
const session = buildSession({ menus: [{ to: '/retencion/compra', label: 'Retenciones de Compras' }], collections: [...COLLECTIONS] })
const PROPONER = 'POST /app/v1/retencion/proponer'
const condicionOn = (fecha: string) => `GET /app/v1/persona/condicion?tipo_identificacion=05&identificacion=1712345675&fecha=${fecha}`
const condicion = (changes: Partial<CondicionProveedor> = {}): CondicionProveedor => ({
  sociedad: false,
  regimen: 'GENERAL',
  especial: false,
  publico: false,
  exportador: false,
  ...changes,
})

const open = (path: string, replies: Parameters<typeof fakeApi>[0] = {}) =>
  openEditor(path, {
    session,
    base: 'retencion',
    tipo: '?tipo=07',
    contexto,
    replies: {
      [PROPONER]: ok(propuesta()),
      [condicionOn('2026-11-20')]: ok(condicion()),
      'GET /app/v1/persona/search?page=0&size=10&q=171&activo=true': page([
        { id: ID, roles: ['proveedor'], ...ANA, telefonos: [], direccion: null, dias_credito: 0 },
      ]),
      ...replies,
    },
  })
beforeEach(() => setNow())

type User = ReturnType<typeof open>['user']
const emitir = () => within(screen.getByLabelText('Totales de la retención')).getByText('Emitir')
const linea = (n: number) => within(screen.getByLabelText(`Retención ${n}`))
async function fill(user: User) {
  await user.type(await screen.findByLabelText('Proveedor'), '171')
  await user.click(await screen.findByText('ANA PÉREZ'))
  await user.type(screen.getByLabelText('Número'), '001-002-000000345')
  await user.type(screen.getByLabelText('Base sin impuestos'), '100')
}

it('O-99 what is proposed stands there with its reason, follows the purchase, and is sent with its total', async () => {
  const { user, calls } = open('/retencion/compra')
  await fill(user)
  expect(await screen.findByText(/Por el concepto de la compra\./)).toBeDefined()
  expect(screen.getByText('Renta: 312 · 2% · $2.00')).toBeDefined()
  await waitFor(() => expect(linea(2).getByText('$4.50')).toBeDefined())
  expect(calls.filter(({ route }) => route === PROPONER).at(-1)?.body).toMatchObject({
    operacion: 'BIEN',
    proveedor: { sociedad: false, regimen: 'GENERAL' },
    base: 100_000_000,
    iva: 15_000_000,
    liquidacion: false,
  })
  const resumen = within(screen.getByLabelText('Resumen'))
  await waitFor(() => expect(resumen.getByText('$6.50')).toBeDefined())
  await user.click(emitir())
  const confirm = await screen.findByRole('dialog', { name: 'Emitir la retención 001-001-000000008' })
  await user.click(within(confirm).getByRole('button', { name: 'Emitir' }))
  await waitFor(() => expect(emissionsOf(calls)).toHaveLength(1))
  expect(emissionsOf(calls)[0]?.body).toMatchObject({
    sujeto: ANA,
    docs_sustento: [
      {
        cod_doc: '01',
        cod_sustento: '01',
        numero: '001-002-000000345',
        total_sin_impuestos: 100_000_000,
        importe_total: 115_000_000,
        impuestos: [{ codigo: '2', codigo_porcentaje: '4', tarifa: 15_000_000, base: 100_000_000, valor: 15_000_000 }],
        retenciones: [
          { impuesto: '1', codigo: '312', base: 100_000_000, porcentaje: 2_000_000 },
          { impuesto: '2', codigo: '1', base: 15_000_000, porcentaje: 30_000_000 },
        ],
        pagos: [{ total: 115_000_000 }],
      },
    ],
  })
})

const regimen = () => screen.findByLabelText<HTMLSelectElement>('Régimen del proveedor')

it('O-99 tells by when it is due in both readings, from the day of the document or that of its booking', async () => {
  const { user } = open('/retencion/compra')
  const fecha = await screen.findByLabelText('Fecha de emisión')
  await user.clear(fecha)
  await user.type(fecha, '19/11/2026')
  await user.tab()
  expect(screen.getByText(/hasta el 24\/11\/2026 si son días calendario, hasta el 26\/11\/2026 si son hábiles/)).toBeDefined()
  await user.clear(fecha)
  await user.tab()
  expect(screen.queryByText(/días calendario/)).toBeNull()
})

it('O-99 who is chosen, and who sold by a liquidación, is what they were on the day of the document, until somebody says otherwise', async () => {
  const { user, calls, unmount } = open('/retencion/compra', {
    [condicionOn('2026-11-20')]: ok(condicion({ regimen: 'NEGOCIO_POPULAR', especial: true })),
    [condicionOn('2026-11-19')]: ok(condicion({ regimen: 'RIMPE', sociedad: true })),
    [condicionOn('2026-11-18')]: ok(condicion({ publico: true })),
  })
  const dia = async (at: number, fecha: string) => {
    const field = screen.getAllByLabelText('Fecha de emisión')[at]!
    await user.clear(field)
    await user.type(field, fecha)
    await user.tab()
  }
  const proveedores = () => calls.filter(({ route }) => route === PROPONER).map(({ body }) => (body as CompraRetenida).proveedor)
  await user.type(await screen.findByLabelText('Proveedor'), '171')
  await user.click(await screen.findByText('ANA PÉREZ'))
  await waitFor(async () => expect((await regimen()).selectedOptions[0]?.text).toBe('RIMPE negocio popular'))
  expect(screen.getByLabelText<HTMLInputElement>('Contribuyente especial').checked).toBe(true)
  await dia(0, '19/11/2026')
  await waitFor(async () => expect((await regimen()).selectedOptions[0]?.text).toBe('RIMPE emprendedor'))
  await user.type(screen.getByLabelText('Base sin impuestos'), '100')
  await waitFor(() => expect(proveedores().at(-1)).toMatchObject({ regimen: 'RIMPE', sociedad: true, especial: false }))
  // A purchase of another day uses the supplier's conditions of that day.
  await user.click(screen.getByText('Añadir otro sustento'))
  await dia(1, '20/11/2026')
  await user.type(screen.getAllByLabelText('Base sin impuestos')[1]!, '50')
  await waitFor(() => expect(proveedores().at(-1)).toMatchObject({ regimen: 'NEGOCIO_POPULAR', sociedad: false, especial: true }))
  // A value set by hand applies to all purchases, whatever their day.
  await user.selectOptions(await regimen(), 'General')
  await waitFor(() => expect(proveedores().slice(-2)).toMatchObject([{ regimen: 'GENERAL' }, { regimen: 'GENERAL' }]))
  await dia(0, '18/11/2026')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Institución del Estado').checked).toBe(true))
  expect((await regimen()).selectedOptions[0]?.text).toBe('General')
  unmount()
  const suya = { tipo_iva: 6, base: 100_000_000, iva: 15_000_000 }
  const { calls: otras } = open(`/retencion/compra/registro?de=${ID}`, {
    [condicionOn('2026-11-19')]: ok(condicion({ regimen: 'NEGOCIO_POPULAR' })),
    [`GET /app/v1/liquidacion_compra/${ID}`]: ok({
      fecha_emision: '2026-11-19',
      lineas: [suya],
      iva: suya.iva,
      subtotal: suya.base,
      total: 115_000_000,
      numero: '001-001-000000007',
      autorizacion: '',
      pagos: [{ forma_pago: '20', total: 115_000_000 }],
    }),
    [`GET /app/v1/liquidacion_compra/duplicar/${ID}`]: ok({ proveedor: ANA }),
  })
  expect((await regimen()).selectedOptions[0]?.text).toBe('RIMPE negocio popular')
  await waitFor(() =>
    expect(otras.filter(({ route }) => route === PROPONER).at(-1)?.body).toMatchObject({
      proveedor: { regimen: 'NEGOCIO_POPULAR' },
      liquidacion: true,
    }),
  )
})

it('O-99 a line that somebody changed stays as it is; what is proposed can be taken again', async () => {
  const { user } = open('/retencion/compra')
  await fill(user)
  await waitFor(() => expect(linea(1).getByLabelText<HTMLInputElement>('Base').value).toBe('100.00'))
  expect(screen.queryByText('Usar lo propuesto')).toBeNull()
  await user.clear(linea(1).getByLabelText('Base'))
  await user.type(linea(1).getByLabelText('Base'), '40')
  await user.type(screen.getByLabelText('Importe total'), '120')
  const again = await screen.findByText('Usar lo propuesto')
  expect(linea(1).getByText('$0.80')).toBeDefined()
  await user.click(again)
  await waitFor(() => expect(linea(1).getByText('$2.00')).toBeDefined())
})

it('O-99 where nothing may be withheld it says why, and the law stops a line all the same', async () => {
  const none = { codigo: null, concepto: null, porcentaje: null, porcentajes: null, valor: null, motivo: 'La empresa no es agente.' }
  const { user, calls } = open('/retencion/compra', {
    'GET /app/v1/documento/contexto?tipo=07': ok({ ...contexto, condiciones: [] }),
    [PROPONER]: ok({ ...propuesta(none), iva: { ...propuesta().iva, ...none } }),
  })
  await fill(user)
  expect(await screen.findByText('Renta: no se retiene')).toBeDefined()
  expect(screen.getAllByText(/La empresa no es agente\./)).toHaveLength(2)
  await user.click(screen.getByText('Añadir retención'))
  await user.type(linea(1).getByLabelText('Código de retención'), '312')
  await user.click(await screen.findByText('312A'))
  await user.click(emitir())
  const alert = await screen.findByRole('alert', { name: /Falta corregir/ })
  expect(within(alert).getByText(/Sustento 1: No corresponde retener este impuesto\. La empresa no consta como agente/)).toBeDefined()
  expect(emissionsOf(calls)).toEqual([])
})

it('says at their places what is missing', async () => {
  const { user } = open('/retencion/compra')
  await screen.findByLabelText('Proveedor')
  await user.click(emitir())
  const alert = await screen.findByRole('alert', { name: /Falta corregir/ })
  const said = within(alert)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(said[0]).toBe('Elija el proveedor.')
  expect(said).toContain('Sustento 1: Indique la base del comprobante, también la de 0%.')
  expect(said).toContain('Sustento 1: Agregue al menos una retención.')
})

const form: RetencionForm = {
  establecimiento: '001',
  punto: '001',
  sujeto: { ...ANA, tipo_identificacion: '08', identificacion: 'X1' },
  tipo_sujeto: '01',
  parte_relacionada: true,
  periodo: '10/2026',
  docs_sustento: [
    {
      cod_sustento: '10',
      cod_doc: '19',
      numero: '001-001-000000009',
      fecha: '2026-11-02',
      fecha_registro: '2026-11-03',
      pago_exterior: { regimen: '02', pais: '110', convenio: false, sujeto_retencion: true, regimen_fiscal: false },
      total_sin_impuestos: montoOf(50_000_000),
      importe_total: montoOf(51_000_000),
      impuestos: [
        { codigo: '2', codigo_porcentaje: '0', base: montoOf(50_000_000), tarifa: 0, valor: 0 },
        { codigo: '3', codigo_porcentaje: '3011', base: montoOf(1_000_000), tarifa: 0, valor: montoOf(1_000_000) },
      ],
      retenciones: [
        {
          impuesto: '1',
          codigo: '327',
          base: montoOf(50_000_000),
          porcentaje: 12_000_000,
          dividendos: { fecha_pago: '2026-11-01', impuesto_renta: montoOf(1_000_000), ejercicio: '2025' },
        },
      ],
      reembolsos: [],
      pagos: [{ forma_pago: '20', total: montoOf(51_000_000) }],
    },
  ],
  pago: { fecha: '2026-02-01', motivo: 'Se pagó antes' },
  info_adicional: [],
}

it('O-97 a rejected one opens with what was sent, under its number, and is corrected', async () => {
  const rechazada = buildComprobante({ id: ID, tipo: '07', numero: '001-001-000000007', estado: 'RECHAZADO', accion: 'CORREGIR' })
  const { user, calls } = open(`/retencion/compra/${ID}?corregir=1`, {
    [`GET /app/v1/retencion/borrador/${ID}`]: refusal(404, {}),
    [`GET /app/v1/retencion/${ID}`]: ok({ ...rechazada, fecha_emision: '2026-11-20' }),
    [`GET /app/v1/retencion/duplicar/${ID}`]: ok({ ...form, pago: undefined }),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Corregir retención 001-001-000000007' })).toBeDefined()
  await user.click(within(screen.getByLabelText('Totales de la retención')).getByText('Corregir y reenviar'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Corregir y reenviar' }))
  await waitFor(() => expect(emissionsOf(calls)[0]?.route).toBe(`POST /app/v1/retencion/corregir/${ID}`))
  expect(emissionsOf(calls)[0]?.body).toMatchObject({ sujeto: form.sujeto, docs_sustento: [{ numero: form.docs_sustento[0]!.numero }] })
})

it('what a stored form says is said again, also what the screen has no field for', () => {
  expect(RetencionForm.parse(armar(valoresOf(form, '2026-11-20')).form)).toEqual({ ...form, fecha_emision: '2026-11-20' })
  const deCompra = valoresOf({ ...form, proveedor: { regimen: 'NEGOCIO_POPULAR' } }, '2026-11-20')
  expect([deCompra.proveedor.regimen, Object.keys(armar(deCompra).form)]).toEqual([
    'NEGOCIO_POPULAR',
    expect.not.arrayContaining(['proveedor']),
  ])
})

it.each([
  ['sujeto.identificacion', 'comprador', 'identificacionSujetoRetenido'],
  ['docs_sustento.0.numero', 'docs.0.numero', 'docsSustento.0.numDocSustento'],
  ['docs_sustento.0.retenciones.0.codigo', 'docs.0.retenciones.1.codigo', 'docsSustento.0.retenciones.0.codigoRetencion'],
  ['docs_sustento.0.retenciones.0.impuesto', 'docs.0.retenciones.1.codigo', 'docsSustento.0.retenciones.0.codigo'],
  ['docs_sustento.0.pago_exterior.pais', 'docs.0.pais', 'docsSustento.0.paisEfecPago'],
  ['docs_sustento.0.pagos.0.forma_pago', 'docs.0.forma_pago', 'docsSustento.0.pagos.0.formaPago'],
  ['pago.fecha', 'pago_fecha', 'pago.fecha'],
])('what the server says of %s stands at %s, as what the law says of %s', (server, place, ley) => {
  const valores = emptyRetencion('2026-11-20', '001-001')
  const [doc] = valores.docs
  if (doc) doc.retenciones = [emptyLinea(), { ...emptyLinea(), codigo: '312' }]
  expect([campoOf(server, valores), campoDeLey(ley, valores)]).toEqual([place, place])
})
