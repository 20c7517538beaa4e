import type { Session } from '@yupana/contract'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router'

import { appearanceStore } from '../../lib/appearance.ts'
import { holds } from '../../lib/keyboard.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { inEditor, TECLAS_PAGINA } from './teclas-pagina.ts'

const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

/** Whether the list of shortcuts is open: asked for by its key or from the command palette. */
export const shortcutsStore = createStore(false)

const isTyping = (target: EventTarget | null) => target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** «?» lists the shortcuts from every screen without a list of its own; who uses single keys otherwise switches it off. */
export function Shortcuts({ session }: { session: Session }) {
  const { pathname } = useLocation()
  const isOpen = useStore(shortcutsStore)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!holds(event, TECLAS_PAGINA.ayuda) || event.repeat || isTyping(event.target) || inEditor(pathname)) return
    if (!appearanceStore.get().letterKeys || document.querySelector('[aria-modal="true"]')) return
    event.preventDefault()
    shortcutsStore.set(true)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense>
      <ShortcutsDialog session={session} onClose={() => shortcutsStore.set(false)} />
    </Suspense>
  )
}
