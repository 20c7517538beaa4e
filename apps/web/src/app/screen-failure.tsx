import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate, useRouteError } from 'react-router'

import { LoadFailure } from '../components/load-failure.tsx'
import { PageHeader } from '../components/page-header.tsx'
import { NO_ANSWER } from '../lib/http/http-error.ts'
import { noAnswers, unreachable } from '../lib/http/no-answer.ts'
import { addNotice } from '../lib/pagina/notices.ts'
import { ScreenLoadError } from './screen-load-error.ts'

/** Whether the page itself can be loaded: a reload without network would leave an empty window. */
const isReachable = () =>
  fetch(window.location.pathname, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Shown when the code of a screen could not be loaded; the screen opens once the connection is back. Other errors go to the error screen.
 */
export function ScreenFailure() {
  const error = useRouteError()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  if (!(error instanceof ScreenLoadError)) throw error
  const retry = async () => {
    if (isAsking) return
    setAsking(true)
    // Browsers remember a failed import: only a reload of the page tries it again.
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
    // No call fails for missing code, so the check of the connection is started here.
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
