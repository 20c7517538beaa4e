import { beforeEach, expect, it } from 'vitest'

import { buildSession } from '../../testing/build-session.ts'
import { forgetInterrupted, holdAbierto, interrupt, interruptedIn, isInterrupted } from './interrumpido.ts'

const session = buildSession()
beforeEach(forgetInterrupted)

it('a document with something written is gone back to by the same user in the same company, once', () => {
  const release = holdAbierto(() => '/documento/registro')
  interrupt(session)
  release()
  expect([isInterrupted(), interruptedIn(session)]).toEqual([true, '/documento/registro'])
  expect(interruptedIn({ ...session, id: 'otro' })).toBeUndefined()
  expect(interruptedIn({ ...session, businessId: 'otra' })).toBeUndefined()
  forgetInterrupted()
  expect([isInterrupted(), interruptedIn(session)]).toEqual([false, undefined])
})

it('nothing is gone back to where nothing was written, nothing was open, or nobody was signed in', () => {
  const release = holdAbierto(() => undefined)
  interrupt(session)
  expect(isInterrupted()).toBe(false)
  release()
  const other = holdAbierto(() => '/nota')
  interrupt(undefined)
  expect(isInterrupted()).toBe(false)
  other()
  interrupt(session)
  expect(isInterrupted()).toBe(false)
})
