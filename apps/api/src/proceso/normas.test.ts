import { expect, it } from 'vitest'

import type { Db } from '../db/connect.ts'
import { forgetNormas, keepNormas } from './normas.ts'

/** A table whose version is asked for by hand: each question waits until it is answered. */
function askedByHand() {
  const answers: ((id: number | null) => void)[] = []
  const executeTakeFirst = () => new Promise((resolve) => answers.push((id) => resolve({ id })))
  return { answers, db: { selectFrom: () => ({ select: () => ({ executeTakeFirst }) }) } as unknown as Db }
}

it('asks again where a change was made while it was asking: the answer may be from before it', async () => {
  const { answers, db } = askedByHand()
  const kept = keepNormas(db)
  forgetNormas()
  answers[0]?.(null)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.(null)
  expect(await kept).toBe(0)
  expect([await keepNormas(db), answers.length]).toEqual([0, 2])
})
