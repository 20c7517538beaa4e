import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type ProductoHoja } from '@yupana/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const PATH = '/productos/actualizacion-masiva'
const idOf = (n: number) => `44444444-4444-4444-8444-44444444444${n}`
const fila = (n: number, changes: Partial<ProductoHoja> = {}): ProductoHoja => ({
  id: idOf(n),
  version: 1,
  code: `A-${n}`,
  name: `Resma ${n}`,
  iva: 6,
  price: montoOf(3_500_000),
  price_list: [],
  cost: montoOf(2_000_000),
  minimum_stock: 0,
  status: 'ACTIVO',
  ...changes,
})
const HOJA = 'GET /app/v1/producto/hoja?status=ACTIVO'
const SAVE = 'PUT /app/productos/update/all'

async function open(replies: Parameters<typeof fakeApi>[0] = {}, change: Partial<ProductoHoja> = {}) {
  const session = buildSession({ menus: [{ to: PATH, label: 'Actualización Masiva' }], collections: [...COLLECTIONS] })
  startSession(session)
  const filas = [fila(1, change), fila(2), fila(3)]
  const calls = fakeApi({ 'GET /app/v1/auth/sesion': ok({ session }), [HOJA]: ok({ filas, total: 3 }), ...replies })
  const app = renderApp(PATH)
  const grid = await screen.findByRole('grid', { name: 'Productos' })
  grid.focus()
  return { ...app, calls, grid }
}
const cell = (row: number, name: string) => {
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  return screen.getAllByRole('row')[row]!.querySelectorAll('td')[heads.indexOf(name)]!
}

