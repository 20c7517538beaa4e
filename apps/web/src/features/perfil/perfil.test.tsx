import { TEST_CODEC } from '../../testing/browser-stubs.ts'

import { decodePassword, type Perfil } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const READ = 'GET /app/api/user/profile'
const EDIT = 'PUT /app/api/user/profile/edit'
const CHANGE = 'PUT /app/api/user/profile/change_password'
const SESSIONS = 'GET /app/v1/usuario/sesiones'
const CLOSE = 'POST /app/v1/usuario/sesiones/cerrar_otras'
const FACTOR = 'GET /app/v1/usuario/segundo_factor'
const RESEND = 'POST /app/v1/usuario/correo/reenviar'
const CANCEL = 'DELETE /app/v1/usuario/correo'
const REQUIREMENTS = 'GET /app/api/user/password_requirements'

const perfil: Perfil = {
  ci: '1710034065',
  name: 'María',
  surname: 'Lema',
  mail: 'maria@ejemplo.ec',
  username: 'contadora',
  phone: '0991234567',
  birthDate: '1990-05-17',
  avatar: null,
  mail_pendiente: null,
}
const here = {
  id: 'i-1',
  dispositivo: 'Chrome en Windows',
  red: '10.0.0.9',
  empresas: ['ANDINA', 'TABLERO'],
  desde: '2026-11-20T15:00:00Z',
  ultimo_uso: '2026-11-20T16:00:00Z',
  actual: true,
  segundo_factor: false,
}
const there = { ...here, id: 'i-2', dispositivo: 'Safari en iPhone', desde: '2026-11-19T15:00:00Z', actual: false }
const third = { ...here, id: 'i-3', dispositivo: 'Edge en Windows', actual: false }
const refused = (campo: string, message: string) =>
  refusal(422, { status: '422', msg: 'Revise los datos ingresados', data: [{ campo, message }] })

type Replies = Parameters<typeof signedIn>[1]
function open(replies: Replies = {}) {
  const calls = signedIn(
    { menus: [{ to: '/perfil', label: 'Perfil Usuario' }] },
    {
      [READ]: ok(perfil),
      [SESSIONS]: ok([here, there]),
      [FACTOR]: ok({ activo: false, desde: null, codigos: 0, obligatorio: false }),
      [REQUIREMENTS]: ok({ min_length: 8, lowercase: true, uppercase: true, digit: true }),
      ...replies,
    },
  )
  return { calls, ...renderApp('/perfil') }
}
const bodyOf = (calls: ReturnType<typeof signedIn>, route: string) =>
  calls.find((call) => call.route === route)?.body as Record<string, string> | undefined

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const save = () => screen.getByRole('button', { name: 'Guardar' })

