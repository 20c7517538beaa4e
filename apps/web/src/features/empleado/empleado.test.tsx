import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Empleado, type Invitacion, type MenuEmpleado, type MenusEmpleado } from '@yupana/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { signedIn } from '../../testing/shell-api.ts'

const [ANA, LUIS] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444']
const empleado = (changes: Partial<Empleado> = {}): Empleado => ({
  id: ANA,
  username: 'ana',
  name: 'Ana',
  surname: 'Paz',
  mail: 'ana@ejemplo.ec',
  rol: { id: 4, name: 'EMPLEADO' },
  activo: true,
  collections: [],
  menus_propios: false,
  ultimo_ingreso: null,
  editable: true,
  ...changes,
})
const luis = empleado({
  id: LUIS,
  username: 'luis',
  name: 'Luis',
  surname: 'Vega',
  mail: 'luis@ejemplo.ec',
  rol: { id: 3, name: 'VENDEDOR' },
  activo: false,
})
const menu = (to: string, label: string, asignado = false, fijo = false): MenuEmpleado => ({ to, label, asignado, fijo })
const MENUS = [
  menu('/', 'Inicio', true, true),
  menu('/documento', 'Nueva factura'),
  menu('/comprobante', 'Comprobantes'),
  menu('/persona', 'Personas', true),
  menu('/producto', 'Productos'),
]
const arbol = (menus = MENUS, asignable = true): MenusEmpleado => ({ asignable, propios: true, menus })
const ROLES = [
  { id: 0, name: 'SUPER_ADMIN', asignable: false, collections: [], permitidas: [] },
  { id: 1, name: 'ADMIN', asignable: true, collections: [...COLLECTIONS], permitidas: [...COLLECTIONS] },
  { id: 2, name: 'USUARIO', asignable: true, collections: [], permitidas: [] },
  {
    id: 3,
    name: 'VENDEDOR',
    asignable: true,
    collections: ['documento:emitir', 'persona:crear'],
    permitidas: ['documento:emitir', 'documento:descuento', 'persona:crear', 'tienda:comprar'],
  },
  {
    id: 4,
    name: 'EMPLEADO',
    asignable: true,
    collections: [],
    permitidas: ['documento:emitir', 'documento:descuento', 'persona:crear', 'tienda:comprar'],
  },
]
const ALL = 'GET /app/business/employee/all'
const menusAt = (id: string) => `GET /app/business/employee/menu/all/${id}`
const toggleAt = (id: string) => `PUT /app/business/employee/toggle_status/${id}`
const removeAt = (id: string) => `DELETE /app/business/employee/delete/${id}`
const ASSIGN = 'PUT /app/business/employee/assign_menu'
const LISTA = '/configuracion/usuario_rol/registro'
const FICHA = `/configuracion/usuario_rol/${ANA}`

