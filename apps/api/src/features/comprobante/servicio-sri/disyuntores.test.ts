import { expect, it } from 'vitest'

import { Disyuntores } from './disyuntores.ts'

const open = () => {
  let now = 1_000_000
  const disyuntores = new Disyuntores(() => now)
  const fail = (empresa: string, veces = 1) =>
    Array.from({ length: veces }, () => disyuntores.failed('PRUEBAS', 'RECEPCION', empresa)?.alcance)
  // The first success of a process takes back what another one told; here that is over.
  for (const empresa of ['A', 'B', 'C']) disyuntores.succeeded('PRUEBAS', 'RECEPCION', empresa)
  return {
    disyuntores,
    fail,
    wait: (empresa: string, servicio: 'RECEPCION' | 'AUTORIZACION' = 'RECEPCION') => disyuntores.waitFor('PRUEBAS', servicio, empresa),
    succeed: (empresa: string) => disyuntores.succeeded('PRUEBAS', 'RECEPCION', empresa),
    pass: (ms: number) => void (now += ms),
    abiertas: () => [...disyuntores.abiertas],
  }
}

it('O-119 opens for one company alone after six failures in a row, lets one call in two seconds through, and touches nobody else', () => {
  const { fail, wait, pass, abiertas } = open()
  fail('A', 5)
  expect([wait('A'), wait('A')]).toEqual([0, 0])
  fail('A', 30)
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
  const { fail, wait, succeed, pass } = open()
  fail('A', 4)
  fail('B', 1)
  pass(5_000)
  expect(fail('B', 1)).toEqual(['TODAS'])
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
  const { fail, succeed, wait, pass } = open()
  fail('A', 5)
  expect(succeed('A')).toBeUndefined()
  pass(1)
  fail('A', 5)
  pass(5_000)
  fail('A')
  wait('A')
  expect(wait('A')).toBeGreaterThan(0)
  // Another company's success says nothing of this one.
  expect(succeed('B')).toBeUndefined()
  expect(wait('A')).toBeGreaterThan(0)
  expect(succeed('A')).toBe('PROPIA')
  expect([wait('A'), wait('A')]).toEqual([0, 0])
})

it('people are told from the second failure in a row, with the hour of the first, and again before that runs out', () => {
  const { disyuntores, pass, succeed } = open()
  const fail = () => disyuntores.failed('PRUEBAS', 'RECEPCION', 'A')
  expect(fail()).toBeUndefined()
  pass(7_000)
  expect(fail()).toEqual({ alcance: 'PROPIA', desde: 1_000_000, hasta: 1_007_000 + 1_200_000 })
  const told: unknown[] = []
  for (let minute = 0; minute < 60; minute += 10) {
    pass(600_000)
    told.push(fail())
  }
  expect(told).toHaveLength(6)
  expect(told.every((one) => (one as { desde: number } | undefined)?.desde === 1_000_000)).toBe(true)
  expect([succeed('A'), succeed('A')]).toEqual(['PROPIA', undefined])
})

it('failures between successes are told to nobody, however many come at once', () => {
  const { fail, succeed, pass } = open()
  for (let second = 0; second < 20; second++) {
    expect(fail('A', 10).filter(Boolean)).toEqual([])
    expect(succeed('A')).toBeUndefined()
    pass(1_000)
  }
})

it('the first success in a process takes back what one that died has told', () => {
  const disyuntores = new Disyuntores(() => 0)
  const succeed = (empresa: string) => disyuntores.succeeded('PRUEBAS', 'RECEPCION', empresa)
  expect([succeed('A'), succeed('A'), succeed('B'), succeed('B')]).toEqual(['TODAS', undefined, 'PROPIA', undefined])
})
