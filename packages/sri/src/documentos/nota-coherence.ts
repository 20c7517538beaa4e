// What credit and debit notes share: who receives them and which document they correct.
import type { Fecha } from '@yupana/fiscal'

import { identifiedProblems } from './sujeto-coherence.ts'
import type { Problema } from './validate-tree.ts'

interface InfoNota {
  readonly fechaEmision: Fecha
  readonly tipoIdentificacionComprador: string
  readonly identificacionComprador: string
  readonly fechaEmisionDocSustento: Fecha
}

/** `grupo` is the name of the info block. */
export function notaCoherence(info: InfoNota, grupo: string): Problema[] {
  const late = info.fechaEmisionDocSustento > info.fechaEmision
  return [
    ...identifiedProblems(info.tipoIdentificacionComprador, info.identificacionComprador, {
      tipo: `${grupo}.tipoIdentificacionComprador`,
      identificacion: `${grupo}.identificacionComprador`,
    }),
    ...(late ? [{ campo: `${grupo}.fechaEmisionDocSustento`, mensaje: 'El documento que se modifica no puede ser posterior a la nota.' }] : []),
  ]
}
