import { useEffect, useRef, useState } from 'react'

import { HttpError, noticesOf } from '../../lib/http/http-error.ts'

/** Result of a row; undefined while it waits. */
export interface BulkResult {
  ok: boolean
  text: string
}

/** A refusal as the result of its row; any other error is thrown. */
export function failureOf(error: unknown): BulkResult {
  if (!(error instanceof HttpError)) throw error
  return { ok: false, text: noticesOf(error, 'version')[0]?.detail ?? error.message }
}

export interface BulkState {
  results: ReadonlyMap<string, BulkResult>
  isRunning: boolean
}

/** Interval between sendings in ms, which keeps them below the limit of changes per second (O-122). */
const APART_MS = 210

/** Resolves when the next sending may begin. */
export async function spaced<T>(send: () => Promise<T>): Promise<T> {
  const pause = new Promise((resolve) => setTimeout(resolve, APART_MS))
  try {
    return await send()
  } finally {
    await pause
  }
}

/**
 * Runs an action on one row after the other, each with its own result; «Detener», or leaving the page, leaves the remaining rows as they
 * are.
 */
export function useBulk(run: (id: string) => Promise<BulkResult>) {
  const [state, setState] = useState<BulkState>({ results: new Map(), isRunning: false })
  const stopped = useRef(false)
  const stop = () => void (stopped.current = true)
  useEffect(() => stop, [])
  const start = async (ids: readonly string[]) => {
    stopped.current = false
    setState(({ results }) => ({ results: new Map([...results].filter(([id]) => !ids.includes(id))), isRunning: true }))
    try {
      for (const id of ids) {
        if (stopped.current) break
        const result = await run(id)
        setState(({ results }) => ({ results: new Map(results).set(id, result), isRunning: true }))
      }
    } finally {
      setState(({ results }) => ({ results, isRunning: false }))
    }
  }
  return { ...state, start, stop }
}
