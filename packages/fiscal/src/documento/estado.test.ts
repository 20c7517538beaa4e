import { describe, expect, it } from 'vitest'

import {
  canMove,
  ESTADOS,
  estadosOfGenerationStatus,
  estadosOfTaxStatus,
  generationStatusOf,
  isFinal,
  isPending,
  needsPerson,
  nextEstados,
  taxStatusOf,
  TRANSICIONES,
  type Estado,
} from './estado.ts'

describe('statuses of each state (reliability §2.1, O-107)', () => {
  it.each<[Estado, number, number | undefined]>([
    ['BORRADOR', 4, undefined],
    ['EMITIDO', 2, 2],
    ['FIRMADO', 1, 2],
    ['ENVIANDO', 1, 3],
    ['INCIERTO', 1, 3],
    ['RECIBIDA', 1, 3],
    ['AUTORIZADO', 1, 1],
    ['RECHAZADO', 1, 4],
    ['RETENIDO', 1, 4],
    ['CUARENTENA', 1, 3],
    ['CERRADO', 3, 4],
    ['ANULADO', 3, 6],
  ])('%s is generation %s and tax %s', (estado, generation, tax) => {
    expect(generationStatusOf(estado)).toBe(generation)
    expect(taxStatusOf(estado)).toBe(tax)
  })
  it('finds the states behind a status', () => {
    expect(estadosOfTaxStatus(4)).toEqual(['RECHAZADO', 'RETENIDO', 'CERRADO'])
    expect(estadosOfGenerationStatus(3)).toEqual(['CERRADO', 'ANULADO'])
  })
})

describe('moves', () => {
  const expected: Record<Estado, Estado[]> = {
    BORRADOR: ['EMITIDO'],
    EMITIDO: ['FIRMADO'],
    FIRMADO: ['ENVIANDO'],
    ENVIANDO: ['RECIBIDA', 'INCIERTO', 'RECHAZADO', 'RETENIDO', 'CUARENTENA'],
    INCIERTO: ['ENVIANDO', 'RECIBIDA', 'AUTORIZADO', 'RECHAZADO', 'RETENIDO', 'CUARENTENA'],
    RECIBIDA: ['AUTORIZADO', 'RECHAZADO', 'INCIERTO', 'RETENIDO', 'CUARENTENA'],
    AUTORIZADO: ['ANULADO'],
    RECHAZADO: ['EMITIDO', 'CERRADO'],
    RETENIDO: ['ENVIANDO', 'CERRADO'],
    CUARENTENA: ['EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'RECIBIDA', 'AUTORIZADO', 'RECHAZADO', 'RETENIDO', 'CERRADO', 'ANULADO'],
    CERRADO: [],
    ANULADO: [],
  }
  it.each(ESTADOS)('from %s only where the table says', (from) => {
    expect([...nextEstados(from)].sort()).toEqual([...expected[from]].sort())
    for (const to of ESTADOS) expect(canMove(from, to)).toBe(expected[from].includes(to))
  })
  it('asks for a person out of quarantine and nowhere else', () => {
    for (const { from, to } of TRANSICIONES) expect(needsPerson(from, to)).toBe(from === 'CUARENTENA')
    expect(needsPerson('AUTORIZADO', 'BORRADOR')).toBe(false)
  })
  it('lists each move once', () => {
    expect(new Set(TRANSICIONES.map((move) => `${move.from}>${move.to}`)).size).toBe(TRANSICIONES.length)
  })
  it('O-47 changes the tax status only along its moves, quarantine aside', () => {
    const allowed = ['undefined>2', '2>3', '3>1', '3>4', '4>2', '4>3', '1>6']
    for (const { from, to, byPerson } of TRANSICIONES) {
      const [before, after] = [taxStatusOf(from), taxStatusOf(to)]
      if (!byPerson && before !== after) expect(allowed).toContain(`${before}>${after}`)
    }
  })
  it('ends in three states, none of which the worker touches', () => {
    expect(ESTADOS.filter(isFinal)).toEqual(['AUTORIZADO', 'CERRADO', 'ANULADO'])
    expect(ESTADOS.filter(isPending)).toEqual(['EMITIDO', 'FIRMADO', 'ENVIANDO', 'INCIERTO', 'RECIBIDA'])
  })
})
