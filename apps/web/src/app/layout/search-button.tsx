import { IconSearch } from '@tabler/icons-react'
import type { Session } from '@yupana/contract'
import { lazy, Suspense, useEffect, useState } from 'react'

import classes from './search-button.module.css'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** Ctrl K or ⌘ K, and nothing else with it. */
const isShortcut = ({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => code === 'KeyK' && (isMac ? metaKey : ctrlKey) && !altKey && !shiftKey

/** Opens the command palette; so does its shortcut, unless a dialog asks for something first. */
export function SearchButton({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      if (!document.querySelector('[aria-modal="true"]')) setOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button type="button" className={classes.search} aria-label="Buscar o ir a…" aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'} onClick={() => setOpen(true)}>
        <IconSearch size={18} stroke={1.8} aria-hidden="true" />
        <span className={classes.words}>Buscar o ir a…</span>
        <kbd className={classes.words}>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette session={session} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
