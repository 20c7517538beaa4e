import { describe, expect, it } from 'vitest'

import {
  canDeleteCotizacion,
  canEditCotizacion,
  canFacturarCotizacion,
  canMoveCotizacion,
  estadoCotizacionAt,
  ESTADOS_COTIZACION,
  ESTADOS_COTIZACION_GUARDADOS,
  venceCotizacion,
} from './cotizacion.ts'

describe('states of a quote (O-74)', () => {
  it.each([
    ['BORRADOR', '2026-06-20', false, false, 'BORRADOR'],
    ['BORRADOR', '2026-06-01', false, false, 'BORRADOR'],
    ['ENVIADA', '2026-06-15', false, false, 'ENVIADA'],
    ['ENVIADA', '2026-06-14', false, false, 'VENCIDA'],
    ['ACEPTADA', '2026-06-01', false, false, 'ACEPTADA'],
    ['RECHAZADA', '2026-06-01', false, false, 'RECHAZADA'],
    ['ENVIADA', '2026-06-01', true, false, 'FACTURADA'],
    ['ACEPTADA', '2026-06-20', true, false, 'FACTURADA'],
    ['ACEPTADA', '2026-06-01', true, true, 'FACTURADA_EN_PARTE'],
    ['RECHAZADA', '2026-06-20', true, true, 'FACTURADA'],
  ] as const)('O-74 %s until %s, invoiced %s, with a rest %s, is %s on 15 June', (estado, vence, isFacturada, isParcial, expected) => {
    expect(estadoCotizacionAt({ estado, vence, isFacturada, isParcial }, '2026-06-15')).toBe(expected)
  })

  it('O-74 counts the validity from the day of the quote, its last day included', () => {
    expect(venceCotizacion('2026-06-15', 15)).toBe('2026-06-30')
    expect(venceCotizacion('2026-12-31', 1)).toBe('2027-01-01')
  })

  it('O-74 allows these moves and no others', () => {
    const allowed = ESTADOS_COTIZACION.flatMap((from) =>
      ESTADOS_COTIZACION_GUARDADOS.filter((to) => canMoveCotizacion(from, to)).map((to) => `${from} > ${to}`),
    )
    expect(allowed).toEqual([
      'BORRADOR > ENVIADA',
      'ENVIADA > ACEPTADA',
      'ENVIADA > RECHAZADA',
      'ACEPTADA > BORRADOR',
      'RECHAZADA > BORRADOR',
      'FACTURADA_EN_PARTE > RECHAZADA',
    ])
  })

  it('O-74 keeps what was accepted or invoiced, and invoices what is open', () => {
    expect(ESTADOS_COTIZACION.filter(canEditCotizacion)).toEqual(['BORRADOR', 'ENVIADA', 'RECHAZADA', 'VENCIDA'])
    expect(ESTADOS_COTIZACION.filter(canDeleteCotizacion)).toEqual(['BORRADOR', 'ENVIADA', 'RECHAZADA', 'VENCIDA'])
    expect(ESTADOS_COTIZACION.filter(canFacturarCotizacion)).toEqual(['BORRADOR', 'ENVIADA', 'ACEPTADA', 'FACTURADA_EN_PARTE'])
  })
})
