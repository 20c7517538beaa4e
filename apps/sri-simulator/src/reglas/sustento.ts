// Codes of supporting documents (code 64): those of the table of authorised documents of the ATS (Tabla 4).
import type { Nodo } from '../documento/arbol.ts'

const CODIGOS: ReadonlySet<string> = new Set(
  '01 02 03 04 05 06 07 08 09 11 12 15 16 18 19 20 21 22 23 24 41 42 43 44 45 47 48 49 50 51 52 294 344 364 370 371 372 373 374 375'.split(
    ' ',
  ),
)

const ELEMENTS: ReadonlySet<string> = new Set(['codDocModificado', 'codDocSustento', 'codDocReembolso'])

/** Problem of the first supporting document, at any depth, whose code is not in the table; undefined without one. */
export function codigoSustentoProblem(nodo: Nodo): string | undefined {
  if (ELEMENTS.has(nodo.name) && !CODIGOS.has(nodo.text)) return `El código ${nodo.text} de ${nodo.name} no existe`
  for (const item of nodo.children) {
    const problem = codigoSustentoProblem(item)
    if (problem) return problem
  }
  return undefined
}