describe('own data', () => {
  it('R-2.3.5 R-3.1.10 R-3.1.11 R-3.1.12 R-3.1.13 R-3.1.14 R-3.1.15 R-3.1.16 are shown inside the layout, each under its label', async () => {
    open()
    const shown = {
      Identificación: '1710034065',
      Nombre: 'María',
      Apellido: 'Lema',
      Correo: 'maria@ejemplo.ec',
      Usuario: 'contadora',
      Teléfono: '0991234567',
      'Fecha Cumpleaño': '17/05/1990',
    }
    for (const [label, value] of Object.entries(shown)) expect((await field(label)).value, label).toBe(value)
    expect(screen.getByText('COMERCIAL ANDINA S.A.')).toBeDefined()
  })

  it('R-2.3.5 signed out goes to the login', async () => {
    const { address } = renderApp('/perfil')
    await screen.findByRole('button', { name: 'Iniciar Sesión' })
    expect(address()).toBe('/login')
  })

  it('R-5.3.4 R-5.3.5 R-5.3.6 R-5.3.7 are sent trimmed, the birthday as yyyy-MM-dd, and told as saved', async () => {
    const { user, calls } = open({ [EDIT]: ok({ ...perfil, name: 'Ana' }) })
    for (const [label, value] of [
      ['Nombre', ' Ana '],
      ['Usuario', ' contadora '],
      ['Correo', ' maria@ejemplo.ec '],
      ['Teléfono', ' 022 '],
      ['Fecha Cumpleaño', '1/2/1991'],
    ] as const) {
      await user.clear(await field(label))
      await user.type(await field(label), value)
    }
    await user.click(save())
    expect(await screen.findByText('Perfil editado exitosamente')).toBeDefined()
    expect(bodyOf(calls, EDIT)).toEqual({
      ci: '1710034065',
      name: 'Ana',
      surname: 'Lema',
      mail: 'maria@ejemplo.ec',
      username: 'contadora',
      phone: '022',
      birthDate: '1991-02-01',
    })
    expect((await field('Nombre')).value).toBe('Ana')
  })

  it.each([
    ['R-5.3.4', 'Usuario', '   ', 'Este campo es requerido.'],
    ['R-5.3.5', 'Correo', 'maria@', 'Ingrese un correo válido.'],
    ['R-5.3.7', 'Fecha Cumpleaño', '31/02/1990', 'Ingrese una fecha válida: dd/mm/aaaa.'],
  ])('%s refuses a wrong %s', async (_, label, typed, message) => {
    const { user, calls } = open()
    await user.clear(await field(label))
    await user.type(await field(label), typed)
    await user.click(save())
    expect(await screen.findByText(message)).toBeDefined()
    expect(bodyOf(calls, EDIT)).toBeUndefined()
  })

  it('O-114 asks for the password as soon as another mail is typed, sends it encoded, and shows the mail as waiting for its link', async () => {
    const pendiente = { mail: 'otra@ejemplo.ec', vence_en: '2026-11-23T15:00:00.000Z' }
    const { user, calls } = open({
      [READ]: [ok(perfil), ok({ ...perfil, mail_pendiente: pendiente }), ok(perfil)],
      [EDIT]: [refused('pass', 'La contraseña actual no es correcta.'), ok({ ...perfil, mail_pendiente: pendiente })],
      [RESEND]: ok(null),
      [CANCEL]: ok(null),
    })
    await field('Correo')
    expect(screen.queryByLabelText('Su contraseña')).toBeNull()
    await user.clear(await field('Correo'))
    await user.type(await field('Correo'), 'otra@ejemplo.ec')
    await user.type(await field('Su contraseña'), 'mala')
    await user.click(save())
    expect((await screen.findAllByText('La contraseña actual no es correcta.')).length).toBeGreaterThan(0)
    await user.clear(await field('Su contraseña'))
    await user.type(await field('Su contraseña'), 'Yupana2026')
    await user.click(save())
    await screen.findByText('Perfil editado exitosamente')
    const sent = calls.filter(({ route }) => route === EDIT).at(-1)?.body as { pass: string }
    expect(decodePassword(sent.pass, [TEST_CODEC])).toBe('Yupana2026')
    expect(screen.queryByLabelText('Su contraseña')).toBeNull()
    expect([(await field('Correo')).value, screen.getByText('Hasta entonces vale maria@ejemplo.ec.')]).toEqual([
      'maria@ejemplo.ec',
      expect.anything(),
    ])
    await user.click(screen.getByRole('button', { name: 'Enviar otro enlace' }))
    expect(await screen.findByText('Enlace enviado exitosamente')).toBeDefined()
    await user.click(await screen.findByRole('button', { name: 'Cancelar el cambio' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Correo por verificar' })).toBeNull())
  })
})

describe('the password', () => {
  const change = () => screen.getByRole('button', { name: 'Cambiar contraseña' })

  it('O-05 travels encoded, the current one with the new one, and the form is empty again', async () => {
    const { user, calls } = open({ [CHANGE]: ok(null) })
    await user.type(await field('Contraseña actual'), 'Yupana2026')
    await user.type(await field('Nueva contraseña'), 'OtraClave27')
    await user.type(await field('Confirmar nueva contraseña'), 'OtraClave27')
    await user.click(change())
    expect(await screen.findByText('Contraseña actualizada exitosamente')).toBeDefined()
    const { current_pass = '', new_pass = '', ...rest } = bodyOf(calls, CHANGE) ?? {}
    expect([decodePassword(current_pass, [TEST_CODEC]), decodePassword(new_pass, [TEST_CODEC]), rest]).toEqual([
      'Yupana2026',
      'OtraClave27',
      {},
    ])
    expect((await field('Contraseña actual')).value).toBe('')
  })

  it('O-85 a wrong current one is told at its field, and the session goes on', async () => {
    const { user, address } = open({ [CHANGE]: refused('current_pass', 'La contraseña actual no es correcta.') })
    await user.type(await field('Contraseña actual'), 'mala')
    await user.type(await field('Nueva contraseña'), 'OtraClave27')
    await user.type(await field('Confirmar nueva contraseña'), 'OtraClave27')
    await user.click(change())
    await waitFor(async () => expect((await field('Contraseña actual')).getAttribute('aria-invalid')).toBe('true'))
    expect(address()).toBe('/perfil')
  })
})

describe('the open sessions', () => {
  it('are listed, this one marked, and the others closed after asking', async () => {
    const { user, calls } = open({ [SESSIONS]: [ok([here, there, third]), ok([here])], [CLOSE]: ok({ cerradas: 1 }) })
    const list = await screen.findByRole('list', { name: 'Sesiones abiertas' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Chrome en Windows Esta sesiónANDINA, TABLERO · red 10.0.0.9Desde 20/11/2026 10:00 · último uso 20/11/2026 11:00',
      expect.stringContaining('Safari en iPhone'),
      expect.stringContaining('Edge en Windows'),
    ])
    await user.click(screen.getByRole('button', { name: 'Cerrar las demás' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cerrar las demás sesiones' })
    expect(calls.some(({ route }) => route === CLOSE)).toBe(false)
    await user.click(within(dialog).getByRole('button', { name: 'Cerrar 2 sesiones' }))
    expect(await screen.findByText('Se cerraron las demás sesiones')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cerrar las demás' })).toBeNull())
  })
})

describe('one session', () => {
  it('is closed by itself, and never this one', async () => {
    const { user, calls } = open({ [SESSIONS]: [ok([here, there]), ok([here])], 'POST /app/v1/usuario/sesiones/cerrar/i-2': ok(null) })
    const [button, ...others] = await screen.findAllByRole('button', { name: /^Cerrar la sesión de/ })
    expect([button?.getAttribute('aria-label'), others.length]).toEqual(['Cerrar la sesión de Safari en iPhone desde 19/11/2026 10:00', 0])
    await user.click(button!)
    expect(await screen.findByText('Se cerró la sesión')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('Safari en iPhone')).toBeNull())
    expect(calls.filter(({ route }) => route.includes('/cerrar/'))).toHaveLength(1)
  })
})

describe('the avatar', () => {
  it('says what it takes, and refuses what is no picture', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')))
    Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
    const { user } = open()
    const group = await screen.findByRole('group', { name: 'Nuevo avatar' })
    expect(within(group).getByText(/Tamaño máximo: 2.00 MB/)).toBeDefined()
    await user.upload(group.querySelector('input')!, new File(['texto'], 'yo.png', { type: 'image/png' }))
    await user.click(screen.getByRole('button', { name: 'Subir' }))
    expect(await within(group).findByText('El avatar tiene que ser una imagen PNG o JPEG.')).toBeDefined()
  })
})
