import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Collection, type Nombrado } from '@yupana/contract'
import { ROL } from '@yupana/fiscal'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const idOf = (n: number) => `55555555-5555-4555-8555-55555555555${n}`
const row = (n: number, changes: Partial<Nombrado> = {}): Nombrado => ({
  id: idOf(n),
  name: `Nombre ${n}`,
  description: null,
  status: 'ACTIVO',
  version: 3,
  creado_en: '',
  editado_en: '',
  ...changes,
})
const TAKEN = { status: '422', msg: 'Revise los datos ingresados', data: [{ message: 'Ya existe con ese nombre.', campo: 'name' }] }

describe.each([
  {
    base: '/unidad',
    Titulo: 'Unidades',
    una: 'unidad',
    Una: 'Unidad',
    varias: 'unidades',
    editRoute: 'PUT /app/unidad/edit',
    editBody: { id: idOf(1), version: 3 },
  },
  {
    base: '/marca',
    Titulo: 'Marcas',
    una: 'marca',
    Una: 'Marca',
    varias: 'marcas',
    editRoute: `PUT /app/marca/edit/${idOf(1)}`,
    editBody: { version: 3 },
  },
])('$base', ({ base, Titulo, una, Una, varias, editRoute, editBody }) => {
  const FIRST = `GET /app${base}/search?page=0&size=5`
  const CREATE = `POST /app${base}/create`
  function open(path: string, replies: Parameters<typeof fakeApi>[0], collections: readonly Collection[] = COLLECTIONS) {
    const session = buildSession({
      menus: [{ to: base, label: Titulo }],
      collections: [...collections],
      ...(!collections.includes('producto:editar') && { rol: { id: ROL.VENDEDOR, name: 'VENDEDOR' } }),
    })
    startSession(session)
    const calls = fakeApi({ 'GET /app/v1/auth/sesion': ok({ session }), ...replies })
    return { calls, ...renderApp(path) }
  }
  const menuOf = async (user: ReturnType<typeof renderApp>['user'], name: string, action: string) => {
    await user.click(await screen.findByRole('button', { name: `Acciones de ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }

  it('O-75 shows name, description and state, five rows and the choices of rows', async () => {
    open(base, { [FIRST]: page([row(1, { description: 'Doce piezas' }), row(2, { status: 'INACTIVO' })], { totalElements: 12 }) })
    expect(await screen.findByRole('heading', { name: Titulo, level: 1 })).toBeDefined()
    const cells = (n: number) =>
      within(screen.getByRole('row', { name: new RegExp(`Nombre ${n}`) }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    await screen.findByText('Doce piezas')
    expect([cells(1), cells(2)]).toEqual([
      ['', 'Nombre 1', 'Doce piezas', 'Activo', ''],
      ['', 'Nombre 2', '—', 'Inactivo', ''],
    ])
    expect(screen.getByText('Mostrando 1 a 2 de 12')).toBeDefined()
    expect(
      within(screen.getByLabelText('Filas'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['5', '10', '20', '50'])
  })

  it('says what it is for where nothing is registered, and that nothing is found where something is sought', async () => {
    const { user } = open(`${base}?q=nada`, { [`${FIRST}&q=nada`]: page([]), [FIRST]: page([]) })
    const empty = (await screen.findByText('No se encontraron registros')).parentElement!
    await user.click(within(empty).getByRole('button', { name: 'Limpiar filtros' }))
    expect(await screen.findByText(/^Registre las/)).toBeDefined()
    expect(screen.getAllByRole('button', { name: `Nueva ${una}` })).toHaveLength(2)
  })

  it('narrows by state', async () => {
    const { user, address } = open(base, { [FIRST]: page([row(1)]), [`${FIRST}&status=INACTIVO`]: page([row(2)]) })
    await user.selectOptions(await screen.findByLabelText('Estado'), 'Inactivo')
    expect(await screen.findByText('Nombre 2')).toBeDefined()
    expect(address()).toBe(`${base}?status=INACTIVO`)
  })

  it('O-91 registers by keyboard over the list, once however often it is sent, and says so', async () => {
    const { user, calls } = open(base, { [FIRST]: page([]), [CREATE]: [refusal(422, TAKEN), ok(row(1))] })
    const [first] = await screen.findAllByRole('button', { name: `Nueva ${una}` })
    first!.focus()
    await user.keyboard('{Enter}')
    const dialog = within(await screen.findByRole('dialog', { name: `Nueva ${una}` }))
    expect(dialog.getByText('Campos Obligatorios')).toBeDefined()
    const name = dialog.getByLabelText<HTMLInputElement>('Nombre')
    await waitFor(() => expect(document.activeElement).toBe(name))
    await user.keyboard('{Enter}')
    expect(await dialog.findByText('Este campo es requerido.')).toBeDefined()
    await user.type(name, 'Caja{Enter}')
    expect(await dialog.findByText('Ya existe con ese nombre.')).toBeDefined()
    expect(name.value).toBe('Caja')
    await user.keyboard('{Enter}')
    expect(await screen.findByText(`${Una} registrada exitosamente`)).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = calls.filter(({ route }) => route === CREATE)
    expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 2 }, () => ({ name: 'Caja', status: 'ACTIVO' })))
    expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
  })

  it('edits over the version that was read; what somebody else saved meanwhile is told, and the list asks anew', async () => {
    const conflict = 'El registro fue modificado por otra persona, recargue y vuelva a intentar'
    const { user, calls } = open(base, {
      [FIRST]: [page([row(1, { description: 'vieja' })]), page([row(1, { name: 'De otro', version: 4 })]), page([])],
      [editRoute]: [refusal(409, { status: '409', msg: conflict, data: [{ message: conflict }] }), ok(row(1))],
    })
    await menuOf(user, 'Nombre 1', 'Editar')
    const dialog = within(await screen.findByRole('dialog', { name: `Editar ${una}` }))
    await user.clear(dialog.getByLabelText('Descripción'))
    await user.selectOptions(dialog.getByLabelText('Estado'), 'Inactivo')
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect((await dialog.findByRole('alert')).textContent).toContain(conflict)
    expect(await screen.findByText('De otro')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByText(`${Una} editada exitosamente`)).toBeDefined()
    expect(calls.find(({ route }) => route === editRoute)?.body).toEqual({ ...editBody, name: 'Nombre 1', status: 'INACTIVO' })
  })

  it('asks before what was typed is lost', async () => {
    const { user } = open(base, { [FIRST]: page([]) })
    await user.click((await screen.findAllByRole('button', { name: `Nueva ${una}` }))[0]!)
    await user.type(await screen.findByLabelText('Nombre'), 'Caja')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Seguir editando' }))
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Caja')
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    await user.click(await screen.findByRole('button', { name: 'Descartar cambios' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('deletes one after a question that names it, and tells why when it cannot', async () => {
    const reason = `No se puede eliminar: la ${una} Nombre 1 consta en productos. Puede desactivarla.`
    const { user } = open(base, {
      [FIRST]: page([row(1)]),
      [`DELETE /app${base}/delete/${idOf(1)}`]: [refusal(422, { status: '422', msg: reason, data: [{ message: reason }] }), ok(null)],
    })
    await menuOf(user, 'Nombre 1', 'Eliminar')
    const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Nombre 1' }))
    await user.click(dialog.getByRole('button', { name: `Eliminar ${una}` }))
    expect(await dialog.findByText(reason)).toBeDefined()
    await user.click(dialog.getByText('Cerrar'))
    await menuOf(user, 'Nombre 1', 'Eliminar')
    await user.click(await screen.findByRole('button', { name: `Eliminar ${una}` }))
    expect(await screen.findByText(`${Una} eliminada exitosamente`)).toBeDefined()
  })

  it('deletes any number of chosen ones, a hundred at a time; where a piece is refused, says how many went and keeps the others chosen', async () => {
    const rows = Array.from({ length: 250 }, (_, at) =>
      row(1, { id: `66666666-6666-4666-8666-${String(at).padStart(12, '0')}`, name: `N ${at}` }),
    )
    const all = { totalElements: 250, size: 50 }
    const pages = [0, 1, 2, 3, 4].map((number) => [
      `GET /app${base}/search?page=${number}&size=50`,
      page(rows.slice(number * 50, number * 50 + 50), { ...all, number }),
    ])
    const piece = (from: number) =>
      `DELETE /app${base}/delete-seleted/${encodeURIComponent(
        rows
          .slice(from, from + 100)
          .map(({ id }) => id)
          .join(','),
      )}`
    const reason = 'No se puede eliminar: está en uso.'
    const { calls, user } = open(`${base}?size=50`, {
      ...Object.fromEntries(pages),
      [piece(0)]: ok(null, 200),
      [piece(100)]: [refusal(422, { status: '422', msg: reason, data: [{ message: reason }] }), ok(null, 200)],
      [piece(200)]: ok(null, 200),
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar todo' }))
    await user.click(screen.getByRole('button', { name: 'Seleccionar los 250 resultados' }))
    await user.click(await screen.findByRole('button', { name: 'Eliminar' }))
    const dialog = () => within(screen.getByRole('dialog'))
    await user.click(dialog().getByRole('button', { name: `Eliminar 250 ${varias}` }))
    expect(await screen.findByText('Se eliminaron 100 de 250: los demás siguen como estaban.')).toBeDefined()
    expect(dialog().getByText(reason)).toBeDefined()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText('150 seleccionados')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Eliminar' }))
    await user.click(dialog().getByRole('button', { name: `Eliminar 150 ${varias}` }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const removed = calls.map(({ route }) => route).filter((route) => route.startsWith('DELETE'))
    expect(removed).toEqual([piece(0), piece(100), piece(100), piece(200)])
  })

  it('deletes the chosen ones by `delete-seleted`, and says so', async () => {
    const remove = `DELETE /app${base}/delete-seleted/${encodeURIComponent(`${idOf(1)},${idOf(2)}`)}`
    const { user, calls } = open(base, { [FIRST]: page([row(1), row(2)]), [remove]: ok(null) })
    await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar todo' }))
    await user.click(screen.getByRole('button', { name: 'Eliminar' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: `Eliminar 2 ${varias}` })).getByRole('button', { name: `Eliminar 2 ${varias}` }),
    )
    expect(await screen.findByText(`${Titulo} eliminadas exitosamente`)).toBeDefined()
    expect(calls.some(({ route }) => route === remove)).toBe(true)
  })

  it('takes a deletion back from its notice, or from the bell once that is gone, and once', async () => {
    const remove = `DELETE /app${base}/delete/${idOf(1)}`
    const restore = `POST /app/v1${base}/restaurar`
    const { user, calls } = open(base, { [FIRST]: [page([row(1)]), page([]), page([row(1)])], [remove]: ok(null), [restore]: ok(null) })
    await menuOf(user, 'Nombre 1', 'Eliminar')
    await user.click(await screen.findByRole('button', { name: `Eliminar ${una}` }))
    await screen.findByRole('button', { name: 'Deshacer' })
    await waitFor(() => expect(screen.queryByText('Nombre 1')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Notificaciones' }))
    const bell = within(await screen.findByRole('region', { name: 'Actividad' }))
    await user.click(bell.getByRole('button', { name: 'Deshacer' }))
    expect(await screen.findByText('Eliminación deshecha')).toBeDefined()
    expect(await screen.findByText('Nombre 1')).toBeDefined()
    expect(calls.filter(({ route }) => route === restore).map(({ body }) => body)).toEqual([{ ids: [idOf(1)] }])
    await user.click(screen.getByRole('button', { name: 'Notificaciones' }))
    expect(within(await screen.findByRole('region', { name: 'Actividad' })).queryByRole('button', { name: 'Deshacer' })).toBeNull()
  })

  it('R-8.26 tells no success unless the status is the string "200"', async () => {
    const { user } = open(base, { [FIRST]: page([row(1)]), [`DELETE /app${base}/delete/${idOf(1)}`]: ok(null, 200) })
    await menuOf(user, 'Nombre 1', 'Eliminar')
    await user.click(await screen.findByRole('button', { name: `Eliminar ${una}` }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText(`${Una} eliminada exitosamente`)).toBeNull()
  })

  it('O-08 shows only to read where the rights over products are missing', async () => {
    open(base, { [FIRST]: page([row(1)]) }, ['persona:crear'])
    await screen.findByText('Nombre 1')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Nombre', 'Descripción', 'Estado'])
    for (const role of ['checkbox', 'button'] as const)
      expect(screen.queryByRole(role, { name: /^(Seleccionar|Acciones de|Nueva)/ })).toBeNull()
  })
})
