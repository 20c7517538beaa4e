import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

// A ZIP written as it is made: sizes and check sums follow the bytes of each file, so that nothing waits in memory (APPNOTE 4.4.4, bit 3).

export interface ArchivoZip {
  /** Folders separated by «/». */
  nombre: string
  partes: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>
}

interface Ficha {
  nombre: Buffer
  crc: number
  empacado: number
  desempacado: number
  at: number
}

const VERSION = 20
const SIZES_FOLLOW = 1 << 3
const UTF8 = 1 << 11
const DEFLATED = 8
/** 1 January 1980, the first day that a ZIP knows: the same content is the same bytes. */
const DAY = 0x21
const MAX = 0xffff_ffff
const MAX_FILES = 0xffff

const uint16 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, at) => bytes.writeUInt16LE(value, at * 2))
  return bytes
}
const uint32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  values.forEach((value, at) => bytes.writeUInt32LE(value, at * 4))
  return bytes
}

const localHeader = (nombre: Buffer) =>
  Buffer.concat([
    uint32(0x0403_4b50),
    uint16(VERSION, SIZES_FOLLOW | UTF8, DEFLATED, 0, DAY),
    uint32(0, 0, 0),
    uint16(nombre.length, 0),
    nombre,
  ])

const centralHeader = ({ nombre, crc, empacado, desempacado, at }: Ficha) =>
  Buffer.concat([
    uint32(0x0201_4b50),
    uint16(VERSION, VERSION, SIZES_FOLLOW | UTF8, DEFLATED, 0, DAY),
    uint32(crc, empacado, desempacado),
    uint16(nombre.length, 0, 0, 0, 0),
    uint32(0, at),
    nombre,
  ])

function requireRoom(value: number, max = MAX): void {
  if (value > max) throw new RangeError('The ZIP is larger than its format allows')
}

/** Characters of text packed at once: the overhead of a piece is larger than its packing. */
const JUNTOS = 65_536

/** The same bytes in fewer pieces: texts joined, bytes unchanged. */
async function* joined(partes: ArchivoZip['partes']): AsyncGenerator<Uint8Array> {
  let text = ''
  for await (const parte of partes) {
    if (typeof parte === 'string') text += parte
    if (text !== '' && (typeof parte !== 'string' || text.length >= JUNTOS)) {
      yield Buffer.from(text)
      text = ''
    }
    if (typeof parte !== 'string') yield parte
  }
  if (text !== '') yield Buffer.from(text)
}

/** Packed bytes of one file, while its check sum and length are counted. */
async function* packed(partes: ArchivoZip['partes'], ficha: Ficha): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const bytes of joined(partes)) {
      ficha.crc = crc32(bytes, ficha.crc)
      ficha.desempacado += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  // A failure of the source arrives through the last stream.
  pipeline(Readable.from(counted()), deflate, () => undefined)
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    ficha.empacado += chunk.length
    yield chunk
  }
}

/** The bytes of a ZIP of these files, one after the other. */
export async function* zipOf(archivos: AsyncIterable<ArchivoZip> | Iterable<ArchivoZip>): AsyncGenerator<Buffer> {
  const fichas: Ficha[] = []
  let at = 0
  const said = (bytes: Buffer) => {
    at += bytes.length
    requireRoom(at)
    return bytes
  }
  for await (const { nombre, partes } of archivos) {
    const ficha: Ficha = { nombre: Buffer.from(nombre), crc: 0, empacado: 0, desempacado: 0, at }
    yield said(localHeader(ficha.nombre))
    for await (const chunk of packed(partes, ficha)) yield said(chunk)
    requireRoom(ficha.desempacado)
    yield said(uint32(0x0807_4b50, ficha.crc, ficha.empacado, ficha.desempacado))
    fichas.push(ficha)
    requireRoom(fichas.length, MAX_FILES)
  }
  const begin = at
  for (const ficha of fichas) yield said(centralHeader(ficha))
  yield Buffer.concat([uint32(0x0605_4b50), uint16(0, 0, fichas.length, fichas.length), uint32(at - begin, begin), uint16(0)])
}
