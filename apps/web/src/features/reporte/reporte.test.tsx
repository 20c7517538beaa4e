import '../../testing/browser-stubs.ts'

import { REPORTES, type ReporteLeido } from '@yupana/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { ok } from '../../testing/fake-api.ts'
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
