import '../../testing/browser-stubs.ts'

import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { readFecha, readMes, today } from '../../lib/formato/format.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { ThemeProvider } from '../theme/theme-provider.tsx'
import { LAYERS } from '../theme/tokens.ts'
import { CampoFecha, CampoMes, FechaFiltro } from './campo-fecha.tsx'
import { fechaEntrada, fechaEntradaOpcional } from './fecha-entrada.ts'
import { Form } from './form.tsx'

const Schema = z.object({ desde: fechaEntrada(), hasta: fechaEntradaOpcional(), mes: z.string() })
const onSubmit = vi.fn<(values: z.output<typeof Schema>) => void>()

function open(initial: Partial<z.input<typeof Schema>> = {}) {
  render(
    <ThemeProvider>
      <Form label="Prueba" schema={Schema} initial={{ desde: '', hasta: '', mes: '', ...initial }} onSubmit={onSubmit}>
        <CampoFecha name="desde" label="Desde" required />
        <CampoFecha name="hasta" label="Hasta" />
        <CampoMes name="mes" label="Periodo" />
        <Button type="submit">Guardar</Button>
      </Form>
    </ThemeProvider>,
  )
  return userEvent.setup()
}
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const openCalendar = async (user: ReturnType<typeof userEvent.setup>, name = 'Desde') => {
  await user.click(screen.getByRole('button', { name: `Abrir calendario: ${name}` }))
  return within(await screen.findByRole('dialog'))
}
const sent = () => onSubmit.mock.lastCall?.[0]

beforeEach(() => void onSubmit.mockClear())
it.each([
  ['20/11/2026', '2026-11-20'],
  ['5/1/26', '2026-01-05'],
  ['05012026', '2026-01-05'],
  [' 5-1-2026 ', '2026-01-05'],
  ['29/2/2024', '2024-02-29'],
  ['31/02/2026', undefined],
  ['20/11', undefined],
  ['mañana', undefined],
  ['', undefined],
])('«%s» is read as %s', (text, fecha) => expect(readFecha(text)).toBe(fecha))

it.each([
  ['11/2026', '2026-11'],
  ['1/26', '2026-01'],
  ['012026', '2026-01'],
  ['13/2026', undefined],
])('the month «%s» is read as %s', (text, mes) => expect(readMes(text)).toBe(mes))

describe('typed', () => {
  it('R-9.6 shows dd/mm/yyyy and sends yyyy-MM-dd', async () => {
    const user = open({ desde: '2026-11-20' })
    expect(input('Desde').value).toBe('20/11/2026')
    await user.clear(input('Desde'))
    await user.type(input('Desde'), '5/1/26')
    await user.type(input('Periodo'), '11/26')
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(sent()).toEqual({ desde: '2026-01-05', hasta: null, mes: '2026-11' }))
    expect(input('Desde').value).toBe('05/01/2026')
  })

  it('Enter sends what was just typed', async () => {
    const user = open()
    await user.type(input('Desde'), '5/1/26{Enter}')
    await waitFor(() => expect(sent()?.desde).toBe('2026-01-05'))
  })

  it.each([
    ['31/12/2014', 'La fecha mínima es 01/01/2015.'],
    ['31/02/2026', 'Ingrese una fecha válida: dd/mm/aaaa.'],
    ['', 'Este campo es requerido.'],
  ])('R-9.9 «%s» is refused at the field, and stays', async (text, message) => {
    const user = open()
    if (text) await user.type(input('Desde'), text)
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByText(message)).toBeDefined()
    expect([input('Desde').value, input('Desde').getAttribute('aria-invalid'), onSubmit.mock.calls.length]).toEqual([text, 'true', 0])
  })
})

