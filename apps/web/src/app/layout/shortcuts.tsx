import type { Session } from '@yupana/contract'
import { useLocation } from 'react-router'

import { loadedPart } from '../../components/loaded-part.tsx'
import { createStore, useStore } from '../../lib/pagina/store.ts'
import { useKeys } from '../../lib/teclado/use-keys.ts'
import { inEditor, TECLAS_PAGINA } from './teclas-pagina.ts'

const ShortcutsDialog = loadedPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** Whether the list of shortcuts is open, by its key or from the command palette. */
export const shortcutsStore = createStore(false)

/** «?» lists the shortcuts on every screen without a list of its own; it can be switched off. */
export function Shortcuts({ session }: { session: Session }) {
  const { pathname } = useLocation()
  const isOpen = useStore(shortcutsStore)
  useKeys(inEditor(pathname) ? [] : [{ ...TECLAS_PAGINA.ayuda, run: () => shortcutsStore.set(true) }])
  return isOpen ? <ShortcutsDialog session={session} onClose={() => shortcutsStore.set(false)} /> : null
}