describe('the grid of products', () => {
  it('R-2.3.34 R-8.23 is typed in by keyboard; the difference is shown before all is saved as one', async () => {
    const { user, calls } = await open({ [SAVE]: ok({ id: idOf(9), productos: 2 }) })
    await user.keyboard('{ArrowRight}{ArrowRight}4,25{Enter}5{Enter}')
    expect(screen.getByText('2 productos con cambios.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Revisar y guardar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revisar 2 productos' }))
    const cells = dialog.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(cells).toEqual([
      ['Producto', 'Campo', 'Antes', 'Después', 'Diferencia'],
      ['A-1Resma 1', 'Precio', '3.50', '4,25', '+21.4 %'],
      ['A-2Resma 2', 'Precio', '3.50', '5', '+42.9 %'],
    ])
    await user.click(dialog.getByRole('button', { name: 'Guardar 2 productos' }))
    expect(await screen.findByText('Productos actualizados exitosamente')).toBeDefined()
    const sent = calls.find(({ route }) => route === SAVE)
    expect(sent?.body).toEqual([
      { id: idOf(1), version: 1, price: 4_250_000 },
      { id: idOf(2), version: 1, price: 5_000_000 },
    ])
    expect(await screen.findByText('Se actualizaron 2 productos.')).toBeDefined()
    expect(screen.getByText('Sin cambios por guardar.')).toBeDefined()
  })

  it('an update that is undone says which products were left out, deleted since', async () => {
    const undo = `POST /app/v1/producto/actualizacion/deshacer/${idOf(9)}`
    const { user } = await open({
      [SAVE]: ok({ id: idOf(9), productos: 2 }),
      [undo]: ok({ id: idOf(8), productos: 1, omitidos: { total: 3, nombres: ['Resma 2', 'Resma 7'] } }),
    })
    await user.keyboard('{ArrowRight}{ArrowRight}4,25{Enter}')
    await user.click(screen.getByRole('button', { name: 'Revisar y guardar' }))
    await user.click(await screen.findByRole('button', { name: 'Guardar 1 producto' }))
    await user.click(await screen.findByRole('button', { name: 'Deshacer' }))
    expect(await screen.findByText('Quedaron fuera 3 productos eliminados después: Resma 2, Resma 7, 1 más.')).toBeDefined()
  })

  it('from almost nothing to as much as an amount holds is shown too', async () => {
    const { user } = await open({}, { price: montoOf(1) })
    await user.keyboard('{ArrowRight}{ArrowRight}9007199254.74{Enter}')
    await user.click(screen.getByRole('button', { name: 'Revisar y guardar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revisar 1 producto' }))
    expect(dialog.getByText(/^\+900,719,925,47\d,\d{3},\d{3} %$/)).toBeDefined()
  })

  it('R-8.23 says nothing of success when the status is not the string "200"', async () => {
    const { user } = await open({ [SAVE]: ok({ id: null, productos: 1 }, 200) })
    await user.keyboard('{ArrowRight}{ArrowRight}4{Enter}')
    await user.click(screen.getByRole('button', { name: 'Revisar y guardar' }))
    await user.click(await screen.findByRole('button', { name: 'Guardar 1 producto' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText('Productos actualizados exitosamente')).toBeNull()
  })

  it('a percentage over a column, and Ctrl Z', async () => {
    const { user } = await open()
    await user.keyboard('{ArrowRight}{ArrowRight}{Control>} {/Control}')
    expect(screen.getByText('Precio de A-1 a A-3: 3 celdas elegidas')).toBeDefined()
    await user.type(screen.getByLabelText('Porcentaje'), '10')
    await user.selectOptions(screen.getByLabelText('Redondeo'), 'Terminado en .99')
    await user.click(screen.getByRole('button', { name: 'Aplicar a 3 valores' }))
    for (const row of [1, 2, 3]) expect(cell(row, 'Precio').textContent).toBe('3.99')
    screen.getByRole('grid').focus()
    await user.keyboard('{Control>}z{/Control}')
    for (const row of [1, 2, 3]) expect(cell(row, 'Precio').textContent).toBe('3.50')
  })

  it('pastes from a spreadsheet, fills down with Ctrl D, and marks what cannot be', async () => {
    const { user, grid } = await open()
    await user.keyboard('{ArrowRight}{ArrowRight}')
    fireEvent.paste(grid, { clipboardData: { getData: () => '7.10\ncaro' } })
    expect(cell(1, 'Precio').textContent).toBe('7.10')
    expect(cell(2, 'Precio').getAttribute('aria-invalid')).toBe('true')
    expect(cell(2, 'Precio').title).toBe('Ingrese un número válido.')
    expect(screen.getByText('2 productos con cambios; corrija 1 celda con problema.')).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Revisar y guardar' }).disabled).toBe(true)
    await user.keyboard('{Control>}{Home}{/Control}{ArrowRight}{ArrowRight}{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
    for (const row of [1, 2, 3]) expect(cell(row, 'Precio').textContent).toBe('7.10')
  })

  it('O-71 shows in the rows what the server refused, and keeps what was typed', async () => {
    const problem = { campo: '1.version', message: 'A-2: Otra persona lo cambió desde que usted lo leyó.' }
    const { user } = await open({
      [SAVE]: refusal(422, { msg: 'No se guardó ningún producto: revise las filas señaladas.', data: [problem] }),
    })
    await user.keyboard('{ArrowRight}{ArrowRight}4{Enter}5{Enter}')
    await user.click(screen.getByRole('button', { name: 'Revisar y guardar' }))
    await user.click(await screen.findByRole('button', { name: 'Guardar 2 productos' }))
    const dialog = within(screen.getByRole('dialog'))
    expect(await dialog.findByText(problem.message)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Seguir editando' }))
    await waitFor(() => expect(cell(2, 'Código').title).toBe(problem.message))
    expect(cell(2, 'Precio').textContent).toBe('5')
  })

  it('asks before what was typed is left behind', async () => {
    const { user, router } = await open()
    await user.keyboard('{ArrowRight}{ArrowRight}4{Enter}')
    void router.navigate('/')
    expect(await screen.findByText('Lo que cambió en la hoja no se ha guardado.')).toBeDefined()
  })
})
