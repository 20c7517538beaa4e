import { describe, expect, it } from 'vitest'

import { fromUnits } from '../valor/monto.ts'
import { repartirVenta, restoCotizacion } from './cotizacion-parte.ts'

const A = '7b9c2f6e-0000-4000-8000-00000000000a'
const B = '7b9c2f6e-0000-4000-8000-00000000000b'
const linea = (descripcion: string, cantidad: number, producto_id?: string) => ({
  descripcion,
  cantidad: fromUnits(cantidad),
  ...(producto_id && { producto_id }),
})
const toma = (at: number, cantidad: number) => ({ linea: at, cantidad: fromUnits(cantidad) })

describe('what a factura takes of a quote (O-74)', () => {
  const cotizadas = [linea('Cemento', 10, A), linea('Varilla', 4, B), linea('Flete', 1)]

  it('takes each product up to what is left, by the product whatever the words say', () => {
    const { tomas, exceso } = repartirVenta(cotizadas, [toma(0, 7)], [linea('CEMENTO GRIS', 3, A.toUpperCase()), linea('Flete', 1)])
    expect(tomas).toEqual([toma(0, 3), toma(2, 1)])
    expect(exceso).toEqual([])
    expect(restoCotizacion(cotizadas, [toma(0, 7), ...tomas])).toEqual([0, fromUnits(4), 0])
  })

  it('tells what is more than is left, and nothing of what the quote never had', () => {
    const { tomas, exceso } = repartirVenta(cotizadas, [toma(0, 7)], [linea('Cemento', 5, A), linea('Clavos', 9)])
    expect(tomas).toEqual([toma(0, 3)])
    expect(exceso).toEqual([{ de: 0, queda: fromUnits(3) }])
  })

  it('the same product on two lines: that of just the quantity first, else one after the other', () => {
    const dos = [linea('Cemento', 10, A), linea('Cemento', 4, A)]
    expect(repartirVenta(dos, [], [linea('Cemento', 4, A)]).tomas).toEqual([toma(1, 4)])
    expect(repartirVenta(dos, [], [linea('Cemento', 12, A)]).tomas).toEqual([toma(0, 10), toma(1, 2)])
  })

  it('a line takes of the one it came from, whatever its words say; one of another product does not', () => {
    const from = (linea_cotizacion: number, vendida: object) => ({ ...linea('Otra cosa', 1), ...vendida, linea_cotizacion })
    expect(repartirVenta(cotizadas, [], [from(2, { descripcion: 'Flete a Quito' })]).tomas).toEqual([toma(2, 1)])
    expect(repartirVenta(cotizadas, [toma(2, 1)], [from(2, { descripcion: 'Flete a Quito' })]).exceso).toEqual([{ de: 0, queda: 0 }])
    expect(repartirVenta(cotizadas, [], [from(1, { producto_id: A })]).tomas).toEqual([toma(0, 1)])
    expect(repartirVenta(cotizadas, [], [from(9, {})]).tomas).toEqual([])
  })

  it('a line without product is known by code and words', () => {
    expect(repartirVenta([{ ...linea('Flete', 2), codigo: 'F' }], [], [linea('Flete', 2)]).tomas).toEqual([])
    expect(repartirVenta([{ ...linea('Flete', 2, A), codigo: 'F' }], [], [{ ...linea('Flete', 2), codigo: 'F' }]).tomas).toHaveLength(1)
  })
})
