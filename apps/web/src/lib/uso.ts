// What keeps a session open is what a person does (O-123): each call says how long ago that was, the page's own questions too.

/** Opening the page is something that somebody did. */
let touchedAt = Date.now()

const touch = () => void (touchedAt = Date.now())

/** From now on hears whoever types, points or scrolls. */
export function followTouches() {
  for (const event of ['keydown', 'pointerdown', 'wheel'] as const) window.addEventListener(event, touch, { capture: true, passive: true })
}

/** Whole seconds since somebody last touched this page. */
export const secondsUntouched = (): number => Math.max(0, Math.floor((Date.now() - touchedAt) / 1_000))
