import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, PREFERENCIA_INICIAL, type Deudor } from '@yupana/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const deudor = (nombre: string, clave: string, changes: Partial<Deudor>): Deudor => ({
  persona_id: null,
  tercero_clave: clave,
  tercero_nombre: nombre,
  total: 0,
  POR_VENCER: 0,
  D1_30: 0,
  D31_60: 0,
  D61_90: 0,
  D91_MAS: 0,
  favor: 0,
  saldo: 0,
  cuentas: 1,
  ...changes,
})
const ROWS = [
  deudor('ANA ROJAS', 'EC:1712345675', {
    total: montoOf(30_060_000),
    POR_VENCER: montoOf(10_010_000),
    D1_30: montoOf(20_050_000),
    favor: montoOf(5_000_000),
    saldo: montoOf(25_060_000),
  }),
  deudor('BETO ROJAS', '06:P 2', { total: montoOf(1_000_000), D91_MAS: montoOf(1_000_000), saldo: montoOf(1_000_000) }),
]
const RESUMEN = {
  total: 31_060_000,
  POR_VENCER: 10_010_000,
  D1_30: 20_050_000,
  D31_60: 0,
  D61_90: 0,
  D91_MAS: 1_000_000,
  favor: 5_000_000,
  cuentas: 4,
}
const EXPORTAR =
  'GET /app/v1/cartera/personas/exportar?sort=de_uno%2CDESC&q=rojas&sentido=COBRAR&formato=csv&columnas=tercero_nombre%2Ctotal%2Cpor_vencer%2Cde_uno%2Cde_treinta%2Cde_sesenta%2Cde_noventa%2Cfavor'

function open() {
  const session = buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...COLLECTIONS] })
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/v1/preferencia/deudor': ok(PREFERENCIA_INICIAL),
    'GET /app/v1/cartera/personas?page=0&size=5&sort=de_uno%2CDESC&q=rojas&sentido=COBRAR': page(ROWS),
    'GET /app/v1/cartera/resumen?sentido=COBRAR&q=rojas': ok(RESUMEN),
    [EXPORTAR]: ok(null),
  })
  return { calls, ...renderApp('/comprobante/cobrar/personas?q=rojas&sort=de_uno,DESC') }
}

it('what each person owes stands by age, each amount leads to its documents, and the totals are of all that the search found', async () => {
  open()
  const ana = within(await screen.findByRole('row', { name: /ANA ROJAS/ }))
  const a = (name: string) => ana.getByRole('link', { name }).getAttribute('href')
  expect(a('Total de ANA ROJAS: $30.06')).toBe('/comprobante/cobrar?q=rojas&tercero_clave=EC%3A1712345675')
  expect(a('1 a 30 días de ANA ROJAS: $20.05')).toBe('/comprobante/cobrar?q=rojas&antiguedad=D1_30&tercero_clave=EC%3A1712345675')
  expect(a('A favor de ANA ROJAS: $5.00')).toBe('/comprobante/cobrar?q=rojas&estado=FAVOR&tercero_clave=EC%3A1712345675')
  // A zero amount has no link.
  expect(ana.getAllByRole('link')).toHaveLength(4)
  const totales = await screen.findByLabelText('Totales')
  expect(totales.textContent).toBe(
    'Total$31.06Por vencer$10.011 a 30 días$20.0531 a 60 días$0.0061 a 90 días$0.00Más de 90 días$1.00A favor$5.00Saldo$26.06',
  )
  expect(screen.getByRole('link', { name: 'Por cliente' }).getAttribute('aria-current')).toBe('true')
  expect(screen.getByRole('link', { name: 'Vencidas' }).getAttribute('href')).toBe('/comprobante/cobrar?estado=VENCIDA')
})

it('is exported as it shows', async () => {
  const { user, calls } = open()
  await screen.findByRole('row', { name: /ANA ROJAS/ })
  await user.click(screen.getByRole('button', { name: 'Exportar' }))
  await user.click(await screen.findByRole('button', { name: 'CSV (.csv)' }))
  await expect.poll(() => calls.map(({ route }) => route)).toContain(EXPORTAR)
})
