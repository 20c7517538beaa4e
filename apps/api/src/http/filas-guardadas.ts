import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)
/** The quickest: rows of a report shrink to a tenth all the same. */
const LEVEL = 1

/**
 * Keeps rows as they are read, small, and gives them out lot by lot: what was read in one pass leaves at the pace of whoever takes it, and
 * holds no connection meanwhile.
 */
export async function keepFilas<Row>(tramos: AsyncIterable<readonly Row[]>): Promise<() => AsyncGenerator<Row>> {
  const kept: Buffer[] = []
  for await (const tramo of tramos) kept.push(await deflate(JSON.stringify(tramo), { level: LEVEL }))
  return async function* () {
    for (const one of kept) yield* JSON.parse((await inflate(one)).toString('utf8')) as Row[]
  }
}
