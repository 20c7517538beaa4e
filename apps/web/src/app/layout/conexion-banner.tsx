import { salud } from '@yupana/contract'
import { useEffect } from 'react'

import { Banner } from '../../components/banner.tsx'
import { HttpError } from '../../lib/http/http-error.ts'
import { fetchData } from '../../lib/http/http.ts'
import { noAnswers, unreachable } from '../../lib/http/no-answer.ts'
import { useStore } from '../../lib/pagina/store.ts'

/** While nobody answers, this often it is asked again. */
const AGAIN_MS = 5_000

/** A refusal is an answer too. */
const isAnswered = () =>
  fetchData(salud, { background: true }).then(
    () => true,
    (error: unknown) => error instanceof HttpError && error.status !== 0,
  )

/** One call that failed may be its own trouble: without connection is who cannot ask how the service is either. */
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

/** Says that nothing can be sent, and what becomes of what is being written. */
export const ConexionBanner = () =>
  useConexion() ? <Banner tone="danger">Sin conexión. Los documentos que prepare se guardan en este equipo.</Banner> : null
