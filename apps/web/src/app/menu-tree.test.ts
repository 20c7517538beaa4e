import { expect, it } from 'vitest'

import { offeredMenus } from './access.ts'
import { menuTreeOf } from '../domain/menu/menu-tree.ts'

const menu = (to: string) => ({ to, label: to })
const shape = (paths: string[]) =>
  menuTreeOf(paths.map(menu)).map(({ label, items }) => (items ? [label, ...items.map(({ to }) => to)] : label))

it('R-2.9.14 groups the assigned routes, in the order of the groups', () =>
  expect(shape(['/persona', '/', '/documento', '/producto', '/comprobante'])).toEqual([
    '/',
    ['Ventas', '/documento', '/comprobante'],
    ['Catálogo', '/persona', '/producto'],
  ]))

it('a group of one is that one, and a route of no group stands by itself', () =>
  expect(shape(['/', '/otra', '/persona'])).toEqual(['/', '/persona', '/otra']))

it('home is always there', () => expect(shape([])).toEqual(['Inicio']))

it('R-6.9 R-6.10 USUARIO is offered nothing of the store, whatever is assigned', () => {
  const assigned = ['/', '/perfil', '/tienda', '/historial_compras', '/firmas_electronicas', '/declaraciones'].map(menu)
  expect(offeredMenus({ rol: { id: 2 }, menus: assigned }).map(({ to }) => to)).toEqual(['/', '/perfil'])
  expect(offeredMenus({ rol: { id: 1 }, menus: assigned })).toEqual(assigned)
})