type Replies = NonNullable<Parameters<typeof signedIn>[1]>
function open(path: string, replies: Replies, collections: readonly string[] = COLLECTIONS) {
  const calls = signedIn(
    { menus: [{ to: LISTA, label: 'Usuarios y Roles' }], collections: [...collections] },
    {
      [ALL]: ok([empleado(), luis]),
      [menusAt(ANA)]: ok(arbol()),
      'GET /app/rol/list_rol': ok(ROLES),
      'GET /app/v1/punto_emision/search?page=0&size=50': page([], { size: 50 }),
      ...replies,
    },
  )
  return { calls, ...renderApp(path) }
}
const sent = (calls: ReturnType<typeof signedIn>, route: string) => calls.filter((call) => call.route === route)
const act = async (user: ReturnType<typeof renderApp>['user'], name: string, action: string) => {
  await user.click(await screen.findByRole('button', { name: `Acciones de ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('the list', () => {
  it('R-2.3.7 R-4.16 R-8.13 shows the people inside the layout; a state that was changed is seen in the row', async () => {
    const { user, calls } = open(LISTA, {
      [ALL]: [ok([empleado(), luis]), ok([empleado(), { ...luis, activo: true }])],
      [toggleAt(LUIS)]: ok({ activo: true }),
    })
    expect(await screen.findByRole('heading', { name: 'Usuarios y Roles' })).toBeDefined()
    expect(screen.getByText('COMERCIAL ANDINA S.A.')).toBeDefined()
    const row = (await screen.findByRole('link', { name: 'Luis Vega' })).closest('tr')!
    expect(within(row).getByText('Inactivo')).toBeDefined()
    await act(user, 'Luis Vega', 'Activar')
    expect(await screen.findByText('Estado actualizado exitosamente')).toBeDefined()
    await waitFor(() => expect(within(screen.getByRole('link', { name: 'Luis Vega' }).closest('tr')!).getByText('Activo')).toBeDefined())
    expect(sent(calls, toggleAt(LUIS))).toHaveLength(1)
  })

  it('R-8.14 R-8.26 deletes after asking; the toast needs the status "200" as a string', async () => {
    const { user } = open(LISTA, { [removeAt(ANA)]: ok(null), [removeAt(LUIS)]: ok(null, 200) })
    await act(user, 'Luis Vega', 'Eliminar')
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Eliminar a Luis Vega' })).getByRole('button', { name: 'Eliminar empleado' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText('Empleado eliminado exitosamente')).toBeNull()
    await act(user, 'Ana Paz', 'Eliminar')
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Eliminar a Ana Paz' })).getByRole('button', { name: 'Eliminar empleado' }),
    )
    expect(await screen.findByText('Empleado eliminado exitosamente')).toBeDefined()
  })

  it('tells why the last ADMIN stays, and offers nothing about oneself', async () => {
    const LAST = 'La empresa debe conservar al menos un administrador activo que administre a sus empleados.'
    const { user } = open(LISTA, {
      [ALL]: ok([empleado({ editable: false }), { ...luis, activo: true }]),
      [toggleAt(LUIS)]: refusal(422, { status: '422', msg: LAST, data: [{ message: LAST }] }),
    })
    await act(user, 'Luis Vega', 'Desactivar')
    const dialog = await screen.findByRole('dialog', { name: 'Desactivar a Luis Vega' })
    await user.click(within(dialog).getByRole('button', { name: 'Desactivar empleado' }))
    expect((await within(dialog).findByRole('alert')).textContent).toContain(LAST)
    await user.click(within(dialog).getAllByRole('button', { name: 'Cerrar' })[0]!)
    await user.click(await screen.findByRole('button', { name: 'Acciones de Ana Paz' }))
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['Ver'])
  })

  it('finds by words, role and state without asking again', async () => {
    const { calls } = open(`${LISTA}?q=VEGA+lu&rol=3&activo=false`, {})
    expect(await screen.findByRole('link', { name: 'Luis Vega' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Ana Paz' })).toBeNull()
    expect(
      within(screen.getByLabelText('Rol'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Todos', 'Administrador', 'Vendedor', 'Empleado', 'Usuario'])
    expect(sent(calls, ALL)).toHaveLength(1)
  })
})

describe('menus of an employee', () => {
  const item = (name: string) => screen.getByRole('treeitem', { name: new RegExp(`^${name}`) })
  const preview = () => within(screen.getByRole('region', { name: 'Así lo verá' }))

  it('R-8.15 R-3.1.9 are a tree of boxes with the resulting menu beside it, by keyboard alone', async () => {
    const { user, calls, address } = open(FICHA, { [ASSIGN]: ok(null) })
    await screen.findByRole('tree', { name: 'Menús' })
    expect([item('Ventas'), item('Catálogo'), item('Inicio')].map((node) => node.getAttribute('aria-checked'))).toEqual([
      'false',
      'mixed',
      'true',
    ])
    expect(preview().queryByText('Nueva factura')).toBeNull()
    item('Inicio').focus()
    // A fixed entry ignores Space. Down to Ventas, which is completed; inside it, Facturas is removed again.
    await user.keyboard(' {ArrowDown} ')
    expect([item('Nueva factura'), item('Comprobantes')].map((node) => node.getAttribute('aria-checked'))).toEqual(['true', 'true'])
    expect(preview().getByText('Ventas')).toBeDefined()
    await user.keyboard('{ArrowRight} ')
    expect([item('Ventas').getAttribute('aria-checked'), document.activeElement?.textContent]).toEqual(['mixed', 'Nueva factura'])
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect([item('Ventas').getAttribute('aria-expanded'), screen.queryByRole('treeitem', { name: /^Comprobantes/ })]).toEqual([
      'false',
      null,
    ])
    await user.keyboard('{End}{Home}')
    expect(document.activeElement?.textContent).toContain('Inicio')
    expect(screen.getByText('1 cambio sin guardar')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByText('Menu actualizado exitosamente')).toBeDefined()
    await waitFor(() => expect(address()).toBe(LISTA))
    expect(sent(calls, ASSIGN)[0]?.body).toEqual({ id: ANA, menus: ['/comprobante', '/persona'] })
  })

  it('are copied from somebody else, marked and cleared together, and found by name', async () => {
    const { user } = open(FICHA, {
      [menusAt(LUIS)]: ok(
        arbol([MENUS[0]!, menu('/documento', 'Nueva factura', true), ...MENUS.slice(2, 3), menu('/persona', 'Personas')]),
      ),
    })
    await screen.findByRole('tree', { name: 'Menús' })
    await user.selectOptions(screen.getByLabelText('Copiar de'), 'Luis Vega · Vendedor')
    expect(await screen.findByText('Son los menús de Luis Vega. Guarde para asignarlos.')).toBeDefined()
    expect([item('Nueva factura'), item('Personas')].map((node) => node.getAttribute('aria-checked'))).toEqual(['true', 'false'])
    expect(screen.getByText('2 cambios sin guardar')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Marcar todo' }))
    expect(screen.getAllByRole('treeitem').every((node) => node.getAttribute('aria-checked') === 'true')).toBe(true)
    await user.type(screen.getByLabelText('Filtrar menús'), 'catálogo')
    await user.click(screen.getByRole('button', { name: 'Quitar todo' }))
    await user.clear(screen.getByLabelText('Filtrar menús'))
    expect([item('Ventas'), item('Catálogo')].map((node) => node.getAttribute('aria-checked'))).toEqual(['true', 'false'])
  })

  it('what was chosen and not saved asks before it is lost', async () => {
    const { user, address } = open(FICHA, {})
    await screen.findByRole('tree', { name: 'Menús' })
    await user.click(item('Nueva factura'))
    await user.click(screen.getByRole('button', { name: 'Cancelar' }))
    await user.click(await screen.findByRole('button', { name: 'Descartar cambios' }))
    await waitFor(() => expect(address()).toBe(LISTA))
  })

  it('a role that always has the same says so and shows them', async () => {
    open(FICHA, {
      [ALL]: ok([empleado({ rol: { id: 1, name: 'ADMIN' } })]),
      [menusAt(ANA)]: ok(
        arbol(
          MENUS.map((one) => ({ ...one, fijo: true, asignado: true })),
          false,
        ),
      ),
    })
    expect(await screen.findByText(/El rol Administrador tiene siempre los mismos menús/)).toBeDefined()
    expect(screen.queryByRole('tree')).toBeNull()
    expect(preview().getByText('Nueva factura')).toBeDefined()
  })

  it('nobody of the company: says so', async () => {
    open('/configuracion/usuario_rol/55555555-5555-4555-8555-555555555555', {})
    expect(await screen.findByText('Esta persona no es empleado de la empresa.')).toBeDefined()
  })
})

describe('role and rights', () => {
  const EDIT = `PUT /app/v1/empleado/edit/${ANA}`
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

  it('O-08 O-100 another role begins with its rights, which are then chosen one by one', async () => {
    const { user, calls } = open(`${FICHA}?seccion=permisos`, { [EDIT]: ok(empleado()) })
    await user.selectOptions(await screen.findByLabelText('Rol en la empresa'), 'Vendedor')
    expect(screen.getByText(/terminan sus sesiones abiertas/)).toBeDefined()
    expect([
      box('Emitir y enviar').checked,
      box('Dar descuentos').checked,
      screen.queryByLabelText('Cambiar los datos de la empresa'),
    ]).toEqual([true, false, null])
    await user.click(box('Dar descuentos'))
    await user.click(box('Crear personas'))
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByText('Empleado editado exitosamente')).toBeDefined()
    expect(sent(calls, EDIT)[0]?.body).toEqual({ rol: 3, collections: ['documento:emitir', 'documento:descuento'] })
  })

  it('nobody gives what they have not, and a refusal is told', async () => {
    const reason = 'No puede dar permisos que usted no tiene: tienda:comprar.'
    const { user } = open(
      `${FICHA}?seccion=permisos`,
      { [EDIT]: refusal(422, { status: '422', msg: 'Revise los datos ingresados', data: [{ message: reason, campo: 'collections' }] }) },
      ['empleado:administrar', 'persona:crear'],
    )
    await screen.findByLabelText('Rol en la empresa')
    expect([box('Comprar en la tienda').disabled, box('Crear personas').disabled]).toEqual([true, false])
    await user.click(box('Crear personas'))
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    expect((await screen.findAllByText(reason)).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: 'Volver a los del rol' }))
    expect(box('Crear personas').checked).toBe(false)
  })

  it('O-100 shows where this person may issue', async () => {
    const punto = { establecimiento: '001', codigo: '002', descripcion: 'Caja 2', activo: true, usuarios: [ANA], permitido: true }
    open(`${FICHA}?seccion=permisos`, { 'GET /app/v1/punto_emision/search?page=0&size=50': page([punto], { size: 50 }) })
    expect(await screen.findByText('001-002 · Caja 2')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Asignar puntos de emisión' }).getAttribute('href')).toContain('/empresa_perfil?seccion=puntos')
  })
})

describe('invitations', () => {
  const AT = '/configuracion/usuario_rol/invitaciones'
  const SEARCH = 'GET /app/invitacion/search?page=0&size=5'
  const SEND = 'POST /app/invitacion/send'
  const invitacion = (changes: Partial<Invitacion> = {}): Invitacion => ({
    id: LUIS,
    mail: 'eva@ejemplo.ec',
    rol: { id: 4, name: 'EMPLEADO' },
    estado: 'PENDIENTE',
    invita: 'María Lema',
    creada_en: '2026-11-20T15:00:00.000Z',
    vence_en: '2026-11-23T15:00:00.000Z',
    aceptada_en: null,
    ...changes,
  })

  it('R-8.19 are listed with their state and deleted after asking', async () => {
    const { user } = open(AT, { [SEARCH]: [page([invitacion()]), page([])], [`DELETE /app/invitacion/delete/${LUIS}`]: ok(null) })
    expect(await screen.findByText('Pendiente', { selector: 'span' })).toBeDefined()
    await act(user, 'eva@ejemplo.ec', 'Eliminar')
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Eliminar la invitación a eva@ejemplo.ec' })).getByRole('button', {
        name: 'Eliminar invitación',
      }),
    )
    expect(await screen.findByText('Invitación eliminada exitosamente')).toBeDefined()
    expect(await screen.findByText('No se encontraron registros')).toBeDefined()
  })

  it('R-8.20 O-91 are sent with a key; where no mail goes out the link is handed over', async () => {
    const enlace = 'http://127.0.0.1:8080/#/invite/abc'
    const { user, calls } = open(AT, { [SEARCH]: [page([]), page([invitacion()])], [SEND]: ok({ ...invitacion(), enlace }) })
    await user.click(await screen.findByRole('button', { name: 'Invitar' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invitar a la empresa' })
    expect(
      within(within(dialog).getByLabelText('Rol'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Administrador', 'Usuario', 'Vendedor', 'Empleado'])
    await user.type(within(dialog).getByLabelText('Correo'), 'eva')
    await user.click(within(dialog).getByRole('button', { name: 'Enviar invitación' }))
    expect(await within(dialog).findByText('Ingrese un correo válido.')).toBeDefined()
    await user.type(within(dialog).getByLabelText('Correo'), '@ejemplo.ec')
    await user.selectOptions(within(dialog).getByLabelText('Rol'), 'Empleado')
    await user.click(within(dialog).getByRole('button', { name: 'Enviar invitación' }))
    expect(await screen.findByText('Invitación enviada exitosamente')).toBeDefined()
    const handover = await screen.findByRole('dialog', { name: 'Entregue este enlace' })
    expect(within(handover).getByLabelText<HTMLInputElement>('Enlace').value).toBe(enlace)
    const [call] = sent(calls, SEND)
    expect([call?.body, call?.headers.get('Idempotency-Key')?.length]).toEqual([{ mail: 'eva@ejemplo.ec', rol: 4 }, 32])
    expect(await screen.findByText('Pendiente', { selector: 'span' })).toBeDefined()
  })
})

it.each(['/configuracion/usuario_rol/otro', '/configuracion/usuario_rol/33333333-3333-7333-8333-333333333333'])(
  'R-2.3.45 %s ends at NO ENCONTRADO',
  async (path) => {
    const { address } = open(path, {})
    await screen.findByRole('heading', { name: 'NO ENCONTRADO' })
    expect(address()).toBe('/notfound')
  },
)

it('R-2.3.7 signed out goes to the login; without the menu to NO ENCONTRADO', async () => {
  const { address } = renderApp(FICHA)
  await screen.findByRole('button', { name: 'Iniciar Sesión' })
  expect(address()).toBe('/login')
  cleanup()
  signedIn({ menus: [{ to: '/persona', label: 'Personas' }] })
  const other = renderApp(FICHA)
  await screen.findByRole('heading', { name: 'NO ENCONTRADO' })
  expect(other.address()).toBe('/notfound')
})
