import { useEffect, useState } from 'react'

/** How long a list may stay without answer before it says so. */
export const PATIENCE_MS = 5_000

/** Whether something has been waited for too long; `begin` waits anew. */
export function usePatience(isWaiting: boolean) {
  const [round, setRound] = useState(0)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setTimeout(() => setOver(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [isWaiting, round])
  return { isOver, begin: () => setRound((before) => before + 1) }
}
