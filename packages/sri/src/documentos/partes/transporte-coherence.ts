import type { Fecha } from '@yupana/fiscal'

import type { Problema } from '../arbol/validate-tree.ts'

/** Dates of a transport: not before the document (SRI error 82), and no end before the start. */
export function transporteProblems(
  { fechaIniTransporte, fechaFinTransporte }: { readonly fechaIniTransporte: Fecha; readonly fechaFinTransporte: Fecha },
  fechaEmision: Fecha | undefined,
  grupo: string,
): Problema[] {
  const isEarly = fechaEmision !== undefined && fechaIniTransporte < fechaEmision
  return [
    ...(isEarly
      ? [{ campo: `${grupo}.fechaIniTransporte`, mensaje: 'El transporte no puede comenzar antes de la fecha de emisión.' }]
      : []),
    ...(fechaFinTransporte < fechaIniTransporte
      ? [{ campo: `${grupo}.fechaFinTransporte`, mensaje: 'El transporte no puede terminar antes de comenzar.' }]
      : []),
  ]
}
