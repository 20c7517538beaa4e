import { useEffect, useState } from 'react'

/** Time without an answer after which a list says so. */
export const PATIENCE_MS = 5_000

/** Whether the wait has become too long; `begin` starts it again. */
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
