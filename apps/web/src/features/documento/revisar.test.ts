import type { Contexto } from '@yupana/contract'
import { describe, expect, it } from 'vitest'

import { CONSUMIDOR } from '../../domain/emision/comprador-valores.ts'
import { emptyPago } from '../../domain/emision/pagos-valores.ts'
import { emptyLinea } from '../../domain/lineas-editor/linea-valores.ts'
import { buildContexto, HOY } from '../../testing/build-contexto.ts'
import { emptyFactura, type FacturaValores } from './factura-valores.ts'
import { revisar } from './revisar.ts'

const contexto = buildContexto({ puntos: [], materiales: [{ codigo: '001', nombre: 'Cemento' }] })
const linea = (changes = {}) => ({ ...emptyLinea(), codigo: 'A-1', descripcion: 'Resma', cantidad: '1', precio: '10', ...changes })
const valid = (changes: Partial<FacturaValores> = {}): FacturaValores => ({
  ...emptyFactura(HOY, '001-001'),
  comprador: CONSUMIDOR,
  lineas: [linea()],
  ...changes,
})
const review = (valores: FacturaValores, own: Partial<Contexto> = {}) => revisar(valores, HOY, { ...contexto, ...own })
const found = (valores: FacturaValores, own: Partial<Contexto> = {}) =>
  review(valores, own).problemas.map(({ campo, message }) => `${campo}: ${message}`)

describe('before it is issued', () => {
  it('finds nothing in a sale of ten dollars to consumidor final', () => expect(review(valid())).toEqual({ problemas: [], avisos: [] }))

  it.each([
    ['nobody buys', { comprador: null }, 'comprador: Elija el cliente, o consumidor final.'],
    [
      'O-58 consumidor final above its ceiling',
      { lineas: [linea({ precio: '50' })] },
      'comprador: Sobre $50.00 se debe identificar al comprador.',
    ],
    ['no line', { lineas: [emptyLinea()] }, 'lineas.0.codigo: Agregue al menos una línea.'],
    ['a tip above 10 %', { propina: '1.01' }, 'propina: La propina no puede superar el 10% del subtotal ($1.00).'],
    ['a tip that is no number', { propina: 'x' }, 'propina: Ingrese un número válido.'],
    [
      'O-59 payments that do not meet the total',
      { pagos: [emptyPago('4'), emptyPago('5')] },
      'pagos: Los pagos suman $9.00 y el total es $11.50.',
    ],
    ['a mail that is none', { correos: 'ana@' }, 'correos: Ingrese un correo válido. Revise «ana@».'],
    ['a waybill without its form', { guia_remision: '123' }, 'guia_remision: Escriba la guía como 001-001-000000123.'],
    ['R-5.1.5 a plate without its hyphen', { placa: 'ABC123' }, 'placa: Ingrese una placa válida.'],
    ['half an additional field', { info_adicional: [{ nombre: 'Mesa', valor: '' }] }, 'info_adicional.0.valor: Este campo es requerido.'],
    ['a date in the future', { fecha_emision: '2026-11-21' }, 'fecha_emision: La fecha de emisión no puede ser futura.'],
  ])('%s', (_, changes, problem) => expect(found(valid(changes))).toContain(problem))

  it('O-102 a negocio popular sells at 0 % only, said at the line of the screen', () => {
    const condiciones = [{ tipo: 'REGIMEN' as const, desde: '2026-01-01', hasta: null, valor: 'NEGOCIO_POPULAR' }]
    expect(found(valid({ lineas: [emptyLinea(), linea()] }), { condiciones })).toEqual([
      'lineas.1.iva: Un negocio popular factura solo con tarifa 0%.',
    ])
  })

  it('names the lines that commercial transport did not reach, and does not block', () => {
    const lineas = [linea({ codigo_auxiliar: 'H492001' }), emptyLinea(), linea(), linea({ codigo_auxiliar: 'OTRO' })]
    expect(review(valid({ lineas }))).toEqual({ problemas: [], avisos: ['Líneas sin el código de transporte comercial: 3, 4.'] })
    expect(review(valid({ lineas: lineas.slice(0, 2) })).avisos).toEqual([])
    expect(review(valid({ lineas: lineas.slice(2) })).avisos).toEqual([])
  })

  it('O-59 warns of cash above the amount that must go through a bank, and does not block', () => {
    const comprador = { tipo_identificacion: '05' as const, identificacion: '1712345675', razon_social: 'ANA' }
    const { problemas, avisos } = review(valid({ comprador, lineas: [linea({ precio: '600' })] }))
    expect([problemas, avisos.length]).toEqual([[], 1])
  })
})
