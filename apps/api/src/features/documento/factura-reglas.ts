import type { FacturaForm } from '@yupana/contract'
import {
  checkIdentificacion,
  checkPagos,
  checkTotales,
  condicionAt,
  CONSUMIDOR_FINAL,
  fitsDecimals,
  lugarIvaOf,
  MONTO_MAX,
  sum,
  TIPO_IDENTIFICACION,
  totalesOf,
  type Fecha,
  type PagosCheck,
  type TotalesDocumento,
  type TotalesEntrada,
} from '@yupana/fiscal'

import type { Problem } from '../../errors.ts'
import { checkSujetoPasivo, checkTextos, lineaEntradaOf, type Condicion } from '../comprobante/armado/armado.door.ts'
import { reviseAnexos } from './factura-anexos.ts'
import { asProblem } from './factura-campos.ts'
import { cargosOf, reviseComercio } from './factura-comercio.ts'

export interface FacturaRevisada {
  entrada: TotalesEntrada
  totales: TotalesDocumento
  /** Problems that keep amounts from being computed: with them the totals are zeros. */
  problemas: Problem[]
  avisos: Problem[]
}

const EMPTY: TotalesDocumento = { lineas: [], totalSinImpuestos: 0, totalDescuento: 0, totalConImpuestos: [], propina: 0, importeTotal: 0 }

function checkComprador({ comprador }: FacturaForm): { problemas: Problem[]; avisos: Problem[] } {
  const check = checkIdentificacion(comprador.tipo_identificacion, comprador.identificacion)
  const campo = 'comprador.identificacion'
  const problemas: Problem[] = check.valid ? [] : [{ campo, message: check.problem ?? 'Identificación no válida.' }]
  if (comprador.tipo_identificacion === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL && comprador.razon_social !== CONSUMIDOR_FINAL.razonSocial)
    problemas.push({ campo: 'comprador.razon_social', message: 'El consumidor final se llama CONSUMIDOR FINAL.' })
  return { problemas, avisos: check.warning ? [{ campo, message: check.warning }] : [] }
}

const sumOfPagos = ({ pagos }: FacturaForm): number => pagos.reduce((total, pago) => total + pago.total, 0)
const PAGOS_EXCEDEN: PagosCheck = {
  problemas: [{ campo: 'pagos', mensaje: 'Los pagos superan el máximo que un comprobante admite.' }],
  advertencias: [],
}

/**
 * Checks a form against the law as of `fecha`, in the cantón of its establishment, and totals it. The same for preview and emission; totals
 * in the form are ignored.
 */
export function reviseFactura(form: FacturaForm, fecha: Fecha, condiciones: readonly Condicion[], canton: string | null): FacturaRevisada {
  const { problemas, avisos } = checkComprador(form)
  const anexos = reviseAnexos(form, fecha)
  problemas.push(...checkTextos(form), ...checkSujetoPasivo(form.lineas, condiciones, fecha), ...anexos.problemas.map(asProblem))
  avisos.push(...anexos.advertencias.map(asProblem))
  if (!fitsDecimals(form.propina)) problemas.push({ campo: 'propina', message: 'La propina lleva máximo dos decimales.' })
  const lugar = lugarIvaOf(condiciones, fecha, canton)
  const entrada: TotalesEntrada = {
    modo: form.modo,
    lineas: form.lineas.map((linea, at) => lineaEntradaOf(linea, at, fecha, lugar, problemas)),
    propina: form.propina,
    ...cargosOf(form),
    rubrosTerceros: 0,
  }
  try {
    entrada.rubrosTerceros = sum(form.rubros_terceros.map((rubro) => rubro.total))
    const totales = totalesOf(entrada)
    const negocioPopular = condicionAt(condiciones, 'REGIMEN', fecha)?.valor === 'NEGOCIO_POPULAR'
    problemas.push(
      ...checkTotales(entrada, totales, {
        fecha,
        consumidorFinal: form.comprador.tipo_identificacion === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL,
        negocioPopular,
      }).map(asProblem),
    )
    const comercio = reviseComercio(form, entrada, totales, fecha)
    problemas.push(...comercio.problemas.map(asProblem))
    avisos.push(...comercio.advertencias.map(asProblem))
    const pagos =
      sumOfPagos(form) > MONTO_MAX
        ? PAGOS_EXCEDEN
        : checkPagos(
            form.pagos.map((pago) => ({ formaPago: pago.forma_pago, total: pago.total })),
            totales.importeTotal,
            fecha,
          )
    problemas.push(...pagos.problemas.map(asProblem))
    avisos.push(...pagos.advertencias.map(asProblem))
    return { entrada, totales, problemas, avisos }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    problemas.push({ campo: 'lineas', message: 'Los valores superan el máximo que un comprobante admite.' })
    return { entrada, totales: EMPTY, problemas, avisos }
  }
}
