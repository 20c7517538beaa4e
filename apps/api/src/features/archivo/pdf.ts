import { inflateSync } from 'node:zlib'

/** Bounds for the compressed object tables: the unpacked size of one and of all, and the number read. */
const MOST_UNPACKED = 2_000_000
const MOST_IN_ALL = 10_000_000
const MOST_STREAMS = 200
/** Longest dictionary that names a table. */
const HEAD = 1_000

const OBJECTS = '/ObjStm'
const PAGE = /\/Type\s*\/Page(?![a-zA-Z])/
const ENCRYPTED = /\/Encrypt(\s+\d+\s+\d+\s+R|\s*<<)/

/** Positions of the compressed object tables. Bounded at each step: a file may be made to be slow. */
function tablesOf(text: string): number[] {
  const found: number[] = []
  let at = text.indexOf(OBJECTS)
  for (let seen = 0; at >= 0 && seen < MOST_STREAMS; seen++) {
    const start = at + OBJECTS.length
    const head = /^[^>]*>>\s*stream\r?\n/.exec(text.slice(start, start + HEAD))
    if (head) found.push(start + head[0].length)
    at = text.indexOf(OBJECTS, start)
  }
  return found
}

/** The content of a table; undefined when it cannot be unpacked. */
function unpacked(bytes: Buffer, at: number): Buffer | undefined {
  try {
    return inflateSync(bytes.subarray(at), { maxOutputLength: MOST_UNPACKED, finishFlush: 2 })
  } catch {
    return undefined
  }
}

/** Whether one of the compressed tables of objects names a page. */
function hasPackedPage(bytes: Buffer, text: string): boolean {
  let left = MOST_IN_ALL
  for (const at of tablesOf(text)) {
    const table = unpacked(bytes, at)
    if (table && PAGE.test(table.toString('latin1'))) return true
    // A table that cannot be unpacked may have cost as much as the largest.
    left -= table?.length ?? MOST_UNPACKED
    if (left < 0) return false
  }
  return false
}

/** The reason why a file is no readable PDF: by its content, not by its name. */
export function whyNotPdf(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  if (!text.startsWith('%PDF-')) return 'El archivo no es un PDF. Guárdelo como PDF y súbalo otra vez.'
  if (!text.slice(-2_048).includes('%%EOF')) return 'El PDF está incompleto. Descárguelo otra vez y vuelva a subirlo.'
  if (ENCRYPTED.test(text)) return 'El PDF está protegido con contraseña. Guárdelo sin protección y súbalo otra vez.'
  if (!PAGE.test(text) && !hasPackedPage(bytes, text)) return 'El PDF no tiene páginas que se puedan leer.'
  return undefined
}
