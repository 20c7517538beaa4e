import { fitsDecimals, isFecha, isMonto, plainMonto } from '@yupana/fiscal'

import { codePointName, illegalCharacterAt } from '../../xml/characters.ts'
import type { DecimalLeaf, Leaf, TextLeaf } from './element-tree.ts'

/** Length in code points, as in the XSD (O-111). */
function lengthOf(value: string): number {
  let length = 0
  for (const _ of value) length++
  return length
}

function lengthComplaint(leaf: TextLeaf, value: string): string | undefined {
  if (value.length < leaf.min) return leaf.min === 1 ? 'no puede estar vacío' : `necesita al menos ${leaf.min} caracteres`
  if (leaf.max === undefined || value.length <= leaf.max) return undefined
  const length = lengthOf(value)
  return length > leaf.max ? `admite hasta ${leaf.max} caracteres y tiene ${length}` : undefined
}

function textComplaint(leaf: TextLeaf, value: string): string | undefined {
  const illegal = illegalCharacterAt(value)
  if (illegal >= 0) return `contiene el carácter ${codePointName(value, illegal)}, que no puede escribirse en XML`
  const wrongLength = lengthComplaint(leaf, value)
  if (wrongLength !== undefined) return wrongLength
  if (leaf.isSingleLine && value.includes('\n')) return 'no puede contener saltos de línea'
  const isRefused = (leaf.matcher && !leaf.matcher.test(value)) || (leaf.choices.length > 0 && !leaf.choices.includes(value))
  return isRefused ? leaf.rule : undefined
}

const significantDigits = (plain: string) => plain.replace(/^-?0*|\./g, '').length

function decimalComplaint(leaf: DecimalLeaf<number>, value: number): string | undefined {
  if (!fitsDecimals(value, leaf.decimals)) return `admite hasta ${leaf.decimals} decimales y vale ${plainMonto(value)}`
  if (value < 0 && !leaf.isSigned) return `no puede ser negativo y vale ${plainMonto(value)}`
  // No Monto reaches twelve digits before the point: only the short leaves need counting.
  if (leaf.digits < 12 && significantDigits(plainMonto(value)) > leaf.digits)
    return `admite hasta ${leaf.digits} cifras y vale ${plainMonto(value)}`
  return undefined
}

/** Problem of a leaf's value, as the Spanish predicate of «El campo X …»; undefined for a valid value. */
export function leafComplaint(leaf: Leaf, value: unknown): string | undefined {
  if (leaf.kind === 'decimal') return isMonto(value) ? decimalComplaint(leaf, value) : 'debe ser un número'
  if (typeof value !== 'string') return 'debe ser un texto'
  if (leaf.kind === 'text') return textComplaint(leaf, value)
  return isFecha(value) && value.startsWith('20') ? undefined : 'debe ser una fecha válida (aaaa-mm-dd) desde el año 2000'
}
