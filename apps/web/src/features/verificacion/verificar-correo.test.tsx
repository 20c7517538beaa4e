import '../../testing/browser-stubs.ts'

import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'

import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const VERIFY = 'POST /app/v1/usuario/correo/verificar'
const USED = 'El enlace ya se usó, venció o lo pidió otra cuenta. Pida otro en su perfil.'

it('O-114 the address alone confirms nothing: whoever asked for the mail does, once', async () => {
  const calls = signedIn(
    {},
    { [VERIFY]: [refusal(422, { status: '422', msg: USED, data: [{ message: USED }] }), ok({ mail: 'ana@ejemplo.ec' })] },
  )
  const { user } = renderApp('/verificar-correo/secreto')
  const confirm = async () => user.click(await screen.findByRole('button', { name: 'Verificar mi correo' }))
  expect(await screen.findByText(/su cuenta «.+»/)).toBeDefined()
  expect(calls.some(({ route }) => route === VERIFY)).toBe(false)
  await confirm()
  expect((await screen.findByRole('alert')).textContent).toContain(USED)
  await confirm()
  expect(await screen.findByText('ana@ejemplo.ec ya es el correo de su cuenta.')).toBeDefined()
  expect(calls.filter(({ route }) => route === VERIFY).map(({ body }) => body)).toEqual([{ codigo: 'secreto' }, { codigo: 'secreto' }])
})

it('signed out it says what to do, and uses nothing up', async () => {
  const calls = fakeApi({})
  renderApp('/verificar-correo/secreto')
  expect(await screen.findByRole('button', { name: 'Iniciar sesión' })).toBeDefined()
  expect(calls.some(({ route }) => route === VERIFY)).toBe(false)
})
