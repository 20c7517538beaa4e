import { useEffect, useEffectEvent } from 'react'

import { appearanceStore } from '../pagina/appearance.ts'
import { holds, type Combinacion } from './keyboard.ts'

export type Atajo = Combinacion & { readonly run: () => void }

/** Whether the target is a text that takes letters. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
const dialogIsOpen = () => document.querySelector('[aria-modal="true"]') !== null

/**
 * Keys of a whole screen. They rest while a dialog is open. A key without Ctrl or Alt rests while the user types, and may be switched off
 * (WCAG 2.1.4).
 */
export function useKeys(atajos: readonly Atajo[]) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const found = atajos.find((atajo) => holds(event, atajo))
    if (!found) return
    const isLetter = !found.ctrl && !found.alt
    if (isLetter && (isTyping(event.target) || !appearanceStore.get().letterKeys)) return
    // The browser's own action on these keys, such as Ctrl S, is never wanted, also for a held key or over a dialog.
    if (!isLetter || !dialogIsOpen()) event.preventDefault()
    if (!event.repeat && !dialogIsOpen()) found.run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
