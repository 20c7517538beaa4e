/** Payment methods (SRI table 24) and their legal rules (O-59). */
import { tablaOf, vigenciaOf } from '../norma/enmienda.ts'
import type { Fecha } from '../valor/fecha.ts'
import { displayMonto, fitsDecimals, sum, type Monto } from '../valor/monto.ts'
import { parametroAt } from '../norma/parametros.ts'
import type { Problema, Revision } from '../valor/problema.ts'
import { isVigente, type Vigencia } from '../norma/vigencia.ts'

export interface FormaPago extends Vigencia {
  codigo: string
  nombre: string
}

const FICHA = 'Ficha técnica offline v2.34, tabla 24'
const forma = (codigo: string, nombre: string, validFrom: Fecha): FormaPago => ({
  codigo,
  nombre,
  validFrom,
  source: FICHA,
  confidence: 'V',
})

/** Codes 02 to 14 closed on 2016-08-31 and are not offered. */
export const FORMAS_PAGO: readonly FormaPago[] = [
  forma('01', 'SIN UTILIZACIÓN DEL SISTEMA FINANCIERO', '2013-01-01'),
  forma('15', 'COMPENSACIÓN DE DEUDAS', '2013-01-01'),
  forma('16', 'TARJETA DE DÉBITO', '2016-06-01'),
  forma('17', 'DINERO ELECTRÓNICO', '2016-06-01'),
  forma('18', 'TARJETA PREPAGO', '2016-06-01'),
  forma('19', 'TARJETA DE CRÉDITO', '2016-06-01'),
  forma('20', 'OTROS CON UTILIZACIÓN DEL SISTEMA FINANCIERO', '2016-06-01'),
  forma('21', 'ENDOSO DE TÍTULOS', '2016-06-01'),
]

export const tablaFormasPago = tablaOf<FormaPago>({
  temas: ['FORMA_PAGO'],
  base: FORMAS_PAGO,
  codigoOf: ({ codigo }) => codigo,
  read: (enmienda) => ({ codigo: enmienda.codigo, nombre: enmienda.nombre, ...vigenciaOf(enmienda) }),
})

/** Outside the financial system: cash. */
export const FORMA_PAGO_EFECTIVO = '01'

/** The methods that may be used on that day. */
export const formasPagoAt = (fecha: Fecha): FormaPago[] => tablaFormasPago.rows().filter((one) => isVigente(one, fecha))

/** Name of a code on any day. */
export const nombreFormaPago = (codigo: string): string | undefined => tablaFormasPago.rows().find((one) => one.codigo === codigo)?.nombre

export interface Pago {
  /** SRI table 24. */
  formaPago: string
  total: Monto
}

export type PagosCheck = Revision

/**
 * Whether the payments fit a document: at least one, known methods, whole positive cents, and a sum equal to the
 * total. Warns when the operation passes the bancarización amount of that day and any part is paid with 01.
 */
export function checkPagos(pagos: readonly Pago[], importeTotal: Monto, fecha: Fecha): PagosCheck {
  const problemas = pagos.flatMap((pago, at) => checkPago(pago, at, importeTotal, fecha))
  if (pagos.length === 0) problemas.push({ campo: 'pagos', mensaje: 'Registre al menos una forma de pago.' })
  const pagado = sum(pagos.map((pago) => pago.total))
  if (pagos.length > 0 && pagado !== importeTotal)
    problemas.push({ campo: 'pagos', mensaje: `Los pagos suman ${displayMonto(pagado)} y el total es ${displayMonto(importeTotal)}.` })
  const advertencia = bancarizacionWarning(pagos, importeTotal, fecha)
  return { problemas, advertencias: advertencia ? [advertencia] : [] }
}

function checkPago(pago: Pago, at: number, importeTotal: Monto, fecha: Fecha): Problema[] {
  const problemas: Problema[] = []
  if (!formasPagoAt(fecha).some((one) => one.codigo === pago.formaPago))
    problemas.push({ campo: `pagos.${at}.formaPago`, mensaje: `La forma de pago ${pago.formaPago} no está vigente.` })
  // A document of zero has a payment of zero.
  if (pago.total < 0 || (pago.total === 0 && importeTotal !== 0))
    problemas.push({ campo: `pagos.${at}.total`, mensaje: 'El valor del pago debe ser mayor que cero.' })
  if (!fitsDecimals(pago.total)) problemas.push({ campo: `pagos.${at}.total`, mensaje: 'El valor del pago lleva máximo dos decimales.' })
  return problemas
}

/** The bancarización warning of an operation, or undefined (O-59). */
export function bancarizacionWarning(pagos: readonly Pago[], importeTotal: Monto, fecha: Fecha): Problema | undefined {
  const { valor } = parametroAt('bancarizacionMinimo', fecha)
  if (importeTotal <= valor || !pagos.some((pago) => pago.formaPago === FORMA_PAGO_EFECTIVO && pago.total > 0)) return undefined
  return {
    campo: 'pagos',
    mensaje: `La operación supera ${displayMonto(valor)}: para que sea deducible debe pagarse por el sistema financiero.`,
  }
}
