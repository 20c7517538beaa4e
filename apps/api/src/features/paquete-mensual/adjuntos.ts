import { MAX_MB_PAQUETE } from '@yupana/contract'

const MAX_BYTES = MAX_MB_PAQUETE * 1_000_000
/** Lines of a file in a letter: 57 bytes become 76 characters and a line end. */
const [BYTES, ESCRITOS] = [57, 78]

type Partes = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** The files of a letter as far as their encoded size fits, and the names of those left out. */
export class Adjuntos {
  readonly puestos: { filename: string; content: Buffer }[] = []
  readonly aparte: string[] = []
  #room: number

  constructor(bytes = MAX_BYTES) {
    this.#room = bytes
  }

  /** Stops reading at the first byte without room, or at the time `until` (`performance.now`). */
  async add(filename: string, partes: Partes, until = Infinity): Promise<void> {
    const chunks: Buffer[] = []
    let bytes = 0
    const room = Math.floor(this.#room / ESCRITOS) * BYTES
    for await (const parte of partes) {
      const chunk = Buffer.from(parte)
      bytes += chunk.length
      if (bytes > room || performance.now() > until) return this.leave(filename)
      chunks.push(chunk)
    }
    this.#room -= Math.ceil(bytes / BYTES) * ESCRITOS
    this.puestos.push({ filename, content: Buffer.concat(chunks) })
  }

  leave(filename: string): void {
    this.aparte.push(filename)
  }
}
