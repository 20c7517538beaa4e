import { readZip, ZipError, type LimitesZip } from '@yupana/sri'

import { HojaError, type FilaHoja, type Marca } from './hoja.ts'

const LIMITES: LimitesZip = { entradas: 2_000, bytesEntrada: 100_000_000, bytes: 100_000_000 }
const MAX_STRINGS = 1_000_000
const MAX_STRING_CHARACTERS = 20_000_000
/** One row, or one text: what is longer is made to hurt. */
const MAX_PIECE = 1_000_000

const damaged = () => new HojaError('El archivo está dañado o incompleto.')

/** The parts of the file that pass the filter, each under its name. @throws HojaError */
function partsOf(bytes: Buffer, isWanted: (nombre: string) => boolean): Map<string, Buffer> {
  try {
    const parts = new Map<string, Buffer>()
    for (const { nombre, bytes: part } of readZip(bytes, LIMITES)) {
      refuseNombre(nombre)
      if (isWanted(nombre)) parts.set(nombre, refuseDoctype(Buffer.from(part.buffer, part.byteOffset, part.byteLength)))
    }
    return parts
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    throw error.code === 'TOO_LARGE' || error.code === 'TOO_MANY'
      ? new HojaError('El archivo es demasiado grande por dentro: hasta 100 MB desempacado.')
      : new HojaError(error.code === 'UNSUPPORTED' ? 'El archivo está protegido con contraseña o no es .xlsx.' : damaged().message)
  }
}

/** What a sheet of data has no use for. */
function refuseNombre(nombre: string): void {
  if (/vbaProject|macrosheets\//i.test(nombre)) throw new HojaError('El archivo tiene macros: guárdelo como .xlsx sin macros.')
  if (/^xl\/externalLinks\//i.test(nombre)) throw new HojaError('El archivo tiene vínculos a otros archivos: péguelos como valores.')
  if (/\.(zip|xlsx?|xlsm|exe|dll|js)$/i.test(nombre)) throw new HojaError('El archivo tiene otros archivos dentro.')
}

function refuseDoctype(part: Buffer): Buffer {
  const head = part.subarray(0, 2_000).toString('latin1')
  if (head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff')) throw new HojaError('El archivo no está en UTF-8.')
  if (/<!DOCTYPE|<!ENTITY/i.test(head) || part.includes('<!DOCTYPE')) throw damaged()
  return part
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescape = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,6}));/g, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return ENTITIES[name] ?? whole
        const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      })
    : text

/** The elements of this name, whole, one by one: a large part is never one text. */
function* piecesOf(part: Buffer, name: string): Generator<string> {
  const open = `<${name}`
  const close = `</${name}>`
  for (let at = part.indexOf(open); at >= 0;) {
    const after = part[at + open.length]
    // `<row` also begins `<rowBreaks`.
    const isIt = after === 0x20 || after === 0x3e || after === 0x2f || after === 0x0a || after === 0x0d || after === 0x09
    const head = part.indexOf('>', at)
    if (head < 0) throw damaged()
    if (!isIt) {
      at = part.indexOf(open, head)
      continue
    }
    const isEmpty = part[head - 1] === 0x2f
    const end = isEmpty ? head + 1 : part.indexOf(close, head) + close.length
    if (end < head) throw damaged()
    if (end - at > MAX_PIECE) throw new HojaError('Una fila o un texto del archivo es demasiado largo.')
    yield part.toString('utf8', at, end)
    at = part.indexOf(open, end)
  }
}

const attributeOf = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/** Some programs write every name with a mark before it: `x:row`. */
function prefixOf(part: Buffer): string {
  const head = part.subarray(0, 2_000).toString('latin1')
  return /<(\w+:)?(?:worksheet|sst|workbook|Relationships)[\s>]/.exec(head)?.[1] ?? ''
}

/** The text of an element with runs; what is only how to read it aloud is left out. */
function textOf(piece: string, p: string): string {
  const spoken = new RegExp(`<${p}rPh[\\s>][\\s\\S]*?</${p}rPh>`, 'g')
  const runs = piece.replace(spoken, '').matchAll(new RegExp(`<${p}t(?:\\s[^>]*)?>([^<]*)</${p}t>`, 'g'))
  return [...runs].map(([, text]) => unescape(text ?? '')).join('')
}

