import '../../testing/browser-stubs.ts'

import { decodePassword, type InvitacionRecibida } from '@yupana/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

import { currentSession } from '../../lib/session.ts'
import { settings } from '../../lib/settings.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ROUTES, signedIn } from '../../testing/shell-api.ts'

const OTRA = '99999999-9999-4999-8999-999999999999'
const READ = 'POST /app/v1/invitacion/ver'
const ACCEPT = 'POST /app/v1/invitacion/aceptar'
const INVALID = 'La invitación no es válida o ya venció. Pida otra a quien le invitó.'
const received = (changes: Partial<InvitacionRecibida> = {}): InvitacionRecibida => ({
  empresa: { id: OTRA, name: 'PAPELERÍA LUZ' }, rol: { id: 3, name: 'VENDEDOR' }, invita: 'Rosa Luz', mail: 'ana@ejemplo.ec', vence_en: '2026-11-23T15:00:00.000Z', existe: false, ...changes,
})
const accepted = ok({ empresa: { id: OTRA, name: 'PAPELERÍA LUZ' }, username: 'ana' })

it('R-2.1.7 O-33 shows company, role and inviter; a new person sets name and password, which travels encoded', async () => {
  const calls = fakeApi({ [READ]: ok(received()), [ACCEPT]: accepted, 'GET /app/api/user/password_requirements': ok({ min_length: 8, lowercase: true, uppercase: true, digit: true }) })
  const { user, address } = renderApp('/invite/secreto')
  expect(await screen.findByRole('heading', { name: 'Aceptar invitación' })).toBeDefined()
  for (const text of ['PAPELERÍA LUZ', 'VENDEDOR', 'Rosa Luz', 'ana@ejemplo.ec']) expect(await screen.findByText(text)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Crear mi cuenta y aceptar' }))
  await waitFor(() => expect(screen.getAllByText('Este campo es requerido.')).toHaveLength(3))
  await user.type(screen.getByLabelText('Nombre'), 'Ana')
  await user.type(screen.getByLabelText('Contraseña', { exact: true }), 'corta1')
  expect(await screen.findByText('Seguridad: Media')).toBeDefined()
  expect(screen.getByRole('list', { name: 'Requisitos de la contraseña' }).querySelectorAll('[data-met]')).toHaveLength(2)
  await user.type(screen.getByLabelText('Confirmar contraseña'), 'Otra2026x')
  await user.tab()
  expect(await screen.findByText('La contraseña lleva al menos 8 caracteres, con minúscula, mayúscula y número, o 15 o más de cualquier tipo.')).toBeDefined()
  await user.clear(screen.getByLabelText('Contraseña', { exact: true }))
  await user.type(screen.getByLabelText('Contraseña', { exact: true }), 'Tablero2026')
  await user.click(screen.getByRole('button', { name: 'Crear mi cuenta y aceptar' }))
  expect(await screen.findByText('Las contraseñas deben ser iguales.')).toBeDefined()
  await user.clear(screen.getByLabelText('Confirmar contraseña'))
  await user.type(screen.getByLabelText('Confirmar contraseña'), 'Tablero2026')
  await user.click(screen.getByRole('button', { name: 'Crear mi cuenta y aceptar' }))
  expect(await screen.findByText('Ya pertenece a PAPELERÍA LUZ.')).toBeDefined()
  const body = calls.find(({ route }) => route === ACCEPT)?.body as { token: string; pass: string }
  expect(body).toMatchObject({ token: 'secreto', name: 'Ana' })
  expect(decodePassword(body.pass, [settings.codec])).toBe('Tablero2026')
  await user.click(screen.getByRole('button', { name: 'Ir a iniciar sesión' }))
  await waitFor(() => expect(address()).toBe('/login'))
})

it('O-33 an existing person only accepts', async () => {
  const calls = fakeApi({ [READ]: ok(received({ existe: true })), [ACCEPT]: accepted })
  const { user } = renderApp('/invite/secreto')
  await user.click(await screen.findByRole('button', { name: 'Aceptar invitación' }))
  expect(await screen.findByText('Ya pertenece a PAPELERÍA LUZ.')).toBeDefined()
  expect(calls.find(({ route }) => route === ACCEPT)?.body).toEqual({ token: 'secreto' })
})

it('O-33 O-34 who is signed in is not sent home: accepts with the present account and goes on in the company', async () => {
  signedIn({ mail: 'Ana@Ejemplo.ec' }, {
    [READ]: ok(received({ existe: true })), [ACCEPT]: accepted, [ROUTES.switchCompany]: ok({ session: buildSession({ token: 'ficha-2', businessId: OTRA, businessName: 'PAPELERÍA LUZ' }) }),
  })
  const { user, address } = renderApp('/invite/secreto')
  await user.click(await screen.findByRole('button', { name: 'Aceptar invitación' }))
  await user.click(await screen.findByRole('button', { name: 'Entrar a PAPELERÍA LUZ' }))
  await waitFor(() => expect([address(), currentSession()?.token]).toEqual(['/', 'ficha-2']))
})

it('who is signed in as somebody else is told, and leaves first', async () => {
  signedIn({}, { [READ]: ok(received()) })
  const { user } = renderApp('/invite/secreto')
  expect((await screen.findByRole('alert')).textContent).toContain('La invitación es para ana@ejemplo.ec y usted ingresó como maria@ejemplo.ec.')
  expect(screen.queryByLabelText('Nombre')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cerrar sesión y continuar' }))
  expect(await screen.findByLabelText('Nombre')).toBeDefined()
  expect(currentSession()).toBeUndefined()
})

it('a link that no longer serves says so; one that could not be checked may be tried again', async () => {
  fakeApi({ [READ]: refusal(422, { status: '422', msg: INVALID, data: [{ message: INVALID }] }) })
  const view = renderApp('/invite/viejo')
  expect((await screen.findByRole('alert')).textContent).toContain(INVALID)
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  await view.user.click(screen.getByRole('button', { name: 'Regresar' }))
  await waitFor(() => expect(view.address()).toBe('/login'))
  cleanup()

  fakeApi({ [READ]: [refusal(429, { status: '429', msg: 'Demasiados intentos. Espere 9 segundos y vuelva a intentar', data: [] }), ok(received({ existe: true }))] })
  const { user } = renderApp('/invite/secreto')
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('button', { name: 'Aceptar invitación' })).toBeDefined()
})

it('a refusal while accepting stands in the form', async () => {
  fakeApi({ [READ]: ok(received({ existe: true })), [ACCEPT]: refusal(422, { status: '422', msg: INVALID, data: [{ message: INVALID }] }) })
  const { user } = renderApp('/invite/secreto')
  await user.click(await screen.findByRole('button', { name: 'Aceptar invitación' }))
  expect((await screen.findByRole('alert')).textContent).toContain(INVALID)
})
