import { useState } from 'react'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { Bandeja } from './bandeja.tsx'
import { Enlace } from './enlace.tsx'
import { Revision } from './revision.tsx'

interface RegistroDialogProps {
  /** A new link, or what has come by now. */
  desde: 'enlace' | 'bandeja'
  onClose: () => void
}

/** A client types his data on a telephone of his own; what came is looked at before it is anybody's. */
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
