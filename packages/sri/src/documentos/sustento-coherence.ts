import type { Problema } from './validate-tree.ts'

/** Digits of an authorization: printed by a press, online scheme until 2018, clave de acceso. */
const LENGTHS = [10, 37, 49]

/** The authorization number of a document that supports another one. */
export const autorizacionProblems = (numero: string | undefined, campo: string): Problema[] =>
  numero === undefined || LENGTHS.includes(numero.length) ? [] : [{ campo, mensaje: `El número de autorización debe tener 10, 37 o 49 dígitos y tiene ${numero.length}.` }]
