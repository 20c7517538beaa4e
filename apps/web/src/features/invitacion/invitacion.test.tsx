import '../../testing/browser-stubs.ts'

import { decodePassword, type InvitacionRecibida } from '@yupana/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

import { currentSession } from '../../lib/sesion/session.ts'
import { settings } from '../../lib/pagina/settings.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ROUTES, signedIn } from '../../testing/shell-api.ts'

const OTRA = '99999999-9999-4999-8999-999999999999'
const READ = 'POST /app/v1/invitacion/ver'
const ACCEPT = 'POST /app/v1/invitacion/aceptar'
const INVALID = 'La invitación no es válida o ya venció. Pida otra a quien le invitó.'
const received = (changes: Partial<InvitacionRecibida> = {}): InvitacionRecibida => ({
  empresa: { id: OTRA, name: 'PAPELERÍA LUZ' },
  rol: { id: 3, name: 'VENDEDOR' },
  invita: 'Rosa Luz',
  mail: 'ana@ejemplo.ec',
  vence_en: '2026-11-23T15:00:00.000Z',
  existe: false,
  ...changes,
})
const HERE = 'POST /app/v1/invitacion/aceptar_aqui'
const PROFILE = 'GET /app/api/user/profile'
const profile = (pending?: string) =>
  ok({
    ci: null,
    name: 'A',
    surname: '',
    mail: '',
    username: 'a',
    phone: null,
    birthDate: null,
    avatar: null,
    mail_pendiente: pending ? { mail: pending, vence_en: '2026-11-23T15:00:00.000Z' } : null,
  })
const joined = { empresa: { id: OTRA, name: 'PAPELERÍA LUZ' }, username: 'ana' }
const accepted = ok({ ...joined, session: buildSession({ token: 'ficha-nueva', businessId: OTRA, businessName: 'PAPELERÍA LUZ' }) })

