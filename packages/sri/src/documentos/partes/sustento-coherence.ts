import { isAutorizacion } from '@yupana/fiscal'

import type { Problema } from '../arbol/validate-tree.ts'

/** The authorization number of a document that supports another one. */
export const autorizacionProblems = (numero: string | undefined, campo: string): Problema[] =>
  numero === undefined || isAutorizacion(numero)
    ? []
    : [{ campo, mensaje: `El número de autorización debe tener 10, 37 o 49 dígitos y tiene ${numero.length}.` }]
