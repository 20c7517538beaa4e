import { useState } from 'react'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { Bandeja } from './bandeja.tsx'
import { Enlace } from './enlace.tsx'
import { Revision } from './revision.tsx'

interface RegistroDialogProps {
  /** Begins with a new link, or with the received data. */
  desde: 'enlace' | 'bandeja'
  onClose: () => void
}

/** A client types the data on his own phone; a user reviews it before it is saved. */
export function RegistroDialog({ desde, onClose }: RegistroDialogProps) {
  const [recibido, setRecibido] = useState<string>()
  const back = desde === 'bandeja' ? () => setRecibido(undefined) : onClose
  const title = recibido ? 'Datos del cliente' : desde === 'enlace' ? 'Registro del cliente' : 'Datos por aceptar'
  return (
    <Dialog opened title={title} onClose={onClose} size="var(--form-dialog-width)">
      {recibido ? (
        <Revision id={recibido} onDone={back} />
      ) : desde === 'enlace' ? (
        <Enlace onRecibido={setRecibido} onClose={onClose} />
      ) : (
        <Bandeja onPick={setRecibido} onClose={onClose} />
      )}
    </Dialog>
  )
}
