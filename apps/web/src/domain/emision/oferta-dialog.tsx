import { fechaIn } from '@yupana/fiscal'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { fechaText, horaText } from '../../lib/formato/format.ts'
import type { BorradorAbierto } from './apertura.ts'
import classes from './dialogos.module.css'
import hoja from './hoja.module.css'

const dayOf = (instant: string) => fechaText(fechaIn(new Date(instant))).slice(0, 5)

interface OfertaProps {
  oferta: BorradorAbierto
  onContinue: () => void
  onDiscard: () => void
  /** Neither of both: it goes to the list of drafts. */
  onKeep: () => void
}

/** What this user left unfinished. */
export const OfertaDialog = ({ oferta: { en, contenido }, onContinue, onDiscard, onKeep }: OfertaProps) => (
  <Dialog opened title={`Tiene un borrador del ${dayOf(en)} a las ${horaText(en)}.`} onClose={onKeep}>
    <p className={hoja.nota}>{[contenido.resumen.cliente, contenido.resumen.total].filter(Boolean).join(' · ')}</p>
    <div className={classes.dialogActions}>
      <Button variant="default" onClick={onDiscard}>
        Descartar
      </Button>
      <Button onClick={onContinue} data-autofocus>
        Continuar
      </Button>
    </div>
  </Dialog>
)
