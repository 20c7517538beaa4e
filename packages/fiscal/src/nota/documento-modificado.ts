/** The document changed by a credit or debit note, and the rates that follow it (O-92). */
import { displayFecha, type Fecha } from '../valor/fecha.ts'
import { CODIGO_IMPUESTO, tarifaIvaOfCodigo } from '../impuesto/iva.ts'
import type { ImpuestoTotales } from '../impuesto/linea.ts'
import { displayPorcentaje } from '../valor/monto.ts'
import { whyNotNumero } from '../valor/numero.ts'
import type { Problema } from '../valor/problema.ts'
import { nombreComprobanteAts } from '../documento/comprobante-ats.ts'
import { isVigente } from '../norma/vigencia.ts'
import { COD_DOC } from '../documento/enumeraciones.ts'

export interface DocModificado {
  codDocModificado: string
  /** With dashes. */
  numDocModificado: string
  /** Issue date of the changed document, which decides the rates. */
  fechaEmisionDocSustento: Fecha
}

/** Documents that a note cannot change, because they are no sales. */
const NOT_MODIFIABLE: readonly string[] = [COD_DOC.NOTA_CREDITO, COD_DOC.GUIA_REMISION, COD_DOC.RETENCION]

/** Checks kind, number and date of the changed document. `fecha` is the issue date of the note. */
export function checkDocModificado(
  { codDocModificado, numDocModificado, fechaEmisionDocSustento }: DocModificado,
  fecha: Fecha,
): Problema[] {
  const problemas: Problema[] = []
  if (nombreComprobanteAts(codDocModificado) === undefined || NOT_MODIFIABLE.includes(codDocModificado))
    problemas.push({ campo: 'codDocModificado', mensaje: 'La nota debe modificar un comprobante de venta.' })
  const whyNot = whyNotNumero(numDocModificado)
  if (whyNot !== undefined) problemas.push({ campo: 'numDocModificado', mensaje: whyNot })
  if (fechaEmisionDocSustento > fecha)
    problemas.push({ campo: 'fechaEmisionDocSustento', mensaje: 'La nota no puede ser anterior al comprobante que modifica.' })
  return problemas
}

/** Each rate of IVA must be one that was in force when the changed document was issued. `campo` is the list of taxes. */
export const checkTarifasModificado = (impuestos: readonly ImpuestoTotales[], fechaSustento: Fecha, campo: string): Problema[] =>
  impuestos.flatMap(({ codigo, codigoPorcentaje, tarifa }, at) => {
    if (codigo !== CODIGO_IMPUESTO.IVA) return []
    const known = tarifaIvaOfCodigo(codigoPorcentaje, fechaSustento)
    if (known && isVigente(known, fechaSustento) && known.tarifa === tarifa) return []
    return [
      {
        campo: `${campo}.${at}`,
        mensaje: `La tarifa de IVA ${displayPorcentaje(tarifa)} (código ${codigoPorcentaje}) no regía el ${displayFecha(fechaSustento)}, fecha del comprobante que se modifica.`,
      },
    ]
  })
