import '../testing/browser-stubs.ts'

import { COLLECTIONS, type BorradorFila } from '@yupana/contract'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'

import { borradoresDe } from '../domain/emision/borrador.queries.ts'
import { FACTURA } from '../features/documento/factura.ts'
import { emptyFactura } from '../features/documento/factura-valores.ts'
import { emptyLinea } from '../domain/lineas-editor/linea-valores.ts'
import { buildContexto, HOY } from '../testing/build-contexto.ts'
import { ok, page, refusal } from '../testing/fake-api.ts'
import { setNow } from '../testing/open-editor.tsx'
import { renderApp } from '../testing/render-app.tsx'
import { signedIn } from '../testing/shell-api.ts'

const idOf = (n: number) => `33333333-3333-4333-8333-33333333333${n}`
const fila = (n: number, changes: Partial<BorradorFila> = {}): BorradorFila => ({
  id: idOf(n),
  tipo: '01',
  cliente: `CLIENTE ${n}`,
  total: '$11.50',
  editado_en: '2026-11-20T19:32:00Z',
  autor: null,
  ...changes,
})
const ana = { tipo_identificacion: '05' as const, identificacion: '1712345675', razon_social: 'ANA PÉREZ' }
const valores = {
  ...emptyFactura(HOY, '001-001'),
  fecha_emision: '2026-11-18',
  comprador: ana,
  lineas: [{ ...emptyLinea(), descripcion: 'Café', cantidad: '1', precio: '10', iva: 6 }],
}
const borrador = (n: number, typed: object = valores, changes: object = {}) =>
  ok({
    id: idOf(n),
    version: 1,
    sin_nombre: false,
    contenido: { formato: 1, valores: typed, clave: `clave-${n}`, resumen: { cliente: '', total: '' } },
    editado_en: '2026-11-20T19:32:00Z',
    autor: null,
    modificable: true,
    ...changes,
  })
const emitido = (n: number) =>
  ok({
    id: idOf(n),
    numero: `001-001-00000000${n}`,
    clave: '2'.repeat(49),
    estado: 'EMITIDO',
    estado_generacion: 2,
    estado_tributario: 2,
    fecha_emision: HOY,
    total: 11_500_000,
    avisos: [],
  })
const FILAS = [fila(1), fila(2), fila(3, { autor: 'LUIS' }), fila(4)]
const EMIT = 'POST /app/v1/documento/emitir'

beforeEach(() => setNow())

