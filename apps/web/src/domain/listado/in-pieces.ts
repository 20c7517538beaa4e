import { MAX_DELETE, type Envelope } from '@yupana/contract'

import { HttpError } from '../../lib/http/http-error.ts'
import { addNotice, noticeSuccess, type Notice } from '../../lib/pagina/notices.ts'

/** Result of a task on many records: the finished ids, the last answer, and the error of the refused piece. */
export interface PorTramos<T> {
  done: readonly string[]
  last?: T
  error?: HttpError
}

/** Runs a task on all ids, in pieces of as many as one call takes. A piece is done whole or not at all, and a refusal ends the task. */
export async function inPieces<T>(ids: readonly string[], run: (some: readonly string[]) => Promise<T>): Promise<PorTramos<T>> {
  const done: string[] = []
  const answers: T[] = []
  const told = () => ({ done, ...(answers.length > 0 && { last: answers.at(-1)! }) })
  for (let from = 0; from < ids.length; from += MAX_DELETE) {
    const some = ids.slice(from, from + MAX_DELETE)
    try {
      answers.push(await run(some))
    } catch (error) {
      if (error instanceof HttpError) return { ...told(), error }
      throw error
    }
    done.push(...some)
  }
  return told()
}

interface Dicho {
  msg: string
  /** «eliminaron» */
  what: string
  action?: Notice['action']
  /** Receives the finished ids if some were refused. */
  onPart?: ((done: readonly string[]) => void) | undefined
}

/** Reports what was done: all records, or how many of them. @throws HttpError: why the rest was refused */
export function tellPieces(
  ids: readonly string[],
  { done, last, error }: PorTramos<Envelope<unknown>>,
  { msg, what, action, onPart }: Dicho,
): void {
  if (last && !error) noticeSuccess(last, msg, action)
  if (!error) return
  if (done.length > 0) {
    const detail = `Se ${what} ${done.length} de ${ids.length}: los demás siguen como estaban.`
    addNotice({ severity: 'warn', detail, action })
    onPart?.(done)
  }
  throw error
}
