import { currentSession } from './session.ts'
import { createStore } from '../pagina/store.ts'

/** Counts announcements of the server that kept data of this session has changed (O-116). */
export const sessionNotice = createStore(0)

let heard: { token: string; aviso: string } | undefined

/** Reads the announcement in the header of every answer; the first one of a session is its starting point. */
export function announceAviso(aviso: string | null, token: string | undefined): void {
  if (aviso === null || token === undefined || token !== currentSession()?.token) return
  const isNews = heard?.token === token && heard.aviso !== aviso
  heard = { token, aviso }
  if (isNews) sessionNotice.set(sessionNotice.get() + 1)
}
