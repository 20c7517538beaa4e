import '../../testing/browser-stubs.ts'

import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'

import { ThemeProvider } from '../theme/theme-provider.tsx'
import { MenuBar } from './menu-bar.tsx'
import { currentTarget, type MenuItem } from './menu-item.ts'
import { SideMenu } from './side-menu.tsx'

const show = (items: readonly MenuItem[], pathname = '/') =>
  render(
    <MemoryRouter>
      <SideMenu items={items} pathname={pathname} />
    </MemoryRouter>,
  )

const GROUP: MenuItem = {
  label: 'Catálogo',
  items: [
    { label: 'Personas', to: '/persona' },
    { label: 'Productos', to: '/producto' },
  ],
}

it('R-2.9.9 an entry leads to a route', () => {
  show([{ label: 'Inicio', to: '/' }])
  expect(screen.getByRole('link', { name: 'Inicio' }).getAttribute('href')).toBe('/')
})

it('R-2.9.10 an entry leads outside, in another tab, and says so', () => {
  show([{ label: 'SRI', href: 'https://sri.example' }])
  const link = screen.getByRole('link', { name: 'SRI (se abre en otra pestaña)' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://sri.example',
    '_blank',
    'noopener noreferrer',
  ])
})

it('R-7.6.8 an address outside opens 150 ms after it was chosen, and says nothing of us there', () => {
  vi.useFakeTimers()
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  show([{ label: 'SRI', href: 'https://sri.example' }])
  fireEvent.click(screen.getByRole('link'))
  vi.advanceTimersByTime(149)
  expect(open).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(open.mock.calls).toEqual([['https://sri.example', '_blank', 'noopener,noreferrer']])
  vi.useRealTimers()
})

it('R-3.1.9 a menu of the session is an entry by itself: where it leads and its name; entries nest', () => {
  show(
    [
      { to: '/persona', label: 'Personas' },
      { label: 'Más', items: [{ to: '/producto', label: 'Productos' }] },
    ],
    '/producto',
  )
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/persona', '/producto'])
})

it('R-2.9.11 an entry runs an action', async () => {
  const onPick = vi.fn()
  show([{ label: 'Ayuda', onPick }])
  await userEvent.click(screen.getByRole('button', { name: 'Ayuda' }))
  expect(onPick).toHaveBeenCalledOnce()
})

const LOOKS = ['static', 'slim', 'horizontal'] as const
const showAs = (look: (typeof LOOKS)[number], items: readonly MenuItem[]) =>
  look === 'static'
    ? show(items)
    : render(
        <ThemeProvider>
          <MemoryRouter>
            <MenuBar items={items} pathname="/" look={look} />
          </MemoryRouter>
        </ThemeProvider>,
      )

it.each(LOOKS)('R-2.9.12 a disabled entry is seen and inert, whatever it would do: %s', async (look) => {
  const onPick = vi.fn()
  showAs(look, [
    { label: 'Bodegas', to: '/bodega', disabled: true },
    { label: 'SRI', href: 'https://sri.example', disabled: true },
    { label: 'Ayuda', onPick, disabled: true },
    { ...GROUP, disabled: true },
  ])
  const entries = screen.getAllByRole<HTMLButtonElement>('button')
  expect(entries.map(({ disabled, textContent }) => [textContent, disabled])).toEqual(
    ['Bodegas', 'SRI', 'Ayuda', 'Catálogo'].map((label) => [label, true]),
  )
  for (const entry of entries) await userEvent.click(entry)
  expect([screen.queryByRole('link'), onPick.mock.calls]).toEqual([null, []])
})

it.each(LOOKS)('R-2.9.13 a hidden entry is absent, a group and what is within one too: %s', async (look) => {
  showAs(look, [
    { label: 'Bodegas', to: '/bodega', hidden: true },
    { ...GROUP, label: 'Oculto', hidden: true },
    {
      label: 'Más',
      items: [
        { label: 'Marcas', to: '/marca', hidden: true },
        { label: 'Unidades', to: '/unidad' },
      ],
    },
  ])
  expect([screen.queryByText('Bodegas'), screen.queryByText('Oculto')]).toEqual([null, null])
  await userEvent.click(screen.getByRole('button', { name: 'Más' }))
  expect((await screen.findAllByRole('link', { hidden: true })).map(({ textContent }) => textContent)).toEqual(['Unidades'])
})

it('R-2.9.14 entries nest: the group opens and closes', async () => {
  show([GROUP])
  const group = screen.getByRole('button', { name: 'Catálogo', expanded: false })
  expect(screen.queryByRole('link', { name: 'Personas' })).toBeNull()
  await userEvent.click(group)
  expect(screen.getByRole('link', { name: 'Personas' })).toBeDefined()
  await userEvent.click(group)
  expect(screen.queryByRole('link', { name: 'Personas' })).toBeNull()
})

it('R-2.9.15 an entry carries a badge', () => {
  show([{ label: 'Comprobantes', to: '/comprobante', badge: 3 }])
  expect(screen.getByRole('link', { name: 'Comprobantes 3' })).toBeDefined()
})

it('marks the current page, and opens what holds it', () => {
  show([GROUP], '/producto/registro')
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Productos')
})

it.each([
  ['/documento', '/documento'],
  ['/documento/compra', '/documento/compra'],
  ['/documento/compra/registro', '/documento/compra'],
  ['/documento/registro', '/documento'],
  ['/usuario/x', '/usuario/registro'],
  ['/otra', undefined],
  ['/documentos', undefined],
])('at %s the entry is %s', (pathname, target) => {
  const items = ['/', '/documento', '/documento/compra', '/usuario/registro'].map((to) => ({ label: to, to }))
  expect(currentTarget(items, pathname)).toBe(target)
})

it('in the narrow column a long word is parted between syllables, and read out whole', () => {
  render(
    <MemoryRouter>
      <MenuBar
        items={[
          { label: 'Ventas', to: '/ventas' },
          { label: 'Administración', to: '/administracion' },
        ]}
        pathname="/"
        look="slim"
      />
    </MemoryRouter>,
  )
  expect(screen.getByRole('link', { name: 'Administración' }).textContent).toBe('Admi\u00ADnistra\u00ADciónAdministración')
  expect(screen.getByRole('link', { name: 'Ventas' }).textContent).toBe('Ventas')
})

it('scrolls to the entry of the page', () => {
  const scrolled = vi.fn()
  Element.prototype.scrollIntoView = scrolled
  show([{ label: 'Inicio', to: '/' }, GROUP], '/producto')
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('link', { name: 'Productos' })])
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
})
