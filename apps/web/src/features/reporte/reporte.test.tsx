import '../../testing/browser-stubs.ts'

import { REPORTES, type ReporteLeido, type Trabajo } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { held, ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const CALL = 'GET /app/v1/reporte?reporte=impuestos&desde=2026-09-01&hasta=2026-09-30&page=0&size=5'
const leido: ReporteLeido = {
  content: [{ id: '6', enlace: null, celdas: ['15%', 1_640_000_000, 246_000_000, 2_505_000_000, 375_750_000] }],
  totalElements: 1,
  totalPages: 1,
  number: 0,
  size: 5,
  exact: true,
  totales: [null, 2_025_000_000, 261_000_000, 2_555_000_000, 375_750_000],
  parte: null,
}

it('R-2.3.4 shows a report of a period with what all its rows come to', async () => {
  signedIn({ menus: [{ to: '/reportes', label: 'Reportes' }] }, { [CALL]: ok(leido) })
  renderApp('/reportes?reporte=impuestos&desde=2026-09-01&hasta=2026-09-30')
  const table = await screen.findByRole('table', { name: REPORTES.impuestos.nombre })
  expect((await within(table).findByRole('row', { name: /15%/ })).textContent).toContain('$1,640.00$246.00')
  expect(screen.getByLabelText('Totales').textContent).toContain('Ventas: IVA$261.00')
  expect(screen.getByLabelText<HTMLSelectElement>('Período').selectedOptions[0]?.textContent).toBe('Otras fechas')
})

describe('large files', () => {
  const LISTA = 'GET /app/v1/trabajo'
  const PEDIDO = { desde: '2026-01-01', hasta: '2026-12-31' }
  const trabajo: Trabajo = {
    id: '11111111-1111-4111-8111-111111111111',
    tipo: 'ARCHIVOS',
    pedido: PEDIDO,
    estado: 'EN_CURSO',
    motivo: null,
    total: 4_000,
    hechos: 1_200,
    archivo: 'comprobantes-2026-01-01-2026-12-31.zip',
    tamano: null,
    creado_en: '2026-11-27T10:00:00-05:00',
    vence_en: null,
  }
  const cancelado: Trabajo = { ...trabajo, estado: 'CANCELADO', vence_en: '2026-11-28T10:00:00-05:00' }
  const TITULO = 'XML y RIDE, del 01/01/2026 al 31/12/2026'
  const open = (replies: Parameters<typeof signedIn>[1]) => {
    const api = signedIn({ menus: [{ to: '/reportes', label: 'Reportes' }] }, { [CALL]: ok(leido), ...replies })
    renderApp('/reportes?reporte=impuestos&desde=2026-09-01&hasta=2026-09-30')
    return api
  }

  it('shows how far one is, cancels it, and asks for it again, the focus where it was', async () => {
    const lista = { status: '200', msg: 'OK', data: [trabajo] }
    const [cancelling, starting] = [held(ok(cancelado)), held(ok({ trabajo }))]
    const sent = open({
      [LISTA]: { body: lista },
      [`POST /app/v1/trabajo/cancelar/${trabajo.id}`]: cancelling.reply,
      'POST /app/v1/trabajo/archivos': starting.reply,
    })
    const panel = await screen.findByRole('region', { name: 'Trabajos en curso' })
    const bar = within(panel).getByRole<HTMLProgressElement>('progressbar', { name: `Avance: ${TITULO}` })
    expect([bar.value, bar.max, panel.textContent]).toEqual([1_200, 4_000, expect.stringContaining('1,200 de 4,000')])
    await userEvent.click(within(panel).getByRole('button', { name: `Cancelar: ${TITULO}` }))
    lista.data = [cancelado]
    cancelling.letGo()
    const again = await within(panel).findByRole('button', { name: `Volver a intentar: ${TITULO}` })
    await waitFor(() => expect(document.activeElement).toBe(again))
    expect(within(panel).getByRole('status').textContent).toBe('Cancelado.')
    await userEvent.keyboard('{Enter}')
    lista.data = [trabajo]
    starting.letGo()
    await within(panel).findByRole('progressbar')
    expect(sent.find(({ route }) => route === 'POST /app/v1/trabajo/archivos')?.body).toEqual(PEDIDO)
  })

  it('says in words why one failed, and offers the file of one that is ready until it goes', async () => {
    open({
      [LISTA]: ok([
        { ...cancelado, estado: 'LISTO', tamano: 2_000_000, id: '22222222-2222-4222-8222-222222222222' },
        { ...cancelado, estado: 'FALLIDO', motivo: 'El archivo pasa de 500 MB: pida menos días.' },
      ]),
    })
    const panel = await screen.findByRole('region', { name: 'Trabajos en curso' })
    expect(within(panel).getByRole('button', { name: `Descargar: ${TITULO}` }).textContent).toBe('Descargar')
    expect(panel.textContent).toContain('2.00 MB, hasta el 28/11/2026 10:00')
    expect(panel.textContent).toContain('No se pudo preparar.El archivo pasa de 500 MB: pida menos días.')
    expect(within(panel).queryByRole('progressbar')).toBeNull()
  })

  it('takes a small one at once', async () => {
    const sent = open({ [LISTA]: ok([]), 'POST /app/v1/trabajo/archivos': ok({ trabajo: null }) })
    await userEvent.click(await screen.findByRole('button', { name: 'XML y RIDE' }))
    const asked = 'GET /app/v1/reporte/archivos?desde=2026-09-01&hasta=2026-09-30'
    await waitFor(() => expect(sent.map(({ route }) => route)).toContain(asked))
    expect(screen.queryByRole('region', { name: 'Trabajos en curso' })).toBeNull()
  })
})
