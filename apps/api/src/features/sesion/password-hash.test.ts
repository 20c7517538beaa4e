import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createPasswordHasher } from './password-hash.ts'

// Nobody waits too long here, however slow the machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('who asks from a network of theirs waits for no guess from elsewhere', async () => {
  const passwordHasher = createPasswordHasher('una clave maestra para las pruebas')
  const stored = await passwordHasher.hash('Correcta-2026')
  const served: string[] = []
  const ask = async (who: string, password: string, isConocida: boolean) => {
    const matches = await passwordHasher.verify(stored, password, isConocida)
    served.push(who)
    return matches
  }
  const guesses = [1, 2, 3, 4, 5].map((n) => ask(`adivina ${n}`, `Equivocada-${n}`, false))
  expect(await ask('la dueña', 'Correcta-2026', true)).toBe(true)
  // Two were under way already.
  expect(served.indexOf('la dueña')).toBeLessThan(4)
  expect(await Promise.all(guesses)).toEqual([false, false, false, false, false])
})
