import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { isInterrupted } from '../../lib/sesion/interrumpido.ts'
import { acknowledgeExpiry } from '../../lib/sesion/session.ts'
import classes from './session-expired-dialog.module.css'

/** The session has already ended when this opens; the button only acknowledges it. */
export function SessionExpiredDialog() {
  return (
    <Dialog opened title="Sesión expirada" onClose={acknowledgeExpiry}>
      <div className={classes.content}>
        <p>Vuelve a iniciar sesión para continuar</p>
        {isInterrupted() && <p>Su borrador está a salvo: al iniciar sesión vuelve a él.</p>}
        <Button onClick={acknowledgeExpiry} data-autofocus>
          Cerrar sesión
        </Button>
      </div>
    </Dialog>
  )
}
