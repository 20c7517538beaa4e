import { TEST_CODEC } from '../../testing/browser-stubs.ts'

import { encodePassword } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { currentSession, expireSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const FIRST = 'POST /app/api/auth/business'
const SECOND = 'POST /app/api/auth/login'
const companies = ['COMERCIAL ANDINA S.A.', 'PÉREZ LEMA JUAN'].map((name, index) => ({
  id: `11111111-1111-4111-8111-11111111111${index + 1}`,
  name,
}))
const severalCompanies = ok({ username: 'contadora', companies })
const WRONG = { msg: 'Usuario o contraseña incorrectos', data: [{ message: 'Usuario o contraseña incorrectos' }] }

const identifier = () => screen.getByLabelText('Usuario/Identificación o Correo')
const password = () => screen.getByLabelText('Contraseña')
const enter = () => screen.getByRole('button', { name: 'Iniciar Sesión' })

async function signIn(user: ReturnType<typeof renderApp>['user'], name = 'contadora', pass = 'Yupana2026') {
  await user.type(identifier(), name)
  await user.type(password(), pass)
  await user.click(enter())
}

describe('the sign-in screen', () => {
  it('R-2.1.4 R-2.4.1 R-2.4.2 R-2.4.3 R-2.4.4 R-2.4.8 R-2.4.9 has its heading, subtitle, fields and buttons', () => {
    renderApp('/login')
    expect(screen.getByRole('heading', { name: '¡Bienvenido de nuevo!' })).toBeDefined()
    expect(screen.getByText('Inicia sesión para continuar.')).toBeDefined()
    expect([identifier(), password(), enter()]).toHaveLength(3)
    expect(screen.getByRole('button', { name: 'Olvidé mi contraseña' })).toBeDefined()
    expect(document.activeElement).toBe(identifier())
  })

  it('R-5.3.8 R-5.3.9 requires both fields, says so under each and once in a toast', async () => {
    const calls = fakeApi({})
    const { user } = renderApp('/login')
    await user.click(enter())
    // The first field shows the message already on blur.
    await waitFor(() => expect(screen.getAllByText('Este campo es requerido.')).toHaveLength(2))
    expect(await screen.findByText('Complete todos los campos requeridos')).toBeDefined()
    expect(calls).toEqual([])
  })

  it('shows no error before the field was touched', async () => {
    const { user } = renderApp('/login')
    expect(screen.queryByText('Este campo es requerido.')).toBeNull()
    await user.click(identifier())
    await user.tab()
    expect(await screen.findByText('Este campo es requerido.')).toBeDefined()
  })

  it.each([
    ['R-2.4.6 R-5.3.10 the identifier', 'mar ia', 'Yupana2026'],
    ['R-2.4.5 R-5.3.10 the password', 'maria', 'Yupana 2026'],
    ['R-2.4.5 the end of the password', 'maria', 'Yupana2026 '],
  ])('%s refuses whitespace', async (_, name, pass) => {
    const calls = fakeApi({})
    const { user } = renderApp('/login')
    await signIn(user, name, pass)
    expect(await screen.findByText('No se permiten espacios en blanco.')).toBeDefined()
    expect(calls).toEqual([])
  })

  it('R-2.4.7 unmasks and masks the password', async () => {
    const { user } = renderApp('/login')
    expect(password()).toHaveProperty('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Mostrar contraseña' }))
    expect(password()).toHaveProperty('type', 'text')
    await user.click(screen.getByRole('button', { name: 'Ocultar contraseña' }))
    expect(password()).toHaveProperty('type', 'password')
  })

  it('R-2.1.5 R-2.4.9 leads to /forgot-password', async () => {
    const { user, address } = renderApp('/login')
    await user.click(screen.getByRole('button', { name: 'Olvidé mi contraseña' }))
    await screen.findByRole('heading', { name: 'Recuperar cuenta' })
    expect(address()).toBe('/forgot-password')
  })
})

