import { useState } from 'react'

import { HttpError } from './http-error.ts'

/** Runs one task at a time. A reported failure (HttpError) ends it quietly; any other failure goes to the error screen. */
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
