/** Browser timers keep their delay in 32 bits, about 24.8 days; a longer delay would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1

/** Runs `action` when `now()` reaches `instant` (at the next tick if it is past). Returns a function that cancels it. */
export function runAt(instant: number, action: () => void, now: () => number = Date.now): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (instant - now() <= 0 ? action() : arm()), Math.min(Math.max(instant - now(), 0), LONGEST_DELAY))
  }
  arm()
  // Timers stop while a computer sleeps: the clock is read again when the page is visible.
  document.addEventListener('visibilitychange', arm)
  window.addEventListener('focus', arm)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', arm)
    window.removeEventListener('focus', arm)
  }
}
