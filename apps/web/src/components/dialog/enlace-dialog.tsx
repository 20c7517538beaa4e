import { IconCopy } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'

import { copyText } from '../../lib/pagina/copy-text.ts'
import { Button } from '../button.tsx'
import { TextInput } from '../text-input.tsx'
import { Dialog } from './dialog.tsx'
import classes from './dialog.module.css'

interface EnlaceDialogProps {
  title: string
  enlace: string
  onClose: () => void
  /** Another action with the link. */
  action?: ReactNode
  children: ReactNode
}

/** A link to copy and pass on. */
export function EnlaceDialog({ title, enlace, onClose, action, children }: EnlaceDialogProps) {
  const field = useRef<HTMLInputElement>(null)
  const copy = () => {
    field.current?.select()
    return copyText(enlace, 'Enlace copiado.', 'El enlace está seleccionado: cópielo con Ctrl C.')
  }
  return (
    <Dialog opened title={title} onClose={onClose} size="var(--form-dialog-width)">
      <div className={classes.message}>
        <p>{children}</p>
        <TextInput label="Enlace" value={enlace} readOnly ref={field} onFocus={({ currentTarget }) => currentTarget.select()} />
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
        {action}
        <Button leftSection={<IconCopy size={16} aria-hidden="true" />} onClick={() => void copy()} data-autofocus>
          Copiar enlace
        </Button>
      </div>
    </Dialog>
  )
}
