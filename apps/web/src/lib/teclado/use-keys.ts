import { useEffect, useEffectEvent } from 'react'

import { appearanceStore } from '../pagina/appearance.ts'
import { holds, type Combinacion } from './keyboard.ts'

export type Atajo = Combinacion & { readonly run: () => void }

/** Where letters go into a text. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
const dialogIsOpen = () => document.querySelector('[aria-modal="true"]') !== null

/**
 * Keys of a whole screen. Over them an open dialog has its own; one without Ctrl or Alt is a letter while somebody types, and may be
 * switched off (WCAG 2.1.4).
 */
export function useKeys(atajos: readonly Atajo[]) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const found = atajos.find((atajo) => holds(event, atajo))
    if (!found) return
    const isLetter = !found.ctrl && !found.alt
    if (isLetter && (isTyping(event.target) || !appearanceStore.get().letterKeys)) return
    // The browser has things of its own on these keys, Ctrl S for one: never meant here, held down or over a dialog either.
    if (!isLetter || !dialogIsOpen()) event.preventDefault()
    if (!event.repeat && !dialogIsOpen()) found.run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
