import { TEST_CODEC } from '../../testing/browser-stubs.ts'

import { decodePassword, type EstadoFactor } from '@yupana/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { queryClient } from '../../lib/http/query-client.ts'
import { currentSession, endSession } from '../../lib/sesion/session.ts'
import { held, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const at = '/app/v1/usuario/segundo_factor'
const [STATE, BEGIN, CONFIRM, RENEW, REMOVE] = [
  `GET ${at}`,
  `POST ${at}/pedir`,
  `POST ${at}/confirmar`,
  `POST ${at}/codigos`,
  `POST ${at}/desactivar`,
]
const off: EstadoFactor = { activo: false, desde: null, codigos: 0, obligatorio: false }
const on: EstadoFactor = { activo: true, desde: '2026-11-20T15:00:00Z', codigos: 10, obligatorio: false }
const pedido = ok({
  secreto: 'MZXW6YTBOIMZXW6YTBOI',
  uri: 'otpauth://totp/Yupana:contadora?secret=X',
  qr: { lado: 1, trazo: 'M0 0h1v1h-1z' },
})
const perfil = ok({
  ci: null,
  name: 'María',
  surname: '',
  mail: 'maria@ejemplo.ec',
  username: 'contadora',
  phone: null,
  birthDate: null,
  avatar: null,
})
const refused = (campo: string, message: string) =>
  refusal(422, { status: '422', msg: 'Revise los datos ingresados', data: [{ campo, message }] })

beforeEach(() => queryClient.clear())
afterEach(() => {
  cleanup()
  endSession()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(replies: Parameters<typeof signedIn>[1], session: Parameters<typeof signedIn>[0] = {}) {
  const calls = signedIn(
    { menus: [{ to: '/perfil', label: 'Perfil Usuario' }], ...session },
    {
      'GET /app/api/user/profile': perfil,
      'GET /app/v1/usuario/sesiones': ok([]),
      'GET /app/api/user/password_requirements': ok({ min_length: 8, lowercase: true, uppercase: true, digit: true }),
      ...replies,
    },
  )
  const view = renderApp('/perfil')
  const card = await screen.findByRole('region', { name: 'Verificación en dos pasos' })
  return { calls, card, ...view }
}
const bodyOf = (calls: ReturnType<typeof signedIn>, route: string) =>
  calls.findLast((call) => call.route === route)?.body as Record<string, string>

it('O-103 is switched on with the password, a scanned QR and its first code; then the recovery codes stay until they are kept', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const { user, card, calls } = await open({
    [STATE]: [ok(off), ok(on)],
    [BEGIN]: pedido,
    [CONFIRM]: [refused('codigo', 'El código no es correcto'), ok({ codigos: ['AAAAAA-BBBBBB', 'CCCCCC-DDDDDD'] })],
  })
  expect(await within(card).findByText('Desactivada')).toBeDefined()
  await user.click(within(card).getByRole('button', { name: 'Activar' }))
  const scanned = () => screen.getByRole('dialog', { name: 'Activar la verificación en dos pasos' })
  const dialog = await screen.findByRole('dialog', { name: 'Activar la verificación en dos pasos' })
  expect(within(dialog).getByText(/Al activarla se cierran sus demás sesiones\./)).toBeDefined()
  await user.type(await within(dialog).findByLabelText('Su contraseña'), 'Yupana2026')
  await user.click(within(dialog).getByRole('button', { name: 'Continuar' }))
  expect(await screen.findByRole('img', { name: /Código QR/ })).toBeDefined()
  expect(decodePassword(bodyOf(calls, BEGIN).pass ?? '', [TEST_CODEC])).toBe('Yupana2026')
  await user.type(within(scanned()).getByLabelText('Código de verificación'), '000000')
  await user.click(within(scanned()).getByRole('button', { name: 'Activar' }))
  expect((await within(scanned()).findAllByText('El código no es correcto')).length).toBeGreaterThan(0)
  await user.clear(within(scanned()).getByLabelText('Código de verificación'))
  await user.type(within(scanned()).getByLabelText('Código de verificación'), '123456')
  await user.click(within(scanned()).getByRole('button', { name: 'Activar' }))
  const codes = await screen.findByRole('dialog', { name: 'Códigos de recuperación' })
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['AAAAAA-BBBBBB', 'CCCCCC-DDDDDD'])
  await waitFor(() => expect(document.activeElement).toBe(within(codes).getByRole('button', { name: 'Ya los guardé' })))
  expect(within(codes).getByText('Códigos de recuperación de contadora')).toBeDefined()
  await user.keyboard('{Escape}')
  await user.click(within(codes).getByRole('button', { name: 'Copiar' }))
  expect(await navigator.clipboard.readText()).toBe('AAAAAA-BBBBBB\nCCCCCC-DDDDDD')
  await user.click(within(codes).getByRole('button', { name: 'Imprimir' }))
  expect(print).toHaveBeenCalledOnce()
  await user.click(within(codes).getByRole('button', { name: 'Ya los guardé' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await within(card).findByText('Activada')).toBeDefined()
})

it('O-103 recovery codes go into a file as plain text', async () => {
  const saved: Blob[] = []
  Object.assign(URL, { createObjectURL: (blob: Blob) => (saved.push(blob), 'blob:x'), revokeObjectURL: () => undefined })
  const { user, card } = await open({ [STATE]: ok(on), [RENEW]: ok({ codigos: ['AAAAAA-BBBBBB'] }) })
  await user.click(await within(card).findByRole('button', { name: 'Nuevos códigos de recuperación' }))
  const dialog = await screen.findByRole('dialog', { name: 'Nuevos códigos de recuperación' })
  await user.type(within(dialog).getByLabelText('Su contraseña'), 'Yupana2026')
  await user.type(within(dialog).getByLabelText('Código de verificación'), '123456')
  await user.click(within(dialog).getByRole('button', { name: 'Crear códigos' }))
  await user.click(await screen.findByRole('button', { name: 'Descargar' }))
  expect(await saved[0]?.text()).toBe(
    'Códigos de recuperación de contadora\r\nCada uno sirve una sola vez en lugar del código de la aplicación.\r\n\r\nAAAAAA-BBBBBB\r\n',
  )
})

it('O-103 while the codes are on their way nothing closes the dialog that will show them', async () => {
  const { reply, letGo } = held(ok({ codigos: ['AAAAAA-BBBBBB'] }))
  const { user, card } = await open({ [STATE]: ok(on), [RENEW]: reply })
  const opener = await within(card).findByRole('button', { name: 'Nuevos códigos de recuperación' })
  await user.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Nuevos códigos de recuperación' })
  await user.type(within(dialog).getByLabelText('Su contraseña'), 'Yupana2026')
  await user.type(within(dialog).getByLabelText('Código de verificación'), '123456{Enter}')
  await within(dialog).findByRole('button', { name: 'Creando…' })
  await user.keyboard('{Escape}')
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
  await user.click(document.querySelector('.mantine-Modal-inner') ?? document.body)
  expect([screen.getAllByRole('dialog').length, within(dialog).queryByRole('button', { name: 'Cerrar' })]).toEqual([1, null])
  letGo()
  expect(await screen.findByText('AAAAAA-BBBBBB')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Ya los guardé' }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('O-103 after a call of which nobody knows the outcome the card says how things stand', async () => {
  const { user, card } = await open({ [STATE]: [ok(off), ok(on)], [BEGIN]: pedido, [CONFIRM]: 'unreachable' })
  await user.click(await within(card).findByRole('button', { name: 'Activar' }))
  await user.type(await screen.findByLabelText('Su contraseña'), 'Yupana2026{Enter}')
  await user.type(await screen.findByLabelText('Código de verificación'), '123456{Enter}')
  expect(await within(card).findByText('Activada')).toBeDefined()
})

it('what was read stays where it cannot be read again', async () => {
  const { card } = await open({ [STATE]: [ok(on), refusal(500, {})] })
  expect(await within(card).findByText('Activada')).toBeDefined()
  await act(() => queryClient.invalidateQueries({ queryKey: ['perfil', 'segundo-factor'] }))
  expect([
    within(card).queryByText('Activada') !== null,
    within(card).queryByText('No se pudo leer el estado de su verificación.'),
  ]).toEqual([true, null])
})

it('O-103 is switched off with password and code, told at the field that is wrong', async () => {
  const { user, card, calls } = await open({
    [STATE]: [ok({ ...on, codigos: 1 }), ok(off)],
    [REMOVE]: [refused('pass', 'La contraseña actual no es correcta.'), ok(null)],
  })
  expect((await within(card).findByRole('alert')).textContent).toContain('Le quedan pocos códigos de recuperación.')
  await user.click(within(card).getByRole('button', { name: 'Desactivar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Desactivar la verificación en dos pasos' })
  await user.type(within(dialog).getByLabelText('Su contraseña'), 'mala')
  await user.type(within(dialog).getByLabelText('Código de verificación'), 'AAAAAA-BBBBBB')
  await user.click(within(dialog).getByRole('button', { name: 'Desactivar verificación' }))
  await waitFor(() => expect(within(dialog).getByLabelText('Su contraseña').getAttribute('aria-invalid')).toBe('true'))
  await user.click(within(dialog).getByRole('button', { name: 'Desactivar verificación' }))
  expect(await within(card).findByText('Desactivada')).toBeDefined()
  expect(bodyOf(calls, REMOVE)).toMatchObject({ codigo: 'AAAAAA-BBBBBB' })
})

it('O-103 who needs one is told so, and leaves with it', async () => {
  const { user, card } = await open({ [STATE]: ok({ ...on, obligatorio: true }), [REMOVE]: ok(null) })
  expect(await within(card).findByText(/Su usuario la necesita para ingresar\./)).toBeDefined()
  await user.click(within(card).getByRole('button', { name: 'Desactivar' }))
  const dialog = await screen.findByRole('dialog', { name: 'Desactivar la verificación en dos pasos' })
  expect(within(dialog).getByText(/se cierran todas sus sesiones, y al ingresar de nuevo configurará otra/)).toBeDefined()
  await user.type(within(dialog).getByLabelText('Su contraseña'), 'Yupana2026')
  await user.type(within(dialog).getByLabelText('Código de verificación'), '123456')
  await user.click(within(dialog).getByRole('button', { name: 'Desactivar verificación' }))
  await waitFor(() => expect(currentSession()).toBeUndefined())
})

it('O-14 support sees it and may not touch it', async () => {
  const { card } = await open({ [STATE]: ok(on) }, { impersonate: true })
  expect(await within(card).findByText('Activada')).toBeDefined()
  expect(within(card).queryByRole('button')).toBeNull()
})
