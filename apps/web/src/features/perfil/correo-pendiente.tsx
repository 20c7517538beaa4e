import type { Perfil } from '@yupana/contract'

import { Button } from '../../components/button.tsx'
import { FormSection } from '../../components/form/form-parts.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { serverNow } from '../../lib/sesion/server-clock.ts'
import { useRunning } from '../../lib/http/use-running.ts'
import classes from './perfil.module.css'
import { cancelVerification, resendVerification } from './perfil.queries.ts'

interface CorreoPendienteProps {
  mail: string
  pendiente: NonNullable<Perfil['mail_pendiente']>
}

/** A requested mail address whose link is not opened yet: until then the former one counts. */
export function CorreoPendiente({ mail, pendiente }: CorreoPendienteProps) {
  const { isRunning, run } = useRunning()
  const isOver = Date.parse(pendiente.vence_en) <= serverNow()
  return (
    <FormSection title="Correo por verificar">
      <p>
        <strong>{pendiente.mail}</strong>{' '}
        {isOver
          ? 'todavía no está verificado: pida un enlace y ábralo con su sesión iniciada.'
          : `— abra con su sesión iniciada el enlace que le enviamos. Sirve hasta el ${momentoText(pendiente.vence_en)}.`}
      </p>
      <p className={classes.quiet}>
        {mail === ''
          ? 'Hasta entonces ingresa con su usuario o identificación y no podrá recuperar su contraseña por correo.'
          : `Hasta entonces vale ${mail}.`}
      </p>
      <div className={classes.actions}>
        <Button onClick={() => run(resendVerification)} disabled={isRunning}>
          Enviar otro enlace
        </Button>
        <Button variant="default" onClick={() => run(cancelVerification)} disabled={isRunning}>
          Cancelar el cambio
        </Button>
      </div>
    </FormSection>
  )
}
