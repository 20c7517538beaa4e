import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Collection, type ProductoVenta } from '@yupana/contract'
import { montoOf, TIPO_IVA } from '@yupana/fiscal'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm, type UseFormReturn } from 'react-hook-form'
import { beforeEach, describe, expect, it, vi } from 'vitest'

import { ThemeProvider } from '../../components/theme/theme-provider.tsx'
import { Toasts } from '../../components/toast/toasts.tsx'
import { queryClient } from '../../lib/http/query-client.ts'
import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, page } from '../../testing/fake-api.ts'
import { TotalesPanel } from '../totales-panel/totales-panel.tsx'
import { useTotales } from '../totales-panel/use-totales.ts'
import { emptyLinea, lineaOfProducto, type LineaValores } from './linea-valores.ts'
import { editableOf } from './campo-editable.ts'
import { LineasEditor } from './lineas-editor.tsx'
import type { LineasForm } from './lineas-context.ts'
import { reglasOf, type Condiciones } from './reglas-linea.ts'

const HOY = '2026-11-20'
const idOf = (n: number) => `44444444-4444-4444-8444-44444444444${n}`
const producto = (n: number, changes: Partial<ProductoVenta> = {}): ProductoVenta => ({
  id: idOf(n),
  code: `A-${n}`,
  auxiliary_code: null,
  barcode: `786000000000${n}`,
  barcodes: [],
  name: `Resma ${n}`,
  type_product: 'PRODUCTO',
  iva: TIPO_IVA.QUINCE,
  price: montoOf(5_000_000),
  price_list: [],
  ice_codigo: null,
  irbpnr: false,
  precio_libre: false,
  ...changes,
})
const search = (q: string) => `GET /app/productos/search_product_venta?page=0&size=10&q=${encodeURIComponent(q).replaceAll('%20', '+')}`
const found = (...content: ProductoVenta[]) => page(content, { size: 10 })

interface Opening {
  lineas?: LineaValores[]
  replies?: Parameters<typeof fakeApi>[0]
  rights?: readonly Collection[]
  condiciones?: Condiciones
  fecha?: string
  modo?: 'NETO' | 'PVP'
  /** A dialog with a form of its own is drawn in place here, not above the page. */
  withoutForm?: boolean
}

let form: UseFormReturn<LineasForm>
const submitted = vi.fn()

function Screen({ lineas = [emptyLinea()], condiciones = [], fecha = HOY, modo = 'NETO', withoutForm = false }: Opening) {
  form = useForm<LineasForm>({ defaultValues: { lineas } })
  const Frame = withoutForm ? 'div' : 'form'
  return (
    <FormProvider {...form}>
      <Frame onSubmit={submitted}>
        <LineasEditor modo={modo} fecha={fecha} condiciones={condiciones} materiales={[{ codigo: 'F010202', nombre: 'ARENA' }]} />
        <Resumen {...reglasOf(modo, fecha, condiciones)} />
        <button type="submit">Emitir</button>
      </Frame>
    </FormProvider>
  )
}

function Resumen(reglas: ReturnType<typeof reglasOf>) {
  return <TotalesPanel totales={useTotales(reglas)} negocioPopular={reglas.negocioPopular} />
}

