import { describe, expect, it } from 'vitest'

import { claseOf } from './nota-clase.ts'

describe('what a recovered credit note was for', () => {
  it.each([
    ['the whole factura', 'Por pedido del cliente', { isWhole: true, soloMonto: [false] }, 'ANULACION', true],
    ['units of it', 'Error en la entrega', { isWhole: false, soloMonto: [false, false] }, 'DEVOLUCION', true],
    ['money, called a discount', 'Descuento por volumen', { isWhole: false, soloMonto: [true] }, 'DESCUENTO', true],
    ['money, called an error', 'Corrige el precio', { isWhole: false, soloMonto: [true] }, 'CORRECCION', true],
    ['money, by words that say nothing', 'Acuerdo comercial', { isWhole: false, soloMonto: [true] }, 'CORRECCION', false],
    ["of another's factura, called a return", 'Devolución de mercadería', undefined, 'DEVOLUCION', true],
    ['by words that say two things', 'Devolución con descuento', undefined, 'CORRECCION', false],
  ] as const)('%s', (_, motivo, devolucion, clase, isKnown) => expect(claseOf(motivo, devolucion)).toEqual({ clase, isKnown }))
})
