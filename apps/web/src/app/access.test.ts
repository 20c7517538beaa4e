import { describe, expect, it } from 'vitest'

import { canVisit, isRecordKey, menuPathOf } from './access.ts'

const UUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const [SUPER_ADMIN, ADMIN, USUARIO, VENDEDOR, EMPLEADO] = [0, 1, 2, 3, 4]
const ADMINISTRATION = [
  '/',
  '/tienda',
  '/perfil',
  '/empresa_perfil',
  '/declaraciones',
  '/firmas_electronicas',
  '/historial_compras',
  '/configuracion/usuario_rol/registro',
  '/reportes',
]

const visits = (path: string, rol: number | undefined, menus: string[] = []) =>
  canVisit(path, { rol: { id: rol ?? -1 }, menus: menus.map((to) => ({ to })) })

describe('with menus', () => {
  const menus = ['/producto', '/comprobante']
  it('R-6.1 allows what is listed', () => expect(visits('/producto', VENDEDOR, menus)).toBe(true))
  it('R-6.2 refuses what is not', () => expect(visits('/bodega', ADMIN, menus)).toBe(false))
  it('R-6.3 allows /registro below a listed path', () => expect(visits('/producto/registro', VENDEDOR, menus)).toBe(true))
  it('allows a record of a listed path', () => expect(visits(`/producto/${UUID}`, VENDEDOR, menus)).toBe(true))
  it('R-6.3 allows the records of a path that is listed with /registro', () =>
    expect(visits(`/configuracion/usuario_rol/${UUID}`, ADMIN, ['/configuracion/usuario_rol/registro'])).toBe(true))
  it('allows nothing else below it', () => expect(visits('/comprobante/recibido', VENDEDOR, menus)).toBe(false))
  it('allows a screen of ours inside a listed path, and only to whom that is listed', () =>
    expect([visits('/comprobante/correos', VENDEDOR, menus), visits('/comprobante/correos', VENDEDOR, ['/producto'])]).toEqual([
      true,
      false,
    ]))
  it('allows the page of a document to who issues, and no list with it', () =>
    expect(
      [`/comprobante/${UUID}`, '/comprobante', '/comprobante/registro'].map((path) => visits(path, VENDEDOR, ['/documento/registro'])),
    ).toEqual([true, false, false]))
  it('never refuses home', () => expect(visits('/', EMPLEADO, menus)).toBe(true))
})

describe('without menus', () => {
  it.each([SUPER_ADMIN, ADMIN])('R-6.4 role %i reaches the administration', (rol) =>
    expect(ADMINISTRATION.filter((path) => !visits(path, rol))).toEqual([]),
  )
  it.each([SUPER_ADMIN, ADMIN])('R-6.5 role %i reaches nothing else', (rol) => expect(visits('/documento', rol)).toBe(false))
  it('R-6.6 R-6.7 USUARIO reaches only home and the two profiles', () =>
    expect([...ADMINISTRATION, '/producto'].filter((path) => visits(path, USUARIO))).toEqual(['/', '/perfil', '/empresa_perfil']))
  it.each([VENDEDOR, EMPLEADO])('O-35 role %i reaches home and its profile', (rol) =>
    expect(ADMINISTRATION.filter((path) => visits(path, rol))).toEqual(['/', '/perfil']),
  )
})

it('R-2.3.45 a record key is a UUID of versions 1 to 5, or registro', () => {
  expect([UUID, 'registro'].every(isRecordKey)).toBe(true)
  expect(['x', '', UUID.replace('41d3', '71d3'), `${UUID}0`, undefined].some(isRecordKey)).toBe(false)
})

it('what is owed to others lights an entry of buying, where there is one', () => {
  const lit = (address: string, ...menus: string[]) => {
    const [pathname = '', search = ''] = address.split('?')
    return menuPathOf(
      { pathname, search },
      menus.map((to) => ({ to, label: to })),
    )
  }
  const estado = '/comprobante/estado-cuenta?persona=x&sentido'
  expect(
    ['/comprobante/pagar', '/comprobante/pagos', `${estado}=PAGAR`].map((one) => lit(one, '/comprobante', '/documento/compra')),
  ).toEqual(Array(3).fill('/documento/compra'))
  expect(lit('/comprobante/pagar', '/comprobante', '/comprobante/recibido')).toBe('/comprobante/recibido')
  expect(['/comprobante/cobrar', `${estado}=COBRAR`].map((one) => lit(one, '/comprobante', '/documento/compra'))).toEqual(
    Array(2).fill('/comprobante'),
  )
  expect(lit('/comprobante/pagar', '/comprobante')).toBe('/comprobante')
})