function open(opening: Opening = {}) {
  startSession(buildSession({ collections: [...(opening.rights ?? COLLECTIONS)] }))
  const calls = fakeApi(opening.replies ?? {})
  render(
    <ThemeProvider>
      <QueryClientProvider client={queryClient}>
        <Toasts />
        <Screen {...opening} />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return { calls, user: userEvent.setup() }
}

const cell = (label: string, linea: number) => screen.getByLabelText<HTMLInputElement>(`${label}, línea ${linea}`)
const focused = () => document.activeElement?.getAttribute('aria-label')
const cantidades = () => form.getValues('lineas').map(({ codigo, cantidad }) => `${codigo}:${cantidad}`)
const resma = (n: number, changes: Partial<ProductoVenta> = {}) => lineaOfProducto(producto(n, changes), reglasOf('NETO', HOY, []))
const filas = () =>
  [
    ...(within(screen.getByRole('region', { name: 'Resumen' }))
      .getByText('TOTAL')
      .closest('dl')
      ?.querySelectorAll('div') ?? []),
  ].map(({ textContent }) => textContent)

beforeEach(() => {
  queryClient.clear()
  submitted.mockClear()
})
describe('the keyboard of the grid', () => {
  it('Enter goes Cantidad, Precio, Descuento and the next line, which it creates; it never submits', async () => {
    const { user } = open({ lineas: [resma(1)] })
    await user.click(cell('Cantidad', 1))
    const path = []
    for (let at = 0; at < 3; at += 1) {
      await user.keyboard('{Enter}')
      path.push(focused())
    }
    expect(path).toEqual(['Precio unitario, línea 1', 'Descuento en porcentaje, línea 1', 'Producto, línea 2'])
    await user.keyboard('{Enter}{Enter}{Enter}{Enter}{Enter}')
    expect([form.getValues('lineas').length, submitted.mock.calls.length]).toEqual([2, 0])
  })

  it('Tab visits every cell; from the last filled line it creates one, from an empty one it leaves', async () => {
    const { user } = open({ lineas: [resma(1)] })
    await user.click(cell('Producto', 1))
    const path = []
    for (let at = 0; at < 7; at += 1) {
      await user.tab()
      path.push(focused()?.replace(', línea 1', ''))
    }
    expect(path).toEqual([
      'Descripción',
      'Cantidad',
      'Precio unitario',
      'Descuento en porcentaje',
      'IVA',
      'Acciones de la línea 1',
      'Producto, línea 2',
    ])
    for (let at = 0; at < 7; at += 1) await user.tab()
    expect([document.activeElement?.textContent, form.getValues('lineas').length]).toEqual(['Agregar línea', 2])
  })

  it('the cell keeps the focus until a button below is let go: what it lacks is not told before', async () => {
    const { user } = open({ lineas: [resma(1)] })
    await user.clear(cell('Precio unitario', 1))
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Agregar línea' }) })
    expect([focused(), screen.queryByText(/es requerido/)]).toEqual(['Precio unitario, línea 1', null])
    await user.pointer('[/MouseLeft]')
    await waitFor(() => expect(focused()).toBe('Producto, línea 2'))
  })

  it('entering a cell selects what it holds, arrows keep the column, Esc restores', async () => {
    const { user } = open({ lineas: [resma(1), resma(2)] })
    await user.click(cell('Cantidad', 1))
    const { selectionStart, selectionEnd } = cell('Cantidad', 1)
    expect([selectionStart, selectionEnd]).toEqual([0, 1])
    await user.keyboard('7{Escape}')
    expect(cell('Cantidad', 1).value).toBe('1')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Cantidad, línea 2')
    await user.click(cell('IVA', 2))
    cell('IVA', 2).blur()
    cell('IVA', 2).focus()
    await user.keyboard('{ArrowUp}')
    expect([focused(), form.getValues('lineas.1.iva')]).toEqual(['IVA, línea 1', TIPO_IVA.QUINCE])
  })

  it('Ctrl D duplicates, Alt arrows move, Ctrl Supr deletes and «Deshacer» brings it back', async () => {
    const { user } = open({ lineas: [resma(1), resma(2)] })
    await user.click(cell('Cantidad', 1))
    await user.keyboard('3{Control>}d{/Control}')
    expect([cantidades(), focused()]).toEqual([['A-1:3', 'A-1:3', 'A-2:1'], 'Cantidad, línea 2'])
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect([cantidades(), focused()]).toEqual([['A-1:3', 'A-2:1', 'A-1:3'], 'Cantidad, línea 3'])
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}{Control>}{Delete}{/Control}')
    expect(cantidades()).toEqual(['A-1:3', 'A-2:1'])
    await user.click(await screen.findByRole('button', { name: 'Deshacer' }))
    expect(cantidades()).toEqual(['A-1:3', 'A-1:3', 'A-2:1'])
    expect(cell('Cantidad', 1).value).toBe('3')
  })

  it('Ctrl Z brings back the line that was deleted last, once, and leaves alone what is being typed', async () => {
    const { user } = open({ lineas: [resma(1), resma(2)] })
    await user.click(cell('Cantidad', 1))
    await user.keyboard('{Control>}{Delete}{/Control}')
    expect([cantidades(), focused()]).toEqual([['A-2:1'], 'Producto, línea 1'])
    expect(await screen.findByText(/Ctrl Z la recupera/)).toBeDefined()
    await user.click(cell('Cantidad', 1))
    await user.keyboard('4{Control>}z{/Control}')
    expect(form.getValues('lineas')).toHaveLength(1)
    await user.click(cell('Producto', 1))
    await user.keyboard('{Control>}z{/Control}{Control>}z{/Control}')
    expect(form.getValues('lineas').map(({ codigo }) => codigo)).toEqual(['A-1', 'A-2'])
  })

  it('the menu of a line does the same by mouse', async () => {
    const { user } = open({ lineas: [resma(1), resma(2)] })
    await user.click(screen.getByRole('button', { name: 'Acciones de la línea 2' }))
    await user.click(screen.getByRole('menuitem', { name: 'Mover arriba' }))
    expect(cantidades()).toEqual(['A-2:1', 'A-1:1'])
  })

  it('a figure longer than its column is set smaller and widens it, so that it is never cut', async () => {
    const { user } = open({ lineas: [resma(1)] })
    expect(cell('Cantidad', 1).dataset.long).toBeUndefined()
    await user.clear(cell('Cantidad', 1))
    await user.type(cell('Cantidad', 1), '12345678.5')
    expect(cell('Cantidad', 1).dataset.long).toBe('true')
    expect(cell('Precio unitario', 1).dataset.long).toBeUndefined()
  })

  it('O-100 without the rights neither price nor discount can be changed, and Enter skips them', async () => {
    const { user } = open({ lineas: [resma(1), resma(2)], rights: [] })
    expect([cell('Precio unitario', 1).readOnly, cell('Descuento en porcentaje', 1).readOnly]).toEqual([true, true])
    await user.click(cell('Cantidad', 1))
    await user.keyboard('{Enter}')
    expect(focused()).toBe('Producto, línea 2')
  })

  it('O-100 without the right a price is typed only where that of the product is free: a line without product has none', () => {
    open({ lineas: [lineaOfProducto(producto(1, { precio_libre: true }), reglasOf('NETO', HOY, [])), emptyLinea()], rights: [] })
    expect([cell('Precio unitario', 1).readOnly, cell('Precio unitario', 2).readOnly]).toEqual([false, true])
  })

  it('O-100 without the right a product keeps its name, unless its price is free; an empty line takes words', () => {
    const libre = lineaOfProducto(producto(1, { precio_libre: true }), reglasOf('NETO', HOY, []))
    open({ lineas: [resma(1), libre, emptyLinea()], rights: [] })
    expect([1, 2, 3].map((fila) => cell('Descripción', fila).readOnly)).toEqual([true, false, false])
    expect(['descripcion', 'codigo', 'iva'].map((campo) => editableOf(`lineas.0.${campo}`, form.getValues('lineas')))).toEqual([
      'lineas.0.codigo',
      'lineas.0.codigo',
      'lineas.0.iva',
    ])
  })
})

