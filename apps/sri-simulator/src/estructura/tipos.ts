// The types of the tables. Each answers the reason of a refusal, or undefined.

export type Comprobacion = (text: string) => string | undefined

const longerThan = (text: string, max: number): boolean => text.length > max && [...text].length > max

function texto(max: number, oneLine: boolean): Comprobacion {
  return (text) => {
    if (text === '') return `cvc-minLength-valid: Value '' with length = '0' is not facet-valid with respect to minLength '1'.`
    if (longerThan(text, max))
      return `cvc-maxLength-valid: Value '${text.slice(0, 40)}…' is not facet-valid with respect to maxLength '${max}'.`
    if (oneLine && text.includes('\n')) return `cvc-pattern-valid: Value is not facet-valid with respect to pattern '[^\\n]*'.`
    return undefined
  }
}

function pattern(source: string): Comprobacion {
  const expression = new RegExp(`^(?:${source})$`, 'u')
  // No XSD pattern accepts a final line break; in JavaScript «$» without the m flag refuses it already.
  return (text) =>
    expression.test(text)
      ? undefined
      : `cvc-pattern-valid: Value '${text.slice(0, 60)}' is not facet-valid with respect to pattern '${source}'.`
}

const DECIMAL = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)$/

// Digits are counted on the value, as in XSD: leading and trailing zeros and surrounding white space are ignored.
function decimal(total: number, fraction: number, signed: boolean): Comprobacion {
  return (raw) => {
    const text = raw.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
    if (!DECIMAL.test(text)) return `cvc-datatype-valid.1.2.1: '${raw.slice(0, 60)}' is not a valid value for 'decimal'.`
    const [integer = '', decimals = ''] = text.replace(/^[+-]/, '').split('.')
    const whole = integer.replace(/^0+/, '')
    const part = decimals.replace(/0+$/, '')
    if (part.length > fraction)
      return `cvc-fractionDigits-valid: Value '${text}' has ${part.length} fraction digits, but the number of fraction digits has been limited to ${fraction}.`
    if (whole.length + part.length > total)
      return `cvc-totalDigits-valid: Value '${text}' has ${whole.length + part.length} total digits, but the number of total digits has been limited to ${total}.`
    if (!signed && text.startsWith('-') && whole + part !== '')
      return `cvc-minInclusive-valid: Value '${text}' is not facet-valid with respect to minInclusive '0'.`
    return undefined
  }
}

const FECHA = '(0[1-9]|[12][0-9]|3[01])/(0[1-9]|1[012])/20[0-9][0-9]'

const cache = new Map<string, Comprobacion>()

function build(type: string): Comprobacion {
  if (type === 'fecha') return pattern(FECHA)
  if (type === 'nmtoken') return pattern('[ \\t\\r\\n]*[\\-.:\\w]+[ \\t\\r\\n]*')
  if (type.startsWith('/')) return pattern(type.slice(1, -1))
  const [, kind, first, second] = /^([tlds])(\d+)(?:\.(\d+))?$/.exec(type) ?? []
  if (kind === 't' || kind === 'l') return texto(Number(first), kind === 't')
  if (kind === 'd' || kind === 's') return decimal(Number(first), Number(second), kind === 's')
  throw new Error(`unknown type in a table: ${type}`)
}

/** `t300` one line, `l300` any line breaks, `d14.2` decimal ≥ 0, `s14.2` signed, `fecha`, `nmtoken`, `/pattern/`. */
export function comprobacion(type: string): Comprobacion {
  const known = cache.get(type)
  if (known) return known
  const made = build(type)
  cache.set(type, made)
  return made
}