describe('picked', () => {
  it('R-9.20 R-9.21 the week starts on Monday, in Spanish, and the button alone opens it', async () => {
    const user = open({ desde: '2026-11-20' })
    expect(input('Desde').getAttribute('aria-expanded')).toBeNull()
    const calendar = await openCalendar(user)
    expect(calendar.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Lu', 'Ma', 'Mi', 'Ju', 'Vi', 'Sá', 'Do'])
    expect(calendar.getByRole('grid', { name: 'Noviembre 2026' })).toBeDefined()
    const first = calendar.getAllByRole('gridcell')[0] as HTMLElement
    expect(within(first).getByRole('button').getAttribute('aria-label')).toBe('lunes 26 de octubre de 2026')
    await user.click(calendar.getByRole('button', { name: 'martes 3 de noviembre de 2026' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(input('Desde').value).toBe('03/11/2026')
  })

  it('R-9.22 Hoy and Limpiar', async () => {
    const user = open()
    await user.click((await openCalendar(user)).getByRole('button', { name: 'Hoy' }))
    const [year, month, day] = today().split('-')
    await waitFor(() => expect(input('Desde').value).toBe(`${day}/${month}/${year}`))
    await user.click((await openCalendar(user)).getByRole('button', { name: 'Limpiar' }))
    await waitFor(() => expect(input('Desde').value).toBe(''))
  })

  it('by keyboard: days, weeks, months; Esc closes and the focus returns', async () => {
    const user = open({ desde: '2026-11-20' })
    const calendar = await openCalendar(user)
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('viernes 20 de noviembre de 2026'))
    await user.keyboard('{ArrowLeft}{ArrowUp}{PageUp}{End}')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('domingo 18 de octubre de 2026'))
    expect(calendar.getByRole('grid', { name: 'Octubre 2026' })).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Abrir calendario: Desde' })))
    expect(input('Desde').value).toBe('20/11/2026')
  })

  it('R-9.9 offers no year before 2015, and no day either', async () => {
    const user = open({ desde: '2015-01-10' })
    const calendar = await openCalendar(user)
    expect(within(calendar.getByLabelText('Año')).getAllByRole('option')[0]?.textContent).toBe('2015')
    expect(calendar.getByRole<HTMLButtonElement>('button', { name: 'miércoles 31 de diciembre de 2014' }).disabled).toBe(true)
    await user.click(calendar.getByRole('button', { name: 'Mes anterior' }))
    expect(calendar.getByRole('grid', { name: 'Enero 2015' })).toBeDefined()
  })

  it('R-9.7 a month', async () => {
    const user = open({ mes: '2026-11' })
    expect(input('Periodo').value).toBe('11/2026')
    const calendar = await openCalendar(user, 'Periodo')
    await user.click(calendar.getByRole('button', { name: 'Año anterior' }))
    await user.click(calendar.getByRole('button', { name: 'marzo de 2025' }))
    await waitFor(() => expect(input('Periodo').value).toBe('03/2025'))
  })
})

it('inside a dialog the calendar stands above it, and Esc closes the calendar alone', async () => {
  const onClose = vi.fn()
  render(
    <ThemeProvider>
      <Dialog opened title="Condición" onClose={onClose}>
        <FechaFiltro label="Desde" value="2026-11-20" onChange={() => undefined} />
      </Dialog>
    </ThemeProvider>,
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Abrir calendario: Desde' }))
  const grid = await screen.findByRole('grid')
  expect(grid.closest<HTMLElement>('[data-position]')?.style.zIndex).toBe(String(LAYERS.popoverInDialog))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('viernes 20 de noviembre de 2026'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
  expect(onClose).not.toHaveBeenCalled()
})

it('in a filter only days that can be used are told', async () => {
  const onChange = vi.fn()
  render(
    <ThemeProvider>
      <FechaFiltro label="Desde" value="" onChange={onChange} />
    </ThemeProvider>,
  )
  const user = userEvent.setup()
  await user.type(input('Desde'), '31/12/2014')
  expect(await screen.findByText('La fecha mínima es 01/01/2015.')).toBeDefined()
  expect(onChange).not.toHaveBeenCalled()
  await user.clear(input('Desde'))
  await user.type(input('Desde'), '01/01/2015')
  expect(onChange.mock.calls).toEqual([['2015-01-01']])
  expect(screen.queryByText('La fecha mínima es 01/01/2015.')).toBeNull()
})
