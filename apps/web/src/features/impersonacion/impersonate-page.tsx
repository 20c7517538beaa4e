import { impersonationLogin } from '@yupana/contract'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'

import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { sendForBody } from '../../lib/http/http.ts'
import { startSession } from '../../lib/sesion/session.ts'
import classes from './impersonate.module.css'

/** Hides the code from onlookers and the history; it is valid for one use anyway. */
const hideToken = () => window.history.replaceState(window.history.state, '', '#/impersonate/-')

/** `#/impersonate/:token`: exchanges the code at once, whoever is signed in (O-34). */
export function ImpersonatePage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const [hasFailed, setFailed] = useState(false)
  // Exchanges once: a second exchange would find the code used.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    hideToken()
    void (async () => {
      const answer = await sendForBody(impersonationLogin, { params: { accessToken: token }, body: { accessToken: token } }).catch(
        () => undefined,
      )
      if (!answer?.ok) return setFailed(true)
      startSession(answer.data.session)
      void navigate('/', { replace: true })
    })()
  }, [token, navigate])
  if (!hasFailed)
    return (
      <div className={classes.page}>
        <PageTitle>Iniciando sesión…</PageTitle>
      </div>
    )
  return (
    <div className={classes.page} role="alert">
      <PageTitle key="error">Error</PageTitle>
      <p>No se pudo iniciar sesión, por favor intente nuevamente</p>
      <Button variant="default" onClick={() => void navigate('/login')}>
        Volver
      </Button>
    </div>
  )
}
