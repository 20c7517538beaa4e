import { currentSession } from './session.ts'
import { createStore } from '../pagina/store.ts'

/** Counts up whenever the server told that something kept of this session has changed (O-116). */
export const sessionNotice = createStore(0)

let heard: { token: string; aviso: string } | undefined

/** Every answer tells it in a header. The first one of a session is where it begins. */
export function announceAviso(aviso: string | null, token: string | undefined): void {
  if (aviso === null || token === undefined || token !== currentSession()?.token) return
  const isNews = heard?.token === token && heard.aviso !== aviso
  heard = { token, aviso }
  if (isNews) sessionNotice.set(sessionNotice.get() + 1)
}
