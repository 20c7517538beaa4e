import { Session, type Menu } from '@yupana/contract'

import { interrupt } from './interrumpido.ts'
import { serverNow } from './server-clock.ts'
import { readStored, readTab, removeStored, removeTab, STORAGE_KEYS, writeStored, writeTab } from '../pagina/storage.ts'
import { createStore } from '../pagina/store.ts'
import { runAt } from '../pagina/timer.ts'

export interface SessionState {
  session: Session | undefined
  /** The session ended by itself, and the dialog «Sesión expirada» is open until the user closes it. */
  expired: boolean
  /** The server waits for the password after inactivity (O-123). The screen stays as it is. */
  locked: boolean
}

const EMPTY: SessionState = { session: undefined, expired: false, locked: false }

export const sessionStore = createStore<SessionState>(EMPTY)

export const currentSession = (): Session | undefined => sessionStore.get().session

/** Judged by the local copy; the server decides with a 401. */
export const sessionIsValid = (session: Session, now: number = serverNow()): boolean => Date.parse(session.expiration_date) > now

let cancelExpiry: (() => void) | undefined

function follow(session: Session) {
  cancelExpiry?.()
  cancelExpiry = runAt(Date.parse(session.expiration_date) || 0, expireSession, serverNow)
}

/** The latest session of any tab, with which a new tab begins. */
function readLatest(): Session | undefined {
  const stored = Session.safeParse(readStored(STORAGE_KEYS.session))
  return stored.success ? stored.data : undefined
}

/** Sets the session of this tab; a reload continues with it (O-118). */
function adopt(session: Session, locked: boolean) {
  writeTab(STORAGE_KEYS.session, session)
  sessionStore.set({ session, expired: false, locked })
  follow(session)
}

/** Signs in: stores the session under `auth`, from where a reload restores it, until it expires. */
export function startSession(session: Session) {
  writeStored(STORAGE_KEYS.session, session)
  adopt(session, false)
}

/**
 * Replaces the data of the running session. `auth` is updated only if it holds the same session, since another tab may have stored a newer
 * one.
 */
function renew(session: Session) {
  const { session: before, locked } = sessionStore.get()
  if (readLatest()?.token === session.token) writeStored(STORAGE_KEYS.session, session)
  // Data that arrives while the session waits for its password was requested before: the session stays locked.
  adopt(session, locked && before?.token === session.token)
}

export function lockSession() {
  const state = sessionStore.get()
  if (state.session && !state.locked) sessionStore.set({ ...state, locked: true })
}

/** Writes to `auth`, by which the other tabs of a sign-in learn of news. */
const tellTabs = (news: object) => writeStored(STORAGE_KEYS.session, { ...(readLatest() ?? currentSession()), ...news })

/** Unlocks the session in every tab, after the password. */
export function unlockSession() {
  const state = sessionStore.get()
  if (!state.session) return
  tellTabs({ reanudada: serverNow() })
  sessionStore.set({ ...state, locked: false })
}

/** Resolves when the session is unlocked; at once if it has ended meanwhile. */
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

/** Updates the data of the same session (menus, rights); the token stays. */
export function updateSession(fresh: Omit<Session, 'token'>) {
  const session = currentSession()
  if (session?.id === fresh.id && session.businessId === fresh.businessId) renew({ ...fresh, token: session.token })
}

/** Stores the user's current menus with the session, so that the next load begins with them. */
export function updateMenus(menus: Menu[]) {
  const session = currentSession()
  if (session && JSON.stringify(session.menus) !== JSON.stringify(menus)) renew({ ...session, menus })
}

/** Extends the sign-in in every tab (O-07). */
export function extendSession(expirationDate: string) {
  const session = currentSession()
  if (!session) return
  tellTabs({ expiration_date: expirationDate })
  renew({ ...session, expiration_date: expirationDate })
}

/** Ends the session of this tab. */
function leave(next: SessionState) {
  cancelExpiry?.()
  cancelExpiry = undefined
  removeTab(STORAGE_KEYS.session)
  sessionStore.set(next)
}

/** Ends the session in all tabs of the sign-in. */
function clear(next: SessionState) {
  removeStored(STORAGE_KEYS.session)
  leave(next)
}

export const endSession = () => clear(EMPTY)

/**
 * Called when the server no longer knows this session. If another tab has stored a newer session, this tab adopts it and never ends it
 * (O-39).
 */
export function loseSession() {
  const latest = readLatest()
  if (latest && latest.token !== currentSession()?.token && sessionIsValid(latest)) adopt(latest, false)
  else {
    interrupt(currentSession())
    endSession()
  }
}

export function expireSession() {
  interrupt(currentSession())
  clear({ ...EMPTY, expired: true })
}

export const acknowledgeExpiry = () => sessionStore.set({ ...sessionStore.get(), expired: false })

/** Restores the session at page start: that of this tab, or `auth` in a new tab. Invalid content counts as no session. */
export function restoreSession() {
  const latest = readLatest()
  if (!latest) return endSession()
  const own = Session.safeParse(readTab(STORAGE_KEYS.session))
  const isOther = own.success && own.data.id === latest.id && own.data.token !== latest.token
  const session = isOther ? { ...own.data, expiration_date: latest.expiration_date } : latest
  if (!sessionIsValid(session)) return expireSession()
  adopt(session, false)
}

/** Signing in or out in one tab does so in all tabs; each tab stays in its company (O-118). */
export function followOtherTabs(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== STORAGE_KEYS.session && key !== null) return
    if (newValue === null) return leave({ ...EMPTY, expired: sessionStore.get().expired })
    const [latest, own] = [readLatest(), currentSession()]
    if (!latest || !own || own.id !== latest.id || own.token === latest.token) return restoreSession()
    adopt({ ...own, expiration_date: latest.expiration_date }, false)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
