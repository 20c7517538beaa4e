/** Kinds of identification that each document admits (SRI table 6, notes). */
import { COD_DOC, NOMBRE_COMPROBANTE, type CodDoc } from '../documento/enumeraciones.ts'
import {
  checkIdentificacion,
  TIPO_IDENTIFICACION,
  TIPO_IDENTIFICACION_LABEL,
  TIPOS_IDENTIFICACION_PERSONA,
  type TipoIdentificacion,
} from './identificacion.ts'
import type { Revision } from '../valor/problema.ts'

/**
 * Kinds of identification by document: of the buyer, the supplier or the subject, and in a guía of the carrier. Consumidor final stands
 * only in a factura.
 */
export const IDENTIFICACIONES_DE: Readonly<Record<CodDoc, readonly TipoIdentificacion[]>> = {
  [COD_DOC.FACTURA]: [...TIPOS_IDENTIFICACION_PERSONA, TIPO_IDENTIFICACION.CONSUMIDOR_FINAL],
  [COD_DOC.LIQUIDACION_COMPRA]: TIPOS_IDENTIFICACION_PERSONA,
  [COD_DOC.NOTA_CREDITO]: TIPOS_IDENTIFICACION_PERSONA,
  [COD_DOC.NOTA_DEBITO]: TIPOS_IDENTIFICACION_PERSONA,
  [COD_DOC.GUIA_REMISION]: TIPOS_IDENTIFICACION_PERSONA,
  [COD_DOC.RETENCION]: TIPOS_IDENTIFICACION_PERSONA,
}

/** Checks an identification and its kind for a document. `campo` is the path of the identification. */
export function checkIdentificacionDe(codDoc: CodDoc, tipo: string, valor: string, campo: string): Revision {
  const admitted: readonly string[] = IDENTIFICACIONES_DE[codDoc]
  if (!admitted.includes(tipo) && tipo in TIPO_IDENTIFICACION_LABEL) {
    const label = TIPO_IDENTIFICACION_LABEL[tipo as TipoIdentificacion]
    return {
      problemas: [{ campo, mensaje: `${NOMBRE_COMPROBANTE[codDoc]}: no se admite «${label}». Identifique a la persona.` }],
      advertencias: [],
    }
  }
  const check = checkIdentificacion(tipo, valor)
  return {
    problemas: check.valid ? [] : [{ campo, mensaje: check.problem ?? 'Identificación no válida.' }],
    advertencias: check.warning === undefined ? [] : [{ campo, mensaje: check.warning }],
  }
}
