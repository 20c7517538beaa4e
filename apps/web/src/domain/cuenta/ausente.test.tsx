import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { currentSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ROUTES, signedIn } from '../../testing/shell-api.ts'

const DOCUMENTO = '0f8fad5b-d9cb-469f-a165-70867728950e'
const OTRA = '33333333-3333-4333-8333-333333333333'
const ASKED = `GET /app/v1/auth/empresa_de_documento/${DOCUMENTO}`
const MENUS = [{ to: '/comprobante', label: 'Comprobantes' }]
const absent = refusal(404, { status: '404', msg: 'No existe', data: [] })
const GET = `GET /app/v1/comprobante/${DOCUMENTO}`

it('O-118 a document of another company is named as such, with the way there', async () => {
  const next = buildSession({ businessId: OTRA, businessName: 'TABLERO', token: 'ficha-2', menus: MENUS })
  signedIn({ menus: MENUS }, { [GET]: absent, [ASKED]: ok({ id: OTRA, name: 'TABLERO' }), [ROUTES.switchCompany]: ok({ session: next }) })
  const { user, address } = renderApp(`/comprobante/${DOCUMENTO}`)
  expect(await screen.findByText('Este documento es de TABLERO.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Abrir en TABLERO' }))
  await screen.findByRole('heading', { name: 'Comprobante' })
  expect([currentSession()?.businessId, address()]).toEqual([OTRA, `/comprobante/${DOCUMENTO}`])
})

it('one that none of the companies has does not exist', async () => {
  signedIn({ menus: MENUS }, { [GET]: absent, [ASKED]: absent })
  renderApp(`/comprobante/${DOCUMENTO}`)
  expect(await screen.findByText('Este comprobante no existe.')).toBeDefined()
})
