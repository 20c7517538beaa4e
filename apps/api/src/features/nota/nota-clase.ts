import type { NotaCreditoForm } from '@yupana/contract'

type Clase = NotaCreditoForm['clase']

/** Common words in the reason of a note. */
const PALABRAS: readonly (readonly [RegExp, Clase])[] = [
  [/anul/i, 'ANULACION'],
  [/devol|devuel/i, 'DEVOLUCION'],
  [/descuento|rebaja|bonific/i, 'DESCUENTO'],
  [/correc|corrig|error/i, 'CORRECCION'],
]

const claseInWords = (motivo: string): Clase | undefined => {
  const found = PALABRAS.filter(([words]) => words.test(motivo))
  return found.length === 1 ? found[0]?.[1] : undefined
}

/** For a factura of ours: whether its lines are returned whole, or which part of them. */
export interface Devolucion {
  /** Every line of the factura, with all its units. */
  isWhole: boolean
  /** For each returned line, whether by amount alone. */
  soloMonto: readonly boolean[]
}

/**
 * The class of a credit note, which its XML does not have: the whole factura returned, units of it, or else a class by its reason.
 * `isKnown` is false when the reason gives none either.
 */
export function claseOf(motivo: string, devolucion?: Devolucion): { clase: Clase; isKnown: boolean } {
  if (devolucion?.isWhole) return { clase: 'ANULACION', isKnown: true }
  if (devolucion && devolucion.soloMonto.every((solo) => !solo)) return { clase: 'DEVOLUCION', isKnown: true }
  const clase = claseInWords(motivo)
  return clase === undefined ? { clase: 'CORRECCION', isKnown: false } : { clase, isKnown: true }
}
