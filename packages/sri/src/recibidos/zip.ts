import { crc32, inflateRawSync } from 'node:zlib'

import { ZipError } from './zip-error.ts'

// The files of a ZIP, unpacked in memory under limits that a false directory cannot evade (reliability §3.2). Nothing is written to disk,
// and sizes of the directory are checked against the unpacked bytes.

export interface LimitesZip {
  /** Files and folders in the ZIP. */
  readonly entradas: number
  /** Bytes of one file, and of all of them, unpacked. */
  readonly bytesEntrada: number
  readonly bytes: number
}

export const LIMITES_ZIP: LimitesZip = { entradas: 20_000, bytesEntrada: 1_048_576, bytes: 200_000_000 }

export interface EntradaZip {
  /** Name in the ZIP; never to be opened as a path. */
  readonly nombre: string
  readonly bytes: Uint8Array
}

interface Ficha {
  readonly nombre: string
  readonly metodo: number
  readonly crc: number
  readonly empacado: number
  readonly desempacado: number
  readonly at: number
}

const END = 0x06054b50
const END_SIZE = 22
const CENTRAL = 0x02014b50
const CENTRAL_SIZE = 46
const LOCAL = 0x04034b50
const LOCAL_SIZE = 30
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 1
const UTF8 = 1 << 11
const MAX_COMMENT = 0xffff
const ZIP64 = 0xffffffff

const damaged = () => new ZipError('DAMAGED', 'El archivo ZIP está dañado o incompleto.')
const tooLarge = ({ bytes, bytesEntrada }: LimitesZip, one: boolean) =>
  new ZipError(
    'TOO_LARGE',
    one ? `Un archivo dentro del ZIP pasa de ${String(bytesEntrada)} bytes.` : `El contenido del ZIP pasa de ${String(bytes)} bytes.`,
  )

/**
 * The files of a ZIP one by one, in its order; folders are left out. Throws `ZipError` for a file that is no ZIP, is encrypted, split or
 * damaged, has a name that leads elsewhere, or unpacks beyond the limits: before unpacking if the directory shows it, else as soon as it is
 * found.
 */
export function* readZip(zip: Uint8Array, limites: LimitesZip = LIMITES_ZIP): Generator<EntradaZip> {
  const file = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength)
  const fichas = readDirectory(file, limites)
  if (fichas.reduce((total, { desempacado }) => total + desempacado, 0) > limites.bytes) throw tooLarge(limites, false)
  let left = limites.bytes
  for (const ficha of fichas) {
    if (ficha.nombre.endsWith('/')) continue
    const bytes = unpack(file, ficha, limites)
    left -= bytes.length
    if (left < 0) throw tooLarge(limites, false)
    yield { nombre: ficha.nombre, bytes }
  }
}

function readDirectory(file: Buffer, limites: LimitesZip): Ficha[] {
  const end = findEnd(file)
  const count = file.readUInt16LE(end + 10)
  let at = file.readUInt32LE(end + 16)
  if (file.readUInt16LE(end + 4) !== 0 || file.readUInt16LE(end + 8) !== count || at === ZIP64)
    throw new ZipError('UNSUPPORTED', 'El ZIP está partido en varios archivos o es ZIP64: no se admite.')
  if (count > limites.entradas) throw new ZipError('TOO_MANY', `El ZIP tiene más de ${String(limites.entradas)} archivos.`)
  return Array.from({ length: count }, () => {
    if (at + CENTRAL_SIZE > end || file.readUInt32LE(at) !== CENTRAL) throw damaged()
    const flags = file.readUInt16LE(at + 8)
    const [nameSize, extraSize, commentSize] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30), file.readUInt16LE(at + 32)]
    const nombre = file.toString(flags & UTF8 ? 'utf8' : 'latin1', at + CENTRAL_SIZE, at + CENTRAL_SIZE + nameSize)
    const ficha = {
      nombre,
      metodo: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      empacado: file.readUInt32LE(at + 20),
      desempacado: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    }
    checkFicha(ficha, flags, limites)
    at += CENTRAL_SIZE + nameSize + extraSize + commentSize
    return ficha
  })
}

/** The end of the directory is the last record, before a comment of at most 64 KB. */
function findEnd(file: Buffer): number {
  const lowest = Math.max(0, file.length - END_SIZE - MAX_COMMENT)
  for (let at = file.length - END_SIZE; at >= lowest; at--)
    if (file.readUInt32LE(at) === END && at + END_SIZE + file.readUInt16LE(at + 20) === file.length) return at
  throw new ZipError('NO_ZIP', 'El archivo no es un ZIP.')
}

function checkFicha({ nombre, metodo, empacado, desempacado }: Ficha, flags: number, limites: LimitesZip): void {
  const parts = nombre.split(/[\\/]/)
  if (nombre === '' || nombre.includes('\0') || nombre.includes('\\') || /^([A-Za-z]:|\/)/.test(nombre) || parts.includes('..'))
    throw new ZipError('NAME', 'Un archivo dentro del ZIP tiene un nombre que lleva a otra carpeta.')
  if (flags & ENCRYPTED) throw new ZipError('UNSUPPORTED', 'El ZIP tiene contraseña: no se admite.')
  if (metodo !== STORED && metodo !== DEFLATED)
    throw new ZipError('UNSUPPORTED', `El ZIP usa una compresión que no se admite (método ${String(metodo)}).`)
  if (empacado === ZIP64 || desempacado === ZIP64)
    throw new ZipError('UNSUPPORTED', 'El ZIP está partido en varios archivos o es ZIP64: no se admite.')
  if (desempacado > limites.bytesEntrada) throw tooLarge(limites, true)
}

function unpack(file: Buffer, { metodo, crc, empacado, desempacado, at }: Ficha, limites: LimitesZip): Uint8Array {
  if (at + LOCAL_SIZE > file.length || file.readUInt32LE(at) !== LOCAL) throw damaged()
  const start = at + LOCAL_SIZE + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  if (start + empacado > file.length) throw damaged()
  const packed = file.subarray(start, start + empacado)
  const bytes = metodo === STORED ? packed : inflate(packed, limites)
  if (bytes.length !== desempacado || crc32(bytes) !== crc) throw damaged()
  return bytes
}

/** Stops a file that is larger than it claims. */
function inflate(packed: Buffer, limites: LimitesZip): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: limites.bytesEntrada })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge(limites, true) : damaged()
  }
}
