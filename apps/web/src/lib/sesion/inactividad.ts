import { authSession } from '@yupana/contract'

import { fetchData } from '../http/http.ts'
import { currentSession, sessionStore } from './session.ts'
import { timeLeft } from './time-left.ts'
import { runAt } from '../pagina/timer.ts'

/** Time before the end at which local typing is reported to the server, in seconds. */
const EARLY_S = 30

/**
 * Asks the server shortly before the end and at the end, because only the server knows about other tabs. Its refusal locks the page
 * (O-123).
 */
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
