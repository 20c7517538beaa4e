import '../../testing/browser-stubs.ts'

import { COLLECTIONS } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'

import { queryClient } from '../../lib/http/query-client.ts'
import { addNotice, forgetNotices } from '../../lib/pagina/notices.ts'
import { buildInicio } from '../../testing/build-inicio.ts'
import { ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ROUTES, signedIn } from '../../testing/shell-api.ts'

const ID = '33333333-3333-4333-8333-333333333333'
const OTHER = '44444444-4444-4444-8444-444444444444'
const MENUS = [
  { to: '/documento', label: 'Nueva factura' },
  { to: '/comprobante', label: 'Comprobantes' },
  { to: '/persona', label: 'Personas' },
  { to: '/producto', label: 'Productos' },
]
const search = (path: string, q: string) => `GET /app${path}?page=0&size=5&q=${q}`

async function openPalette(replies: Parameters<typeof signedIn>[1] = {}, changes: Parameters<typeof signedIn>[0] = {}) {
  const calls = signedIn({ menus: MENUS, collections: [...COLLECTIONS], ...changes }, replies)
  const view = renderApp('/')
  await screen.findByRole('heading', { name: 'Inicio' })
  await view.user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox', { name: 'Buscar o ir a' })
  return { calls, input, ...view, options: () => screen.queryAllByRole('option').map((option) => option.firstChild?.textContent) }
}

beforeEach(() => {
  queryClient.clear()
  forgetNotices()
})
describe('the palette', () => {
  it('opens with Ctrl K and offers what this user may begin, the screens, each once, and the theme', async () => {
    const { options } = await openPalette({}, { menus: [...MENUS, { to: '/cotizacion', label: 'Cotizaciones' }] })
    expect(options()).toEqual([
      'Nueva factura',
      'Nueva cotización',
      'Inicio',
      'Comprobantes',
      'Cotizaciones',
      'Personas',
      'Productos',
      'Usar tema oscuro',
      'Atajos de teclado',
    ])
  })

  it('goes to a screen by its words without accents, with Enter', async () => {
    const { user, address, input } = await openPalette({ 'GET /app/v1/persona/search?page=0&size=5': page([]) })
    await user.type(input, 'perso{Enter}')
    await screen.findByRole('heading', { name: 'Personas', level: 1 })
    expect(address()).toBe('/persona')
    expect(screen.queryByRole('combobox', { name: 'Buscar o ir a' })).toBeNull()
  })

  it('finds the screens of a group by its name', async () => {
    const compras = [
      { to: '/comprobante/recibido', label: 'Comprobantes Recibidos' },
      { to: '/documento/compra', label: 'Facturas de Compra' },
    ]
    const { user, input, options } = await openPalette({}, { menus: [...MENUS, ...compras] })
    await user.type(input, 'compras')
    expect(options()).toEqual(['Comprobantes Recibidos', 'Facturas de Compra'])
  })

  it('finds a document by its number, people and products, and leads to them by the arrows', async () => {
    const { user, address, input, options } = await openPalette({
      [search('/v1/comprobante/search', '14')]: page([
        { id: ID, tipo: '01', numero: '001-001-000000014', receptor_nombre: 'ANA', total: 8_600_000 },
      ]),
      [search('/v1/persona/search', '14')]: page([{ id: OTHER, razon_social: 'CATORCE', identificacion: '1412345675' }]),
      [search('/productos/search', '14')]: refusal(500, {}),
    })
    await user.type(input, '14')
    await waitFor(() => expect(options()).toEqual(['001-001-000000014', 'CATORCE']))
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe(`/persona/${OTHER}`))
  })

  it('finds a collection and a payment by their number, each on its side, and asks for none of other words', async () => {
    const pago = (sentido: string, numero: string) =>
      page([{ id: ID, sentido, numero, estado: 'REGISTRADO', tercero_nombre: 'ANA', total: 60_000_000 }])
    const PAGOS = 'GET /app/v1/pago/search'
    const { user, address, calls, input, options } = await openPalette({
      [`${search('/v1/pago/search', 'rc-000012')}&sentido=COBRAR`]: pago('COBRAR', 'RC-000012'),
      [`${search('/v1/pago/search', 'CP7')}&sentido=PAGAR`]: pago('PAGAR', 'CP-000007'),
    })
    await user.type(input, 'ana')
    await waitFor(() => expect(calls.some(({ route }) => route.includes('q=ana'))).toBe(true))
    await user.clear(input)
    await user.paste('rc-000012')
    await waitFor(() => expect(options()).toEqual(['RC-000012']))
    expect(screen.getByText('Cobro · ANA')).toBeDefined()
    await user.clear(input)
    await user.paste('CP7')
    await waitFor(() => expect(options()).toEqual(['CP-000007']))
    expect(screen.getByText('Pago · ANA')).toBeDefined()
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(address()).toBe(`/comprobante/pago?id=${ID}&sentido=PAGAR`))
    const asked = calls.flatMap(({ route }) => (route.startsWith(PAGOS) ? (/[?&]q=([^&]+)/.exec(route)?.[1] ?? '') : []))
    expect(new Set(asked)).toEqual(new Set(['rc-000012', 'CP7']))
  })

  it('asks nothing that this user may not see, and says when nothing is found', async () => {
    const { user, calls, input } = await openPalette(
      { [search('/v1/persona/search', 'zzz')]: page([]) },
      { menus: [{ to: '/persona', label: 'Personas' }], collections: [] },
    )
    await user.type(input, 'zzz')
    expect(await screen.findByText('No se encontraron registros')).toBeDefined()
    expect(calls.filter(({ route }) => route.includes('q=zzz')).map(({ route }) => route)).toEqual([search('/v1/persona/search', 'zzz')])
  })

  it('switches the theme, and Esc closes it', async () => {
    const { user, input } = await openPalette()
    await user.type(input, 'tema{Enter}')
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Buscar o ir a' })).toBeNull())
    expect(screen.getByRole('button', { name: 'Usar tema claro' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Usar tema claro' }))
    await user.click(screen.getByRole('button', { name: 'Buscar o ir a…' }))
    await user.type(await screen.findByRole('combobox', { name: 'Buscar o ir a' }), '{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Buscar o ir a' })).toBeNull())
  })
})

