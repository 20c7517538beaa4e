import { TEST_CODEC } from '../../testing/browser-stubs.ts'

import { decodePassword } from '@yupana/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const RECOVER = 'POST /app/api/forgot_pass/recover_pass'
const VALIDATE = 'GET /app/api/forgot_pass/validate_reset_code/abc'
const RESET = 'POST /app/api/forgot_pass/reset_pass'
const REQUIREMENTS = 'GET /app/api/user/password_requirements'
const SENT = 'Se envió el link de restauración a su correo. Tiene 15 minutos antes que expire la solicitud.'
const said = (msg: string) => ({ status: '422', msg, data: [{ message: msg }] })

describe('Recuperar cuenta', () => {
  const email = () => screen.findByLabelText('Correo')
  const send = () => screen.getByRole('button', { name: 'Enviar correo' })

  it('R-2.1.5 R-2.5.1 R-2.5.2 R-2.5.3 R-2.5.4 R-2.5.5 has its title, note, one field and its buttons', async () => {
    const { user, address } = renderApp('/forgot-password')
    expect(await screen.findByRole('heading', { name: 'Recuperar cuenta' })).toBeDefined()
    expect(screen.getByText('Recibirás un correo para restablecer tu contraseña.')).toBeDefined()
    expect([(await email()).getAttribute('name'), screen.getAllByRole('textbox').length, send().getAttribute('type')]).toEqual([
      'email',
      1,
      'submit',
    ])
    await user.click(screen.getByRole('button', { name: 'Regresar' }))
    await screen.findByRole('button', { name: 'Iniciar Sesión' })
    expect(address()).toBe('/login')
  })

  it('R-2.5.6 R-5.3.1 trims the e-mail and says that the link was sent', async () => {
    const calls = fakeApi({ [RECOVER]: { body: { status: '200', msg: SENT, data: null } } })
    const { user } = renderApp('/forgot-password')
    await user.type(await email(), '  ana@ejemplo.ec ')
    await user.click(send())
    expect((await screen.findByText(SENT)).closest('[role="status"]')).not.toBeNull()
    expect(calls.map(({ route, body }) => [route, body])).toEqual([[RECOVER, { email: 'ana@ejemplo.ec' }]])
    expect(screen.queryByRole('button', { name: 'Enviar correo' })).toBeNull()
  })

  it.each([
    ['R-5.3.2', 'an empty', '', 'Este campo es requerido.'],
    ['R-5.3.3 R-5.1.3', 'a malformed', 'ana@ejemplo', 'Ingrese un correo válido.'],
  ])('%s refuses %s e-mail', async (_, __, typed, message) => {
    const calls = fakeApi({})
    const { user } = renderApp('/forgot-password')
    if (typed) await user.type(await email(), typed)
    else await email()
    await user.click(send())
    expect(await screen.findByText(message)).toBeDefined()
    expect(calls).toEqual([])
  })
})

