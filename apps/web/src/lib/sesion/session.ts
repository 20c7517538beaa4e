import { Session, type Menu } from '@yupana/contract'

import { serverNow } from './server-clock.ts'
import { readStored, removeStored, STORAGE_KEYS, writeStored } from '../pagina/storage.ts'
import { createStore } from '../pagina/store.ts'
import { runAt } from '../pagina/timer.ts'

export interface SessionState {
  session: Session | undefined
  /** The session ended by itself and nobody has acknowledged it yet: the dialog «Sesión expirada» is open. */
  expired: boolean
  /** Nobody used it for a while: the server waits for the password (O-123). What is on the screen stays. */
  locked: boolean
}

const EMPTY: SessionState = { session: undefined, expired: false, locked: false }

export const sessionStore = createStore<SessionState>(EMPTY)

export const currentSession = (): Session | undefined => sessionStore.get().session

/** The local copy is a hint: the server has the last word with a 401. */
export const sessionIsValid = (session: Session, now: number = serverNow()): boolean => Date.parse(session.expiration_date) > now

let cancelExpiry: (() => void) | undefined

function follow(session: Session) {
  cancelExpiry?.()
  cancelExpiry = runAt(Date.parse(session.expiration_date) || 0, expireSession, serverNow)
}

/** Signs in: stored under `auth`, restored on reload, ended at its expiration. */
export function startSession(session: Session) {
  const { session: before, locked } = sessionStore.get()
  writeStored(STORAGE_KEYS.session, session)
  // Fresh data of a session that waits for its password came from before it did.
  sessionStore.set({ session, expired: false, locked: locked && before?.token === session.token })
  follow(session)
}

export function lockSession() {
  const state = sessionStore.get()
  if (state.session && !state.locked) sessionStore.set({ ...state, locked: true })
}

/** The password was given: every tab goes on. That there is something new in the store is how the others hear of it. */
export function unlockSession() {
  const state = sessionStore.get()
  if (!state.session) return
  writeStored(STORAGE_KEYS.session, { ...state.session, reanudada: serverNow() })
  sessionStore.set({ ...state, locked: false })
}

/** When the password was given; at once when the session ended meanwhile. */
export const untilUnlocked = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = sessionStore.subscribe(look)
    function look() {
      if (sessionStore.get().locked) return
      stop()
      resolve()
    }
    look()
  })

/** Fresh data of the same session (menus, rights): the token stays. */
export function updateSession(fresh: Omit<Session, 'token'>) {
  const session = currentSession()
  if (session?.id === fresh.id && session.businessId === fresh.businessId) startSession({ ...fresh, token: session.token })
}

/** The menus of the user as the server has them now: kept with the session, so that the next load begins with them. */
export function updateMenus(menus: Menu[]) {
  const session = currentSession()
  if (session && JSON.stringify(session.menus) !== JSON.stringify(menus)) startSession({ ...session, menus })
}

/** More time for the session that runs (O-07). */
export function extendSession(expirationDate: string) {
  const session = currentSession()
  if (session) startSession({ ...session, expiration_date: expirationDate })
}

function clear(next: SessionState) {
  cancelExpiry?.()
  cancelExpiry = undefined
  removeStored(STORAGE_KEYS.session)
  sessionStore.set(next)
}

export const endSession = () => clear(EMPTY)

/**
 * The server no longer knows this session. Another tab may have gone on with a newer one, in another company even, before this one
 * heard of it: then that one is taken over, and never ended from here (O-39).
 */
export function loseSession() {
  const stored = Session.safeParse(readStored(STORAGE_KEYS.session))
  if (stored.success && stored.data.token !== currentSession()?.token && sessionIsValid(stored.data)) restoreSession()
  else endSession()
}

export const expireSession = () => clear({ ...EMPTY, expired: true })

export const acknowledgeExpiry = () => sessionStore.set({ ...sessionStore.get(), expired: false })

/** Reads `auth` at the start of the page. Anything that is not a session counts as none. */
export function restoreSession() {
  const stored = Session.safeParse(readStored(STORAGE_KEYS.session))
  if (!stored.success) return endSession()
  if (!sessionIsValid(stored.data)) return expireSession()
  sessionStore.set({ session: stored.data, expired: false, locked: false })
  follow(stored.data)
}

/** Signing in or out in one tab does it in all of them. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== STORAGE_KEYS.session && key !== null) return
    if (newValue === null) sessionStore.set({ ...EMPTY, expired: sessionStore.get().expired })
    else restoreSession()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
