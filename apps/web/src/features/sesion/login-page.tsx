import type { BusinessReply } from '@yupana/contract'
import { lazy, Suspense, useState } from 'react'

import { PageTitle } from '../../components/page-title.tsx'
import type { Answered } from '../../lib/http.ts'
import type { RefusalBody } from '../../lib/http-error.ts'
import { startSession } from '../../lib/session.ts'
import { useRunning } from '../../lib/use-running.ts'
import { enterCompany, identify, type Credentials } from './ingreso.ts'
import { LoginForm } from './login-form.tsx'
import classes from './login.module.css'

// Dialogs stay out of the first load: most users have one company.
const loadPicker = () => import('./company-picker.tsx')
const CompanyPicker = lazy(async () => ({ default: (await loadPicker()).CompanyPicker }))

type Companies = Extract<BusinessReply, { companies: unknown }>

/** What stands between the two calls: kept in memory only. */
interface Pending extends Companies {
  pass: string
}

export function LoginPage() {
  const [pending, setPending] = useState<Pending>()
  const [refusal, setRefusal] = useState<RefusalBody>()

  const refuse = (answer: Answered<unknown>) => setRefusal(answer.ok ? undefined : answer.body)

  const first = useRunning()
  const second = useRunning()

  const sendCredentials = (credentials: Credentials) =>
    first.run(async () => {
      const answer = await identify(credentials)
      refuse(answer)
      if (!answer.ok) return
      if ('session' in answer.data) startSession(answer.data.session)
      else setPending({ ...answer.data, pass: credentials.pass })
    })

  const sendChoice = (id: string, { username, pass }: Pending) =>
    second.run(async () => {
      const answer = await enterCompany(id, username, pass)
      // The picker cannot be closed: a refusal must lead back to the form.
      setPending(undefined)
      refuse(answer)
      if (answer.ok) startSession(answer.data.session)
    })

  return (
    <div className={classes.login}>
      <header>
        <PageTitle takesFocus={false}>¡Bienvenido de nuevo!</PageTitle>
        <p className={classes.subtitle}>Inicia sesión para continuar.</p>
      </header>
      <LoginForm
        refusal={refusal}
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
          <CompanyPicker
            companies={pending.companies}
            busy={second.isRunning}
            onPick={(id) => sendChoice(id, pending)}
          />
        </Suspense>
      )}
    </div>
  )
}
