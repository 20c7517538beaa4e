// Rules common to credit and debit notes: their receiver, and the document that they correct.
import { checkDocModificado, type CodDoc, type DocModificado, type Fecha } from '@yupana/fiscal'

import { identifiedProblems } from './sujeto-coherence.ts'
import type { Problema } from '../arbol/validate-tree.ts'

interface InfoNota extends DocModificado {
  readonly fechaEmision: Fecha
  readonly tipoIdentificacionComprador: string
  readonly identificacionComprador: string
}

/** `grupo` is the name of the info block. */
export const notaCoherence = (codDoc: CodDoc, info: InfoNota, grupo: string): Problema[] => [
  ...identifiedProblems(codDoc, info.tipoIdentificacionComprador, info.identificacionComprador, {
    tipo: `${grupo}.tipoIdentificacionComprador`,
    identificacion: `${grupo}.identificacionComprador`,
  }),
  ...checkDocModificado(info, info.fechaEmision).map(({ campo, mensaje }) => ({ campo: `${grupo}.${campo}`, mensaje })),
]
