import { verifyCorreo } from '@yupana/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { sendForBody } from '../../lib/http/http.ts'
import { queryClient } from '../../lib/http/query-client.ts'
import { endSession, sessionStore } from '../../lib/sesion/session.ts'
import { useHiddenToken } from '../../lib/sesion/use-hidden-token.ts'
import { useRunning } from '../../lib/http/use-running.ts'
import { useStore } from '../../lib/pagina/store.ts'
import classes from './verificar-correo.module.css'

type Outcome = { mail: string } | { refusal: string }

/**
 * `/verificar-correo/:token`: the user who requested the address confirms it in an own session; opening the link alone confirms nothing.
 */
export function VerificarCorreoPage() {
  const token = useHiddenToken('/verificar-correo')
  const navigate = useNavigate()
  const { session } = useStore(sessionStore)
  const [outcome, setOutcome] = useState<Outcome>()
  const { isRunning, run } = useRunning()
  const confirm = async () => {
    const answer = await sendForBody(verifyCorreo, { body: { codigo: token } })
    if (!answer.ok && answer.status === 401) return endSession()
    if (answer.ok) queryClient.clear()
    setOutcome(answer.ok ? answer.data : { refusal: answer.body.msg ?? 'Error' })
  }
  const isDone = outcome !== undefined && 'mail' in outcome
  return (
    <div className={classes.page}>
      <PageTitle>Verificar correo</PageTitle>
      {isDone && <Alert tone="success" title={`${outcome.mail} ya es el correo de su cuenta.`} />}
      {outcome && 'refusal' in outcome && <Alert title={outcome.refusal} />}
      {!session && <p>Inicie sesión en este navegador con la cuenta que pidió este correo y vuelva a abrir el enlace: todavía sirve.</p>}
      {session && !isDone && (
        <>
          <p>Confirme que este correo es de su cuenta «{session.username}».</p>
          <Button busy={isRunning} busyLabel="Verificando…" onClick={() => run(confirm)} fullWidth>
            Verificar mi correo
          </Button>
        </>
      )}
      <Button variant={session ? 'default' : 'filled'} onClick={() => void navigate(session ? '/' : '/login')} fullWidth>
        {session ? 'Ir al inicio' : 'Iniciar sesión'}
      </Button>
    </div>
  )
}
