import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { buildSession, inHours } from '../../testing/build-session.ts'
import {
  acknowledgeExpiry,
  currentSession,
  endSession,
  extendSession,
  followOtherTabs,
  lockSession,
  loseSession,
  restoreSession,
  sessionIsValid,
  sessionStore,
  startSession,
  unlockSession,
  updateMenus,
  updateSession,
} from './session.ts'

const stored = () => JSON.parse(localStorage.getItem('auth') ?? 'null') as unknown
const store = (value: unknown) => localStorage.setItem('auth', JSON.stringify(value))

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z') }))
describe('the session', () => {
  it('R-4.1 is empty with nothing stored', () => {
    restoreSession()
    expect(sessionStore.get()).toEqual({ session: undefined, expired: false, locked: false })
  })

  it('R-4.2 R-3.1.1 is stored under auth on login', () => {
    startSession(buildSession())
    expect(stored()).toEqual(buildSession())
  })

  it('R-4.3 is restored from auth on reload', () => {
    store(buildSession({ username: 'vendedor' }))
    restoreSession()
    expect(currentSession()?.username).toBe('vendedor')
  })

  it('R-4.4 R-2.9.32 is removed on logout', () => {
    startSession(buildSession())
    endSession()
    expect([currentSession(), localStorage.getItem('auth')]).toEqual([undefined, null])
  })

  it.each([
    ['half a session', { token: 'x' }],
    ['a number', 7],
    ['nothing', null],
  ])('counts %s under auth as none', (_, value) => {
    store(value)
    restoreSession()
    expect(sessionStore.get()).toEqual({ session: undefined, expired: false, locked: false })
  })

  it('survives text under auth that is no JSON', () => {
    localStorage.setItem('auth', '{')
    restoreSession()
    expect(currentSession()).toBeUndefined()
  })
})

describe('expiration', () => {
  it('R-4.9 happens at its moment by itself, and asks for the dialog', () => {
    startSession(buildSession({ expiration_date: inHours(12) }))
    vi.advanceTimersByTime(12 * 3_600_000 - 1)
    expect(currentSession()).toBeDefined()
    vi.advanceTimersByTime(1)
    expect(sessionStore.get()).toEqual({ session: undefined, expired: true, locked: false })
    expect(stored()).toBeNull()
    acknowledgeExpiry()
    expect(sessionStore.get().expired).toBe(false)
  })

  it('R-4.6 R-4.10 has already happened when a past session is found at load', () => {
    store(buildSession({ expiration_date: inHours(-1) }))
    restoreSession()
    expect(sessionStore.get()).toEqual({ session: undefined, expired: true, locked: false })
    expect(stored()).toBeNull()
  })

  it('is not valid without a date that can be read', () => {
    expect(sessionIsValid(buildSession({ expiration_date: 'mañana' }))).toBe(false)
  })

  it('follows the date of the newest sign-in only', () => {
    startSession(buildSession({ expiration_date: inHours(1) }))
    startSession(buildSession({ expiration_date: inHours(2) }))
    vi.advanceTimersByTime(3_600_000)
    expect(currentSession()).toBeDefined()
  })
})

describe('fresh data of the session', () => {
  it('replaces menus and rights, and keeps the token', () => {
    startSession(buildSession())
    updateSession(buildSession({ menus: [{ to: '/producto', label: 'Productos' }] }))
    expect(currentSession()).toMatchObject({ token: 'ficha-1', menus: [{ to: '/producto' }] })
  })

  it('is dropped when it belongs to the company of before', () => {
    startSession(buildSession())
    updateSession(buildSession({ businessId: '33333333-3333-4333-8333-333333333333', businessName: 'OTRA' }))
    expect(currentSession()?.businessName).toBe('COMERCIAL ANDINA S.A.')
  })
})

it('O-39 a session lost here does not end the one another tab went on with: that one is taken over', () => {
  startSession(buildSession())
  store(buildSession({ token: 'ficha-2', businessId: '33333333-3333-4333-8333-333333333333' }))
  loseSession()
  expect(currentSession()?.token).toBe('ficha-2')
  expect(stored()).toMatchObject({ token: 'ficha-2' })
  loseSession()
  expect([currentSession(), stored()]).toEqual([undefined, null])
})

it('signs out here when another tab signs out, and in when it signs in', () => {
  const stop = followOtherTabs()
  startSession(buildSession())
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth', newValue: null }))
  expect(currentSession()).toBeUndefined()
  store(buildSession())
  window.dispatchEvent(new StorageEvent('storage', { key: 'auth', newValue: 'x' }))
  expect(currentSession()).toBeDefined()
  stop()
})

describe('O-118 a company for each tab', () => {
  const OTRA = '33333333-3333-4333-8333-333333333333'
  const elsewhere = buildSession({ token: 'ficha-2', businessId: OTRA, businessName: 'OTRA', expiration_date: inHours(9) })
  let stop: () => void
  const hear = (session: unknown) => {
    store(session)
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth', newValue: 'x' }))
  }
  beforeEach(() => {
    stop = followOtherTabs()
    startSession(buildSession({ expiration_date: inHours(8) }))
  })
  afterEach(() => stop())

  it('stays in its own when another tab changes, after a reload too, and both have one end', () => {
    hear(elsewhere)
    expect(currentSession()).toMatchObject({ token: 'ficha-1', expiration_date: elsewhere.expiration_date })
    restoreSession()
    expect(currentSession()).toMatchObject({ token: 'ficha-1', expiration_date: elsewhere.expiration_date })
  })

  it('leaves auth to the latest: fresh data of an older one is no news, more time and the password are', () => {
    hear(elsewhere)
    updateMenus([{ to: '/producto', label: 'Productos' }])
    expect(stored()).toEqual(elsewhere)
    extendSession(inHours(20))
    expect(stored()).toMatchObject({ token: 'ficha-2', businessId: OTRA, expiration_date: inHours(20) })
    lockSession()
    unlockSession()
    expect(stored()).toMatchObject({ token: 'ficha-2', reanudada: expect.any(Number) })
  })

  it('a new tab begins with the latest, one of another user too', () => {
    hear(elsewhere)
    sessionStorage.clear()
    restoreSession()
    expect(currentSession()?.token).toBe('ficha-2')
    hear(buildSession({ id: OTRA, token: 'ficha-3' }))
    expect(currentSession()?.token).toBe('ficha-3')
  })

  it('ends with the sign-in, and a reload finds nothing', () => {
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth', newValue: null }))
    expect([currentSession(), sessionStorage.getItem('auth')]).toEqual([undefined, null])
  })

  it('goes on when another tab gave the password', () => {
    lockSession()
    hear({ ...elsewhere, reanudada: 1 })
    expect(sessionStore.get()).toMatchObject({ locked: false, session: { token: 'ficha-1' } })
  })
})
