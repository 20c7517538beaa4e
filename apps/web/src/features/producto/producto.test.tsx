import { montoOf } from '@yupana/fiscal'
import '../../testing/browser-stubs.ts'

import { COLLECTIONS, type Collection, type Producto, type ProductoDocumento } from '@yupana/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'

import { today } from '../../lib/formato/format.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { startSession } from '../../lib/sesion/session.ts'
import { buildSession } from '../../testing/build-session.ts'
import { fakeApi, ok, page, refusal } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const idOf = (n: number) => `44444444-4444-4444-8444-44444444444${n}`
const producto = (n: number, changes: Partial<Producto> = {}): Producto => ({
  id: idOf(n),
  code: `A-${n}`,
  auxiliary_code: null,
  barcode: null,
  barcodes: [],
  imagen: null,
  name: `Resma ${n}`,
  type_product: 'PRODUCTO',
  iva: 6,
  price: montoOf(3_500_000),
  price_list: [],
  ice_codigo: null,
  irbpnr: false,
  precio_libre: false,
  category_id: null,
  brand_id: null,
  unit_id: null,
  cost: montoOf(2_000_000),
  minimum_stock: 0,
  manage_inventory: false,
  status: 'ACTIVO',
  is_external: false,
  partes: [],
  version: 1,
  creado_en: '',
  editado_en: '',
  ...changes,
})

const FIRST = 'GET /app/productos/search?page=0&size=5'
function open(
  path: string,
  replies: Parameters<typeof fakeApi>[0],
  collections: readonly Collection[] = COLLECTIONS,
  menus = ['/producto'],
) {
  const session = buildSession({ menus: menus.map((to) => ({ to, label: to })), collections: [...collections] })
  startSession(session)
  const calls = fakeApi({
    'GET /app/v1/auth/sesion': ok({ session }),
    'GET /app/categoria/search_category': ok([]),
    'GET /app/marca/all': ok([]),
    'GET /app/unidad/list_unidad': ok([]),
    ...replies,
  })
  return { calls, ...renderApp(path) }
}

