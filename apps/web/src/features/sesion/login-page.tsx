import type { BusinessReply, Desafio, Ingreso } from '@yupana/contract'
import { lazy, Suspense, useState } from 'react'

import { PageTitle } from '../../components/page-title.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { Answered } from '../../lib/http/http.ts'
import type { RefusalBody } from '../../lib/http/http-error.ts'
import { startSession } from '../../lib/sesion/session.ts'
import { useRunning } from '../../lib/http/use-running.ts'
import { enterCompany, identify, type Credentials } from './ingreso.ts'
import { LoginForm } from './login-form.tsx'
import classes from './login.module.css'

// Dialogs and the second step stay out of the first load: most users have one company and no second factor.
const loadPicker = () => import('./company-picker.tsx')
const CompanyPicker = lazy(async () => ({ default: (await loadPicker()).CompanyPicker }))
const SecondStep = lazy(async () => ({ default: (await import('./second-step.tsx')).SecondStep }))

type Companies = Extract<Ingreso, { companies: unknown }>

/** State between the calls, only in memory. */
interface Pending extends Companies {
  pass: string
}
interface Step extends Desafio {
  credentials: Credentials
}

export function LoginPage() {
  const [pending, setPending] = useState<Pending>()
  const [step, setStep] = useState<Step>()
  const [email, setEmail] = useState<string>()
  const [refusal, setRefusal] = useState<RefusalBody>()

  const refuse = (answer: Answered<unknown>) => setRefusal(answer.ok ? undefined : answer.body)

  const first = useRunning()
  const second = useRunning()

  const goOn = (reply: BusinessReply, credentials: Credentials) => {
    if ('session' in reply) return startSession(reply.session)
    setStep('desafio' in reply ? { ...reply, credentials } : undefined)
    setPending('companies' in reply ? { ...reply, pass: credentials.pass } : undefined)
  }

  const sendCredentials = (credentials: Credentials) =>
    first.run(async () => {
      const answer = await identify(credentials)
      refuse(answer)
      if (answer.ok) goOn(answer.data, credentials)
    })

  const sendChoice = (id: string, { username, pass, pase }: Pending) =>
    second.run(async () => {
      const answer = await enterCompany(id, username, pass, pase)
      // The picker cannot be closed, so a refusal leads back to the form.
      setPending(undefined)
      refuse(answer)
      if (answer.ok) goOn(answer.data, { email: username, pass })
    })

  if (step) {
    const { credentials } = step
    return (
      <Suspense fallback={<Skeleton label="Cargando la verificación" lines={['60%', '100%']} />}>
        <SecondStep
          key={step.desafio}
          desafio={step}
          username={credentials.email}
          onEntered={(ingreso) => {
            setEmail(credentials.email)
            goOn(ingreso, credentials)
          }}
          onBack={(reason) => {
            setEmail(credentials.email)
            setStep(undefined)
            setRefusal(reason)
          }}
        />
      </Suspense>
    )
  }
  return (
    <div className={classes.login}>
      <header>
        <PageTitle takesFocus={false}>¡Bienvenido de nuevo!</PageTitle>
        <p className={classes.subtitle}>Inicia sesión para continuar.</p>
      </header>
      <LoginForm
        refusal={refusal}
        email={email}
        busy={first.isRunning}
        disabled={first.isRunning || pending !== undefined}
        onSubmit={(credentials) => {
          setRefusal(undefined)
          void loadPicker()
          sendCredentials(credentials)
        }}
      />
      {pending && (
        <Suspense>
          <CompanyPicker companies={pending.companies} busy={second.isRunning} onPick={(id) => sendChoice(id, pending)} />
        </Suspense>
      )}
    </div>
  )
}
