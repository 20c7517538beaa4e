// A person's activity keeps a session open (O-123): each call reports the seconds since the last activity, also a call made by the page
// itself.

/** Opening the page counts as activity. */
let touchedAt = Date.now()

const touch = () => void (touchedAt = Date.now())

// Dictation types without a key, and a screen reader clicks without a pointer. `scroll` is left out, because the page also scrolls by
// itself.
const EVENTS = ['keydown', 'pointerdown', 'wheel', 'input', 'click', 'touchmove'] as const

/** Begins to note activity: typing, pointing, dictating, scrolling. */
export function followTouches() {
  for (const event of EVENTS) window.addEventListener(event, touch, { capture: true, passive: true })
}

/** Whole seconds since the last activity on this page. */
export const secondsUntouched = (): number => Math.max(0, Math.floor((Date.now() - touchedAt) / 1_000))
