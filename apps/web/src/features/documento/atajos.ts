import { useEffect, useEffectEvent } from 'react'

export interface Atajo {
  /** Physical key, so that every keyboard has it in the same place. */
  code?: string
  /** The character, where that is what somebody looks for on the keyboard. */
  key?: string
  alt?: boolean
  /** Control, or Command on a Mac. */
  ctrl?: boolean
  shift?: boolean
  run: () => void
}

const holds = (event: KeyboardEvent, { code, key, alt = false, ctrl = false, shift = false }: Atajo) =>
  (key === undefined ? event.code === code && event.shiftKey === shift : event.key === key) && event.altKey === alt && (event.ctrlKey || event.metaKey) === ctrl

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
const dialogIsOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/** Keys of the whole screen. Over them an open dialog has its own; a key without Ctrl or Alt is a letter while somebody types. */
export function useAtajos(atajos: readonly Atajo[]) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const found = atajos.find((atajo) => holds(event, atajo))
    if (!found || event.repeat || dialogIsOpen()) return
    if (!found.ctrl && !found.alt && isTyping(event.target)) return
    event.preventDefault()
    found.run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
