import { expect, it } from 'vitest'

import { Disyuntores } from './disyuntores.ts'

const open = () => {
  let now = 1_000_000
  const disyuntores = new Disyuntores(() => now)
  const fail = (empresa: string, veces = 1) => Array.from({ length: veces }, () => disyuntores.failed('PRUEBAS', 'RECEPCION', empresa))
  return {
    fail,
    wait: (empresa: string, servicio: 'RECEPCION' | 'AUTORIZACION' = 'RECEPCION') => disyuntores.waitFor('PRUEBAS', servicio, empresa),
    succeed: (empresa: string) => disyuntores.succeeded('PRUEBAS', 'RECEPCION', empresa),
    pass: (ms: number) => void (now += ms),
    abiertas: () => [...disyuntores.abiertas],
  }
}

it('O-119 opens for one company alone after six failures in a row, lets one call in two seconds through, and touches nobody else', () => {
  const { fail, wait, pass, abiertas } = open()
  expect(fail('A', 5)).toEqual(Array(5).fill(undefined))
  expect([wait('A'), wait('A')]).toEqual([0, 0])
  expect(fail('A', 30)).toEqual(['PROPIA', ...Array(29).fill(undefined)])
  expect([wait('A'), wait('A') > 0]).toEqual([0, true])
  for (let n = 0; n < 20; n++) expect(wait('B')).toBe(0)
  expect(wait('A', 'AUTORIZACION')).toBe(0)
  pass(2_000)
  expect([wait('A'), wait('A') > 0]).toEqual([0, true])
  // However long nobody asked: still one at a time, until one succeeds.
  pass(60_000)
  expect([wait('A'), wait('A') > 0]).toEqual([0, true])
  expect(abiertas()).toEqual(['A'])
})

it('O-119 opens for all when several companies fail; a healthy one probes at once and its success opens the way for all', () => {
  const { fail, wait, succeed } = open()
  fail('A', 4)
  expect(fail('B', 2)).toEqual([undefined, 'TODAS'])
  // However lately a failing one probed.
  expect(wait('A')).toBe(0)
  expect(wait('C')).toBe(0)
  expect(wait('C')).toBeGreaterThan(0)
  expect(succeed('C')).toBe('TODAS')
  expect([wait('B'), wait('B'), wait('C'), wait('C')]).toEqual([0, 0, 0, 0])
})

it('O-119 while all are silent the probes of those that failed go round', () => {
  const { fail, wait, pass } = open()
  for (const empresa of ['A', 'B', 'C']) fail(empresa, 6)
  const probed: string[] = []
  for (let second = 0; second < 24; second += 2) {
    pass(2_000)
    for (const empresa of ['A', 'B', 'C']) {
      if (wait(empresa) > 0) continue
      probed.push(empresa)
      fail(empresa)
    }
  }
  expect(probed.join('')).toMatch(/^(ABC|BCA|CAB)+$/)
})

it('a success between failures keeps it closed; after six it says whose breaker it closed', () => {
  const { fail, succeed, wait } = open()
  fail('A', 5)
  expect(succeed('A')).toBeUndefined()
  fail('A', 6)
  wait('A')
  expect(wait('A')).toBeGreaterThan(0)
  // Another company's success says nothing of this one.
  expect(succeed('B')).toBeUndefined()
  expect(wait('A')).toBeGreaterThan(0)
  expect(succeed('A')).toBe('PROPIA')
  expect([wait('A'), wait('A')]).toEqual([0, 0])
})

it('tells of a long outage again before what was told runs out, not at each failure', () => {
  const { fail, pass } = open()
  fail('A', 6)
  let told = 0
  for (let second = 0; second < 60; second += 2) {
    pass(2_000)
    if (fail('A')[0]) told++
  }
  expect(told).toBeGreaterThanOrEqual(4)
  expect(told).toBeLessThan(10)
})
