import { COLLECTIONS, type MenuEmpleado } from '@yupana/contract'
import { expect, it } from 'vitest'

import { PERMISOS } from './empleado-words.ts'
import { changesBetween, hojasOf, marcaOf, nodosOf, pressed } from './menu-nodos.ts'

const menu = (to: string, label: string, fijo = false): MenuEmpleado => ({ to, label, asignado: fijo, fijo })
const MENUS = [
  menu('/', 'Inicio', true),
  menu('/documento', 'Nueva factura'),
  menu('/comprobante', 'Comprobantes'),
  menu('/persona', 'Personas'),
  menu('/producto', 'Productos'),
]
const ventas = () => nodosOf(MENUS, '')[1]!

it('groups the menus as the menu itself does, and finds by the name of an entry or of its group', () => {
  const shape = (q: string) => nodosOf(MENUS, q).map((nodo) => [nodo.label, ...hojasOf(nodo).map(({ label }) => label)])
  expect(shape('')).toEqual([
    ['Inicio', 'Inicio'],
    ['Ventas', 'Nueva factura', 'Comprobantes'],
    ['Catálogo', 'Personas', 'Productos'],
  ])
  expect(shape('fact')).toEqual([['Ventas', 'Nueva factura']])
  expect(shape('catalogo')).toEqual([['Catálogo', 'Personas', 'Productos']])
  expect(shape('nada')).toEqual([])
})

it('a group is marked, not marked, or mixed; a press completes it, and empties a full one; what is fixed stays out of it', () => {
  const isOn =
    (chosen: string[]) =>
    ({ to }: { to: string }) =>
      chosen.includes(to)
  expect([[], ['/documento'], ['/documento', '/comprobante']].map((chosen) => marcaOf(ventas(), isOn(chosen)))).toEqual([
    false,
    'mixed',
    true,
  ])
  expect(pressed(['/documento'], ventas())).toEqual(['/documento', '/comprobante'])
  expect(pressed(['/documento', '/comprobante', '/persona'], ventas())).toEqual(['/persona'])
  expect(pressed([], nodosOf(MENUS, '')[0]!)).toEqual([])
})

it('counts what differs', () => expect([changesBetween(['a', 'b'], ['b', 'a']), changesBetween(['a'], ['b', 'c'])]).toEqual([0, 3]))

it('O-08 every action right has its words', () =>
  expect(PERMISOS.flatMap(({ permisos }) => permisos.map(({ right }) => right)).sort()).toEqual([...COLLECTIONS].sort()))
