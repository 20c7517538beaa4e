import { expect, it } from 'vitest'

import { Disyuntores } from './servicios-sri.ts'

const open = (start = 1_000_000) => {
  let now = start
  const disyuntores = new Disyuntores(() => now)
  return {
    fail: () => disyuntores.failed('PRUEBAS', 'RECEPCION'),
    wait: (servicio: 'RECEPCION' | 'AUTORIZACION' = 'RECEPCION') => disyuntores.waitFor('PRUEBAS', servicio),
    succeed: () => disyuntores.succeeded('PRUEBAS', 'RECEPCION'),
    pass: (ms: number) => void (now += ms),
  }
}

it('opens after six failures in a row, lets one call in two seconds through, and leaves the other service alone', () => {
  const { fail, wait, pass } = open()
  for (let n = 0; n < 5; n++) expect(fail()).toBe(false)
  expect(wait()).toBe(0)
  expect(fail()).toBe(true)
  expect(wait()).toBe(0)
  expect(wait()).toBeGreaterThan(0)
  pass(2_000)
  expect(wait()).toBe(0)
  expect(wait('AUTORIZACION')).toBe(0)
})

it('a success between failures keeps it closed, and closes it for all', () => {
  const { fail, succeed, wait } = open()
  for (let n = 0; n < 5; n++) fail()
  expect(succeed()).toBe(false)
  for (let n = 0; n < 6; n++) fail()
  wait()
  expect(wait()).toBeGreaterThan(0)
  expect(succeed()).toBe(true)
  expect(wait()).toBe(0)
})

it('tells of a long outage again before what was told runs out', () => {
  const { fail, pass } = open()
  for (let n = 0; n < 6; n++) fail()
  let told = 0
  for (let second = 0; second < 60; second += 2) {
    pass(2_000)
    if (fail()) told++
  }
  // Every fifteen seconds at the latest, not at each failure.
  expect(told).toBeGreaterThanOrEqual(4)
  expect(told).toBeLessThan(10)
})
