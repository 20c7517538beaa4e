import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type CategoriaNodo, type Collection } from '@yupana/contract'
import { ROL } from '@yupana/fiscal'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const idOf = (n: number) => `66666666-6666-4666-8666-66666666666${n}`
const nodo = (n: number, name: string, children: CategoriaNodo[] = [], changes: Partial<CategoriaNodo> = {}): CategoriaNodo => ({
  id: idOf(n),
  name,
  description: null,
  status: 'ACTIVO',
  version: 3,
  parent_id: null,
  children,
  ...changes,
})
const below = (parent: number, one: CategoriaNodo): CategoriaNodo => ({ ...one, parent_id: idOf(parent) })
const ARBOL = [
  nodo(1, 'Abarrotes'),
  nodo(2, 'Bebidas', [
    below(2, nodo(3, 'Águas')),
    below(2, nodo(4, 'Gaseosas', [below(4, nodo(5, 'Colas', [], { description: 'Negras' }))])),
  ]),
  nodo(6, 'Viejas', [], { status: 'INACTIVO' }),
]
const TREE = 'GET /app/categoria/search_category'

function open(replies: Parameters<typeof fakeApi>[0], path = '/categoria', collections: readonly Collection[] = COLLECTIONS) {
  const session = buildSession({
    menus: [{ to: '/categoria', label: 'Categorías' }],
    collections: [...collections],
    ...(collections.length === 0 && { rol: { id: ROL.VENDEDOR, name: 'VENDEDOR' } }),
  })
  startSession(session)
  const calls = fakeApi({ 'GET /app/v1/auth/sesion': ok({ session }), ...replies })
  return { calls, ...renderApp(path) }
}
const rows = () =>
  within(screen.getByRole('treegrid'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [row.getAttribute('aria-level'), within(row).getAllByRole('gridcell')[0]?.textContent, row.getAttribute('aria-expanded')])
const rowOf = async (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) })
async function pick(user: ReturnType<typeof renderApp>['user'], name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Acciones de ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

it('R-2.3.38 shows the tree; arrows move, open and close, one row is in the way of Tab', async () => {
  const { user } = open({ [TREE]: ok(ARBOL) })
  expect(await screen.findByRole('heading', { name: 'Categorías', level: 1 })).toBeDefined()
  const first = await rowOf('Abarrotes')
  expect(rows()).toEqual([
    ['1', 'Abarrotes', null],
    ['1', 'Bebidas', 'false'],
    ['1', 'Viejas', null],
  ])
  first.focus()
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowDown}{ArrowRight}')
  expect(rows()).toEqual([
    ['1', 'Abarrotes', null],
    ['1', 'Bebidas', 'true'],
    ['2', 'Águas', null],
    ['2', 'Gaseosas', 'true'],
    ['3', 'Colas', null],
    ['1', 'Viejas', null],
  ])
  expect(document.activeElement).toBe(await rowOf('Gaseosas'))
  expect(
    within(screen.getByRole('treegrid'))
      .getAllByRole('row')
      .filter((row) => row.tabIndex === 0),
  ).toHaveLength(1)
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(await rowOf('Bebidas'))
  await user.keyboard('{ArrowLeft}{End}')
  expect([rows().length, document.activeElement]).toEqual([3, await rowOf('Viejas')])
})

it('finds by words without accents with what is above, and by state; the address keeps it', async () => {
  const { user, address } = open({ [TREE]: ok(ARBOL) }, '/categoria?q=aguas')
  await rowOf('Águas')
  expect(rows().map(([, name]) => name)).toEqual(['Bebidas', 'Águas'])
  await user.clear(screen.getByRole('searchbox', { name: 'Buscar' }))
  await user.selectOptions(screen.getByLabelText('Estado'), 'Inactivo')
  await waitFor(() => expect(rows().map(([, name]) => name)).toEqual(['Viejas']))
  expect(address()).toBe('/categoria?status=INACTIVO')
})

it('says what it is for where nothing is registered; «Reintentar» after a failure', async () => {
  const { user } = open({ [TREE]: [refusal(500, {}), ok([])] })
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText(/^Registre las categorías/)).toBeDefined()
  expect(screen.getAllByRole('button', { name: 'Nueva categoría' })).toHaveLength(2)
})

