import { describe, expect, it } from 'vitest'

import type { Enmienda } from './enmienda.ts'
import { cambioOf, retiroOf } from './norma-cambio.ts'
import { normasOf } from './normas.ts'
import { TEMAS, type Tema } from './tema.ts'

const HOY = '2026-11-22'
const nueva = (tema: Tema, codigo: string, valor: string | null, rest: Partial<Enmienda> = {}): Enmienda => ({
  id: 1,
  tema,
  codigo,
  nombre: 'Nombre',
  valor,
  source: 'R.O. 999',
  confidence: 'V',
  validFrom: '2027-01-01',
  ...rest,
})
const problems = (one: Enmienda, before: Enmienda[] = []) =>
  cambioOf([one], HOY, before).problemas.map(({ campo, mensaje }) => `${campo}: ${mensaje}`)

describe('a new validity', () => {
  it('shows the periods as they would stand', () => {
    const { problemas, periodos, cambiaPasado } = cambioOf([nueva('IVA', '4', '16')], HOY, [])
    expect({ problemas, cambiaPasado }).toEqual({ problemas: [], cambiaPasado: false })
    expect(periodos.map(({ texto, validFrom, validTo }) => [texto, validFrom, validTo])).toEqual([
      ['16%', '2027-01-01', undefined],
      ['15%', '2024-04-01', '2026-12-31'],
    ])
  })
  it.each<[string, Enmienda, string]>([
    ['no source', nueva('IVA', '4', '16', { source: ' ' }), 'fuente: Escriba la fuente'],
    ['no name', nueva('IVA', '4', '16', { nombre: '' }), 'nombre: '],
    ['ends before it begins', nueva('IVA', '4', '16', { validTo: '2026-12-31' }), 'hasta: La fecha final'],
    ['a rate beyond reason', nueva('IVA', '4', '1500'), 'valor: '],
    ['words for a rate', nueva('IVA', '4', 'quince'), 'valor: '],
    ['three decimals of a percentage', nueva('IVA', '4', '12.345'), 'valor: '],
    ['a code of another shape', nueva('IVA', 'X', '15'), 'codigo: '],
    ['an unknown parameter', nueva('PARAMETRO', 'otro', '15'), 'codigo: '],
    ['a ceiling beyond reason', nueva('PARAMETRO', 'consumidorFinalMaximo', '5000000'), 'valor: '],
    ['a day that no month has', nueva('PARAMETRO', 'anulacionDia', 'Día 31'), 'valor: '],
    ['maybe', nueva('PARAMETRO', 'consumidorFinalModificable', 'Tal vez'), 'valor: '],
    ['percentages with a slip', nueva('RETENCION_RENTA', '312', '2 oo 3'), 'valor: '],
    ['more than the whole', nueva('RETENCION_IVA', '3', '110'), 'valor: '],
    ['a document no table has', nueva('SUSTENTO', '10', '19, 99'), 'valor: '],
    ['an ICE without figures', nueva('ICE', '3101', 'por litro'), 'valor: '],
    ['a day of rest of another year', nueva('FERIADO', 'NACIONALES', '30/02', { validTo: '2027-12-31' }), 'valor: '],
    ['a calendar without end', nueva('FERIADO', 'NACIONALES', '01/01'), 'hasta: El calendario'],
    ['a parameter that ends', nueva('PARAMETRO', 'propinaMaxima', null), 'hasta: Un parámetro rige siempre'],
    [
      'over a later period',
      nueva('RETENCION_RENTA', '312', '3', { validFrom: '2025-01-01' }),
      'hasta: Desde el 01/03/2026 ya rige «2%»: la vigencia termina a más tardar el 28/02/2026.',
    ],
    [
      'days on which nothing would hold',
      nueva('IVA', '3', '14', { validFrom: '2027-01-01' }),
      'desde: Desde el 01/06/2017 no regiría nada',
    ],
  ])('is refused: %s', (_, one, text) => expect(problems(one)).toEqual([expect.stringContaining(text)]))
  it.each<[string, Enmienda]>([
    ['a code that begins', nueva('RETENCION_RENTA', '399', '1 a 2')],
    ['the end of a code', nueva('RETENCION_RENTA', '312', null)],
    ['words that leave the choice', nueva('RETENCION_RENTA', '346', 'varios porcentajes')],
    ['a decreed calendar', nueva('FERIADO', 'NACIONALES', '01/01, 08/02', { validTo: '2027-12-31' })],
    ['a correction from the first day on', nueva('RETENCION_RENTA', '312', '2.5', { validFrom: '2026-03-01' })],
  ])('is admitted: %s', (_, one) => expect(problems(one)).toEqual([]))
})

describe('the past', () => {
  it.each<[string, Enmienda, boolean]>([
    ['another value yesterday', nueva('IVA', '4', '16', { validFrom: '2026-11-21' }), true],
    ['another value from today on', nueva('IVA', '4', '16', { validFrom: HOY }), false],
    ['the same value with a better source', nueva('IVA', '4', '15', { validFrom: '2024-04-01' }), false],
    ['a code that begins last year', nueva('RETENCION_RENTA', '399', '2', { validFrom: '2025-01-01' }), true],
  ])('%s', (_, one, expected) => expect(cambioOf([one], HOY, []).cambiaPasado).toBe(expected))
  it('is touched too when an enmienda that held is taken back', () => {
    const held = nueva('IVA', '4', '16', { validFrom: '2026-10-01' })
    expect(retiroOf(held, HOY, [held])).toMatchObject({ problemas: [], cambiaPasado: true })
    const coming = nueva('IVA', '4', '16')
    expect(retiroOf(coming, HOY, [coming])).toMatchObject({ problemas: [], cambiaPasado: false })
  })
  it('a later enmienda keeps its ground', () => {
    const coming = nueva('IVA', '4', '16')
    expect(problems(nueva('IVA', '4', '17', { id: 2, validFrom: '2026-12-01' }), [coming])).toEqual([
      expect.stringContaining('ya rige «16%»'),
    ])
  })
})

it.each(TEMAS)('%s: what the program brings can be written again as it is shown', (tema) => {
  const unreadable = normasOf(tema).filter((norma) => {
    const { codigo, nombre, texto, source, confidence, validFrom, validTo } = norma
    const again = {
      id: 1,
      tema,
      codigo,
      nombre,
      valor: texto,
      source,
      confidence,
      ...(validFrom && { validFrom }),
      ...(validTo && { validTo }),
    }
    const { problemas, periodos } = cambioOf([again], HOY, [])
    return problemas.length > 0 || periodos.find((one) => one.enmienda === 1)?.texto !== texto
  })
  // Two values that are no valid rates: a rate outside the table, and words with figures in them.
  expect(
    [...new Set(unreadable.map(({ texto }) => texto))].filter((texto) => texto !== 'Sin tarifa en la tabla' && !/^conforme/.test(texto)),
  ).toEqual([])
})