it('R-2.1.7 O-33 shows company, role and inviter; a new person sets name and password, which travels encoded', async () => {
  const calls = fakeApi({
    [READ]: ok(received()),
    [ACCEPT]: accepted,
    'GET /app/api/user/password_requirements': ok({ min_length: 8, lowercase: true, uppercase: true, digit: true }),
  })
  const { user } = renderApp('/invite/secreto')
  expect(await screen.findByRole('heading', { name: 'Aceptar invitación' })).toBeDefined()
  for (const text of ['PAPELERÍA LUZ', 'Vendedor', 'Rosa Luz', 'ana@ejemplo.ec']) expect(await screen.findByText(text)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Crear mi cuenta y aceptar' }))
  await waitFor(() => expect(screen.getAllByText('Este campo es requerido.')).toHaveLength(3))
  await user.type(screen.getByLabelText('Nombre'), 'Ana')
  await user.type(screen.getByLabelText('Contraseña', { exact: true }), 'corta1')
  expect(await screen.findByText('Seguridad: Media')).toBeDefined()
  expect(screen.getByRole('list', { name: 'Requisitos de la contraseña' }).querySelectorAll('[data-met]')).toHaveLength(2)
  await user.type(screen.getByLabelText('Confirmar contraseña'), 'Otra2026x')
  await user.tab()
  expect(
    await screen.findByText('La contraseña lleva al menos 8 caracteres, con minúscula, mayúscula y número, o 15 o más de cualquier tipo.'),
  ).toBeDefined()
  await user.clear(screen.getByLabelText('Contraseña', { exact: true }))
  await user.type(screen.getByLabelText('Contraseña', { exact: true }), 'Tablero2026')
  await user.click(screen.getByRole('button', { name: 'Crear mi cuenta y aceptar' }))
  expect(await screen.findByText('Las contraseñas deben ser iguales.')).toBeDefined()
  await user.clear(screen.getByLabelText('Confirmar contraseña'))
  await user.type(screen.getByLabelText('Confirmar contraseña'), 'Tablero2026')
  await user.click(screen.getByRole('button', { name: 'Crear mi cuenta y aceptar' }))
  await waitFor(() => expect(currentSession()?.token).toBe('ficha-nueva'))
  const body = calls.find(({ route }) => route === ACCEPT)?.body as { token: string; pass: string }
  expect(body).toMatchObject({ token: 'secreto', name: 'Ana' })
  expect(decodePassword(body.pass, [settings.codec])).toBe('Tablero2026')
})

it('O-33 O-114 an existing person accepts with the password, and the code where the server asks for it', async () => {
  const asked = refusal(422, {
    status: '422',
    msg: 'Revise los datos ingresados',
    data: [{ campo: 'codigo', message: 'Ingrese el código de su aplicación o uno de recuperación.' }],
  })
  const calls = fakeApi({ [READ]: ok(received({ existe: true })), [ACCEPT]: [asked, accepted] })
  const { user } = renderApp('/invite/secreto')
  const send = async () => user.click(await screen.findByRole('button', { name: 'Ingresar y aceptar' }))
  await send()
  expect(await screen.findByText('Este campo es requerido.')).toBeDefined()
  expect(screen.queryByLabelText('Código de verificación')).toBeNull()
  await user.type(screen.getByLabelText('Contraseña'), 'Tablero2026')
  await send()
  await user.type(await screen.findByLabelText('Código de verificación'), '123456')
  await send()
  await waitFor(() => expect(currentSession()?.token).toBe('ficha-nueva'))
  const body = calls.filter(({ route }) => route === ACCEPT).at(-1)?.body as { pass: string }
  expect(body).toMatchObject({ token: 'secreto', codigo: '123456' })
  expect(decodePassword(body.pass, [settings.codec])).toBe('Tablero2026')
})

it('O-33 O-34 who is signed in is not sent home: accepts with the present account and goes on in the company', async () => {
  signedIn(
    { mail: 'Ana@Ejemplo.ec' },
    {
      [READ]: ok(received({ existe: true })),
      [PROFILE]: profile(),
      [HERE]: ok(joined),
      [ROUTES.switchCompany]: ok({ session: buildSession({ token: 'ficha-2', businessId: OTRA, businessName: 'PAPELERÍA LUZ' }) }),
    },
  )
  const { user, address } = renderApp('/invite/secreto')
  await user.click(await screen.findByRole('button', { name: 'Aceptar invitación' }))
  await user.click(await screen.findByRole('button', { name: 'Entrar a PAPELERÍA LUZ' }))
  await waitFor(() => expect([address(), currentSession()?.token]).toEqual(['/', 'ficha-2']))
})

it('O-114 who only asked for that mail is somebody else: nothing is accepted in their name by whoever opens the link there', async () => {
  signedIn({}, { [READ]: ok(received()), [PROFILE]: profile('Ana@ejemplo.ec') })
  renderApp('/invite/secreto')
  const said = (await screen.findByRole('alert')).textContent
  expect(said).toContain('La invitación es para ana@ejemplo.ec y usted ingresó como maria@ejemplo.ec.')
  expect(said).toContain('confirme antes su correo')
  expect(screen.queryByRole('button', { name: 'Aceptar invitación' })).toBeNull()
})

it('who is signed in as somebody else is told, and leaves first', async () => {
  signedIn({}, { [READ]: ok(received()), [PROFILE]: profile() })
  const { user } = renderApp('/invite/secreto')
  expect((await screen.findByRole('alert')).textContent).toContain(
    'La invitación es para ana@ejemplo.ec y usted ingresó como maria@ejemplo.ec.',
  )
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
  await screen.findByRole('button', { name: 'Iniciar Sesión' })
  expect(view.address()).toBe('/login')
  cleanup()

  fakeApi({
    [READ]: [
      refusal(429, { status: '429', msg: 'Demasiados intentos. Espere 9 segundos y vuelva a intentar', data: [] }),
      ok(received({ existe: true })),
    ],
  })
  const { user } = renderApp('/invite/secreto')
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('button', { name: 'Ingresar y aceptar' })).toBeDefined()
})

it('a refusal while accepting stands in the form', async () => {
  fakeApi({ [READ]: ok(received({ existe: true })), [ACCEPT]: refusal(422, { status: '422', msg: INVALID, data: [{ message: INVALID }] }) })
  const { user } = renderApp('/invite/secreto')
  await user.type(await screen.findByLabelText('Contraseña'), 'Tablero2026')
  await user.click(await screen.findByRole('button', { name: 'Ingresar y aceptar' }))
  expect((await screen.findByRole('alert')).textContent).toContain(INVALID)
})