describe('the list', () => {
  it('O-19 shows code, price and rate', async () => {
    open('/producto', { [FIRST]: page([producto(1, { price: montoOf(1_234_567_500) })]) })
    const cells = within(await screen.findByRole('row', { name: /Resma 1/ }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells).toEqual(['', '', 'A-1', 'Resma 1', 'Producto', '$1,234.5675', '15%', '—', 'Activo', ''])
  })

  it('R-7.4.9 R-8.25 deletes several at once and says so; the selection survives paging and ends with it', async () => {
    const remove = `DELETE /app/productos/delete-seleted/${encodeURIComponent(`${idOf(1)},${idOf(2)}`)}`
    const { user, calls } = open('/producto', {
      [FIRST]: page([producto(1)], { totalElements: 6 }),
      'GET /app/productos/search?page=1&size=5': page([producto(2)], { totalElements: 6 }),
      [remove]: ok(null),
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar Resma 1' }))
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar Resma 2' }))
    await user.click(screen.getByRole('button', { name: 'Eliminar' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Eliminar 2 productos' })).getByRole('button', { name: 'Eliminar 2 productos' }),
    )
    expect(await screen.findByText('Productos eliminados exitosamente')).toBeDefined()
    expect(calls.some(({ route }) => route === remove)).toBe(true)
    expect(screen.queryByText('2 seleccionados')).toBeNull()
  })

  it('R-8.24 deletes one and says so', async () => {
    const { user } = open('/producto', { [FIRST]: page([producto(1)]), [`DELETE /app/productos/delete/${idOf(1)}`]: ok(null) })
    await user.click(await screen.findByRole('button', { name: 'Acciones de Resma 1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Eliminar' }))
    await user.click(await screen.findByRole('button', { name: 'Eliminar producto' }))
    expect(await screen.findByText('Producto eliminado exitosamente')).toBeDefined()
  })

  it('R-7.4.15 duplicates one with the key of the sending, says so and opens the copy', async () => {
    const copy = producto(2, { name: 'Resma 1 (copia)' })
    const route = `GET /app/productos/duplicate/${idOf(1)}`
    const { user, calls, address } = open('/producto', {
      [FIRST]: page([producto(1)]),
      [route]: ok(copy),
      [`GET /app/productos/find_re_by/${idOf(2)}`]: ok(copy),
    })
    await user.click(await screen.findByRole('button', { name: 'Acciones de Resma 1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicar' }))
    // The toast may disappear while the screen is loading.
    await Promise.all([screen.findByText('Producto duplicado exitosamente'), screen.findByRole('heading', { name: 'Resma 1 (copia)' })])
    expect(address()).toBe(`/producto/${idOf(2)}`)
    expect(calls.find((call) => call.route === route)?.headers.get('Idempotency-Key')).toBeTruthy()
  })

  it('R-7.4.10 shows the small picture of who has one', async () => {
    const { calls } = open('/producto', {
      [FIRST]: page([producto(1, { imagen: 'huella' }), producto(2)]),
      [`GET /app/productos_imagen/${idOf(1)}?mini=true`]: ok({}),
    })
    await screen.findByText('Resma 2')
    await waitFor(() => expect(calls.filter(({ route }) => route.includes('productos_imagen'))).toHaveLength(1))
  })

  it('goes to the last page when the one of the address no longer exists', async () => {
    const { address } = open('/producto?page=7', {
      'GET /app/productos/search?page=7&size=5': page([], { totalElements: 6 }),
      'GET /app/productos/search?page=1&size=5': page([producto(2)], { totalElements: 6 }),
    })
    await waitFor(() => expect(address()).toBe('/producto?page=1'))
  })
})

describe('the form', () => {
  const CREATE = 'POST /app/productos/create'
  const price = () => screen.findByLabelText<HTMLInputElement>('Precio sin IVA')
  const save = () => screen.getByRole('button', { name: 'Guardar' })

  it('O-61 offers the rates that hold today, the general one chosen', async () => {
    open('/producto/registro', {})
    const select = await screen.findByLabelText<HTMLSelectElement>('Tarifa de IVA')
    const labels = within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent)
    expect([labels.includes('15%'), labels.includes('0%'), labels.includes('12%'), select.selectedOptions[0]?.textContent]).toEqual([
      true,
      true,
      false,
      '15%',
    ])
  })

  it('proposes a code that is free after the name until another is typed, and asks for no minimum without stock', async () => {
    const taken = page([producto(1, { code: 'CAF-400' })], { size: 50 })
    const other = 'GET /app/productos/search?page=0&size=50&q=TE-VER'
    const { user, calls } = open('/producto/registro', {
      'GET /app/productos/search?page=0&size=50&q=CAF-400': taken,
      [other]: page([], { size: 50 }),
    })
    await user.type(await screen.findByLabelText('Nombre'), 'Café molido 400 g')
    const code = screen.getByLabelText<HTMLInputElement>('Código')
    await waitFor(() => expect(code.value).toBe('CAF-400-2'), { timeout: 10_000 })
    expect(await screen.findByText('Propuesto por el nombre; puede cambiarlo.')).toBeDefined()
    await user.clear(code)
    await user.type(code, 'MI-1')
    await user.clear(screen.getByLabelText('Nombre'))
    await user.type(screen.getByLabelText('Nombre'), 'Té verde')
    await waitFor(() => expect(calls.map(({ route }) => route)).toContain(other), { timeout: 10_000 })
    expect(screen.queryByLabelText('Stock mínimo')).toBeNull()
    await user.click(screen.getByLabelText('Llevar inventario'))
    expect([code.value, screen.queryByLabelText('Stock mínimo') !== null]).toEqual(['MI-1', true])
  })

  it('O-19 R-8.21 reads 12,5 as twelve and a half, shows it with IVA, and registers millionths', async () => {
    const { user, calls } = open('/producto/registro', { [CREATE]: ok({}), [FIRST]: page([]) })
    await user.type(await price(), '12,5')
    await user.tab()
    expect((await price()).value).toBe('12.50')
    expect(screen.getByText('Con IVA: $14.38')).toBeDefined()
    await user.type(screen.getByLabelText('Código'), 'A-9')
    await user.type(screen.getByLabelText('Nombre'), 'Café')
    await user.click(save())
    expect(await screen.findByText('Producto registrado exitosamente')).toBeDefined()
    expect(calls.find(({ route }) => route === CREATE)?.body).toMatchObject({
      code: 'A-9',
      name: 'Café',
      iva: 6,
      price: 12_500_000,
      price_list: [],
      cost: null,
      minimum_stock: 0,
    })
  })

  it('R-5.1.1 R-5.1.10 refuses what is missing, too long or has two readings', async () => {
    const { user, calls } = open('/producto/registro', {})
    await user.type(await price(), '1234,567')
    await user.click(screen.getByLabelText('Código'))
    await user.paste('x'.repeat(26))
    await user.click(save())
    expect(await screen.findByText('¿Quiso decir 1,234.567 o 1,234,567?')).toBeDefined()
    expect(screen.getByText('25 caracteres máximos.')).toBeDefined()
    expect(await screen.findByText('Complete todos los campos requeridos')).toBeDefined()
    expect(calls.some(({ route }) => route === CREATE)).toBe(false)
  })

  it('R-8.22 edits with the version; a rate of yesterday stays offered; somebody else’s save is told and nothing typed is lost', async () => {
    const conflict = 'El registro fue modificado por otra persona, recargue y vuelva a intentar'
    const { user, calls } = open(`/producto/${idOf(1)}`, {
      [`GET /app/productos/find_re_by/${idOf(1)}`]: ok(producto(1, { iva: 2 })),
      [FIRST]: page([]),
      'PUT /app/productos/edit': [refusal(409, { status: '409', msg: conflict, data: [{ message: conflict }] }), ok({})],
    })
    const name = await screen.findByLabelText<HTMLInputElement>('Nombre')
    await user.type(name, ' especial')
    expect(screen.getByRole('option', { name: '12% (no vigente)' })).toBeDefined()
    await user.click(save())
    expect((await screen.findByRole('alert')).textContent).toContain(conflict)
    expect(name.value).toBe('Resma 1 especial')
    await user.click(save())
    expect(await screen.findByText('Producto editado exitosamente')).toBeDefined()
    expect(calls.findLast(({ route }) => route.startsWith('PUT'))?.body).toMatchObject({ id: idOf(1), version: 1, iva: 2, cost: 2_000_000 })
  })

  it('O-100 who may not see costs neither sees nor sends them; who may not edit only reads', async () => {
    const stored = { [`GET /app/productos/find_re_by/${idOf(1)}`]: ok(producto(1, { cost: null })) }
    open(`/producto/${idOf(1)}`, stored, ['producto:editar'])
    await screen.findByLabelText('Nombre')
    expect([screen.queryByLabelText('Costo'), save()]).toEqual([null, expect.anything()])
    cleanup()
    queryClient.clear()
    open(`/producto/${idOf(1)}`, stored, [])
    expect((await screen.findByLabelText<HTMLInputElement>('Nombre')).matches(':disabled')).toBe(true)
    expect([
      screen.queryByRole('button', { name: 'Guardar' }),
      screen.getByRole('button', { name: 'Volver' }).matches(':disabled'),
    ]).toEqual([null, false])
  })
})

describe('the history of prices', () => {
  it('R-7.4.13 shows a chart with its table and who changed the price; the cost only with its right', async () => {
    const historia = {
      puntos: [
        { desde: '2026-05-01', hasta: '2026-05-31', valor: null },
        { desde: '2026-06-01', hasta: '2026-06-30', valor: 3_500_000 },
      ],
      cambios: [{ en: '2026-06-15T15:00:00.000Z', antes: 3_000_000, valor: 3_500_000, usuario: 'Ana Paz' }],
    }
    const asked = new URLSearchParams({ fecha: today(), tipo: '1', id_producto: idOf(1) })
    open(
      `/producto/${idOf(1)}?seccion=precios`,
      {
        [`GET /app/productos/find_re_by/${idOf(1)}`]: ok(producto(1)),
        [`GET /app/productos/historical-prices/12/3?${asked}`]: ok(historia),
      },
      ['producto:editar'],
    )
    expect(await screen.findByRole('img', { name: /^Precio al final/ })).toBeDefined()
    expect(screen.getByRole('row', { name: /\$3\.00 \$3\.50 Ana Paz/ })).toBeDefined()
    expect(screen.getByText('Ver como tabla')).toBeDefined()
    expect([screen.getByRole('link', { name: 'Precios' }).getAttribute('aria-current'), screen.queryByLabelText('Qué')]).toEqual([
      'page',
      null,
    ])
  })
})

describe('its sales, purchases and kardex', () => {
  const documento = (change: Partial<ProductoDocumento>): ProductoDocumento => ({
    documento_id: idOf(5),
    es_compra: false,
    linea: 1,
    tipo: '01',
    numero: '001-001-000000007',
    fecha: '2026-06-15',
    tercero: 'ANA PAZ',
    estado: 'AUTORIZADO',
    estado_generacion: 1,
    estado_tributario: 1,
    cantidad: 2_000_000,
    precio_unitario: montoOf(3_333_333),
    base: montoOf(6_670_000),
    ...change,
  })
  const record = { [`GET /app/productos/find_re_by/${idOf(1)}`]: ok(producto(1, { manage_inventory: true })) }
  const TODO = ['/producto', '/comprobante', '/documento/compra', '/movimiento']

  it('lead to each document, page by page, and stay on their tab', async () => {
    const at = (page: number) => `GET /app/v1/producto/ventas/${idOf(1)}?page=${page}&size=5`
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
    const file = `GET /app/v1/producto/ventas/exportar?producto_id=${idOf(1)}&formato=csv`
    const { user, calls } = open(
      `/producto/${idOf(1)}?seccion=ventas`,
      {
        ...record,
        [file]: { body: 'Fecha' },
        [at(0)]: page([documento({})], { totalElements: 6 }),
        [at(1)]: page([documento({ numero: '001-001-000000001', linea: 2 })], { totalElements: 6 }),
      },
      COLLECTIONS,
      TODO,
    )
    const link = await screen.findByRole('link', { name: 'Factura 001-001-000000007' })
    expect(link.getAttribute('href')).toBe(`/comprobante/${idOf(5)}`)
    expect(screen.getByRole('row', { name: /ANA PAZ 2 \$3\.333333 \$6\.67 Autorizado/ })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Página siguiente' }))
    expect(await screen.findByRole('link', { name: 'Factura 001-001-000000001' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Exportar' }))
    await user.click(await screen.findByRole('button', { name: 'CSV (.csv)' }))
    await waitFor(() => expect(calls.some(({ route }) => route === file)).toBe(true))
    expect(screen.getByRole('link', { name: 'Ventas' }).getAttribute('aria-current')).toBe('page')
  })

  it('purchases tell their cost to who may see it, and lead to the purchase', async () => {
    const compra = documento({ es_compra: true, estado: 'ANULADA', estado_tributario: null, precio_unitario: null, base: null })
    const asked = { [`GET /app/v1/producto/compras/${idOf(1)}?page=0&size=5`]: page([compra]) }
    open(`/producto/${idOf(1)}?seccion=compras`, { ...record, ...asked }, ['producto:editar'], TODO)
    expect((await screen.findByRole('link', { name: /^Factura/ })).getAttribute('href')).toBe(`/documento/compra/${idOf(5)}`)
    expect(screen.getByText('Anulada')).toBeDefined()
    expect(screen.queryByRole('columnheader', { name: 'Costo unit.' })).toBeNull()
  })

  it('are for who has the screen of each', async () => {
    open(`/producto/${idOf(1)}`, record, COLLECTIONS, ['/producto', '/comprobante'])
    const tabs = within(await screen.findByRole('navigation', { name: /^Secciones/ })).getAllByRole('link')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Datos', 'Precios', 'Ventas', 'Historial'])
  })
})

describe('a combo', () => {
  const parte = { producto_id: idOf(3), cantidad: 2_000_000, code: 'CAF', name: 'Café', status: 'ACTIVO', stock: 9_000_000 } as const
  const combo = producto(1, {
    name: 'Combo desayuno',
    partes: [{ producto_id: idOf(3), cantidad: 2_000_000 }],
    combo: { disponible: 4_000_000, partes: [parte] },
  })

  it('is marked in the list', async () => {
    open('/producto', { [FIRST]: page([combo]) })
    const cells = within(await screen.findByRole('row', { name: /Combo desayuno/ })).getAllByRole('cell')
    expect(cells[4]?.textContent).toBe('Combo')
  })

  it('shows how many its parts make; a part that is found again is one more of it, and what is wrong is told beside it', async () => {
    const taza = { ...producto(4, { code: 'TAZ', name: 'Taza' }) }
    const { user, calls } = open(`/producto/${idOf(1)}`, {
      [`GET /app/productos/find_re_by/${idOf(1)}`]: ok(combo),
      'GET /app/productos/search_product_venta?page=0&size=10&q=taza': page([taza], { size: 10 }),
      'PUT /app/productos/edit': refusal(422, {
        status: '422',
        msg: 'Revise',
        data: [{ campo: 'partes.1.producto_id', message: 'TAZ es un combo.' }],
      }),
    })
    expect(await screen.findByText('4', { selector: 'strong' })).toBeDefined()
    expect(screen.getByText('CAF · hay 9')).toBeDefined()
    expect(screen.queryByLabelText('Llevar inventario')).toBeNull()
    for (const _ of [1, 2]) {
      await user.type(screen.getByLabelText('Agregar parte'), 'taza')
      await user.click(await screen.findByRole('option', { name: /Taza/ }, { timeout: 10_000 }))
    }
    expect(screen.getByLabelText<HTMLInputElement>('Cantidad 2').value).toBe('2')
    expect(screen.getByText('se calcula al guardar')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByText('TAZ es un combo.')).toBeDefined()
    expect(calls.find(({ route }) => route === 'PUT /app/productos/edit')?.body).toMatchObject({
      partes: [
        { producto_id: idOf(3), cantidad: 2_000_000 },
        { producto_id: idOf(4), cantidad: 2_000_000 },
      ],
      manage_inventory: false,
    })
  })
})
