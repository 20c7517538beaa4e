import { useEffect, useEffectEvent } from 'react'

import { appearanceStore } from '../../lib/appearance.ts'
import { holds, type Combinacion } from '../../lib/keyboard.ts'
import { TECLAS, type Tecla } from './teclas.ts'

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
const dialogIsOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/** Keys of the whole screen. Over them an open dialog has its own; a key without Ctrl or Alt is a letter while somebody types. */
export function useAtajos(atajos: Partial<Record<Tecla, () => void>>) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const [found, run] = (Object.entries(atajos) as [Tecla, () => void][]).find(([name]) => holds(event, TECLAS[name])) ?? []
    if (!found || !run || event.repeat || dialogIsOpen()) return
    const { ctrl, alt }: Combinacion = TECLAS[found]
    if (!ctrl && !alt && (isTyping(event.target) || !appearanceStore.get().letterKeys)) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
