import { IconSearch } from '@tabler/icons-react'
import type { Session } from '@yupana/contract'
import { useState } from 'react'

import { loadedPart } from '../../components/loaded-part.tsx'
import { MOD_LABEL, nombreOf } from '../../lib/teclado/keyboard.ts'
import { useKeys } from '../../lib/teclado/use-keys.ts'
import classes from './search-button.module.css'
import { TECLAS_PAGINA } from './teclas-pagina.ts'

const Palette = loadedPart(async () => (await import('./palette.tsx')).Palette)

/** Opens the command palette, also by its shortcut, unless a dialog is open. */
export function SearchButton({ session }: { session: Session }) {
  const [isOpen, setOpen] = useState(false)
  useKeys([{ ...TECLAS_PAGINA.buscar, run: () => setOpen(true) }])
  return (
    <>
      <button
        type="button"
        className={classes.search}
        aria-label="Buscar o ir a…"
        aria-keyshortcuts={MOD_LABEL === 'Ctrl' ? 'Control+K' : 'Meta+K'}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={18} stroke={1.8} aria-hidden="true" />
        <span className={classes.words}>Buscar o ir a…</span>
        <kbd className={classes.words}>{nombreOf(TECLAS_PAGINA.buscar)}</kbd>
      </button>
      {isOpen && <Palette session={session} onClose={() => setOpen(false)} />}
    </>
  )
}
