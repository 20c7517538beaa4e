/** Reads typed numbers (O-19): `12.5` and `12,5` alike, `1,250` as thousands; ambiguous numbers are refused. */
import { displayNumero, parseMonto, type Monto } from './monto.ts'

export type Entrada =
  | { ok: true; monto: Monto }
  | {
      ok: false
      /** Spanish, ready to be shown. */
      problem: string
      /** The two readings of an ambiguous number, as decimal and as thousands. */
      readings?: readonly [Monto, Monto]
    }

const NUMBER = /^-?\$?\s*(\d[\d.,]*|[.,]\d+)$/
const COMMA_GROUPS = /^[1-9]\d{0,2}(,\d{3})+$/
const DOT_GROUPS = /^[1-9]\d{0,2}(\.\d{3}){2,}$/
/** Digits in wrong groups, then three more: either decimals, or an error in the thousands. */
const DOUBTFUL = /^[1-9]\d{3,},\d{3}$/

const QUOTED = /^"(.*)"$/s

const bare = (text: string): string =>
  text
    .trim()
    .replace(QUOTED, '$1')
    .replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
    .replace(/USD$/i, '')
    .trim()

const NOT_A_NUMBER: Entrada = { ok: false, problem: 'Ingrese un número válido.' }

/**
 * Reads a typed amount. `maxDecimals` (0 to 6) counts the typed decimals. A lone dot is always the decimal mark, so that the text of an
 * edited field reads back as the same number. Accepts a leading «$», surrounding spaces, and text copied from programs: quotes, spaces or
 * apostrophes between the thousands, the name of the currency.
 */
export function parseEntrada(text: string, maxDecimals = 6): Entrada {
  const trimmed = bare(text)
  const body = NUMBER.exec(trimmed)?.[1]
  if (body === undefined) return NOT_A_NUMBER
  const sign = trimmed.startsWith('-') ? '-' : ''
  if (DOUBTFUL.test(body)) return doubtful(sign, body)
  const plain = plainOf(body)
  if (plain === undefined) return NOT_A_NUMBER
  const decimals = plain.split('.')[1]?.length ?? 0
  if (decimals > maxDecimals) return { ok: false, problem: decimalsMessage(maxDecimals) }
  const monto = parseMonto(sign + plain)
  return monto === undefined ? { ok: false, problem: 'El número es demasiado grande.' } : { ok: true, monto }
}

const decimalsMessage = (max: number): string =>
  max === 0 ? 'Este campo no lleva decimales.' : `Este campo lleva máximo ${max} ${max === 1 ? 'decimal' : 'decimales'}.`

function doubtful(sign: string, body: string): Entrada {
  const decimal = parseMonto(sign + body.replace(',', '.'))
  const thousands = parseMonto(sign + body.replace(',', ''))
  if (decimal === undefined || thousands === undefined) return NOT_A_NUMBER
  const problem = `¿Quiso decir ${displayNumero(decimal)} o ${displayNumero(thousands)}?`
  return { ok: false, problem, readings: [decimal, thousands] }
}

/** The number with only a decimal dot; undefined when its marks make no sense. */
function plainOf(body: string): string | undefined {
  const comma = body.lastIndexOf(',')
  const dot = body.lastIndexOf('.')
  if (comma >= 0 && dot >= 0) return withBothMarks(body, comma > dot ? ',' : '.')
  if (COMMA_GROUPS.test(body)) return body.replaceAll(',', '')
  if (DOT_GROUPS.test(body)) return body.replaceAll('.', '')
  return oneDecimalMark(body.replace(',', '.'))
}

/** With both marks the last one is decimal, and the other must group exact thousands. */
function withBothMarks(body: string, mark: ',' | '.'): string | undefined {
  const [whole = '', fraction, ...rest] = body.split(mark)
  if (rest.length > 0) return undefined
  const other = mark === ',' ? '.' : ','
  const groups = whole.split(other)
  const areThousands = groups.every((group, at) => (at === 0 ? /^[1-9]\d{0,2}$/.test(group) : /^\d{3}$/.test(group)))
  return areThousands ? oneDecimalMark(`${groups.join('')}.${fraction ?? ''}`) : undefined
}

function oneDecimalMark(text: string): string | undefined {
  const [whole = '', fraction = '', ...rest] = text.split('.')
  if (rest.length > 0 || text.includes(',')) return undefined
  return fraction === '' ? whole : `${whole === '' ? '0' : whole}.${fraction}`
}
