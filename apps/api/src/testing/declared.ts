import type { Endpoint } from '@yupana/contract'

/** Paths of what an answer holds and its declared shape does not: a column that slipped out. */
function extraIn(answer: unknown, declared: unknown, at: string): string[] {
  if (Array.isArray(answer))
    return answer.flatMap((item, n) => extraIn(item, Array.isArray(declared) ? declared[n] : undefined, `${at}[${n}]`))
  if (typeof answer !== 'object' || answer === null) return []
  const known = (typeof declared === 'object' && declared !== null ? declared : {}) as Record<string, unknown>
  return Object.entries(answer).flatMap(([key, value]) => (key in known ? extraIn(value, known[key], `${at}.${key}`) : [`${at}.${key}`]))
}

/** What is wrong with the data of an answer: not of its declared shape, or more than that. Undefined when nothing is. */
export function undeclaredIn({ method, path, reply }: Endpoint, data: unknown): string | undefined {
  if (!reply) return undefined
  const parsed = reply.safeParse(data)
  if (!parsed.success) return `${method} ${path} answers another shape than it declares: ${JSON.stringify(parsed.error.issues)}`
  const extra = extraIn(data, parsed.data, 'data')
  return extra.length > 0 ? `${method} ${path} answers more than it declares: ${extra.slice(0, 5).join(', ')}` : undefined
}

/** What was read, as its form takes it back: only the fields that the call declares. */
export function fieldsOf({ body }: Endpoint, record: object): Record<string, unknown> {
  const { shape } = (body as unknown as { def: { shape: object } }).def
  return Object.fromEntries(Object.entries(record).filter(([field]) => field in shape))
}
