import { pathOf, type Endpoint } from '@yupana/contract'

import { HttpError } from './http-error.ts'
import { queryOf, refusalOf, reported, requestOf, type CallInput } from './http.ts'
import { settings } from '../pagina/settings.ts'

interface LinesInput extends Pick<CallInput<never>, 'query' | 'params'> {
  signal: AbortSignal
}

async function open(call: Endpoint, input: LinesInput): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const answer = await fetch(
    `/${settings.segmento}${pathOf(call, input.params)}${queryOf(input.query)}`,
    requestOf(call, input, input.signal),
  ).catch(() => undefined)
  if (!answer?.body) throw new HttpError(answer?.status ?? 0)
  if (!answer.ok) throw new HttpError(answer.status, await refusalOf(answer))
  return answer.body.getReader()
}

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    throw new HttpError(0)
  }
}

/**
 * A call that streams JSON lines while the server has news (O-108), with the bearer header and without the limit of five seconds.
 * A background call: only an ended session is reported. Ends when aborted. @throws HttpError
 */
export async function* fetchLines<Line>(call: Endpoint, input: LinesInput): AsyncGenerator<Line> {
  const reader = await reported(call, () => open(call, input), true)
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => Promise.reject(new HttpError(0)))
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') yield parse(line) as Line
      if (done) return
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}
