import { useEffect, useRef, useState } from 'react'

/** What became of one row: undefined while it waits. */
export interface BulkResult {
  ok: boolean
  text: string
}

export interface BulkState {
  results: ReadonlyMap<string, BulkResult>
  isRunning: boolean
}

/** Apart so many milliseconds, sendings stay below what one person may change in a second (O-122). */
const APART_MS = 210

/** Ends when the next one may begin. */
export async function spaced<T>(send: () => Promise<T>): Promise<T> {
  const pause = new Promise((resolve) => setTimeout(resolve, APART_MS))
  try {
    return await send()
  } finally {
    await pause
  }
}

/** Does something with one row after the other, each with its own result; «Detener», or leaving the page, leaves the rest as they are. */
export function useBulk(run: (id: string) => Promise<BulkResult>) {
  const [state, setState] = useState<BulkState>({ results: new Map(), isRunning: false })
  const stopped = useRef(false)
  const stop = () => void (stopped.current = true)
  useEffect(() => stop, [])
  const start = async (ids: readonly string[]) => {
    stopped.current = false
    setState(({ results }) => ({ results: new Map([...results].filter(([id]) => !ids.includes(id))), isRunning: true }))
    for (const id of ids) {
      if (stopped.current) break
      const result = await run(id)
      setState(({ results }) => ({ results: new Map(results).set(id, result), isRunning: true }))
    }
    setState(({ results }) => ({ results, isRunning: false }))
  }
  return { ...state, start, stop }
}
