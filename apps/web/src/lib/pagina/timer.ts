/** Browser timers keep their delay in 32 bits: about 24.8 days. A longer one would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1

/** Runs `action` when `now()` reaches `instant` (at the next tick if it is past). Returns the way to cancel it. */
export function runAt(instant: number, action: () => void, now: () => number = Date.now): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (instant - now() <= 0 ? action() : arm()), Math.min(Math.max(instant - now(), 0), LONGEST_DELAY))
  }
  arm()
  // Timers stand still while a computer sleeps: look again when somebody comes back.
  document.addEventListener('visibilitychange', arm)
  window.addEventListener('focus', arm)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', arm)
    window.removeEventListener('focus', arm)
  }
}
