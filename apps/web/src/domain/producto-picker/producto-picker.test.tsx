import '../../testing/browser-stubs.ts'

import type { ProductoVenta } from '@yupana/contract'
import { montoOf, TIPO_IVA } from '@yupana/fiscal'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { ThemeProvider } from '../../components/theme/theme-provider.tsx'
import { queryClient } from '../../lib/http/query-client.ts'
import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { ProductoPicker } from './producto-picker.tsx'

const producto = (n: number): ProductoVenta => ({
  id: `44444444-4444-4444-8444-44444444444${n}`,
  code: `CAF-${n}`,
  auxiliary_code: null,
  barcode: null,
  barcodes: [],
  name: `Café ${n}`,
  type_product: 'PRODUCTO',
  iva: TIPO_IVA.QUINCE,
  price: montoOf(5_000_000),
  price_list: [],
  ice_codigo: null,
  irbpnr: false,
  precio_libre: false,
})
const onMiss = vi.fn()
const onScan = vi.fn()

/** A cell followed by one that takes the focus when a product is chosen, as in the grid. */
function open(replies: Parameters<typeof fakeApi>[0] = {}) {
  startSession(buildSession())
  fakeApi({
    ...replies,
    'GET /app/productos/search_product_venta?page=0&size=10&q=caf': ok({
      content: [producto(1), producto(2)],
      totalElements: 2,
      totalPages: 1,
      number: 0,
      size: 10,
      exact: true,
    }),
  })
  render(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <ProductoPicker
          codigo=""
          label="Producto"
          onChoose={() => screen.getByLabelText('Cantidad').focus()}
          onScan={onScan}
          onMiss={onMiss}
          onCreate={vi.fn()}
        />
        <input aria-label="Cantidad" />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return userEvent.setup()
}

beforeEach(() => {
  queryClient.clear()
  onMiss.mockClear()
  onScan.mockClear()
})
describe('leaving the cell of a product', () => {
  it.each([
    ['Enter', async (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{Enter}')],
    ['the arrows', async (user: ReturnType<typeof userEvent.setup>) => user.keyboard('{ArrowDown}{ArrowDown}{Enter}')],
    ['the mouse', async (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('option', { name: /Café 2/ }))],
  ])('says nothing once a product was chosen by %s', async (_name, choose) => {
    const user = open()
    await user.type(screen.getByLabelText('Producto'), 'caf')
    await screen.findByRole('option', { name: /Café 1/ })
    await choose(user)
    expect(document.activeElement).toBe(screen.getByLabelText('Cantidad'))
    expect(onMiss).not.toHaveBeenCalled()
  })

  it('tells of a text that became no product', async () => {
    const user = open()
    await user.type(screen.getByLabelText('Producto'), 'caf')
    await screen.findByRole('option', { name: /Café 1/ })
    await user.click(screen.getByLabelText('Cantidad'))
    expect(onMiss).toHaveBeenCalledExactlyOnceWith('caf', 'SIN_ELEGIR')
  })
})

it.each([
  ['its own bar code', '7861', { barcode: '7861' }],
  ['the bar code of its box', '7862', { barcodes: ['7861', '7862'] }],
  ['its auxiliary code', '7863', { auxiliary_code: '7863' }],
])('a reader finds a product by %s', async (_what, codigo, own) => {
  const user = open({
    [`GET /app/productos/search_product_venta?page=0&size=10&q=${codigo}`]: page([{ ...producto(1), ...own }], { size: 10 }),
  })
  await user.type(screen.getByLabelText('Producto'), `${codigo}{Enter}`)
  await waitFor(() => expect(onScan).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'CAF-1' })))
  expect(onMiss).not.toHaveBeenCalled()
})
