import '../../testing/browser-stubs.ts'

import type { Sistema } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { ROUTES, signedIn } from '../../testing/shell-api.ts'

const READ = 'GET /app/v1/administracion/sistema'
const EDIT = 'PUT /app/v1/administracion/sistema/edit'
const operador = { rol: { id: 0, name: 'SUPER_ADMIN' }, menus: [{ to: '/administracion/sistema', label: 'Sistema' }] }
const sistema = (changes: Partial<Sistema> = {}): Sistema => ({
  facebook: null,
  instagram: null,
  twitter: null,
  whatsapp: null,
  producto: null,
  tiene_logo: false,
  aviso_sri: 'AUTOMATICO',
  aviso_sri_mensaje: null,
  version: 4,
  ...changes,
})

it('O-41 O-83 R-3.1.8 the operator sets name and contacts, and Contactos shows them at once', async () => {
  const links = { facebook: null, instagram: null, twitter: null, whatsapp: null }
  const calls = signedIn(operador, {
    [READ]: ok(sistema()),
    [EDIT]: ok(sistema({ producto: 'Contable', whatsapp: 'https://wa.example/593', version: 5 })),
    [ROUTES.config]: [ok(links), ok({ ...links, whatsapp: 'https://wa.example/593' })],
  })
  const { user } = renderApp('/administracion/sistema')
  await user.click(await screen.findByRole('button', { name: 'Contactos' }))
  expect(await screen.findByText('No hay contactos configurados')).toBeDefined()
  await user.keyboard('{Escape}')
  await user.type(await screen.findByLabelText('Nombre del sistema'), 'Contable')
  await user.type(screen.getByLabelText('Whatsapp'), 'wa.example')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Ingrese una dirección que empiece con https://.')).toBeDefined()
  await user.clear(screen.getByLabelText('Whatsapp'))
  await user.type(screen.getByLabelText('Whatsapp'), 'https://wa.example/593')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Configuración del sistema editada exitosamente')).toBeDefined()
  expect(calls.find(({ route }) => route === EDIT)?.body).toEqual({
    producto: 'Contable',
    whatsapp: 'https://wa.example/593',
    aviso_sri: 'AUTOMATICO',
    version: 4,
  })
  await user.click(screen.getByRole('button', { name: 'Contactos' }))
  expect((await within(await screen.findByRole('dialog', { name: 'Contactos' })).findByRole('link')).textContent).toBe('Whatsapp')
})

it('R-7.1.3 an announcement is told under the top bar as soon as it is saved', async () => {
  const message = 'El SRI estará en mantenimiento el sábado'
  const calls = signedIn(operador, {
    [READ]: ok(sistema()),
    [EDIT]: ok(sistema({ aviso_sri: 'ANUNCIADO', aviso_sri_mensaje: message, version: 5 })),
    [ROUTES.maintenance]: [ok({ activo: false, message: null }), ok({ activo: true, message })],
  })
  const { user } = renderApp('/administracion/sistema')
  await user.selectOptions(await screen.findByLabelText('Avisar a los usuarios'), 'Ahora, con el mensaje de abajo')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Este campo es requerido.')).toBeDefined()
  await user.type(screen.getByLabelText('Mensaje'), message)
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  await waitFor(() =>
    expect(calls.find(({ route }) => route === EDIT)?.body).toEqual({ aviso_sri: 'ANUNCIADO', aviso_sri_mensaje: message, version: 4 }),
  )
  await waitFor(() => expect(screen.getAllByText(message).some((element) => element.getAttribute('role') === 'status')).toBe(true))
})