describe('the bell', () => {
  it('counts what needs a person, and keeps what the toasts said without counting it', async () => {
    const { atencion } = buildInicio({ atencion: { no_autorizados: 2, correos_fallidos: 1, en_espera: 7 } })
    signedIn({ menus: MENUS, collections: [...COLLECTIONS] }, { [ROUTES.pendientes]: ok(atencion) })
    const { user, address } = renderApp('/')
    await screen.findByRole('button', { name: 'Notificaciones: 2 por atender' })
    addNotice({ severity: 'success', detail: 'Persona registrada' })
    addNotice({ severity: 'error', summary: 'Correo', detail: 'No se pudo enviar' })
    await user.click(screen.getByRole('button', { name: 'Notificaciones: 2 por atender' }))
    const panel = within(await screen.findByRole('dialog', { name: /^Notificaciones/ }))
    const activity = within(panel.getByRole('region', { name: 'Actividad' }))
    expect(activity.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)).toEqual([
      'No se pudo enviar',
      'Persona registrada',
    ])
    await user.click(activity.getByRole('button', { name: 'Borrar la actividad' }))
    expect(panel.queryByRole('region', { name: 'Actividad' })).toBeNull()
    expect(panel.getByText('7 en espera')).toBeDefined()
    await user.click(panel.getByRole('link', { name: /^2 no autorizados/ }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Notificaciones/ })).toBeNull())
    await screen.findByRole('heading', { name: 'Comprobantes' })
    expect(address()).toBe('/comprobante?atencion=NO_AUTORIZADOS&desde=')
  })

  it('counts for support what waits at the desks, and leads to each', async () => {
    signedIn(
      { businessId: null, rol: { id: 0, name: 'SUPER_ADMIN' }, menus: [{ to: '/administracion/empresas', label: 'Empresas' }] },
      {
        'GET /app/v1/administracion/empresa/search?page=0&size=5': page([]),
        [ROUTES.mesa]: ok({ pagos: 3, firmas: 1, declaraciones: 0 }),
      },
    )
    const { user } = renderApp('/')
    // The home screen of this user redirects: until then, an opened dialog would close.
    await screen.findByRole('heading', { name: 'Empresas', level: 1 })
    await user.click(await screen.findByRole('button', { name: 'Notificaciones: 2 por atender' }))
    const panel = within(await screen.findByRole('dialog', { name: /^Notificaciones/ }))
    expect(panel.getAllByRole('link').map((link) => [link.textContent.split('por')[0], link.getAttribute('href')])).toEqual([
      ['3 pagos ', '/administracion/tienda'],
      ['1 solicitud de firma ', '/administracion/firmas'],
    ])
  })

  it('says that there is nothing', async () => {
    signedIn()
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('button', { name: 'Notificaciones' }))
    expect(await screen.findByText('No tiene notificaciones.')).toBeDefined()
  })
})
