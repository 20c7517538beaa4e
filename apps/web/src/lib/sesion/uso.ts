// What keeps a session open is what a person does (O-123): each call says how long ago that was, the page's own questions too.

/** Opening the page is something that somebody did. */
let touchedAt = Date.now()

const touch = () => void (touchedAt = Date.now())

// Dictation writes without a key, a screen reader clicks without a pointer; `scroll` is left out, because the page scrolls by itself too.
const EVENTS = ['keydown', 'pointerdown', 'wheel', 'input', 'click', 'touchmove'] as const

/** From now on hears whoever types, points, dictates or scrolls. */
export function followTouches() {
  for (const event of EVENTS) window.addEventListener(event, touch, { capture: true, passive: true })
}

/** Whole seconds since somebody last touched this page. */
export const secondsUntouched = (): number => Math.max(0, Math.floor((Date.now() - touchedAt) / 1_000))
