import '../../testing/browser-stubs.ts'

import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const carta = {
  id: 'c1',
  para: 'ana@ejemplo.ec',
  asunto: 'Restablecer su contraseña',
  estado: 'BANDEJA',
  creado_en: '2026-11-20T19:32:06Z',
  texto: 'Abra este enlace:\nhttp://localhost:8080/#/restablecer/abc',
}

function open(content: unknown[]) {
  signedIn(
    { rol: { id: 0, name: 'SUPER_ADMIN' }, menus: [{ to: '/administracion/correos', label: 'Correos de Cuentas' }] },
    { 'GET /app/v1/correo/cuentas?page=0&size=50': page(content, { size: 50 }) },
  )
  return renderApp('/administracion/correos')
}

it('O-95 shows whom each letter is for, and the letter as it is received', async () => {
  const { user } = open([carta, { ...carta, id: 'c2', texto: '', estado: 'ENVIADO' }])
  const list = await screen.findByRole('list', { name: 'Correos de cuentas' })
  expect(within(list).getAllByText('Para ana@ejemplo.ec · 20/11/2026 14:32')).toHaveLength(2)
  await user.click(within(list).getByRole('button', { name: 'Ver correo: Restablecer su contraseña, para ana@ejemplo.ec' }))
  expect((await screen.findByRole('dialog', { name: 'Restablecer su contraseña' })).textContent).toContain('/#/restablecer/abc')
})

it('R-2.10.28 says so where there is none', async () => {
  open([])
  expect(await screen.findByText('No se encontraron registros')).toBeDefined()
})
