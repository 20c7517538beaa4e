import { CONSUMIDOR_FINAL, IDENTIFICACIONES_DE, type CodDoc } from '@yupana/fiscal'

import type { Problema } from '../arbol/validate-tree.ts'

/** Checks the kind of identification of the person named in a document (Tabla 6): only a factura admits consumidor final. */
export function identifiedProblems(
  codDoc: CodDoc,
  tipo: string,
  identificacion: string,
  campos: { readonly tipo: string; readonly identificacion: string },
): Problema[] {
  const admitted: readonly string[] = IDENTIFICACIONES_DE[codDoc]
  if (!admitted.includes(tipo)) return [{ campo: campos.tipo, mensaje: `Este comprobante no admite el tipo de identificación ${tipo}.` }]
  if (identificacion !== CONSUMIDOR_FINAL.identificacion) return []
  return [
    {
      campo: campos.identificacion,
      mensaje: 'La identificación 9999999999999 es la del consumidor final, que este comprobante no admite.',
    },
  ]
}
