import '../../testing/browser-stubs.ts'

import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import { currentSession, endSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, held, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const FIRST = 'POST /app/api/auth/business'
const SECOND = 'POST /app/api/auth/login'
const CODE = 'POST /app/v1/auth/segundo_factor'
const BEGIN = 'POST /app/v1/auth/segundo_factor/activar'
const CONFIRM = 'POST /app/v1/auth/segundo_factor/confirmar'
const challenged = ok({ segundo_factor: true, desafio: 'reto-1' })
const refused = (campo: string, message: string) =>
  refusal(422, { status: '422', msg: 'Revise los datos ingresados', data: [{ campo, message }] })
const WRONG = refused('codigo', 'El código no es correcto o ya se usó. Ingrese el que muestra ahora su aplicación.')
const OVER = refused('desafio', 'El tiempo para ingresar el código terminó. Inicie sesión de nuevo.')

afterEach(() => {
  cleanup()
  endSession()
})

type Replies = Parameters<typeof fakeApi>[0]
async function challengedWith(replies: Replies) {
  const calls = fakeApi({ [FIRST]: challenged, ...replies })
  const view = renderApp('/login')
  await view.user.type(screen.getByLabelText('Usuario/Identificación o Correo'), 'contadora')
  await view.user.type(screen.getByLabelText('Contraseña'), 'Yupana2026')
  await view.user.click(screen.getByRole('button', { name: 'Iniciar Sesión' }))
  await screen.findByRole('heading', { name: 'Verificación en dos pasos' })
  return { calls, ...view }
}
const field = (label = 'Código de verificación') => screen.findByLabelText<HTMLInputElement>(label)
const verify = () => screen.getByRole('button', { name: 'Verificar' })

describe('the second step', () => {
  it('O-103 asks for the code as telephones fill it in, takes a pasted one, and enters', async () => {
    const { user, calls, address } = await challengedWith({ [CODE]: ok({ session: buildSession() }) })
    const input = await field()
    expect([input.autocomplete, input.inputMode, document.activeElement === input, screen.queryByLabelText('Contraseña')]).toEqual([
      'one-time-code',
      'numeric',
      true,
      null,
    ])
    await user.paste('123 456')
    await user.click(verify())
    await screen.findByRole('heading', { name: 'Inicio' })
    expect(address()).toBe('/')
    expect(calls.find(({ route }) => route === CODE)?.body).toEqual({ desafio: 'reto-1', codigo: '123 456' })
  })

  it('O-103 refuses what is no code without asking, and tells a wrong one at the field', async () => {
    const { user, calls } = await challengedWith({ [CODE]: WRONG })
    await user.type(await field(), '12345')
    await user.click(verify())
    expect(await screen.findByText('El código tiene seis dígitos.')).toBeDefined()
    expect(calls.filter(({ route }) => route === CODE)).toEqual([])
    await user.type(await field(), '6')
    await user.click(verify())
    expect(await screen.findByText(/El código no es correcto o ya se usó/)).toBeDefined()
    expect(currentSession()).toBeUndefined()
  })

  it('O-103 takes a recovery code instead', async () => {
    const { user, calls } = await challengedWith({ [CODE]: ok({ session: buildSession() }) })
    await user.click(screen.getByRole('button', { name: 'Usar un código de recuperación' }))
    await user.type(await field('Código de recuperación'), 'ABCDEF-GHIJKL-MNOPQR-STUVWX')
    await user.click(verify())
    await waitFor(() => expect(currentSession()).toBeDefined())
    expect(calls.find(({ route }) => route === CODE)?.body).toMatchObject({ codigo: 'ABCDEF-GHIJKL-MNOPQR-STUVWX' })
  })

  it('O-103 goes back to the password, which is asked anew for the same user', async () => {
    const { user } = await challengedWith({})
    await user.click(screen.getByRole('button', { name: 'Volver a la contraseña' }))
    expect(await screen.findByLabelText('Usuario/Identificación o Correo')).toHaveProperty('value', 'contadora')
    expect(
      [screen.getByLabelText('Contraseña')].map((input) => [(input as HTMLInputElement).value, document.activeElement === input]),
    ).toEqual([['', true]])
  })

  it('O-103 an expired challenge leads back to the password and says why', async () => {
    const { user } = await challengedWith({ [CODE]: OVER })
    await user.type(await field(), '123456')
    await user.click(verify())
    const form = await screen.findByRole('form', { name: 'Iniciar sesión' })
    expect((await within(form).findByRole('alert')).textContent).toBe('El tiempo para ingresar el código terminó. Inicie sesión de nuevo.')
  })

  it('O-103 nobody leaves while the code is on its way, and what is refused is told', async () => {
    const { reply, letGo } = held(WRONG)
    const { user } = await challengedWith({ [CODE]: reply })
    await user.type(await field(), '123456')
    await user.click(verify())
    await screen.findByRole('button', { name: 'Verificando…' })
    const ways = ['Usar un código de recuperación', 'Volver a la contraseña'].map((name) =>
      screen.getByRole<HTMLButtonElement>('button', { name }),
    )
    expect(ways.map(({ disabled }) => disabled)).toEqual([true, true])
    letGo()
    expect(await screen.findByText(/El código no es correcto o ya se usó/)).toBeDefined()
    expect(ways.map(({ disabled }) => disabled)).toEqual([false, false])
  })

  it('O-103 tells of too many codes', async () => {
    const { user } = await challengedWith({
      [CODE]: refusal(429, {
        status: '429',
        msg: 'Demasiados intentos. Espere 600 segundos y vuelva a intentar',
        data: [{ message: 'Demasiados intentos. Espere 600 segundos y vuelva a intentar' }],
      }),
    })
    await user.type(await field(), '123456')
    await user.click(verify())
    expect((await screen.findByRole('alert')).textContent).toContain('Demasiados intentos')
  })

  it('O-103 R-2.4.10 of several companies opens the picker, and sends the pass with the choice', async () => {
    const companies = [
      { id: '11111111-1111-4111-8111-111111111111', name: 'ANDINA' },
      { id: '11111111-1111-4111-8111-111111111112', name: 'TABLERO' },
    ]
    const { user, calls } = await challengedWith({
      [CODE]: ok({ username: 'contadora', companies, pase: 'pase-1' }),
      [SECOND]: [ok({ segundo_factor: true, desafio: 'reto-2' })],
    })
    await user.type(await field(), '123456')
    await user.click(verify())
    await user.click(await screen.findByRole('button', { name: /EMPRESA 2/ }))
    // The pass has expired: another code is needed, for the same company.
    expect(await screen.findByRole('heading', { name: 'Verificación en dos pasos' })).toBeDefined()
    expect(calls.find(({ route }) => route === SECOND)?.body).toMatchObject({
      idEmpresa: companies[1]?.id,
      username: 'contadora',
      pase: 'pase-1',
    })
  })
})

describe('who cannot enter without one', () => {
  const must = ok({ segundo_factor: true, desafio: 'reto-1', activar: true })
  const pedido = {
    secreto: 'MZXW6YTBOIMZXW6YTBOI',
    uri: 'otpauth://totp/Yupana:contadora?secret=MZXW6YTBOIMZXW6YTBOI',
    qr: { lado: 1, trazo: 'M0 0h1v1h-1z' },
  }

  it('O-103 sets it up first, keeps the recovery codes, and enters', async () => {
    const { reply, letGo } = held(ok({ codigos: ['AAAAAA-BBBBBB'], ingreso: { session: buildSession() } }))
    const { user, calls } = await challengedWith({ [FIRST]: must, [BEGIN]: ok(pedido), [CONFIRM]: [WRONG, reply] })
    expect(await screen.findByRole('img', { name: 'Código QR para su aplicación de autenticación' })).toBeDefined()
    expect(screen.getByText('MZXW 6YTB OIMZ XW6Y TBOI')).toBeDefined()
    await user.type(await field(), '000000')
    await user.click(screen.getByRole('button', { name: 'Activar y continuar' }))
    expect(await screen.findByText(/El código no es correcto/)).toBeDefined()
    await user.clear(await field())
    await user.type(await field(), '123456')
    await user.click(screen.getByRole('button', { name: 'Activar y continuar' }))
    await screen.findByRole('button', { name: 'Activando…' })
    expect(screen.getByRole('button', { name: 'Volver a la contraseña' })).toHaveProperty('disabled', true)
    letGo()
    expect(await screen.findByText('AAAAAA-BBBBBB')).toBeDefined()
    expect(document.activeElement?.textContent).toMatch(/^Verificación en dos pasos activada.*AAAAAA-BBBBBB/)
    expect([currentSession(), screen.queryByRole('button', { name: 'Volver a la contraseña' })]).toEqual([undefined, null])
    await user.click(screen.getByRole('button', { name: 'Ya los guardé, continuar' }))
    await waitFor(() => expect(currentSession()).toBeDefined())
    expect(calls.find(({ route }) => route === CONFIRM)?.body).toMatchObject({ desafio: 'reto-1' })
  })

  it('O-103 says why it cannot be set up', async () => {
    await challengedWith({ [FIRST]: must, [BEGIN]: OVER })
    expect((await screen.findByRole('alert')).textContent).toContain('El tiempo para ingresar el código terminó')
    expect(screen.getByRole('button', { name: 'Volver a la contraseña' })).toBeDefined()
  })
})
