import { canMove, ESTADOS, needsPerson } from '@yupana/fiscal'
import { describe, expect, it } from 'vitest'

import { saltosOf } from './conciliar.service.ts'
import { wayBetween } from './importar.service.ts'
import { fechasBetween } from './serie-buscada.ts'

describe('days to ask about', () => {
  it('run from the backup until today in Ecuador', () => {
    expect(fechasBetween(new Date('2026-06-15T10:00:00-05:00'), '2026-06-17', 0)).toEqual(['2026-06-15', '2026-06-16', '2026-06-17'])
  })
  it('begin as far before as the company may date a document', () => {
    expect(fechasBetween(new Date('2026-03-01T10:00:00-05:00'), '2026-03-01', 2)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  })
  it('include the day before a backup of shortly after midnight', () => {
    expect(fechasBetween(new Date('2026-06-15T00:20:00-05:00'), '2026-06-15', 0)).toEqual(['2026-06-14', '2026-06-15'])
  })
})

describe('numbers without a document', () => {
  it('are joined to ranges by their reason', () => {
    const saltos = saltosOf(10, 17, new Set([12, 17]), new Map([[15, 'refused']]))
    expect(saltos.map(({ desde, hasta }) => [desde, hasta])).toEqual([
      [10, 11],
      [13, 14],
      [15, 15],
      [16, 16],
    ])
    expect(saltos[2]?.motivo).toBe('refused')
  })
})

describe('the way from one state to another', () => {
  it('takes only allowed moves that need no person, and never a correction', () => {
    for (const from of ESTADOS)
      for (const to of ESTADOS) {
        let last = from
        for (const next of wayBetween(from, to) ?? []) {
          expect(
            canMove(last, next) && !needsPerson(last, next) && !(last === 'RECHAZADO' && next === 'EMITIDO'),
            `${last} → ${next}`,
          ).toBe(true)
          last = next
        }
      }
  })
  it('leads an unsigned document to its authorization', () => {
    expect(wayBetween('EMITIDO', 'AUTORIZADO')).toEqual(['FIRMADO', 'ENVIANDO', 'RECIBIDA', 'AUTORIZADO'])
    expect(wayBetween('RECHAZADO', 'AUTORIZADO')).toBeUndefined()
    expect(wayBetween('RECIBIDA', 'RECIBIDA')).toEqual([])
  })
})
