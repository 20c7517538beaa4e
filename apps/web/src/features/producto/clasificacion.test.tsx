import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Collection } from '@yupana/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const idOf = (n: number) => `77777777-7777-4777-8777-77777777777${n}`
const categoria = (n: number, name: string, parent_id: string | null, children: object[] = []) => ({
  id: idOf(n),
  name,
  description: null,
  status: 'ACTIVO',
  version: 1,
  parent_id,
  children,
})
const ARBOL = [categoria(1, 'Bebidas', null, [categoria(2, 'Gaseosas', idOf(1))])]
const MARCAS = [
  { id: idOf(4), name: 'Andina', status: 'ACTIVO' },
  { id: idOf(5), name: 'Vieja', status: 'INACTIVO' },
]
const CREATE = 'POST /app/productos/create'

function open(replies: Parameters<typeof fakeApi>[0] = {}, collections: readonly Collection[] = COLLECTIONS) {
  const session = buildSession({ menus: [{ to: '/producto', label: 'Productos' }], collections: [...collections] })
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/categoria/search_category': ok(ARBOL),
    'GET /app/marca/all': ok(MARCAS),
    'GET /app/unidad/list_unidad': ok([{ id: idOf(7), name: 'Libra', status: 'ACTIVO' }]),
    'GET /app/productos/search?page=0&size=5': page([]),
    [CREATE]: ok({}),
    ...replies,
  })
  return { calls, ...renderApp('/producto/registro') }
}
const optionsOf = async () => within(await screen.findByRole('listbox')).getAllByRole('option')

it('O-68 R-7.4.5 a product takes category, brand, unit and several bar codes', async () => {
  const { user, calls } = open()
  await user.type(await screen.findByLabelText('Código'), 'A-1')
  await user.type(screen.getByLabelText('Nombre'), 'Cola')
  await user.type(screen.getByLabelText('Precio sin IVA'), '1')
  await user.click(screen.getByLabelText('Categoría'))
  expect((await optionsOf()).map(({ textContent }) => textContent)).toEqual([
    'Sin categoría',
    'Bebidas',
    'GaseosasBebidas',
    'Crear categoría',
  ])
  await user.keyboard('gase{Enter}')
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Categoría').value).toBe('Gaseosas'))
  await user.click(screen.getByLabelText('Marca'))
  expect((await optionsOf()).map(({ textContent }) => textContent)).toEqual(['Sin marca', 'Andina', 'Crear marca'])
  await user.click(screen.getByRole('option', { name: 'Andina' }))
  await user.click(screen.getByLabelText('Unidad'))
  await user.click(await screen.findByRole('option', { name: 'Libra' }))
  await user.click(screen.getByRole('button', { name: 'Añadir código' }))
  await user.type(await screen.findByLabelText('Otro código de barras 1'), '7861')
  await user.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Producto registrado exitosamente')).toBeDefined()
  expect(calls.find(({ route }) => route === CREATE)?.body).toMatchObject({
    category_id: idOf(2),
    brand_id: idOf(4),
    unit_id: idOf(7),
    barcodes: ['7861'],
  })
})

it('a brand that is missing is registered over the form and comes back chosen; nothing typed is lost', async () => {
  const { user, calls } = open({
    'POST /app/marca/create': ok({
      id: idOf(6),
      name: 'Nueva',
      description: null,
      status: 'ACTIVO',
      version: 1,
      creado_en: '',
      editado_en: '',
    }),
    'GET /app/marca/all': [ok(MARCAS), ok([...MARCAS, { id: idOf(6), name: 'Nueva', status: 'ACTIVO' }])],
  })
  await user.type(await screen.findByLabelText('Código'), 'A-1')
  await user.click(screen.getByLabelText('Marca'))
  await user.keyboard('Nueva')
  await user.click(await screen.findByRole('option', { name: 'Crear “Nueva”' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nueva marca' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Nueva')
  await user.click(dialog.getByRole('button', { name: 'Guardar' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Marca').value).toBe('Nueva'))
  expect(screen.getByLabelText<HTMLInputElement>('Código').value).toBe('A-1')
  expect(calls.some(({ route }) => route === CREATE)).toBe(false)
})

it('O-08 who may not register one is not offered to', async () => {
  const { user } = open({}, ['producto:editar'])
  expect((await screen.findByLabelText<HTMLInputElement>('Marca')).matches(':disabled')).toBe(true)
  await user.click(screen.getByLabelText('Marca'))
  expect(screen.queryByRole('option', { name: 'Crear marca' })).toBeNull()
})