describe('the forms', () => {
  const CREATE = 'POST /app/categoria/create'
  const EDIT = 'PUT /app/categoria/edit'

  it('O-91 registers one inside another, once however often it is sent', async () => {
    const taken = 'Ya existe una categoría con el nombre Jugos en ese lugar.'
    const { user, calls } = open({
      [TREE]: ok(ARBOL),
      [CREATE]: [refusal(422, { status: '422', msg: taken, data: [{ message: taken, campo: 'name' }] }), ok({})],
    })
    await pick(user, 'Bebidas', 'Nueva dentro de esta')
    const dialog = within(await screen.findByRole('dialog', { name: 'Nueva categoría' }))
    await user.type(dialog.getByLabelText('Nombre'), 'Jugos{Enter}')
    expect(await dialog.findByText(taken)).toBeDefined()
    expect(dialog.getByLabelText<HTMLInputElement>('Dentro de').value).toBe('Bebidas')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByText('Categoría registrada exitosamente')).toBeDefined()
    const sent = calls.filter(({ route }) => route === CREATE)
    expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 2 }, () => ({ name: 'Jugos', parent_id: idOf(2), status: 'ACTIVO' })))
    expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
  })

  it('R-7.5.17 «Mover a…» offers every place but those inside itself, and sends the id in the form', async () => {
    const { user, calls } = open({ [TREE]: ok(ARBOL), [EDIT]: ok({}) })
    await pick(user, 'Bebidas', 'Mover a…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Mover Bebidas' }))
    const field = dialog.getByLabelText<HTMLInputElement>('Dentro de')
    expect([field.value, field.placeholder]).toEqual(['', 'Ninguna: primer nivel'])
    await user.click(field)
    expect(
      within(await screen.findByRole('listbox'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ninguna: primer nivel', 'Abarrotes'])
    await user.keyboard('abarr{Enter}')
    await waitFor(() => expect(field.value).toBe('Abarrotes'))
    await user.click(dialog.getByRole('button', { name: 'Mover' }))
    expect(await screen.findByText('Categoría editada exitosamente')).toBeDefined()
    expect(calls.find(({ route }) => route === EDIT)?.body).toEqual({
      id: idOf(2),
      version: 3,
      name: 'Bebidas',
      parent_id: idOf(1),
      status: 'ACTIVO',
    })
  })

  it('R-2.3.38 a circle that somebody else made possible meanwhile is told under the field', async () => {
    const circle = 'Bebidas no puede estar dentro de sí misma ni de una que está debajo de ella. Elija otro lugar.'
    const { user } = open({
      [TREE]: ok(ARBOL),
      [EDIT]: refusal(422, { status: '422', msg: 'Revise', data: [{ message: circle, campo: 'parent_id' }] }),
    })
    await pick(user, 'Bebidas', 'Mover a…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Mover Bebidas' }))
    await user.click(dialog.getByLabelText('Dentro de'))
    await user.click(await screen.findByRole('option', { name: /Abarrotes/ }))
    await user.click(dialog.getByRole('button', { name: 'Mover' }))
    expect(await dialog.findByText(circle)).toBeDefined()
  })

  it('R-7.5.18 deletes after a question that names it, and tells why when it cannot', async () => {
    const reason = 'No se puede eliminar: hay categorías debajo de Bebidas. Muévalas o elimínelas antes.'
    const remove = `DELETE /app/categoria/delete/${idOf(2)}`
    const { user } = open({
      [TREE]: ok(ARBOL),
      [remove]: [refusal(422, { status: '422', msg: reason, data: [{ message: reason }] }), ok(null)],
    })
    await pick(user, 'Bebidas', 'Eliminar')
    const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Bebidas' }))
    await user.click(dialog.getByRole('button', { name: 'Eliminar categoría' }))
    expect(await dialog.findByText(reason)).toBeDefined()
    await user.click(dialog.getByText('Cerrar'))
    await pick(user, 'Bebidas', 'Eliminar')
    await user.click(await screen.findByRole('button', { name: 'Eliminar categoría' }))
    expect(await screen.findByText('Categoría eliminada exitosamente')).toBeDefined()
  })

  it('O-08 shows only to read where the rights over products are missing', async () => {
    open({ [TREE]: ok(ARBOL) }, '/categoria', [])
    await rowOf('Bebidas')
    expect(screen.queryByRole('button', { name: /^(Nueva|Acciones)/ })).toBeNull()
  })
})

it('takes the categories along as a file, with what narrows the tree', async () => {
  const EXPORT = 'GET /app/v1/categoria/exportar?status=INACTIVO&formato=csv'
  const { user, calls } = open({ [TREE]: ok(ARBOL), [EXPORT]: { body: 'Nombre' } }, '/categoria?status=INACTIVO')
  await rowOf('Viejas')
  await user.click(screen.getByRole('button', { name: 'Exportar' }))
  await user.click(await screen.findByRole('button', { name: /CSV/ }))
  await waitFor(() => expect(calls.map(({ route }) => route)).toContain(EXPORT))
})
