import * as contract from '@yupana/contract'
import { expect, vi } from 'vitest'

const isCall = (value: unknown): value is contract.Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value
const calls = Object.values<unknown>(contract).filter(isCall)
const isPathOf = ({ path }: contract.Endpoint) => new RegExp(`^/\\w+${path.replace(/:\w+/g, '[^/]+')}$`)

/** Fields of a body that its call does not declare, which the server would refuse. */
function undeclaredIn(route: string, body: unknown): string[] {
  const [method = '', address = ''] = route.split(' ')
  const declared = calls.find((call) => call.method === method && isPathOf(call).test(address.replace(/\?.*/, '')))
  if (!declared?.body || body === undefined || body instanceof FormData) return []
  const { error } = contract.refusingUndeclared(declared.body).safeParse(body)
  return (error?.issues ?? []).flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
}

export interface SentCall {
  route: string
  body: unknown
  headers: Headers
}

type Answer = { status?: number; body: unknown } | 'silence' | 'unreachable'
type Reply = Answer | Promise<Answer>

export const ok = (data: unknown, status: unknown = '200'): Answer => ({ body: { status, msg: 'OK', data } })
/** A page of a search; complete unless `totalElements` says that there are more rows. */
export const page = (content: unknown[], { totalElements = content.length, size = 5, number = 0 } = {}): Answer =>
  ok({ content, totalElements, totalPages: Math.ceil(totalElements / size), number, size, exact: true })
export const refusal = (status: number, body: unknown): Answer => ({ status, body })
/** A reply that waits until the test releases it. */
export function held(answer: Answer): { reply: Reply; letGo: () => void } {
  let letGo = () => {}
  const reply = new Promise<Answer>((resolve) => (letGo = () => resolve(answer)))
  return { reply, letGo: () => letGo() }
}

let round = 0
/** Calls that are still unanswered stay so: their timeout five seconds later would show an error in another test of the same page. */
export const forgetCalls = () => void (round += 1)

function abortion(signal: AbortSignal | null | undefined): Promise<never> {
  const begun = round
  return new Promise((_, reject) =>
    signal?.addEventListener('abort', () => begun === round && reject(new DOMException('aborted', 'AbortError'))),
  )
}

/** Answers `METHOD /path` from a table and records the calls. Only HTTP is faked. */
export function fakeApi(replies: Record<string, Reply | Reply[]>) {
  const sent: SentCall[] = []
  const answer = async (input: unknown, init: RequestInit = {}) => {
    const route = `${init.method} ${String(input)}`
    const text = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body
    expect.soft(undeclaredIn(route, text), `${route} sends fields that its form does not have`).toEqual([])
    sent.push({ route, body: text, headers: new Headers(init.headers) })
    const listed = replies[route] ?? refusal(404, {})
    const next = Array.isArray(listed) ? (listed.shift() ?? refusal(404, {})) : listed
    // Without a delay, as in a browser, so that an abort right after the call is noticed.
    const reply = next instanceof Promise ? await next : next
    if (reply === 'silence') return abortion(init.signal)
    if (reply === 'unreachable') throw new TypeError('Failed to fetch')
    return new Response(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body), { status: reply.status ?? 200 })
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  return sent
}