describe('the scanner', () => {
  const replies = {
    [search('7860000000001')]: found(producto(1)),
    [search('A-2')]: found(producto(2)),
    [search('999')]: found(),
    [search('78')]: found(producto(1), producto(2)),
  }

  it('adds the product, then 1 to its line, and stays in the empty cell', async () => {
    const { user } = open({ replies })
    await user.click(cell('Producto', 1))
    await user.keyboard('7860000000001{Enter}')
    await waitFor(() => expect(cantidades()).toEqual(['A-1:1', ':']))
    expect([focused(), cell('Producto', 2).value]).toEqual(['Producto, línea 2', ''])
    await user.keyboard('7860000000001{Enter}A-2{Enter}7860000000001{Enter}')
    await waitFor(() => expect(cantidades()).toEqual(['A-1:3', 'A-2:1', ':']))
    expect([focused(), submitted.mock.calls.length]).toEqual(['Producto, línea 3', 0])
  })

  it('says which code nobody knows and offers to create it; digits that only begin like a product are none', async () => {
    const { user } = open({ replies, withoutForm: true })
    await user.click(cell('Producto', 1))
    await user.keyboard('999{Enter}78{Enter}')
    expect(await screen.findByText('No hay un producto con el código «999».')).toBeDefined()
    expect(await screen.findByText('No hay un producto con el código «78».')).toBeDefined()
    await user.click(screen.getAllByRole('button', { name: 'Crear producto' })[0] as HTMLElement)
    expect((await screen.findByLabelText<HTMLInputElement>('Código')).value).toBe('999')
  })

  it('says when nobody answers, and keeps the code', async () => {
    const { user } = open({ replies: { [search('555')]: ['unreachable', found(producto(1, { code: '555' }))] } })
    await user.click(cell('Producto', 1))
    await user.keyboard('555{Enter}')
    expect(await screen.findByText('No se pudo buscar «555».')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Buscar de nuevo' }))
    await waitFor(() => expect(cantidades()).toEqual(['555:1', ':']))
  })

  it('a name offers a list: arrows and Enter choose, and the focus goes to the quantity', async () => {
    const { user } = open({ replies: { [search('resma')]: found(producto(1), producto(2)) } })
    await user.click(cell('Producto', 1))
    await user.keyboard('resma')
    await screen.findByRole('option', { name: /Resma 2/ })
    expect(screen.getByRole('option', { name: 'Crear “resma”' })).toBeDefined()
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect([cantidades(), focused()]).toEqual([['A-2:1'], 'Cantidad, línea 1'])
  })

  it('R-2.10.29 says «No hay opciones a elegir» when there is nothing', async () => {
    const { user } = open({ replies: { [search('nada')]: found() } })
    await user.click(cell('Producto', 1))
    await user.keyboard('nada')
    expect(await screen.findByText('No hay opciones a elegir')).toBeDefined()
  })
})

describe('words that are no product', () => {
  const replies = { [search('flete')]: found(), [search('flete a Quito')]: found() }

  it.each(['Enter', 'Tab'])('%s makes them the description of the line, and goes to the quantity', async (key) => {
    const { user } = open({ replies })
    await user.click(cell('Producto', 1))
    await user.keyboard(`flete a Quito{${key}}`)
    await waitFor(() => expect(focused()).toBe('Cantidad, línea 1'))
    expect(form.getValues('lineas')).toMatchObject([{ codigo: '', descripcion: 'flete a Quito', cantidad: '1' }])
  })

  it('one word at the speed of a scanner is a code, and at that of fingers words; the list offers both ways', async () => {
    const { user } = open({ replies })
    await user.click(cell('Producto', 1))
    // All at once.
    await user.paste('flete')
    await user.keyboard('{Enter}')
    expect(await screen.findByText('No hay un producto con el código «flete».')).toBeDefined()
    // Far from a scanner: on a busy machine the first letter is seen late, and the others seem faster.
    const fingers = userEvent.setup({ delay: 120 })
    await fingers.click(cell('Producto', 1))
    await fingers.keyboard('flete')
    await screen.findByRole('option', { name: 'Usar como descripción' })
    expect(screen.getByRole('option', { name: 'Crear “flete”' })).toBeDefined()
    await fingers.keyboard('{Enter}')
    await waitFor(() => expect(form.getValues('lineas')).toMatchObject([{ descripcion: 'flete' }]))
  })

  it('left without choosing, they can still become a line; «Línea sin producto» begins with them', async () => {
    const { user } = open({ replies })
    await user.click(cell('Producto', 1))
    await user.keyboard('flete a Quito')
    await user.click(cell('Cantidad', 1))
    await user.click(await screen.findByRole('button', { name: 'Usar como descripción' }))
    await waitFor(() => expect(form.getValues('lineas')).toMatchObject([{ descripcion: 'flete a Quito' }, {}]))
    await user.click(await screen.findByRole('button', { name: 'Listo' }))
    await user.click(screen.getByRole('button', { name: 'Línea sin producto' }))
    await waitFor(() => expect(focused()).toMatch(/^Descripción, línea/))
  })

  it('O-100 without the right to a price they stay words that nobody bears', async () => {
    const { user } = open({ replies, rights: COLLECTIONS.filter((right) => right !== 'documento:cambiar_precio') })
    await user.click(cell('Producto', 1))
    await user.keyboard('flete a Quito{Enter}')
    expect(await screen.findByText('No hay un producto con el código «flete a Quito».')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Línea sin producto' })).toBeNull()
  })
})

describe('rows of a spreadsheet', () => {
  it('are read in quotes, with thousands, a currency or spaces between groups', async () => {
    const { user } = open({ replies: { [search('A-1')]: found(producto(1)), [search('A-2')]: found(producto(2)) } })
    await user.click(cell('Producto', 1))
    await user.paste('"A-1"\t"1,250"\t"1,234.50"\r\nA-2\t1 250\t$1.234,5 USD\r\n')
    await waitFor(() => expect(cantidades()).toEqual(['A-1:1250', 'A-2:1250', ':']))
    expect(form.getValues('lineas').map(({ precio }) => precio)).toEqual(['1234.5', '1234.5', ''])
  })

  it('become lines: code, quantity and price; unknown codes keep their numbers and are told', async () => {
    const { user } = open({ replies: { [search('A-1')]: found(producto(1)), [search('A-2')]: found(producto(2)), [search('X')]: found() } })
    await user.click(cell('Producto', 1))
    await user.paste('Código\tCantidad\tPrecio\r\nA-1\t2\t4,5\r\nA-2\t1,5\r\nX\t3\t1\r\n')
    await waitFor(() => expect(cantidades()).toEqual(['A-1:2', 'A-2:1.5', 'X:3', ':']))
    expect(form.getValues('lineas').map(({ precio }) => precio)).toEqual(['4.5', '5.00', '1', ''])
    expect(await screen.findByText('No hay un producto con el código «X».')).toBeDefined()
  })

  it('a name that no product bears becomes the description of its lines, which keep their numbers', async () => {
    const { user } = open({ replies: { [search('Flete')]: found(), [search('786')]: found() } })
    await user.click(cell('Producto', 1))
    await user.paste('Flete\t2\t4,5\r\n786\t1\t1\r\nFlete\t1\t3\r\n')
    // Digits are a code, and nobody's words.
    await user.click(await screen.findByRole('button', { name: 'Usar como descripción' }))
    const lineas = form.getValues('lineas').map(({ codigo, descripcion, cantidad, precio }) => [codigo, descripcion, cantidad, precio])
    expect(lineas.slice(0, 3)).toEqual([
      ['', 'Flete', '2', '4.5'],
      ['786', '', '1', '1'],
      ['', 'Flete', '1', '3'],
    ])
    expect(screen.queryByText('No hay un producto con el código «Flete».')).toBeNull()
  })
})

describe('what is added up', () => {
  it('O-61 offers the rates of the day of issue', () => {
    open({ fecha: '2024-03-31', lineas: [emptyLinea()] })
    const labels = within(cell('IVA', 1))
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect([labels.includes('12%'), labels.includes('15%')]).toEqual([true, false])
  })

  it('O-18 subtotals, discount and IVA per rate follow what is typed; a discount in percent rounds half-up', async () => {
    const { user } = open({ lineas: [resma(1, { price: montoOf(1_250_000) }), resma(2, { iva: TIPO_IVA.CERO })] })
    await user.click(cell('Descuento en porcentaje', 1))
    await user.keyboard('10')
    await waitFor(() => expect(filas()).toEqual(['Subtotal 15%$1.12', 'Subtotal 0%$5.00', 'Descuento$0.13', 'IVA 15%$0.17', 'TOTAL$6.29']))
    await user.keyboard('$')
    await waitFor(() => expect(filas()[2]).toBe('Descuento$10.00'))
    expect(form.getValues('lineas.0.descuento_en')).toBe('VALOR')
  })

  it('O-60 in PVP mode a label of 10.00 is charged 10.00', async () => {
    open({ modo: 'PVP', lineas: [lineaOfProducto(producto(1, { price: montoOf(8_695_652) }), reglasOf('PVP', HOY, []))] })
    expect(filas()).toEqual(['Subtotal 15%$8.70', 'Descuento$0.00', 'IVA 15%$1.30', 'TOTAL$10.00'])
  })

  it('O-102 a negocio popular sees no rates', () => {
    open({
      condiciones: [{ tipo: 'REGIMEN', desde: '2020-01-01', hasta: null, valor: 'NEGOCIO_POPULAR' }],
      lineas: [emptyLinea({ negocioPopular: true })],
    })
    expect([screen.queryByLabelText('IVA, línea 1'), filas()]).toEqual([null, ['Subtotal$0.00', 'Descuento$0.00', 'TOTAL$0.00']])
  })

  it('O-19 what cannot be read is said below the line, once its cell was left', async () => {
    const { user } = open({ lineas: [resma(1)] })
    await user.click(cell('Precio unitario', 1))
    await user.keyboard('1234,567')
    expect(screen.queryByText('¿Quiso decir 1,234.567 o 1,234,567?')).toBeNull()
    await user.tab()
    expect(screen.getByText('¿Quiso decir 1,234.567 o 1,234,567?')).toBeDefined()
    expect(cell('Precio unitario', 1).getAttribute('aria-invalid')).toBe('true')
  })
})
