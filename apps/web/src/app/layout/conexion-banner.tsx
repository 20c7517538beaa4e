import { salud } from '@yupana/contract'
import { useEffect } from 'react'

import { Banner } from '../../components/banner.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { fetchData } from '../../lib/http/http.ts'
import { noAnswers, unreachable } from '../../lib/http/no-answer.ts'
import { useStore } from '../../lib/pagina/store.ts'

/** Polling interval while the server does not answer. */
const AGAIN_MS = 5_000

/** A refusal counts as an answer. */
const isAnswered = () =>
  fetchData(salud, { background: true }).then(
    () => true,
    (error: unknown) => error instanceof HttpError && error.status !== 0,
  )

/** One failed call may have another cause: the page is offline only if the health check fails too. */
function useConexion(): boolean {
  useEffect(() => {
    let [isAsking, isGone] = [false, false]
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      if (isAsking) return
      clearTimeout(timer)
      isAsking = true
      void isAnswered().then((answers) => {
        isAsking = false
        if (isGone) return
        unreachable.set(!answers)
        if (!answers) timer = setTimeout(look, AGAIN_MS)
      })
    }
    const stop = noAnswers.subscribe(look)
    window.addEventListener('offline', look)
    window.addEventListener('online', look)
    return () => {
      isGone = true
      clearTimeout(timer)
      stop()
      window.removeEventListener('offline', look)
      window.removeEventListener('online', look)
    }
  }, [])
  return useStore(unreachable)
}

/** Notice that nothing can be sent, and where unsaved text is kept. */
export const ConexionBanner = () =>
  useConexion() ? <Banner tone="danger">Sin conexión. Los documentos que prepare se guardan en este equipo.</Banner> : null
