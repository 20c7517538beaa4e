import type { NotaCreditoForm } from '@yupana/contract'

type Clase = NotaCreditoForm['clase']

/** What people write in the reason of a note. */
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

/** Over a factura of ours: whether its lines go back whole, or what of them. */
export interface Devolucion {
  /** Every line of the factura, with all its units. */
  isWhole: boolean
  /** For each line that is given back, whether by amount alone. */
  soloMonto: readonly boolean[]
}

/**
 * What a credit note was for, which its XML does not say: the whole factura goes back, units of it, or else what its reason says.
 * `isKnown` is false where even that says nothing.
 */
export function claseOf(motivo: string, devolucion?: Devolucion): { clase: Clase; isKnown: boolean } {
  if (devolucion?.isWhole) return { clase: 'ANULACION', isKnown: true }
  if (devolucion && devolucion.soloMonto.every((solo) => !solo)) return { clase: 'DEVOLUCION', isKnown: true }
  const clase = claseInWords(motivo)
  return clase === undefined ? { clase: 'CORRECCION', isKnown: false } : { clase, isKnown: true }
}
