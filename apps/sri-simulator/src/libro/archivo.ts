// Append-only file of records: one line of JSON, then `n` raw bytes, then a line break. Simultaneous appends share one fsync; a record
// counts as written only after it. A torn tail, left by a kill, is cut off.
import { closeSync, fdatasync, ftruncateSync, fstatSync, openSync, readSync, writev } from 'node:fs'
import { promisify } from 'node:util'

const writevAsync = promisify(writev)
const syncAsync = promisify(fdatasync)

export interface Registro {
  readonly n: number
}

export interface Archivo<R extends Registro> {
  /** Place of the bytes, and a promise for the moment when they are safe. */
  append(record: R, bytes: Uint8Array): { readonly at: number; readonly written: Promise<void> }
  read(at: number, length: number): Buffer
  close(): Promise<void>
}

const HEADER = 4096
const MAX_HEADER = 1 << 20

function scan<R extends Registro>(fd: number, each: (record: R, at: number) => void): number {
  const size = fstatSync(fd).size
  let position = 0
  let window = Buffer.alloc(HEADER)
  while (position < size) {
    const got = readSync(fd, window, 0, window.length, position)
    const end = window.subarray(0, got).indexOf(10)
    if (end < 0) {
      if (got < window.length || window.length > MAX_HEADER) break
      window = Buffer.alloc(window.length * 4)
      continue
    }
    let record: R
    try {
      record = JSON.parse(window.toString('utf8', 0, end)) as R
    } catch {
      break
    }
    const at = position + end + 1
    if (at + record.n + 1 > size) break
    each(record, at)
    position = at + record.n + 1
  }
  return position
}

/**
 * Opens the file, hands every whole record to `each` and cuts a torn tail.
 * `failed` is told when nothing can be written any more: nothing may be acknowledged then.
 */
export function openArchivo<R extends Registro>(
  file: string,
  each: (record: R, at: number) => void,
  failed: (error: unknown) => void,
): Archivo<R> {
  const fd = openSync(file, 'a+', 0o600)
  let end = scan(fd, each)
  ftruncateSync(fd, end)
  let waiting: { parts: Uint8Array[]; at: number; done: () => void }[] = []
  const unwritten = new Map<number, Uint8Array>()
  let running: Promise<void> | undefined

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const whole = Buffer.concat(batch.flatMap((item) => item.parts))
      for (let from = 0; from < whole.length;) from += (await writevAsync(fd, [whole.subarray(from)])).bytesWritten
      await syncAsync(fd)
      for (const item of batch) {
        unwritten.delete(item.at)
        item.done()
      }
    }
    running = undefined
  }

  return {
    append(record, bytes) {
      const header = Buffer.from(`${JSON.stringify(record)}\n`)
      const at = end + header.length
      end = at + bytes.length + 1
      if (bytes.length > 0) unwritten.set(at, bytes)
      const written = new Promise<void>((done) => waiting.push({ parts: [header, bytes, Buffer.from('\n')], at, done }))
      running ??= flush().catch(failed)
      return { at, written }
    },
    read(at, length) {
      const held = unwritten.get(at)
      if (held) return Buffer.from(held)
      const buffer = Buffer.alloc(length)
      readSync(fd, buffer, 0, length, at)
      return buffer
    },
    async close() {
      await running
      closeSync(fd)
    },
  }
}
