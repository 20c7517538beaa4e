import { inflateSync } from 'node:zlib'

/** What a compressed table of objects may unpack to, and how many of them are looked at. */
const MOST_UNPACKED = 2_000_000
const MOST_STREAMS = 200

const PAGE = /\/Type\s*\/Page(?![a-zA-Z])/
const ENCRYPTED = /\/Encrypt(\s+\d+\s+\d+\s+R|\s*<<)/

/** Whether one of the compressed tables of objects names a page. */
function hasPackedPage(bytes: Buffer, text: string): boolean {
  const streams = /\/ObjStm\b[^>]*>>\s*stream\r?\n/g
  for (let seen = 0, found = streams.exec(text); found && seen < MOST_STREAMS; seen++, found = streams.exec(text)) {
    try {
      const rest = bytes.subarray(streams.lastIndex)
      if (PAGE.test(inflateSync(rest, { maxOutputLength: MOST_UNPACKED, finishFlush: 2 }).toString('latin1'))) return true
    } catch {
      // One that cannot be unpacked names no page.
    }
  }
  return false
}

/** Why a file is not a PDF that can be read: by its content, whatever its name says. */
export function whyNotPdf(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  if (!text.startsWith('%PDF-')) return 'El archivo no es un PDF. Guárdelo como PDF y súbalo otra vez.'
  if (!text.slice(-2_048).includes('%%EOF')) return 'El PDF está incompleto. Descárguelo otra vez y vuelva a subirlo.'
  if (ENCRYPTED.test(text)) return 'El PDF está protegido con contraseña. Guárdelo sin protección y súbalo otra vez.'
  if (!PAGE.test(text) && !hasPackedPage(bytes, text)) return 'El PDF no tiene páginas que se puedan leer.'
  return undefined
}