describe('signing in', () => {
  it('R-2.4.16 R-3.1.17 R-5.3.8 enters without a modal when there is one company, with the identifier trimmed', async () => {
    const calls = fakeApi({ [FIRST]: ok({ session: buildSession() }) })
    const { user, address } = renderApp('/login')
    await signIn(user, '  contadora ')
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(address()).toBe('/')
    expect(calls[0]?.body).toMatchObject({ email: 'contadora' })
    expect(currentSession()?.token).toBe('ficha-1')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('R-7.0.8 never sends the password in clear, nor twice the same', async () => {
    const calls = fakeApi({ [FIRST]: severalCompanies, [SECOND]: ok({ session: buildSession() }) })
    const { user } = renderApp('/login')
    await signIn(user)
    await user.click(await screen.findByRole('button', { name: /EMPRESA 1/ }))
    await waitFor(() => expect(currentSession()).toBeDefined())
    const [pass, again] = [calls[0]?.body as { pass: string }, calls[1]?.body as { password: string }]
    expect(JSON.stringify(calls)).not.toContain('Yupana2026')
    expect(pass.pass).toMatch(/^v1\.k1\.[\w-]+$/)
    expect(pass.pass).toHaveLength(encodePassword('Yupana2026', TEST_CODEC).length)
    expect(again.password).not.toBe(pass.pass)
  })

  it('R-2.4.10 R-2.4.12 R-2.4.13 R-2.4.14 opens Seleccionar Empresa over a disabled form', async () => {
    fakeApi({ [FIRST]: severalCompanies })
    const { user } = renderApp('/login')
    await signIn(user)
    const dialog = await screen.findByRole('dialog', { name: 'Seleccionar Empresa' })
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['EMPRESA 1COMERCIAL ANDINA S.A.', 'EMPRESA 2PÉREZ LEMA JUAN'])
    expect(identifier().closest('fieldset')).toHaveProperty('disabled', true)
  })

  it('R-2.4.11 cannot leave the modal', async () => {
    fakeApi({ [FIRST]: severalCompanies })
    const { user } = renderApp('/login')
    await signIn(user)
    const dialog = await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await user.click(document.querySelector('.mantine-Modal-overlay') ?? document.body)
    expect(within(dialog).queryByRole('button', { name: 'Cerrar' })).toBeNull()
    expect(screen.getByRole('dialog')).toBe(dialog)
  })

  it('R-2.4.15 R-4.13 R-4.2 enters the company picked, by keyboard too', async () => {
    const calls = fakeApi({ [FIRST]: severalCompanies, [SECOND]: ok({ session: buildSession({ businessName: 'PÉREZ LEMA JUAN' }) }) })
    const { user, address } = renderApp('/login')
    await signIn(user)
    const first = await screen.findByRole('button', { name: /EMPRESA 1/ })
    first.focus()
    await user.keyboard('{ArrowDown}{Enter}')
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(address()).toBe('/')
    expect(calls.find(({ route }) => route === SECOND)?.body).toMatchObject({ idEmpresa: companies[1]?.id, username: 'contadora' })
    expect(JSON.parse(localStorage.getItem('auth') ?? '')).toMatchObject({ businessName: 'PÉREZ LEMA JUAN' })
  })

  it('R-2.2.5 R-2.4.15 lands on /comprobante when that is where it came from', async () => {
    fakeApi({ [FIRST]: ok({ session: buildSession({ menus: [{ to: '/comprobante', label: 'Comprobantes' }] }) }) })
    const { user, address } = renderApp('/login?redirectTo=/comprobante')
    await signIn(user)
    await screen.findByRole('heading', { name: 'Comprobantes', level: 1 })
    expect(address()).toBe('/comprobante')
  })

  it('offers a filter from eight companies on', async () => {
    const many = Array.from({ length: 8 }, (_, index) => ({
      id: `11111111-1111-4111-8111-11111111111${index}`,
      name: `COMPAÑÍA ${index + 1}`,
    }))
    fakeApi({ [FIRST]: ok({ username: 'contadora', companies: many }) })
    const { user } = renderApp('/login')
    await signIn(user)
    await user.type(await screen.findByRole('textbox', { name: 'Filtrar empresas' }), 'compania 8')
    expect(screen.getAllByRole('button', { name: /^EMPRESA/ }).map((button) => button.textContent)).toEqual(['EMPRESA 8COMPAÑÍA 8'])
  })

  it('what is typed over a company goes to the filter', async () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      id: `11111111-1111-4111-8111-1111111111${index + 10}`,
      name: `COMPAÑÍA ${index + 1}`,
    }))
    fakeApi({ [FIRST]: ok({ username: 'contadora', companies: many }) })
    const { user } = renderApp('/login')
    await signIn(user)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('EMPRESA 1COMPAÑÍA 1'))
    await user.keyboard('40')
    expect(screen.getAllByRole('button', { name: /^EMPRESA/ }).map((button) => button.textContent)).toEqual(['EMPRESA 40COMPAÑÍA 40'])
  })
})

describe('a refused sign-in', () => {
  it("R-2.4.17 shows the server's message in place and leaves the form ready", async () => {
    fakeApi({ [FIRST]: refusal(422, WRONG) })
    const { user, address } = renderApp('/login')
    await signIn(user)
    const form = screen.getByRole('form', { name: 'Iniciar sesión' })
    expect((await within(form).findByRole('alert')).textContent).toBe('Usuario o contraseña incorrectos')
    expect([address(), screen.queryByText('Su sesión ha expirado')]).toEqual(['/login', null])
    expect(identifier()).toHaveProperty('value', 'contadora')
    await waitFor(() => expect(document.activeElement).toBe(password()))
  })

  it('by too many attempts shows that message', async () => {
    fakeApi({ [FIRST]: refusal(429, { msg: 'Demasiados intentos, espere 15 minutos', data: [] }) })
    const { user } = renderApp('/login')
    await signIn(user)
    expect(await screen.findByText('Demasiados intentos, espere 15 minutos')).toBeDefined()
  })

  it('of the second step leads back to the form', async () => {
    fakeApi({ [FIRST]: severalCompanies, [SECOND]: refusal(422, WRONG) })
    const { user } = renderApp('/login')
    await signIn(user)
    await user.click(await screen.findByRole('button', { name: /EMPRESA 2/ }))
    expect(await screen.findByText('Usuario o contraseña incorrectos')).toBeDefined()
    expect(identifier().closest('fieldset')).toHaveProperty('disabled', false)
  })

  it('R-8.1 without an answer says so and can be tried again', async () => {
    fakeApi({ [FIRST]: 'unreachable' })
    const { user } = renderApp('/login')
    await signIn(user)
    expect(await screen.findByText('La solicitud ha expirado, por favor intente nuevamente')).toBeDefined()
    await waitFor(() => expect(enter()).toHaveProperty('disabled', false))
  })
})

it('R-2.10.20 R-2.10.21 R-2.10.22 an expired session says so in a dialog', async () => {
  expireSession()
  const { user } = renderApp('/login')
  const dialog = await screen.findByRole('dialog', { name: 'Sesión expirada' })
  expect(within(dialog).getByText('Vuelve a iniciar sesión para continuar')).toBeDefined()
  await user.click(within(dialog).getByRole('button', { name: 'Cerrar sesión' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
