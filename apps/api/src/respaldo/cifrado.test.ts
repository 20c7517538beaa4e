import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, it } from 'vitest'

import { CifradoError, createOpening, createSealing } from './cifrado.ts'

const llave = randomBytes(32)
const PIECE = 65_536
const SEALED = PIECE + 16

/** The same bytes, in pieces of any other size. */
const inSteps = (bytes: Buffer, step: number) =>
  Readable.from(Array.from({ length: Math.ceil(bytes.length / step) }, (_, n) => bytes.subarray(n * step, (n + 1) * step)))
const seal = (bytes: Buffer, step = 1_000) => buffer(inSteps(bytes, step).pipe(createSealing(llave, 'a')))
const open = async (bytes: Buffer, { archivo = 'a', key = llave, step = 7_777 } = {}) => {
  const opening = createOpening(key, archivo)
  const [clear] = await Promise.all([buffer(opening), pipeline(inSteps(bytes, step), opening)])
  return clear
}

it.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 5])(
  '%i bytes come back as they went in, however they are cut',
  async (length) => {
    const clear = randomBytes(length)
    const sealed = await seal(clear, 100_000)
    expect(sealed.equals(await seal(clear, 17_000))).toBe(true)
    expect(sealed.length).toBe(length + 16 * Math.max(1, Math.ceil(length / PIECE)))
    expect((await open(sealed)).equals(clear)).toBe(true)
  },
)

it('nothing but the whole file under its own name and key opens', async () => {
  const sealed = await seal(randomBytes(3 * PIECE + 5))
  const [first, second, rest] = [sealed.subarray(0, SEALED), sealed.subarray(SEALED, 2 * SEALED), sealed.subarray(2 * SEALED)]
  const flipped = Buffer.from(sealed)
  flipped[SEALED + 40]! ^= 1
  for (const [what, bytes] of Object.entries({
    'one bit': flipped,
    'two pieces in the other order': Buffer.concat([second, first, rest]),
    'a piece twice': Buffer.concat([first, first, second, rest]),
    'a piece left out': Buffer.concat([first, rest]),
    'cut between two pieces': Buffer.concat([first, second]),
    'cut inside one': sealed.subarray(0, -1),
    nothing: Buffer.alloc(0),
    'less than a seal': sealed.subarray(0, 15),
    'something after the end': Buffer.concat([sealed, Buffer.alloc(1)]),
    'itself twice': Buffer.concat([sealed, sealed]),
  }))
    await expect(open(bytes), what).rejects.toThrow(CifradoError)
  await expect(open(sealed, { archivo: 'b' })).rejects.toThrow(CifradoError)
  await expect(open(sealed, { key: randomBytes(32) })).rejects.toThrow(CifradoError)
})

it('holds no more than one piece, however long the file is', async () => {
  const held = { sealing: 0, opening: 0 }
  let written = 0
  let [inside, out] = [0, 0]
  const sealing = createSealing(llave, 'a').on('data', (chunk: Buffer) => {
    inside += chunk.length
    opening.write(chunk)
  })
  const opening = createOpening(llave, 'a').on('data', (chunk: Buffer) => (out += chunk.length))
  for (let n = 0; n < 200; n++) {
    await new Promise((written) => sealing.write(Buffer.alloc(50_000, n), written))
    await new Promise(setImmediate)
    written += 50_000
    held.sealing = Math.max(held.sealing, written - inside)
    held.opening = Math.max(held.opening, inside - out)
  }
  expect(held.sealing).toBeLessThanOrEqual(PIECE)
  expect(held.opening).toBeLessThanOrEqual(2 * SEALED)
})
