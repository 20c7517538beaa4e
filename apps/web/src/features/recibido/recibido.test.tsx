import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type RecibidoFila, type ReglaProveedor } from '@yupana/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { buildContexto } from '../../testing/build-contexto.ts'
import { buildPropuesta } from '../../testing/build-propuesta.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const idOf = (n: number) => `88888888-8888-4888-8888-88888888888${n}`
const fila = (n: number, changes: Partial<RecibidoFila> = {}): RecibidoFila => ({
  id: idOf(n),
  estado: 'NUEVO',
  clave: '',
  tipo: '01',
  numero: `001-001-00000000${n}`,
  fecha_emision: '2026-11-20',
  emisor_ruc: '1790012345001',
  emisor_nombre: `PROVEEDOR ${n}`,
  total: montoOf(115_000_000),
  autorizado: true,
  avisos: [],
  anulado: false,
  propuesta: buildPropuesta(),
  compra_id: null,
  retencion_id: null,
  creado_en: '2026-11-20T10:00:00Z',
  ...changes,
})

const REGLA: ReglaProveedor = {
  id: idOf(6),
  proveedor_identificacion: '1790012345001',
  proveedor_nombre: 'TRANSPORTES ANDES',
  sustento: '02',
  bodega: 'Sur',
  operacion: 'TRANSPORTE',
  retener: false,
  compra: '001-001-000000009',
  usuario: 'ANA PÉREZ',
  editado_en: '2026-11-20T15:00:00Z',
}

const punto = (numero: string, descripcion: string | null = null) => ({
  establecimiento: '001',
  punto: numero,
  descripcion,
  canton: null,
  direccion: 'Quito',
  siguiente: 8,
})
const PUNTOS = [punto('001'), punto('002', 'Caja')]

function open(filas: RecibidoFila[], puntos = PUNTOS) {
  const menus = ['/comprobante/recibido', '/documento/compra', '/retencion/compra', '/retencion']
  const session = buildSession({ menus: menus.map((to) => ({ to, label: to })), collections: [...COLLECTIONS] })
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/documento/contexto?tipo=07': ok(buildContexto({ puntos })),
    'GET /app/v1/recibido/pedidos': ok(null),
    'GET /app/v1/recibido/search?page=0&size=5': page(filas),
    [`PUT /app/v1/recibido/propuesta/${idOf(1)}`]: ok(fila(1)),
    'GET /app/v1/regla_proveedor/search?size=50': [page([REGLA]), page([])],
    [`DELETE /app/v1/regla_proveedor/delete/${idOf(6)}`]: ok(null),
    'POST /app/v1/retencion/proponer-compras': ok([
      { retenido: montoOf(2_750_000), formulario: null, razon: 'Ya tiene la retención 001-001-000000004.' },
    ]),
    [`POST /app/v1/recibido/aceptar/${idOf(1)}`]: ok({ ...fila(1), estado: 'REGISTRADO', compra_id: idOf(9) }),
    [`POST /app/v1/recibido/gasto_personal/${idOf(1)}`]: ok({ ...fila(1), estado: 'IGNORADO', propuesta: null }),
    [`POST /app/v1/recibido/ignorar/${idOf(2)}`]: ok({ ...fila(2), estado: 'IGNORADO' }),
  })
  return { calls, ...renderApp('/comprobante/recibido') }
}
const accept = (n: number) =>
  screen.findByRole('button', { name: `Registrar con sustento 01: Factura 001-001-00000000${n} de PROVEEDOR ${n}` })

it('one keystroke registers as proposed and leads to the next; what it became may be withheld from at once', async () => {
  const { user, calls, router } = open([fila(1), fila(2)])
  ;(await accept(1)).focus()
  await user.keyboard('{Enter}')
  const next = await accept(2)
  await waitFor(() => expect(document.activeElement).toBe(next))
  await user.click(await screen.findByRole('button', { name: 'Retener' }))
  expect(calls.find(({ route }) => route.startsWith('POST /app/v1/recibido/aceptar'))?.body).toEqual({ sustento: '01' })
  await waitFor(() => expect(router.state.location.pathname).toBe(`/documento/compra/${idOf(9)}`))
  expect(router.state.location.state).toEqual({ from: '/comprobante/recibido', retener: true })
})

