import { useState } from 'react'

import { HttpError } from './http-error.ts'

/** Runs one thing at a time: what was told already (HttpError) ends it quietly, any other failure is the error screen's. */
export function useRunning(): { isRunning: boolean; run: (work: () => Promise<void>) => void } {
  const [isRunning, setRunning] = useState(false)
  const [, raise] = useState<never>()
  const run = (work: () => Promise<void>) => {
    if (isRunning) return
    setRunning(true)
    work()
      .catch((error: unknown) => {
        if (!(error instanceof HttpError))
          raise(() => {
            throw error
          })
      })
      .finally(() => setRunning(false))
  }
  return { isRunning, run }
}
