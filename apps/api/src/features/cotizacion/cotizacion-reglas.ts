import type { CotizacionForm } from '@yupana/contract'
import {
  checkIdentificacion,
  checkTotales,
  condicionAt,
  lugarIvaOf,
  totalesOf,
  type Fecha,
  type TotalesDocumento,
  type TotalesEntrada,
} from '@yupana/fiscal'

import type { Problem } from '../../errors.ts'
import { checkSujetoPasivo, checkTextos, lineaEntradaOf, problemOf, type Condicion } from '../comprobante/armado/armado.door.ts'

const asProblem = problemOf({})

export interface CotizacionRevisada {
  totales: TotalesDocumento
  problemas: Problem[]
  avisos: Problem[]
}

const EMPTY: TotalesDocumento = { lineas: [], totalSinImpuestos: 0, totalDescuento: 0, totalConImpuestos: [], propina: 0, importeTotal: 0 }

/**
 * Totals of a quote by the arithmetic of a factura, and every rule of its lines that a factura would break. The client may still be open:
 * the ceiling for consumidor final belongs to the sale.
 */
export function reviseCotizacion(
  form: CotizacionForm,
  fecha: Fecha,
  condiciones: readonly Condicion[],
  canton: string | null,
): CotizacionRevisada {
  const { comprador } = form
  const { valid, problem, warning } = checkIdentificacion(comprador.tipo_identificacion, comprador.identificacion)
  const campo = 'comprador.identificacion'
  const avisos: Problem[] = warning ? [{ campo, message: warning }] : []
  const problemas: Problem[] = [
    ...(valid ? [] : [{ campo, message: problem ?? 'Identificación no válida.' }]),
    ...checkTextos(form),
    ...checkSujetoPasivo(form.lineas, condiciones, fecha),
  ]
  const lugar = lugarIvaOf(condiciones, fecha, canton)
  const entrada: TotalesEntrada = {
    modo: form.modo,
    lineas: form.lineas.map((linea, at) => lineaEntradaOf(linea, at, fecha, lugar, problemas)),
  }
  try {
    const totales = totalesOf(entrada)
    const negocioPopular = condicionAt(condiciones, 'REGIMEN', fecha)?.valor === 'NEGOCIO_POPULAR'
    return { totales, problemas: [...problemas, ...checkTotales(entrada, totales, { fecha, negocioPopular }).map(asProblem)], avisos }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const message = 'Los valores superan el máximo que un comprobante admite.'
    return { totales: EMPTY, problemas: [...problemas, { campo: 'lineas', message }], avisos }
  }
}
