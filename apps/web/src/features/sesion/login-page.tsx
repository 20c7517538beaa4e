import { useMutation } from '@tanstack/react-query'
import type { BusinessReply } from '@yupana/contract'
import { lazy, Suspense, useState } from 'react'

import { PageTitle } from '../../components/page-title.tsx'
import type { Answered } from '../../lib/http.ts'
import type { RefusalBody } from '../../lib/http-error.ts'
import { startSession } from '../../lib/session.ts'
import { LoginForm } from './login-form.tsx'
import classes from './login.module.css'
import { enterCompany, identify, type Credentials } from './sesion.queries.ts'

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

  const first = useMutation({
    mutationFn: identify,
    onSuccess: (answer, { pass }: Credentials) => {
      refuse(answer)
      if (!answer.ok) return
      if ('session' in answer.data) startSession(answer.data.session)
      else setPending({ ...answer.data, pass })
    },
  })

  const second = useMutation({
    mutationFn: ({ id, username, pass }: { id: string; username: string; pass: string }) => enterCompany(id, username, pass),
    onSuccess: (answer) => {
      // The picker cannot be closed: a refusal must lead back to the form.
      setPending(undefined)
      refuse(answer)
      if (answer.ok) startSession(answer.data.session)
    },
  })

  return (
    <div className={classes.login}>
      <header>
        <PageTitle takesFocus={false}>¡Bienvenido de nuevo!</PageTitle>
        <p className={classes.subtitle}>Inicia sesión para continuar.</p>
      </header>
      <LoginForm
        refusal={refusal}
        busy={first.isPending}
        disabled={first.isPending || pending !== undefined}
        onSubmit={(credentials) => {
          setRefusal(undefined)
          void loadPicker()
          first.mutate(credentials)
        }}
      />
      {pending && (
        <Suspense>
          <CompanyPicker
            companies={pending.companies}
            busy={second.isPending}
            onPick={(id) => second.mutate({ id, username: pending.username, pass: pending.pass })}
          />
        </Suspense>
      )}
    </div>
  )
}
