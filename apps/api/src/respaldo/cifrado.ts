import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

// Each file of a backup is sealed in pieces of 64 KiB with AES-256-GCM under a key of the file's own. The nonce counts the pieces and marks
// the last one: a piece that is changed, moved, repeated or left off is noticed.

const PIECE = 65_536
const TAG = 16
const ALGORITHM = 'aes-256-gcm'

/** A file that differs from the one written under this key. */
export class CifradoError extends Error {}

const keyOf = (llave: Uint8Array, archivo: string) => Buffer.from(hkdfSync('sha256', llave, '', `respaldo v1|${archivo}`, 32))

function nonceOf(piece: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(piece), 0)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Cuts a stream into pieces of one size, the last one shorter; buffers at most one. */
abstract class EachPiece extends Transform {
  readonly #size: number
  #held: Buffer[] = []
  #bytes = 0
  #count = 0

  constructor(size: number) {
    super()
    this.#size = size
  }

  abstract piece(bytes: Buffer, count: number, isLast: boolean): Buffer

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      let rest = chunk
      // A full piece goes on only when more follows: the last one is known only at the end.
      while (this.#bytes + rest.length > this.#size) {
        const part = rest.subarray(0, this.#size - this.#bytes)
        rest = rest.subarray(part.length)
        this.push(this.piece(Buffer.concat([...this.#held, part]), this.#count++, false))
        this.#held = []
        this.#bytes = 0
      }
      if (rest.length > 0) this.#held.push(rest)
      this.#bytes += rest.length
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      done(null, this.piece(Buffer.concat(this.#held), this.#count, true))
    } catch (error) {
      done(error as Error)
    }
  }
}

class Sealing extends EachPiece {
  readonly #key: Buffer

  constructor(key: Buffer) {
    super(PIECE)
    this.#key = key
  }

  override piece(bytes: Buffer, count: number, isLast: boolean): Buffer {
    const cipher = createCipheriv(ALGORITHM, this.#key, nonceOf(count, isLast))
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

class Opening extends EachPiece {
  readonly #key: Buffer

  constructor(key: Buffer) {
    super(PIECE + TAG)
    this.#key = key
  }

  override piece(bytes: Buffer, count: number, isLast: boolean): Buffer {
    if (bytes.length < TAG) throw new CifradoError('cut short')
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonceOf(count, isLast), { authTagLength: TAG })
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG))
    const clear = decipher.update(bytes.subarray(0, bytes.length - TAG))
    try {
      return Buffer.concat([clear, decipher.final()])
    } catch {
      throw new CifradoError(`piece ${count} was changed`)
    }
  }
}

/** @param archivo its name in the backup: the same bytes under another name do not open */
export const createSealing = (llave: Uint8Array, archivo: string): Transform => new Sealing(keyOf(llave, archivo))

/** Emits no piece that differs from the written one: the stream ends with CifradoError. */
export const createOpening = (llave: Uint8Array, archivo: string): Transform => new Opening(keyOf(llave, archivo))