describe('Restablecer contraseña', () => {
  const fresh = () => screen.findByLabelText('Nueva contraseña')
  const again = () => screen.getByLabelText('Confirmar nueva contraseña')
  const send = () => screen.getByRole('button', { name: 'Enviar' })
  const asks = ok({ min_length: 8, lowercase: true, uppercase: true, digit: true })
  const open = (replies: Parameters<typeof fakeApi>[0]) => {
    const calls = fakeApi({ [VALIDATE]: ok(null), [REQUIREMENTS]: asks, ...replies })
    return { calls, ...renderApp('/restablecer/abc') }
  }

  it('R-2.6.9 R-4.14 asks the server about the code before the form appears', async () => {
    open({ [VALIDATE]: 'silence' })
    expect(await screen.findByText('Comprobando el enlace')).toBeDefined()
    expect(screen.queryByLabelText('Nueva contraseña')).toBeNull()
  })

  it('R-2.1.6 R-2.6.1 R-2.6.2 R-2.6.3 R-2.6.4 R-2.6.5 R-4.14 a valid code shows the form', async () => {
    open({})
    expect(await fresh()).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Restablecer contraseña' })).toBeDefined()
    expect(screen.getByText('Ingrese una nueva contraseña para recuperar su cuenta.')).toBeDefined()
    expect([again(), send()]).toHaveLength(2)
  })

  it('R-2.6.7 R-2.6.8 R-4.14 an invalid code never shows the form', async () => {
    const { user, address } = open({ [VALIDATE]: refusal(422, said('Código de restauración inválido.')) })
    const alert = await screen.findByRole('alert')
    expect([alert.querySelector('strong')?.textContent, alert.querySelector('p')?.textContent]).toEqual([
      'Error',
      'Código de restauración inválido.',
    ])
    expect(screen.queryByLabelText('Nueva contraseña')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Regresar' }))
    await screen.findByRole('button', { name: 'Iniciar Sesión' })
    expect(address()).toBe('/login')
  })

  it('asks again where the server could not say', async () => {
    const { user } = open({
      [VALIDATE]: [refusal(429, { status: '429', msg: 'Demasiados intentos. Espere 9 segundos y vuelva a intentar', data: [] }), ok(null)],
    })
    expect(await screen.findByText('Demasiados intentos. Espere 9 segundos y vuelva a intentar')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await fresh()).toBeDefined()
  })

  it('R-2.6.6 R-4.14 R-7.0.8 sends the new password encoded, with the code, and says that it is done', async () => {
    const { user, calls } = open({ [RESET]: ok(null) })
    await user.type(await fresh(), 'NuevaClave1')
    await user.type(again(), 'NuevaClave1')
    await user.click(send())
    const done = (await screen.findByText('Exitoso')).closest('[role="status"]')
    expect(done?.textContent).toBe('ExitosoSe ha restablecido su contraseña.')
    const { new_pass, reset_code } = calls.find(({ route }) => route === RESET)!.body as { new_pass: string; reset_code: string }
    expect([decodePassword(new_pass, [TEST_CODEC]), reset_code]).toEqual(['NuevaClave1', 'abc'])
    expect(screen.queryByLabelText('Nueva contraseña')).toBeNull()
  })

  it('R-5.3.11 requires both fields', async () => {
    const { user, calls } = open({})
    await fresh()
    await user.click(send())
    await waitFor(() => expect(screen.getAllByText('Este campo es requerido.')).toHaveLength(2))
    expect(await screen.findByText('Complete todos los campos requeridos')).toBeDefined()
    expect(calls.some(({ route }) => route === RESET)).toBe(false)
  })

  it.each([
    ['R-5.3.12 R-5.1.4', 'a different confirmation', 'NuevaClave1', 'NuevaClave2', 'Las contraseñas deben ser iguales.'],
    ['R-5.3.10', 'whitespace', 'Nueva Clave1', 'Nueva Clave1', 'No se permiten espacios en blanco.'],
    [
      'O-11',
      'a weak password',
      'abc123',
      'abc123',
      'La contraseña lleva al menos 8 caracteres, con minúscula, mayúscula y número, o 15 o más de cualquier tipo.',
    ],
  ])('%s refuses %s', async (_, __, first, second, message) => {
    const { user, calls } = open({})
    await user.type(await fresh(), first)
    await user.type(again(), second)
    await user.click(send())
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(calls.some(({ route }) => route === RESET)).toBe(false)
  })

  it('shows at its field why the server refuses a password, and at the end of the code that it is over', async () => {
    const common = {
      status: '422',
      msg: 'Revise los datos ingresados',
      data: [{ campo: 'new_pass', message: 'Esta contraseña es de las más usadas: elija otra.' }],
    }
    const { user } = open({ [RESET]: [refusal(422, common), refusal(422, said('Código de restauración inválido.'))] })
    await user.type(await fresh(), 'Password123')
    await user.type(again(), 'Password123')
    await user.click(send())
    expect(await screen.findByText('Esta contraseña es de las más usadas: elija otra.')).toBeDefined()
    await user.click(send())
    expect((await screen.findByText('Código de restauración inválido.')).closest('[role="alert"]')).not.toBeNull()
  })

  it('R-4.25 R-4.26 R-4.27 R-4.28 the meter has no bar when empty, then a third, two thirds and the whole, with its word', async () => {
    const { user } = open({})
    await user.click(await fresh())
    await screen.findByText('Ingrese una contraseña')
    const bar = () => screen.queryByTestId('fuerza')?.style.width
    expect(bar()).toBeUndefined()
    for (const [typed, width, word] of [
      ['abcdef', '33.33%', 'Débil'],
      ['1', '66.66%', 'Media'],
      ['X', '100%', 'Fuerte'],
    ] as const) {
      await user.type(await fresh(), typed)
      expect([bar(), screen.getByText(/^Seguridad/).textContent]).toEqual([width, `Seguridad: ${word}`])
    }
    await user.clear(await fresh())
    expect(bar()).toBeUndefined()
  })

  it('R-4.29 R-7.1.6 O-115 shows and hides the password, and what the server asks of it, met or missing', async () => {
    const { user } = open({})
    await user.type(await fresh(), 'abcdefgh')
    const [toggle] = screen.getAllByRole('button', { name: 'Mostrar contraseña' })
    const rules = await screen.findByRole('list', { name: 'Requisitos de la contraseña' })
    expect([...rules.querySelectorAll('li')].map((item) => [item.textContent, item.dataset['met']])).toEqual([
      ['8 caracteres', 'true'],
      ['Una minúscula', 'true'],
      ['Una mayúscula', undefined],
      ['Un número', undefined],
    ])
    const long = () => screen.getByText(/O bien 15 caracteres o más de cualquier tipo/).dataset['met']
    expect(long()).toBeUndefined()
    await user.type(await fresh(), 'ijklmno')
    expect([long(), screen.getByText(/^Seguridad/).textContent]).toEqual(['true', 'Seguridad: Débil'])
    await user.click(toggle!)
    expect((await fresh()).getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Ocultar contraseña' }))
    expect((await fresh()).getAttribute('type')).toBe('password')
  })
})
