import { HojaError, type FilaHoja, type Marca } from './hoja.ts'
import { readUtf16 } from './utf16.ts'

const BOM = '\uFEFF'

/** UTF-8, UTF-16 with its mark, or what Windows writes in this country. @throws HojaError for bytes that are no text */
function decode(bytes: Buffer): string {
  const unicode = readUtf16(bytes)
  if (unicode?.includes('\0') ?? bytes.includes(0)) throw new HojaError('El archivo no es una hoja: guárdelo como .xlsx o .csv.')
  if (unicode !== undefined) return unicode
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The mark that parts most cells of the first line. */
function separatorOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const first = (end < 0 ? text : text.slice(0, end)).replace(/"[^"]*"/g, '')
  const count = (mark: string) => first.split(mark).length
  return [';', '\t', ','].reduce((best, mark) => (count(mark) > count(best) ? mark : best), ';')
}

// What a spreadsheet would compute. A sign before a number is a number.
const isFormula = (text: string) => /^[=@]/.test(text) || /^[+-](?![\d.,\s]*$)/.test(text)

/** The rows of a CSV file (RFC 4180), with the separator it has. @throws HojaError */
export function* leerCsv(bytes: Buffer): Generator<FilaHoja> {
  const text = decode(bytes)
  const mark = separatorOf(text)
  let at = text.startsWith(BOM) ? 1 : 0
  for (let n = 1; at < text.length; n += 1) {
    const celdas: string[] = []
    const marcas: Record<number, Marca> = {}
    for (;;) {
      const { cell, end, isText } = readCell(text, at, mark)
      if (!isText && isFormula(cell)) marcas[celdas.length] = 'FORMULA'
      // An apostrophe before a formula is how the export of this product writes a text.
      celdas.push(/^'\s*[=+\-@＝＋－＠]/.test(cell) ? cell.slice(1) : cell)
      at = end
      if (text[at] !== mark) break
      at += 1
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    yield { n, celdas, marcas }
  }
}

function readCell(text: string, start: number, mark: string): { cell: string; end: number; isText: boolean } {
  if (text[start] !== '"') {
    let end = start
    while (end < text.length && text[end] !== mark && text[end] !== '\n' && text[end] !== '\r') end += 1
    return { cell: text.slice(start, end).trim(), end, isText: false }
  }
  for (let from = start + 1; ;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw new HojaError('El archivo está incompleto: unas comillas no se cierran.')
    if (text[quote + 1] === '"') {
      from = quote + 2
      continue
    }
    const cell = text
      .slice(start + 1, quote)
      .replaceAll('""', '"')
      .trim()
    let end = quote + 1
    while (text[end] === ' ') end += 1
    if (end < text.length && text[end] !== mark && text[end] !== '\r' && text[end] !== '\n')
      throw new HojaError('El archivo está dañado: hay texto después de unas comillas.')
    return { cell, end, isText: false }
  }
}
