import '../../testing/browser-stubs.ts'

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'

import { ThemeProvider } from '../../components/theme/theme-provider.tsx'
import { novedadesStore } from '../../domain/comprobante/seguimiento.ts'
import { fakeApi, ok } from '../../testing/fake-api.ts'
import { Espera } from './espera.tsx'

const ID = '33333333-3333-4333-8333-333333333333'
const NOVEDAD = {
  id: ID,
  clave: '1',
  estado: 'AUTORIZADO',
  estado_generacion: 2,
  estado_tributario: 1,
  codigo_sri: null,
  correo_estado: 'PENDIENTE',
  autorizado_en: null,
  sri_callado: false,
  sin_respuesta: false,
}
const show = (tributario: number) =>
  render(
    <ThemeProvider>
      <Espera documento={{ id: ID, estado_tributario: tributario }} nombre="factura" />
    </ThemeProvider>,
  )

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  novedadesStore.set(new Map())
})

it('ui §5 of a waiting invoice the SRI is asked at once, and what the server says counts', async () => {
  const calls = fakeApi({ [`POST /app/v1/comprobante/consultar_sri/${ID}`]: ok(NOVEDAD) })
  show(2)
  expect(screen.getByRole('status').textContent).toMatch(/^El SRI aún no responde\. Puede seguir/)
  await userEvent.click(screen.getByRole('button', { name: 'Consultar estado' }))
  expect((await screen.findByText(/Consultado a las \d\d:\d\d\./)).textContent).toContain('Puede seguir')
  expect([calls.length, novedadesStore.get().get(ID)?.estado]).toEqual([1, 'AUTORIZADO'])
})

it.each(['sri_callado', 'sin_respuesta'])('says that it will be sent by itself while the SRI does not answer (%s)', (silence) => {
  novedadesStore.set(new Map([[ID, { ...NOVEDAD, estado: 'ENVIANDO', [silence]: true }]]))
  show(3)
  expect(screen.getByRole('status').textContent).toMatch(/^En espera: el SRI no responde\. Se enviará sola\. Puede seguir con otra factura/)
})

it('says that the SRI has it once it said so, though it does not answer now', () => {
  novedadesStore.set(new Map([[ID, { ...NOVEDAD, estado: 'RECIBIDA', sri_callado: true }]]))
  show(3)
  expect(screen.getByRole('status').textContent).toMatch(/^El SRI la está procesando\./)
})

it('offers nothing once the SRI has said its word', () => {
  show(1)
  expect([screen.getByRole('status').textContent, screen.queryByRole('button')]).toEqual(['', null])
})
