import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useRouteError } from 'react-router'

import { LoadFailure } from '../components/load-failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { NO_ANSWER } from '../lib/http/http-error.ts'
import { noAnswers, unreachable } from '../lib/http/no-answer.ts'
import { addNotice } from '../lib/pagina/notices.ts'
import { ScreenLoadError } from './screen-load-error.ts'

/** Whether the page itself can be had again: a reload without network would leave nothing. */
const isReachable = () =>
  fetch(window.location.pathname, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Instead of a screen whose code did not come, and which comes with the connection. Anything else is the unexpected error. */
export function ScreenFailure() {
  const error = useRouteError()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  if (!(error instanceof ScreenLoadError)) throw error
  const retry = async () => {
    if (isAsking) return
    setAsking(true)
    // A browser remembers that a piece of code failed: only a new load of the page asks for it again.
    if (await isReachable()) return window.location.reload()
    addNotice({ severity: 'error', detail: NO_ANSWER })
    setAsking(false)
  }
  const comeBack = useEffectEvent(() => {
    void isReachable().then((answers) => answers && window.location.reload())
  })
  useEffect(() => {
    const stop = unreachable.subscribe(() => {
      if (!unreachable.get()) comeBack()
    })
    window.addEventListener('online', comeBack)
    // Code that did not come is asked for by no call: the connection is looked at for it.
    noAnswers.set(noAnswers.get() + 1)
    return () => {
      stop()
      window.removeEventListener('online', comeBack)
    }
  }, [])
  return (
    <>
      <PageHeader title="Sin conexión" />
      <LoadFailure reason={NO_ANSWER} onRetry={() => void retry()} onBack={() => void navigate(-1)} />
    </>
  )
}
