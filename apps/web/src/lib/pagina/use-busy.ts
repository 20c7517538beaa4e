import { useState } from 'react'

/** `work` as a function, and whether it is running. */
export function useBusy<Given extends unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
): [isBusy: boolean, run: (...given: Given) => Promise<Result>] {
  const [isBusy, setBusy] = useState(false)
  const run = async (...given: Given) => {
    setBusy(true)
    try {
      return await work(...given)
    } finally {
      setBusy(false)
    }
  }
  return [isBusy, run]
}
