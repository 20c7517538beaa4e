import '../../testing/browser-stubs.ts'

import { COLLECTIONS } from '@yupana/contract'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildPersona } from '../../testing/build-persona.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const persona = buildPersona({})
const VACIO = { total: 0, POR_VENCER: 0, D1_30: 0, D31_60: 0, D61_90: 0, D91_MAS: 0, favor: 0, cuentas: 0 }

it('amounts beyond what changes hands at once are refused at their fields, however many there are', async () => {
  const session = buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...COLLECTIONS] })
  startSession(session)
  const de = `persona_id=${persona.id}&sentido=COBRAR`
  fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    [`GET /app/v1/persona/${persona.id}`]: ok(persona),
    [`GET /app/v1/cartera/estado?${de}&page=0&size=5`]: page([]),
    [`GET /app/v1/cartera/search?sentido=COBRAR&persona_id=${persona.id}&page=0&size=50&sort=vence%2CASC&estado=PENDIENTE`]: page([]),
    [`GET /app/v1/cartera/search?sentido=COBRAR&persona_id=${persona.id}&page=0&size=50&sort=vence%2CASC&estado=FAVOR`]: page([]),
    [`GET /app/v1/cartera/resumen?sentido=COBRAR&persona_id=${persona.id}`]: ok(VACIO),
  })
  const { user } = renderApp(`/comprobante/estado-cuenta?persona=${persona.id}&sentido=COBRAR`)
  await user.click(await screen.findByRole('button', { name: /^Registrar (cobro|anticipo)/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Otra forma de pago' }))
  for (const field of dialog.getAllByLabelText(/^Valor/)) await user.type(field, '9007199254.74')
  await user.click(dialog.getByRole('button', { name: /^Registrar/ }))
  expect(await dialog.findAllByText('Se admiten hasta $99,999,999.99 de una vez.')).toHaveLength(2)
})
