import type { ProductoHoja } from '@yupana/contract'
import { fromDecimal } from '@yupana/fiscal'
import { describe, expect, it } from 'vitest'

import { cambioOf, enviadoOf, escribir, escrituraOf, type Ediciones, type Escritura } from './hoja-cambios.ts'
import { columnasFor, leer } from './hoja-columnas.ts'
import { copiar, operar, operarRango, pegar, rellenar, tablaOf, vaciar, type Hoja, type Redondeo } from './hoja-operaciones.ts'

const fila = (n: number, changes: Partial<ProductoHoja> = {}): ProductoHoja => ({
  id: `p${n}`,
  version: 3,
  code: `A-${n}`,
  name: `Resma ${n}`,
  iva: 6,
  price: fromDecimal(3.5),
  price_list: [],
  cost: fromDecimal(2),
  minimum_stock: 0,
  status: 'ACTIVO',
  ...changes,
})
const columnas = columnasFor(true)
const at = (id: string) => columnas.findIndex((columna) => columna.id === id)
const columna = (id: string) => columnas[at(id)]!
const hojaOf = (filas: ProductoHoja[], ediciones: Ediciones = new Map()): Hoja => ({ filas, columnas, ediciones })
const rango = (fila1: number, fila2: number, from: string, to = from) => ({ fila1, fila2, col1: at(from), col2: at(to) })
const done = (hoja: Hoja, escrituras: readonly Escritura[]) => escribir(hoja.ediciones, escrituras).ediciones
const textsOf = (ediciones: Ediciones) => Object.fromEntries([...ediciones].map(([id, textos]) => [id, textos]))

describe('what a cell says', () => {
  it.each([
    ['price', '12,5', 12_500_000],
    ['price', '$1,234.50', 1_234_500_000],
    ['lista1', '', null],
    ['iva', '0 %', 1],
    ['iva', '15', 6],
    ['status', 'inactivo', 'INACTIVO'],
    ['name', '  Café  ', 'Café'],
  ])('%s «%s»', (id, texto, valor) => expect(leer(columna(id), fila(1), texto)).toEqual({ ok: true, valor }))

  it.each([
    ['price', '', 'Este campo es requerido.'],
    ['price', 'caro', 'Ingrese un número válido.'],
    ['price', '-1', 'El valor no puede ser menor que 0.'],
    ['iva', '12%', 'Elija una opción de la lista: «12%» no está.'],
    ['name', ' ', 'Este campo es requerido.'],
  ])('%s «%s» is told', (id, texto, problem) => expect(leer(columna(id), fila(1), texto)).toEqual({ ok: false, problem }))

  it('hides the cost from who may not see it', () => expect(columnasFor(false).map(({ id }) => id)).not.toContain('cost'))
})

describe('changes', () => {
  it('what says the same as before is no change, and gives the cell back', () => {
    const row = fila(1)
    expect(escrituraOf(columna('price'), row, '3,50')).toEqual({ id: 'p1', columna: 'price', texto: undefined })
    const first = escribir(new Map(), [escrituraOf(columna('price'), row, '4')])
    const back = escribir(first.ediciones, [escrituraOf(columna('price'), row, '3.5')])
    expect(back.ediciones.size).toBe(0)
    expect(textsOf(escribir(back.ediciones, back.inversas).ediciones)).toEqual({ p1: { price: '4' } })
    expect(escribir(first.ediciones, first.inversas).ediciones.size).toBe(0)
  })

  it('are sent with id, version and what changed alone', () => {
    const row = fila(1, { price_list: [fromDecimal(3), fromDecimal(2.5)] })
    const celdas = cambioOf(columnas, row, { name: 'Resma A4', lista2: '', iva: '0%' })
    expect(enviadoOf({ fila: row, celdas })).toEqual({ id: 'p1', version: 3, name: 'Resma A4', iva: 1, price_list: [3_000_000] })
  })

  it('an empty list before a full one is a problem', () => {
    const celdas = cambioOf(columnas, fila(1), { lista2: '2.50' })
    expect(celdas.map(({ columna: { id }, problem }) => [id, problem])).toEqual([
      ['lista1', 'Complete esta lista o vacíe las que siguen.'],
      ['lista2', undefined],
    ])
  })
})

