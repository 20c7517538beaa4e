import type { MessageStructureObject } from 'imapflow'

/** A file in a mail, its place in it and its encoding. */
export interface Adjunto {
  /** Its number in the mail: `2.1`. */
  parte: string
  nombre: string
  codificacion: string
  /** Encoded size: base64 takes a third more. */
  bytes: number
}

const TIPOS: Readonly<Record<string, string>> = {
  'application/xml': 'xml',
  'text/xml': 'xml',
  'application/zip': 'zip',
  'application/x-zip-compressed': 'zip',
}
const LEGIBLE = /\.(xml|zip|txt)$/i
/** Parts of one mail that are read. */
const MAX_PARTES = 500

/** A text as one line, without unprintable characters. */
export const enLinea = (text: string, max = 200): string => [...text.replace(/[\s\p{C}]+/gu, ' ').trim()].slice(0, max).join('')

function nombreOf({ type = '', parameters, dispositionParameters }: MessageStructureObject): string {
  const named = enLinea(dispositionParameters?.['filename'] ?? parameters?.['name'] ?? '')
  const extension = TIPOS[type.toLowerCase()]
  if (LEGIBLE.test(named) || extension === undefined) return named
  return `${named === '' ? 'adjunto' : named}.${extension}`
}

/** XML, ZIP and lists of claves in a mail, also in a forwarded mail inside it. */
export function adjuntosOf(structure: MessageStructureObject | undefined): Adjunto[] {
  const found: Adjunto[] = []
  const open = structure ? [structure] : []
  for (let seen = 0; open.length > 0 && seen < MAX_PARTES; seen++) {
    const node = open.shift()!
    if (node.childNodes) open.unshift(...node.childNodes)
    const nombre = nombreOf(node)
    if (node.childNodes || !LEGIBLE.test(nombre)) continue
    found.push({ parte: node.part ?? '1', nombre, codificacion: (node.encoding ?? '7bit').toLowerCase(), bytes: node.size ?? 0 })
  }
  return found
}

function quotedPrintable(text: string): Buffer {
  const joined = text.replace(/[ \t]+(?=\r?\n|$)/g, '').replace(/=\r?\n/g, '')
  return Buffer.from(
    joined.replace(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )
}

/** The decoded bytes of the file; the charset stays, since signatures are over bytes. */
export function bytesOf(written: Buffer, codificacion: string): Buffer {
  if (codificacion === 'base64') return Buffer.from(written.toString('latin1'), 'base64')
  return codificacion === 'quoted-printable' ? quotedPrintable(written.toString('latin1')) : written
}
