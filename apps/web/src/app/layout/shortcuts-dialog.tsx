import type { Session } from '@yupana/contract'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { KeyList } from '../../components/key-list.tsx'
import { nombreOf } from '../../lib/teclado/keyboard.ts'
import classes from './shortcuts-dialog.module.css'
import { TECLAS_PAGINA } from './teclas-pagina.ts'

const EN_LISTAS: readonly (readonly [string, string])[] = [
  ['Enter', 'Abrir el registro o la opción elegida'],
  ['↑ ↓', 'Moverse por menús y opciones'],
  ['Esc', 'Cerrar menús y ventanas'],
]

/** The keys of every screen; the invoice editor lists its own. */
export function ShortcutsDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const { buscar, nueva, ayuda } = TECLAS_PAGINA
  const own = [buscar, ...(session.collections.includes('documento:emitir') ? [nueva] : []), ayuda].map(
    (tecla) => [nombreOf(tecla), tecla.efecto] as const,
  )
  return (
    <Dialog opened title="Atajos de teclado" onClose={onClose}>
      <KeyList keys={[...own, ...EN_LISTAS]} />
      <p className={classes.note}>
        En la factura, ? muestra además sus propias teclas. Los atajos de una sola tecla se apagan en Apariencia.
      </p>
    </Dialog>
  )
}
