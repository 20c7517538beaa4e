import { Session, type Menu } from '@yupana/contract'

import { interrupt } from './interrumpido.ts'
import { serverNow } from './server-clock.ts'
import { readStored, readTab, removeStored, removeTab, STORAGE_KEYS, writeStored, writeTab } from '../pagina/storage.ts'
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

/** What all tabs begin with: the latest session of any of them. */
function readLatest(): Session | undefined {
  const stored = Session.safeParse(readStored(STORAGE_KEYS.session))
  return stored.success ? stored.data : undefined
}

/** From here on this tab works in this session; what a reload begins with (O-118). */
function adopt(session: Session, locked: boolean) {
  writeTab(STORAGE_KEYS.session, session)
  sessionStore.set({ session, expired: false, locked })
  follow(session)
}

/** Signs in: stored under `auth`, restored on reload, ended at its expiration. */
export function startSession(session: Session) {
  writeStored(STORAGE_KEYS.session, session)
  adopt(session, false)
}

/** Fresh data of the session that runs. `auth` follows where it is the same one, and not where another tab left the latest. */
function renew(session: Session) {
  const { session: before, locked } = sessionStore.get()
  if (readLatest()?.token === session.token) writeStored(STORAGE_KEYS.session, session)
  // Fresh data of a session that waits for its password came from before it did.
  adopt(session, locked && before?.token === session.token)
}

export function lockSession() {
  const state = sessionStore.get()
  if (state.session && !state.locked) sessionStore.set({ ...state, locked: true })
}

/** Something new under `auth` is how the other tabs of a sign-in hear of what is theirs too. */
const tellTabs = (news: object) => writeStored(STORAGE_KEYS.session, { ...(readLatest() ?? currentSession()), ...news })

/** The password was given: every tab goes on. */
export function unlockSession() {
  const state = sessionStore.get()
  if (!state.session) return
  tellTabs({ reanudada: serverNow() })
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
  if (session?.id === fresh.id && session.businessId === fresh.businessId) renew({ ...fresh, token: session.token })
}

/** The menus of the user as the server has them now: kept with the session, so that the next load begins with them. */
export function updateMenus(menus: Menu[]) {
  const session = currentSession()
  if (session && JSON.stringify(session.menus) !== JSON.stringify(menus)) renew({ ...session, menus })
}

/** More time for the sign-in, in every tab (O-07). */
export function extendSession(expirationDate: string) {
  const session = currentSession()
  if (!session) return
  tellTabs({ expiration_date: expirationDate })
  renew({ ...session, expiration_date: expirationDate })
}

/** This tab has no session any more. */
function leave(next: SessionState) {
  cancelExpiry?.()
  cancelExpiry = undefined
  removeTab(STORAGE_KEYS.session)
  sessionStore.set(next)
}

/** No tab has one: a sign-in ends in all of them together. */
function clear(next: SessionState) {
  removeStored(STORAGE_KEYS.session)
  leave(next)
}

export const endSession = () => clear(EMPTY)

/**
 * The server no longer knows this session. Another tab may have gone on with a newer one before this one heard of it: then that one is
 * taken over, and never ended from here (O-39).
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

/** At the start of the page: the session of this tab, or `auth` where it is new. Anything that is not a session counts as none. */
export function restoreSession() {
  const latest = readLatest()
  if (!latest) return endSession()
  const own = Session.safeParse(readTab(STORAGE_KEYS.session))
  const isOther = own.success && own.data.id === latest.id && own.data.token !== latest.token
  const session = isOther ? { ...own.data, expiration_date: latest.expiration_date } : latest
  if (!sessionIsValid(session)) return expireSession()
  adopt(session, false)
}

/** Signing in or out in one tab does it in all of them; each stays in its company (O-118). */
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
