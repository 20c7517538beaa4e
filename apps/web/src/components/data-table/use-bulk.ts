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
