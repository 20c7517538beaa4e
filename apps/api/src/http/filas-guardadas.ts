import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

const deflate = promisify(deflateRaw)
const inflate = promisify(inflateRaw)
/** The quickest level: rows of a report shrink to a tenth anyway. */
const LEVEL = 1

/**
 * Stores rows compressed as they are read, and returns them in lots: they were read in one pass, leave at the pace of the download, and
 * hold no connection meanwhile.
 */
export async function keepFilas<Row>(tramos: AsyncIterable<readonly Row[]>): Promise<() => AsyncGenerator<Row>> {
  const kept: Buffer[] = []
  for await (const tramo of tramos) kept.push(await deflate(JSON.stringify(tramo), { level: LEVEL }))
  return async function* () {
    for (const one of kept) yield* JSON.parse((await inflate(one)).toString('utf8')) as Row[]
  }
}
