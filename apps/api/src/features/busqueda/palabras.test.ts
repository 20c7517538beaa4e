import { describe, expect, it } from 'vitest'

import { ordenOf, wordsOfQuery, wordsOfRow } from './palabras.ts'

describe('words', () => {
  it('lose accents, tildes and capitals', () => {
    expect(wordsOfQuery('  ÑANDÚ Pérez-Güell ')).toEqual(['nandu', 'perez', 'guell'])
  })

  it('are the same however the accent was typed', () => {
    expect(wordsOfQuery('Jose\u0301')).toEqual(wordsOfQuery('José'))
  })

  it('keep digits of codes and identifications', () => {
    expect(wordsOfQuery('ABC-001/7861234567890')).toEqual(['abc', '001', '7861234567890'])
  })

  it('are distinct, at most 12 of a question, and none longer than 40 characters', () => {
    expect(wordsOfQuery('uno Uno UNO')).toEqual(['uno'])
    expect(wordsOfQuery(Array.from({ length: 20 }, (_, at) => `p${at}`).join(' '))).toHaveLength(12)
    expect(wordsOfQuery('a'.repeat(99))).toEqual(['a'.repeat(40)])
  })

  it('of a row come from several texts, the first of them first', () => {
    expect(wordsOfRow('1712345678', 'Ana Ruiz', null, 'Tienda Ana')).toEqual(['1712345678', 'ana', 'ruiz', 'tienda'])
  })

  it('are none where there are only signs', () => {
    expect(wordsOfQuery('¿—%_*?')).toEqual([])
  })
})

it('order puts Ávila beside Avila', () => {
  expect(['Zuleta', 'ávila', 'Avilés', 'Núñez', 'Nunez B'].map(ordenOf).toSorted()).toEqual([
    'avila',
    'aviles',
    'nunez',
    'nunez b',
    'zuleta',
  ])
})
