import { checkIdentificacion } from '@yupana/fiscal'
import { describe, expect, it } from 'vitest'

import { cedulaOf } from './factura-form.ts'
import { figuraOf, median, percentile } from './figura.ts'

describe('a measured figure', () => {
  const medida = { name: 'x', what: 'x', unit: 'ms', reference: { value: 4, what: 'peer' } }

  it('is met only when the value and its ratio keep within their limits', () => {
    const limits = { target: { sign: '<=', limit: 10 }, also: { sign: '<=', limit: 2, ofRatio: true } } as const
    expect(figuraOf({ ...medida, ...limits, value: 8 })).toMatchObject({ ok: true, ratio: 2, target: '<= 10 ms, <= 2×' })
    expect(figuraOf({ ...medida, ...limits, value: 9 })).toMatchObject({ ok: false })
    expect(figuraOf({ ...medida, ...limits, reference: { value: 10, what: 'peer' }, value: 11 })).toMatchObject({ ok: false })
  })

  it('is neither met nor missed without a target, and missed when a ratio has nothing to be held against', () => {
    expect(figuraOf({ ...medida, value: 8 })).toMatchObject({ ok: null, target: null })
    expect(figuraOf({ ...medida, reference: undefined, value: 8, target: { sign: '>=', limit: 1, ofRatio: true } })).toMatchObject({
      ok: false,
      ratio: null,
    })
  })

  it('takes the value that the share of all does not pass', () => {
    const hundred = Array.from({ length: 100 }, (_, n) => 100 - n)
    expect([percentile(hundred, 0.95), percentile(hundred, 1), median([3, 1, 2])]).toEqual([95, 100, 2])
  })
})

it('makes up clients whose cédula is sound', () => {
  for (let n = 0; n < 50; n++) expect(checkIdentificacion('05', cedulaOf(n))).toMatchObject({ valid: true })
})
