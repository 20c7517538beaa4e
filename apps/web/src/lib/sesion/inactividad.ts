import { authSession } from '@yupana/contract'

import { fetchData } from '../http/http.ts'
import { currentSession, sessionStore } from './session.ts'
import { timeLeft } from './time-left.ts'
import { runAt } from '../pagina/timer.ts'

/** What somebody typed without a call reaches the server this long before it would be too late. */
const EARLY_S = 30

/** The server alone knows what other tabs did: shortly before the end, and at the end, it is asked. Its refusal locks the page (O-123). */
export function followInactividad(): () => void {
  let cancel: (() => void) | undefined
  const ask = () => void fetchData(authSession, { background: true }).catch(() => undefined)
  const arm = () => {
    cancel?.()
    const { seconds } = timeLeft.get()
    if (seconds === undefined || !currentSession() || sessionStore.get().locked) return
    const wait = seconds > EARLY_S ? seconds - EARLY_S : seconds + 1
    cancel = runAt(Date.now() + wait * 1_000, ask)
  }
  const stops = [timeLeft.subscribe(arm), sessionStore.subscribe(arm)]
  arm()
  return () => {
    cancel?.()
    for (const stop of stops) stop()
  }
}