it('what its issuer voided is not registered by a keystroke, and a row is set aside from its menu', async () => {
  const { user, calls } = open([fila(1, { anulado: true }), fila(2)])
  await accept(2)
  const anulada = screen.getByRole('row', { name: /PROVEEDOR 1/ })
  expect(within(anulada).getByText('El proveedor lo anuló en el SRI.')).toBeDefined()
  expect(within(anulada).queryByRole('button', { name: /^Registrar/ })).toBeNull()
  await user.click(within(screen.getByRole('row', { name: /PROVEEDOR 2/ })).getByRole('button', { name: /^Acciones/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ignorar' }))
  await waitFor(() => expect(calls.find(({ route }) => route.includes('/ignorar/'))?.body).toEqual({ ignorado: true }))
})

const PUNTO_TEXT: [string, typeof PUNTOS, RegExp][] = [
  ['one point', [punto('001')], /La retención se emite en la serie 001-001\.$/],
  ['no point', [], /No tiene un punto de emisión activo: se registra y la retención se emite aparte\.$/],
]
it.each(PUNTO_TEXT)(
  'R-2.3.25 with %s the keystroke says where the withholding is issued, and there is nothing to choose',
  async (_of, puntos, text) => {
    const retencion = {
      operacion: 'BIEN' as const,
      motivo_operacion: '',
      propuesta: LEY as never,
      retenido: montoOf(2_750_000),
      razon: null,
      emitir: true,
    }
    const { user } = open([fila(1, { propuesta: buildPropuesta({ retencion }) })], puntos)
    expect(await screen.findByText(text)).toBeDefined()
    await user.click(screen.getByRole('button', { name: /^Ver y corregir lo propuesto: / }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(text)).toBeDefined()
    expect(within(dialog).queryByLabelText('Serie de la retención')).toBeNull()
  },
)

const RENTA = {
  codigo: '312',
  concepto: null,
  porcentaje: 2_750_000,
  porcentajes: '2.75%',
  base: montoOf(100_000_000),
  valor: montoOf(2_750_000),
  motivo: 'Es agente.',
}
const IVA = { codigo: null, concepto: null, porcentaje: null, porcentajes: null, base: montoOf(0), valor: null, motivo: 'No se retiene.' }
const LEY = { fecha: '2026-11-20', permiso: { impuestos: [], motivos: { renta: '', iva: '', isd: '' } }, renta: RENTA, iva: IVA }

it('each part of the proposal shows its reason, one choice corrects it, and the keystroke withholds as well', async () => {
  const propuesta = buildPropuesta({
    bodega: { id: idOf(7), name: 'Sur', motivo: 'Es la única bodega activa.' },
    retencion: {
      operacion: 'BIEN',
      motivo_operacion: 'Como la última vez.',
      propuesta: LEY as never,
      retenido: montoOf(2_750_000),
      razon: null,
      emitir: true,
    },
  })
  const { user, calls } = open([fila(1, { propuesta })])
  await user.click(await screen.findByRole('button', { name: /^Ver y corregir lo propuesto: Factura 001-001-000000001/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Factura 001-001-000000001 de PROVEEDOR 1' })
  expect(within(dialog).getByText('Es la única bodega activa.')).toBeDefined()
  await user.selectOptions(within(dialog).getByLabelText('Qué se compró'), 'Transporte')
  await user.selectOptions(within(dialog).getByLabelText('Sustento'), '02')
  await user.click(within(dialog).getByLabelText('Emitir al registrar la retención de $2.75'))
  const corrected = () => calls.filter(({ route }) => route.startsWith('PUT ')).map(({ body }) => body)
  await waitFor(() => expect(corrected()).toEqual([{ operacion: 'TRANSPORTE' }, { sustento: '02' }, { retener: false }]))
  expect(screen.getByText(/La retención se emite en la serie 001-001\.$/)).toBeDefined()
  await user.selectOptions(within(dialog).getByLabelText('Serie de la retención'), '001-002 · Caja')
  expect(await screen.findByText(/La retención se emite en la serie 001-002 · Caja\.$/)).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Registrar con sustento 01 y retener $2.75' }))
  expect(await screen.findByText('No se emitió la retención: Ya tiene la retención 001-001-000000004.')).toBeDefined()
  expect(calls.find(({ route }) => route.includes('/aceptar/'))?.body).toEqual({ sustento: '01', bodega_id: idOf(7) })
})

it('the arrow keys pass by entries of a list: the one on which Enter is pressed or the list is left is kept, once', async () => {
  const { user, calls } = open([fila(1)])
  const corrected = () => calls.filter(({ route }) => route.startsWith('PUT ')).map(({ body }) => body)
  await user.click(await screen.findByRole('button', { name: /^Ver y corregir lo propuesto: Factura 001-001-000000001/ }))
  const list = within(await screen.findByRole('dialog')).getByLabelText<HTMLSelectElement>('Sustento')
  const arrowTo = (value: string) => {
    fireEvent.keyDown(list, { key: 'ArrowDown' })
    fireEvent.change(list, { target: { value } })
  }
  list.focus()
  for (const value of ['02', '03', '04']) arrowTo(value)
  expect(list.value).toBe('04')
  expect(corrected()).toEqual([])
  // The browser must not open the list.
  expect(fireEvent.keyDown(list, { key: 'Enter' })).toBe(false)
  await waitFor(() => expect(corrected()).toEqual([{ sustento: '04' }]))
  await waitFor(() => expect(list.value).toBe('01'))
  for (const value of ['02', '03']) arrowTo(value)
  await user.tab()
  await waitFor(() => expect(corrected()).toEqual([{ sustento: '04' }, { sustento: '03' }]))
  list.focus()
  await waitFor(() => expect(list.value).toBe('01'))
  arrowTo('02')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(corrected()).toHaveLength(2)
})

it('what was learned of a supplier is read, with who and when, and is forgotten after a question', async () => {
  const { user, calls } = open([])
  await user.click(await screen.findByRole('button', { name: 'Lo aprendido' }))
  const list = await screen.findByRole('list', { name: 'Proveedores' })
  expect(within(list).getByText('Sustento 02 · Bodega Sur · Transporte · La retención se emite aparte')).toBeDefined()
  expect(within(list).getByText(/^De la compra 001-001-000000009 · .*20.* · ANA PÉREZ$/)).toBeDefined()
  await user.click(within(list).getByRole('button', { name: 'Olvidar lo de TRANSPORTES ANDES' }))
  expect(calls.some(({ route }) => route.startsWith('DELETE'))).toBe(false)
  const question = await screen.findByRole('dialog', { name: 'Olvidar lo de TRANSPORTES ANDES' })
  await user.click(within(question).getByRole('button', { name: 'Olvidar' }))
  expect(await screen.findByText('Todavía no se ha aprendido nada.')).toBeDefined()
  expect(calls.find(({ route }) => route.startsWith('DELETE'))?.route).toBe(`DELETE /app/v1/regla_proveedor/delete/${idOf(6)}`)
})

const GASTO = { categoria: 'SALUD' as const, motivo: 'Salud: así lo clasificó la última vez.', monto: montoOf(100_000_000) }

it('R-2.3.25 one key takes what is proposed as a personal expense and leads to the next', async () => {
  const { user, calls } = open([fila(1, { propuesta: buildPropuesta({ gasto: GASTO }) }), fila(2)])
  expect(await screen.findByText('Salud: así lo clasificó la última vez. Con la tecla G desde la propuesta.')).toBeDefined()
  ;(await accept(1)).focus()
  await user.keyboard('g')
  const next = await accept(2)
  await waitFor(() => expect(document.activeElement).toBe(next))
  await user.keyboard('g')
  const taken = calls.filter(({ route }) => route.startsWith('POST '))
  expect(taken.map(({ route, body }) => [route, body])).toEqual([
    [`POST /app/v1/recibido/gasto_personal/${idOf(1)}`, { categoria: 'SALUD' }],
  ])
  expect(taken[0]?.headers.get('idempotency-key')).toMatch(/./)
})

it.each([
  ['another one is chosen', GASTO, 'Gasto personal: Salud'],
  ['none was chosen for its supplier before', { ...GASTO, categoria: null }, 'Registrar como gasto personal'],
])('the category of a personal expense is corrected by one choice where %s', async (_where, gasto, before) => {
  const { user, calls } = open([fila(1, { propuesta: buildPropuesta({ gasto }) })])
  await user.click(await screen.findByRole('button', { name: /^Ver y corregir lo propuesto: / }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: before }).disabled).toBe(gasto.categoria === null)
  await user.selectOptions(dialog.getByLabelText('O es un gasto personal de'), 'Vivienda')
  await user.click(dialog.getByRole('button', { name: 'Gasto personal: Vivienda' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ route }) => route.includes('/gasto_personal/'))?.body).toEqual({ categoria: 'VIVIENDA' })
})
