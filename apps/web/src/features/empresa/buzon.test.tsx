import '../../lib/formato/zod.ts'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Buzon } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { buildInicio } from '../../testing/build-inicio.ts'
import { buildPerfil } from '../../testing/build-empresa.ts'
import { ok, page, refusal, type fakeApi } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ROUTES, signedIn } from '../../testing/shell-api.ts'

const READ = 'GET /app/v1/buzon'
const SAVE = 'PUT /app/v1/buzon/edit'
const TRY = 'POST /app/v1/buzon/probar'
const REMOVE = 'DELETE /app/v1/buzon/delete'
const ESTADO = 'GET /app/v1/buzon/estado'
const NOW = 'POST /app/v1/buzon/leer'

const estado: Buzon['estado'] = {
  activo: true,
  leyendo: false,
  leido_en: '2026-06-01T15:42:00.000Z',
  documentos: 3,
  fallo: null,
  fallo_en: null,
  proximo_en: '2026-06-01T15:52:00.000Z',
}
const buzon: Buzon = {
  version: 3,
  activo: true,
  servidor: 'imap.ejemplo.ec',
  puerto: 993,
  seguridad: 'TLS',
  usuario: 'compras@ejemplo.ec',
  carpeta: 'INBOX',
  guardado: { usuario: 'LUZ PAZ', en: '2026-06-01T15:00:00.000Z' },
  estado,
  rechazos: [
    { remitente: 'x@ejemplo.ec', asunto: 'Su factura', archivo: 'mala.xml', motivo: 'La firma NO es válida', en: estado.leido_en! },
  ],
}
const vacio: Buzon = {
  ...buzon,
  version: 0,
  activo: false,
  servidor: '',
  usuario: '',
  guardado: null,
  estado: { ...estado, activo: false, leido_en: null, documentos: 0, proximo_en: null },
  rechazos: [],
}

function open(at: string, replies: Parameters<typeof fakeApi>[0] = {}, collections = [...COLLECTIONS]) {
  const menus = ['/empresa_perfil', '/comprobante/recibido'].map((to) => ({ to, label: to }))
  const calls = signedIn(
    { rol: { id: 1, name: 'ADMIN' }, collections, menus },
    {
      'GET /app/business_profile/perfil': ok(buildPerfil()),
      'GET /app/v1/certificado/all': ok([]),
      [READ]: ok(buzon),
      [ESTADO]: ok(estado),
      ...replies,
    },
  )
  return { calls, ...renderApp(at) }
}
const settings = (...rest: [replies?: Parameters<typeof fakeApi>[0], collections?: []]) => open('/empresa_perfil?seccion=buzon', ...rest)
const bodies = (calls: ReturnType<typeof fakeApi>, route: string) => calls.filter((call) => call.route === route).map(({ body }) => body)

it('saves the mailbox over the version that was read, with the kept password where none is typed', async () => {
  const { calls, user } = settings({ [SAVE]: ok({ ...buzon, version: 4, carpeta: 'Facturas' }) })
  const carpeta = await screen.findByLabelText<HTMLInputElement>(/^Carpeta/)
  await user.clear(carpeta)
  await user.type(carpeta, 'Facturas')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(bodies(calls, SAVE)).toHaveLength(1))
  const { version, activo, servidor, puerto, seguridad, usuario } = buzon
  expect(bodies(calls, SAVE)).toEqual([{ version, activo, servidor, puerto, seguridad, usuario, contrasena: '', carpeta: 'Facturas' }])
})

it('tries what is typed without saving it, and says at its field what is wrong', async () => {
  const wrong = { msg: 'Revise los datos ingresados', data: [{ message: 'No acepta la contraseña.', campo: 'contrasena' }] }
  const { calls, user } = settings({ [TRY]: [refusal(422, wrong), ok({ correos: 12 })] })
  await user.type(await screen.findByLabelText(/^Contraseña del correo/), 'secreta')
  await user.click(screen.getByRole('button', { name: 'Probar' }))
  expect(await screen.findByText('No acepta la contraseña.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Probar' }))
  expect(await screen.findByText('Se ingresó al buzón: hay 12 correos.')).toBeDefined()
  expect(bodies(calls, TRY)).toHaveLength(2)
  expect(bodies(calls, SAVE)).toEqual([])
})

it('shows what did not come in, and forgets the mailbox when asked to', async () => {
  const { calls, user } = settings({ [READ]: [ok(buzon), ok(vacio)], [REMOVE]: ok(null) })
  const fuera = within(await screen.findByRole('region', { name: 'Lo que no entró' }))
  expect(fuera.getByText('La firma NO es válida')).toBeDefined()
  expect(fuera.getByText(/^mala\.xml · Su factura · de x@ejemplo\.ec/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Quitar el buzón' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Quitar el buzón' }))
  await waitFor(() => expect(bodies(calls, REMOVE)).toHaveLength(1))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Servidor IMAP/).value).toBe(''))
  expect(screen.queryByRole('button', { name: 'Quitar el buzón' })).toBeNull()
})

it('is only read by who may not change the company', async () => {
  settings({}, [])
  expect((await screen.findByLabelText<HTMLInputElement>(/^Servidor IMAP/)).matches(':disabled')).toBe(true)
  for (const name of ['Guardar', 'Probar', 'Quitar el buzón']) expect(screen.queryByRole('button', { name })).toBeNull()
})

const inbox = (linea: unknown, replies: Parameters<typeof fakeApi>[0] = {}) =>
  open('/comprobante/recibido', {
    [ESTADO]: ok(linea),
    'GET /app/v1/recibido/pedidos': ok(null),
    'GET /app/v1/recibido/search?page=0&size=5&sort=fecha_emision%2CDESC': page([]),
    ...replies,
  })

it('the inbox says in one line how the mailbox was read, and reads it now', async () => {
  const { calls, user } = inbox(estado, { [NOW]: ok({ ...estado, leyendo: true }) })
  expect(await screen.findByText('Buzón: leído el 01/06/2026 10:42, 3 documentos')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Leer ahora' }))
  expect(await screen.findByText('Buzón: leyendo…')).toBeDefined()
  expect(bodies(calls, NOW)).toHaveLength(1)
})

it('the line says why the mailbox could not be read, and the bell leads to its settings', async () => {
  const fallo = 'imap.ejemplo.ec no acepta el usuario o la contraseña.'
  const { user } = inbox(
    { ...estado, fallo, fallo_en: '2026-06-01T16:00:00.000Z' },
    { [ROUTES.pendientes]: ok(buildInicio({ atencion: { buzon: fallo } }).atencion) },
  )
  expect(await screen.findByText(`Buzón: no se pudo leer el 01/06/2026 11:00. ${fallo}`)).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Notificaciones: 1 por atender' }))
  const asunto = await screen.findByRole('link', { name: /El buzón de recibidos no se puede leer/ })
  expect(asunto.getAttribute('href')).toContain('/empresa_perfil?seccion=buzon')
})

it('where none is read the line is a way to set one up', async () => {
  inbox(null)
  const link = await screen.findByRole('link', { name: 'Traerlos también de un buzón de correo' })
  expect(link.getAttribute('href')).toContain('/empresa_perfil?seccion=buzon')
})
