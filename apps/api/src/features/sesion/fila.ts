import { errors } from '../../errors.ts'

const lines = new Map<string, { last: Promise<unknown>; length: number }>()

/** Runs the work of each key one after another, in this process. @throws 429 where more than `most` wait */
export async function inLine<T>(key: string, work: () => Promise<T>, most = Infinity): Promise<T> {
  const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
  if (line.length >= most) throw errors.tooMany(5)
  lines.set(key, line)
  line.length++
  const turn = line.last.then(work)
  line.last = turn.catch(() => undefined)
  try {
    return await turn
  } finally {
    if (--line.length === 0) lines.delete(key)
  }
}
