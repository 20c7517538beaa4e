import '../../testing/browser-stubs.ts'

import { COLLECTIONS } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'

import { buildComprobante } from '../../testing/build-comprobante.ts'
import { buildContexto } from '../../testing/build-contexto.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { emissionsOf, openEditor, setNow } from '../../testing/open-editor.tsx'
import { campoOf, emptyDestinatario, emptyDetalle, OTRO_MOTIVO } from './guia-valores.ts'

const FACTURA = '44444444-4444-4444-8444-444444444444'
const PRODUCTO = '55555555-5555-4555-8555-555555555555'
const ANA = { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA PÉREZ', correos: ['ana@ejemplo.ec'] }
const RAPIDO = { tipo_identificacion: '04', identificacion: '1790012344001', razon_social: 'CARGA RÁPIDA' }
const persona = (one: object) => ({
  id: FACTURA,
  roles: ['cliente'],
  telefonos: [],
  direccion: null,
  direcciones: [],
  correos: [],
  dias_credito: 0,
  ...one,
})
const fila = { id: FACTURA, numero: '001-001-000000123', receptor_nombre: 'ANA PÉREZ', fecha_emision: '2026-11-19', total: 115_000_000 }
const detalle = {
  ...fila,
  tipo: '01',
  autorizacion: '1'.repeat(49),
  lineas: [
    { n: 1, producto_id: PRODUCTO, codigo: 'A-1', descripcion: 'Cemento', cantidad: 2_500_000 },
    { n: 2, producto_id: null, codigo: null, descripcion: 'Varilla', cantidad: 10_000_000 },
  ],
}
const puntos = buildContexto().puntos.map((punto) => ({ ...punto, direccion: 'Bodega norte' }))
const session = buildSession({ menus: [{ to: '/guia_remision', label: 'Guías de Remisión' }], collections: [...COLLECTIONS] })

const open = (path: string, replies: Parameters<typeof fakeApi>[0] = {}) =>
  openEditor(path, {
    session,
    base: 'guia_remision',
    tipo: '?tipo=06',
    contexto: buildContexto({ puntos }),
    replies: {
      'GET /app/v1/persona/search?page=0&size=10&q=179&activo=true': page([persona(RAPIDO)]),
      'GET /app/v1/documento/search?page=0&size=10&q=123&tributario=1': page([fila]),
      [`GET /app/v1/documento/${FACTURA}`]: ok(detalle),
      [`GET /app/v1/documento/duplicar/${FACTURA}`]: ok({ comprador: { ...ANA, direccion: 'Cuenca' }, lineas: [] }),
      'GET /app/productos/search_product_venta?page=0&size=10&q=clavo': page([
        {
          id: PRODUCTO,
          code: 'C-1',
          auxiliary_code: null,
          barcode: null,
          barcodes: [],
          name: 'Clavos',
          price: 1,
          iva: 6,
          precio_libre: false,
        },
      ]),
      ...replies,
    },
  })
beforeEach(() => setNow())

type User = ReturnType<typeof open>['user']
const emitir = () => within(screen.getByLabelText('Totales de la guía de remisión')).getByText('Emitir')
async function chooseCarrier(user: User) {
  await user.type(await screen.findByLabelText('Transportista'), '179')
  await user.click(await screen.findByText('CARGA RÁPIDA'))
}
async function confirmed(user: User, calls: ReturnType<typeof fakeApi>) {
  await user.click(emitir())
  const confirm = await screen.findByRole('dialog', { name: 'Emitir la guía de remisión 001-001-000000008' })
  expect(within(confirm).getByText('Destinatario')).toBeDefined()
  expect(within(confirm).queryByText('Total')).toBeNull()
  await user.click(within(confirm).getByRole('button', { name: 'Emitir' }))
  await waitFor(() => expect(emissionsOf(calls)).toHaveLength(1))
  return emissionsOf(calls)[0]?.body
}

it('O-63 a factura brings who receives, its number and its goods in one choice; carrier and plate are said, and it is sent', async () => {
  const { user, calls } = open('/guia_remision')
  await chooseCarrier(user)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Placa')))
  await user.type(screen.getByLabelText('Placa'), 'ABC-1234')
  await user.type(screen.getByLabelText('Traer de una factura emitida'), '123')
  await user.click(await screen.findByText(/000000123 · ANA PÉREZ/))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Descripción 2').value).toBe('Varilla'))
  expect(screen.getByLabelText<HTMLInputElement>('Dirección de partida').value).toBe('Bodega norte')
  expect(await confirmed(user, calls)).toMatchObject({
    transportista: RAPIDO,
    placa: 'ABC-1234',
    dir_partida: 'Bodega norte',
    fecha_ini: '2026-11-20',
    destinatarios: [
      {
        ...ANA,
        direccion: 'Cuenca',
        motivo: 'Venta',
        sustento: { cod_doc: '01', numero: fila.numero, fecha: fila.fecha_emision, autorizacion: detalle.autorizacion },
        detalles: [
          { producto_id: PRODUCTO, codigo: 'A-1', descripcion: 'Cemento', cantidad: 2_500_000 },
          { descripcion: 'Varilla', cantidad: 10_000_000 },
        ],
      },
    ],
  })
})

it('tells before the question what the server knows of the goods, and asks all the same when it does not answer', async () => {
  const LLEVA = 'Salen 3 de «Cemento» y la guía 001-001-000000007 ya lleva 4: la factura 001-001-000000123 es de 6.'
  const told = ok({ avisos: [{ campo: 'destinatarios.0.detalles.0.cantidad', message: LLEVA }] })
  const { user, calls } = open(`/guia_remision/registro?de=${FACTURA}`, {
    'POST /app/v1/guia_remision/calcular': [told, 'unreachable'],
  })
  await chooseCarrier(user)
  await user.type(screen.getByLabelText('Placa'), 'ABC-1234')
  await user.click(emitir())
  const question = await screen.findByRole('dialog', { name: /^Emitir la guía/ })
  expect(within(question).getByText(LLEVA)).toBeDefined()
  await user.click(within(question).getByRole('button', { name: 'Volver' }))
  await confirmed(user, calls)
})

it('from the page of a factura it begins with all of it; a second destinatario with goods by hand and another reason goes along', async () => {
  const { user, calls } = open(`/guia_remision/registro?de=${FACTURA}`)
  await chooseCarrier(user)
  await user.type(screen.getByLabelText('Placa'), 'ABC-1234')
  await user.click(screen.getByText('Añadir destinatario'))
  const second = within(screen.getByLabelText('Destinatario 2'))
  await user.type(second.getByLabelText('Quien recibe'), '179')
  await user.click(await screen.findByText('CARGA RÁPIDA'))
  await user.type(second.getByLabelText('Dirección de destino'), 'Loja')
  await user.selectOptions(second.getByLabelText('Motivo del traslado'), 'Otro motivo')
  await user.type(second.getByLabelText('Cuál motivo'), 'Exhibición')
  const goods = second.getByLabelText('Agregar producto')
  for (let times = 0; times < 2; times += 1) {
    await user.type(goods, 'clavo')
    await user.click(await screen.findByText('Clavos'))
  }
  expect(second.getByLabelText<HTMLInputElement>('Cantidad 1').value).toBe('2')
  expect(await confirmed(user, calls)).toMatchObject({
    destinatarios: [
      { razon_social: 'ANA PÉREZ' },
      { razon_social: 'CARGA RÁPIDA', direccion: 'Loja', motivo: 'Exhibición', detalles: [{ descripcion: 'Clavos', cantidad: 2_000_000 }] },
    ],
  })
})

it('whoever receives at several addresses is asked which one, by keyboard, and another can be typed over it', async () => {
  const sur = { nombre: 'Bodega sur', direccion: 'Av. Loja 5' }
  const varias = persona({ ...ANA, direccion: 'Cuenca', direcciones: [sur] })
  const { user } = open('/guia_remision', {
    'GET /app/v1/persona/search?page=0&size=10&q=ana&activo=true': page([varias]),
    [`GET /app/v1/persona/search?q=${ANA.identificacion}&size=5`]: page([varias]),
  })
  await user.type(await screen.findByLabelText('Quien recibe'), 'ana')
  await user.click(await screen.findByText('ANA PÉREZ'))
  const destino = screen.getByLabelText<HTMLInputElement>('Dirección de destino')
  await waitFor(() => expect(document.activeElement).toBe(destino))
  expect(destino.value).toBe('Cuenca')
  const offered = within(await screen.findByRole('listbox', { name: 'Direcciones de quien recibe' }))
  expect(offered.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['PrincipalCuenca', 'Bodega surAv. Loja 5'])
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect(destino.value).toBe('Av. Loja 5')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard(' y Azuay')
  expect(destino.value).toBe('Av. Loja 5 y Azuay')
})

it('whoever has one address is asked nothing', async () => {
  const una = persona({ ...ANA, direccion: 'Cuenca' })
  const { user } = open('/guia_remision', {
    'GET /app/v1/persona/search?page=0&size=10&q=ana&activo=true': page([una]),
    [`GET /app/v1/persona/search?q=${ANA.identificacion}&size=5`]: page([una]),
  })
  await user.type(await screen.findByLabelText('Quien recibe'), 'ana')
  await user.click(await screen.findByText('ANA PÉREZ'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Motivo del traslado')))
  await user.click(screen.getByLabelText('Dirección de destino'))
  expect(screen.queryByRole('listbox')).toBeNull()
})

it('O-63 a transfer brings what it takes out of its warehouse, to the company itself, from one establishment to the other', async () => {
  const [norte, sur] = ['55555555-5555-4555-8555-555555555551', '55555555-5555-4555-8555-555555555552']
  const producto = { id: '55555555-5555-4555-8555-555555555553', code: 'C-1', name: 'Clavos' }
  const puntoOf = (establecimiento: string, direccion: string) => ({
    establecimiento,
    punto: '001',
    descripcion: null,
    canton: null,
    direccion,
    siguiente: 8,
  })
  const { user, calls } = open('/guia_remision/registro?de=transferencia.T', {
    'GET /app/v1/documento/contexto?tipo=06': ok(buildContexto({ puntos: [puntoOf('001', 'Quito'), puntoOf('002', 'Loja')] })),
    'GET /app/v1/movimiento/T': ok({
      bodega: { id: norte, name: 'Norte' },
      bodega_destino: { id: sur, name: 'Sur' },
      detalle: [
        { producto, cantidad: -3_000_000 },
        { producto, cantidad: 3_000_000 },
      ],
    }),
    'GET /app/v1/bodega/all': ok([
      { id: norte, establecimiento: '001' },
      { id: sur, establecimiento: '002' },
    ]),
  })
  expect((await screen.findByLabelText<HTMLInputElement>('Cantidad 1')).value).toBe('3')
  expect(screen.queryByLabelText('Cantidad 2')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Dirección de destino').value).toBe('Loja')
  await user.click(emitir())
  expect((await screen.findByRole('alert', { name: /Falta corregir/ })).textContent).toContain('Elija el transportista.')
  expect(emissionsOf(calls)).toEqual([])
})

it('O-97 a rejected one opens with what was sent, under its number, and is corrected', async () => {
  const form = {
    establecimiento: '001',
    punto: '001',
    transportista: RAPIDO,
    placa: 'PBA-1234',
    dir_partida: 'Bodega norte',
    fecha_ini: '2026-11-20',
    fecha_fin: '2026-11-21',
    destinatarios: [
      {
        ...ANA,
        direccion: 'Cuenca',
        motivo: 'Venta',
        detalles: [{ codigo: 'C-1', descripcion: 'Clavos', cantidad: 2_000_000 }],
      },
    ],
    info_adicional: [],
  }
  const rechazada = buildComprobante({ id: FACTURA, tipo: '06', numero: '001-001-000000007', estado: 'RECHAZADO', accion: 'CORREGIR' })
  const { user, calls } = open(`/guia_remision/${FACTURA}?corregir=1`, {
    [`GET /app/v1/guia_remision/borrador/${FACTURA}`]: refusal(404, {}),
    [`GET /app/v1/guia_remision/${FACTURA}`]: ok({ ...rechazada, fecha_emision: '2026-11-20' }),
    [`GET /app/v1/guia_remision/duplicar/${FACTURA}`]: ok(form),
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'Corregir guía de remisión 001-001-000000007' })).toBeDefined()
  await user.click(within(screen.getByLabelText('Totales de la guía de remisión')).getByText('Corregir y reenviar'))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Corregir y reenviar' }))
  await waitFor(() => expect(emissionsOf(calls)[0]?.route).toBe(`POST /app/v1/guia_remision/corregir/${FACTURA}`))
  expect(emissionsOf(calls)[0]?.body).toMatchObject({ placa: 'PBA-1234', destinatarios: [{ detalles: [{ descripcion: 'Clavos' }] }] })
})

it('R-5.1.5 says at their places what is missing and a plate that is none, in the order of the screen', async () => {
  const { user, calls } = open('/guia_remision')
  await user.type(await screen.findByLabelText('Placa'), 'AB-1')
  await user.click(emitir())
  const alert = await screen.findByRole('alert', { name: /Falta corregir/ })
  expect(
    within(alert)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Elija el transportista.',
    'Ingrese una placa válida.',
    'Destinatario 1: Elija el destinatario.',
    'Destinatario 1: Escriba la dirección de destino.',
    'Destinatario 1: Agregue al menos un producto para este destinatario.',
  ])
  expect(emissionsOf(calls)).toEqual([])
})

it.each([
  ['transportista.identificacion', 'transportista'],
  ['destinatarios.0.sustento.autorizacion', 'destinatarios.0.autorizacion'],
  ['destinatarios.0.motivo', 'destinatarios.0.otro_motivo'],
  ['destinatarios.0.correos.1', 'destinatarios.0.correos'],
  ['destinatarios.0.detalles.0.cantidad', 'destinatarios.0.detalles.1.cantidad'],
  ['punto', 'serie'],
])('what the server says of %s stands at %s', (campo, place) => {
  const destinatario = {
    ...emptyDestinatario(),
    motivo: OTRO_MOTIVO,
    detalles: [emptyDetalle(), { ...emptyDetalle(), descripcion: 'Clavos' }],
  }
  expect(campoOf(campo, { destinatarios: [destinatario] })).toBe(place)
})