function stringsOf(part: Buffer | undefined): string[] {
  if (!part) return []
  const p = prefixOf(part)
  const strings: string[] = []
  let characters = 0
  for (const piece of piecesOf(part, `${p}si`)) {
    const text = textOf(piece, p)
    characters += text.length
    if (strings.push(text) > MAX_STRINGS || characters > MAX_STRING_CHARACTERS) throw new HojaError('El archivo tiene demasiados textos.')
  }
  return strings
}

/** The part of the first sheet, as the workbook names it. */
function firstSheetOf(parts: Map<string, Buffer>): string {
  const [workbook, rels] = [parts.get('xl/workbook.xml'), parts.get('xl/_rels/workbook.xml.rels')]
  if (!workbook || !rels) throw new HojaError('El archivo no es una hoja de Excel: guárdelo como .xlsx o .csv.')
  const [sheet] = piecesOf(workbook, `${prefixOf(workbook)}sheet`)
  const id = sheet && /\s\w*:?id="([^"]*)"/.exec(sheet)?.[1]
  for (const rel of piecesOf(rels, `${prefixOf(rels)}Relationship`))
    if (id !== undefined && attributeOf(rel, 'Id') === id) {
      const target = attributeOf(rel, 'Target') ?? ''
      return target.startsWith('/') ? target.slice(1) : `xl/${target}`
    }
  throw damaged()
}

/** «BC12» is column 54. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = reference && /^[A-Z]{1,3}/.exec(reference)?.[0]
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : next
}

/** A number as a person would write it: 4.3499999999999996 was typed 4.35. */
function numberOf(text: string): string {
  const number = Number(text)
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : text
}

function valueOf(type: string | undefined, body: string, strings: readonly string[], p: string): string {
  if (type === 'inlineStr') return textOf(body, p)
  const raw = unescape(new RegExp(`<${p}v(?:\\s[^>]*)?>([^<]*)</${p}v>`).exec(body)?.[1] ?? '')
  if (type === 's') return strings[Number(raw)] ?? ''
  if (type === 'b') return raw === '1' ? 'Sí' : 'No'
  return type === 'str' || raw === '' ? raw : numberOf(raw)
}

/** The rows of the first sheet. Formulas are not computed and not believed. @throws HojaError */
export function* leerXlsx(bytes: Buffer, maxColumnas: number): Generator<FilaHoja> {
  const parts = partsOf(bytes, (nombre) => /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml)$/.test(nombre))
  const sheetName = firstSheetOf(parts)
  const strings = stringsOf(parts.get('xl/sharedStrings.xml'))
  parts.clear()
  const sheet = partsOf(bytes, (nombre) => nombre === sheetName).get(sheetName)
  if (!sheet) throw damaged()
  const p = prefixOf(sheet)
  const cells = new RegExp(`<${p}c(\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</${p}c>)`, 'g')
  let n = 0
  for (const piece of piecesOf(sheet, `${p}row`)) {
    const head = piece.slice(0, piece.indexOf('>') + 1)
    const said = Number(attributeOf(head, 'r') ?? n + 1)
    if (!Number.isSafeInteger(said) || said <= n) throw damaged()
    n = said
    const celdas: string[] = []
    const marcas: Record<number, Marca> = {}
    for (const [, attributes = '', body = ''] of piece.matchAll(cells)) {
      const col = columnOf(attributeOf(attributes, 'r'), celdas.length)
      if (col >= maxColumnas) {
        if (body === '') continue
        throw new HojaError(`El archivo tiene más de ${maxColumnas} columnas.`)
      }
      while (celdas.length < col) celdas.push('')
      const type = attributeOf(attributes, 't')
      if (body.includes(`<${p}f`)) marcas[col] = 'FORMULA'
      else if (type === 'e') marcas[col] = 'ERROR'
      celdas[col] = valueOf(type, body, strings, p).trim()
    }
    yield { n, celdas, marcas }
  }
}