it('O-50 O-104 many drafts are issued at once, each with its own key; what is to be mended stays and says why, and only that is tried again', async () => {
  const calls = signedIn(
    { menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...COLLECTIONS] },
    {
      'GET /app/v1/comprobante/borradores?page=0&size=5': page(FILAS),
      'GET /app/v1/documento/contexto': ok(buildContexto()),
      'POST /app/v1/documento/calcular': ok({ problemas: [], avisos: [] }),
      [`GET /app/v1/documento/borrador/${idOf(1)}`]: borrador(1),
      [`GET /app/v1/documento/borrador/${idOf(2)}`]: borrador(2, { ...valores, comprador: null }),
      [`GET /app/v1/documento/borrador/${idOf(3)}`]: borrador(3, valores, { autor: 'LUIS', modificable: false }),
      [`GET /app/v1/documento/borrador/${idOf(4)}`]: borrador(4),
      [`${EMIT}/${idOf(1)}`]: emitido(1),
      [`${EMIT}/${idOf(4)}`]: refusal(500, {}),
    },
  )
  const { user } = renderApp('/comprobante/borradores')
  await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar todo' }))
  await user.click(screen.getByRole('button', { name: 'Emitir' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Emitir borradores' }))
  expect(calls.filter(({ route }) => route.startsWith(EMIT))).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Emitir 4 borradores' }))
  expect(await dialog.findByText(/001-001-000000001/)).toBeDefined()
  expect(await dialog.findByText('Elija el cliente, o consumidor final.')).toBeDefined()
  expect(await dialog.findByText('Es de LUIS: lo emite quien lo empezó o un administrador.')).toBeDefined()
  expect(await dialog.findByText('No hubo respuesta. Inténtelo otra vez: no se emite dos veces.')).toBeDefined()
  const sent = () => calls.filter(({ route }) => route.startsWith(EMIT))
  expect(sent().map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['clave-1', 'clave-4'])
  expect(sent()[0]?.body).toMatchObject({ fecha_emision: HOY, comprador: ana })
  await user.click(await dialog.findByRole('button', { name: 'Reintentar los que fallaron' }))
  expect(await dialog.findByRole('button', { name: 'Detener' })).toBeDefined()
  expect(await dialog.findByRole('button', { name: 'Reintentar los que fallaron' })).toBeDefined()
  expect(sent().filter(({ route }) => route.endsWith(idOf(1)))).toHaveLength(1)
})

it('a draft with a product that is gone or no longer sold is named and left out before a number is taken, and the others are issued', async () => {
  const con = (producto_id: string) => ({ ...valores, lineas: [{ ...valores.lineas[0], producto_id }] })
  const CALCULAR = 'POST /app/v1/documento/calcular'
  const said = (campo: string, message: string) => ({ campo, message })
  const POCO = said('lineas.0.cantidad', 'Hay 0.')
  const calls = signedIn(
    { menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...COLLECTIONS] },
    {
      'GET /app/v1/comprobante/borradores?page=0&size=5': page(FILAS.slice(0, 3)),
      'GET /app/v1/documento/contexto': ok(buildContexto()),
      [`GET /app/v1/documento/borrador/${idOf(1)}`]: borrador(1, con(idOf(8))),
      [`GET /app/v1/documento/borrador/${idOf(2)}`]: borrador(2, con(idOf(9))),
      [`GET /app/v1/documento/borrador/${idOf(3)}`]: borrador(3, con(idOf(7))),
      [CALCULAR]: [
        ok({ problemas: [said('lineas.0.producto_id', 'El producto no existe o fue eliminado.')], avisos: [POCO] }),
        ok({ problemas: [], avisos: [POCO, said('lineas.0.producto_id', 'El producto «Café» está inactivo.')] }),
        ok({ problemas: [], avisos: [POCO] }),
      ],
      [`${EMIT}/${idOf(3)}`]: emitido(3),
    },
  )
  const { user } = renderApp('/comprobante/borradores')
  await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar todo' }))
  await user.click(screen.getByRole('button', { name: 'Emitir' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Emitir borradores' }))
  await user.click(dialog.getByRole('button', { name: 'Emitir 3 borradores' }))
  expect(await dialog.findByText(/001-001-000000003/)).toBeDefined()
  expect(dialog.getByText('Línea 1: El producto no existe o fue eliminado. Ábralo y decida: no se emitió.')).toBeDefined()
  expect(dialog.getByText('Línea 1: El producto «Café» está inactivo. Ábralo y decida: no se emitió.')).toBeDefined()
  expect(calls.flatMap(({ route }) => (route.startsWith(EMIT) ? route : []))).toEqual([`${EMIT}/${idOf(3)}`])
})

it('a draft that takes its client over his limit is left out before a number is taken, and says so', async () => {
  const PASA = 'ANA PÉREZ debe $0.00: con esta venta a crédito pasa su límite de $5.00.'
  const aCredito = { ...valores, pagos: [{ ...valores.pagos[0], plazo: '30' }] }
  const calls = signedIn(
    { menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...COLLECTIONS] },
    {
      'GET /app/v1/comprobante/borradores?page=0&size=5': page(FILAS.slice(0, 1)),
      'GET /app/v1/documento/contexto': ok(buildContexto()),
      [`GET /app/v1/documento/borrador/${idOf(1)}`]: borrador(1, aCredito),
      'POST /app/v1/documento/calcular': ok({ problemas: [], avisos: [{ campo: 'pagos.0.plazo', message: PASA }] }),
    },
  )
  const { user } = renderApp('/comprobante/borradores')
  await user.click(await screen.findByRole('checkbox', { name: 'Seleccionar todo' }))
  await user.click(screen.getByRole('button', { name: 'Emitir' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Emitir borradores' }))
  await user.click(dialog.getByRole('button', { name: 'Emitir 1 borrador' }))
  expect(await dialog.findByText(`${PASA} Ábralo y decida: no se emitió.`)).toBeDefined()
  expect(calls.some(({ route }) => route.startsWith(EMIT))).toBe(false)
})

it('O-104 a draft whose last save arrives once its list is on screen shows what was saved', async () => {
  const LIST = 'GET /app/v1/comprobante/borradores?page=0&size=5'
  signedIn(
    { menus: [{ to: '/comprobante', label: 'Comprobantes' }], collections: [...COLLECTIONS] },
    {
      [LIST]: [page([fila(1, { total: '$0.00' })]), page([fila(1)])],
      'POST /app/v1/documento/create': borrador(1),
    },
  )
  renderApp('/comprobante/borradores')
  expect(await screen.findByRole('cell', { name: '$0.00' })).toBeDefined()
  await borradoresDe(FACTURA).save({
    id: idOf(1),
    sinNombre: false,
    contenido: { formato: 1, valores, clave: 'clave-1', resumen: { cliente: 'CLIENTE 1', total: '$11.50' } },
  })
  expect(await screen.findByRole('cell', { name: '$11.50' })).toBeDefined()
})