describe('operations over a selection', () => {
  it.each<[string, Parameters<typeof operar>[1], string, Redondeo, number | undefined]>([
    ['3.50', 'SUBIR_PORCENTAJE', '10', 'CENTAVO', 3.85],
    ['3.33', 'SUBIR_PORCENTAJE', '7.5', 'CENTAVO', 3.58],
    ['3.33', 'SUBIR_PORCENTAJE', '7.5', 'NINGUNO', 3.57975],
    ['3.33', 'SUBIR_PORCENTAJE', '7.5', 'CINCO', 3.6],
    ['12.30', 'SUBIR_PORCENTAJE', '5', 'NOVENTA_Y_NUEVE', 12.99],
    ['3.50', 'BAJAR_PORCENTAJE', '10', 'CENTAVO', 3.15],
    ['3.50', 'BAJAR_PORCENTAJE', '110', 'CENTAVO', undefined],
    ['3.50', 'SUMAR', '0.25', 'CENTAVO', 3.75],
    ['3.50', 'RESTAR', '4', 'CENTAVO', undefined],
    ['3.50', 'PONER', '9', 'NOVENTA_Y_NUEVE', 8.99],
    ['3.52', 'REDONDEAR', '0', 'CINCO', 3.5],
  ])('%s %s %s %s', (from, operacion, valor, redondeo, result) =>
    expect(operar(fromDecimal(Number(from)), operacion, fromDecimal(Number(valor)), redondeo)).toBe(
      result === undefined ? undefined : fromDecimal(result),
    ),
  )

  it('leave texts and empty cells as they are, work on what was typed, and count what stays', () => {
    const hoja = hojaOf([fila(1), fila(2, { price: fromDecimal(0.1) })], new Map([['p1', { price: '10' }]]))
    const { escrituras, saltadas } = operarRango(hoja, rango(0, 1, 'name', 'lista1'), {
      operacion: 'RESTAR',
      valor: fromDecimal(1),
      redondeo: 'CENTAVO',
    })
    expect(textsOf(done(hoja, escrituras))).toEqual({ p1: { price: '9.00' } })
    expect(saltadas).toBe(1)
  })

  it('fill down with what the first row shows, and empty only what may be empty', () => {
    const hoja = hojaOf([fila(1), fila(2), fila(3, { price_list: [fromDecimal(3)] })], new Map([['p1', { price: '9.99' }]]))
    expect(textsOf(done(hoja, rellenar(hoja, rango(0, 2, 'price'))))).toEqual({
      p1: { price: '9.99' },
      p2: { price: '9.99' },
      p3: { price: '9.99' },
    })
    expect(vaciar(hoja, rango(2, 2, 'name', 'lista1'))).toEqual([{ id: 'p3', columna: 'lista1', texto: '' }])
  })
})

describe('the clipboard', () => {
  it.each([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['uno', [['uno']]],
    ['"dos\nlíneas"\t"con ""comillas"""', [['dos líneas', 'con "comillas"']]],
    [
      '\t\n1\t',
      [
        ['', ''],
        ['1', ''],
      ],
    ],
    ['5" tubo\tx', [['5" tubo', 'x']]],
  ])('reads %j', (text, table) => expect(tablaOf(text)).toEqual(table))

  it('pastes rows from a spreadsheet, and says what has no place', () => {
    const hoja = hojaOf([fila(1), fila(2)])
    const { escrituras, fuera, hasta } = pegar(hoja, rango(0, 0, 'name'), 'Lápiz\t1,25\nPluma\t$2.50\nBorrador\t3')
    expect(textsOf(done(hoja, escrituras))).toEqual({ p1: { name: 'Lápiz', price: '1,25' }, p2: { name: 'Pluma', price: '$2.50' } })
    expect([fuera, hasta]).toEqual([2, rango(0, 1, 'name', 'price')])
  })

  it('one copied cell fills the whole selection; what was copied here is pasted back unchanged', () => {
    const hoja = hojaOf([fila(1), fila(2), fila(3)])
    expect(textsOf(done(hoja, pegar(hoja, rango(0, 2, 'price'), '8').escrituras))).toEqual({
      p1: { price: '8' },
      p2: { price: '8' },
      p3: { price: '8' },
    })
    const all = rango(0, 2, 'code', 'status')
    const back = pegar(hoja, all, copiar(hoja, all))
    expect([done(hoja, back.escrituras).size, back.fuera]).toEqual([0, 0])
  })

  it('never changes a code', () => {
    const hoja = hojaOf([fila(1)])
    const { escrituras, fuera } = pegar(hoja, rango(0, 0, 'code'), 'B-9\tLápiz')
    expect([escrituras.map((escritura) => escritura.columna), fuera]).toEqual([['name'], 1])
  })
})
