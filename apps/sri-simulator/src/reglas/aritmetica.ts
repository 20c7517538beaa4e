// Group «arithmetic» (code 52): consistency of a document's figures, by type.
import { child, childrenOf, textOf, type Nodo } from '../documento/arbol.ts'
import { cents, differs, micro, moneyText, percentCents } from './decimal.ts'
import { centsOf, gruposProblem, impuestoProblem, lineaProblem, sumOf } from './impuestos.ts'

type Regla = (raiz: Nodo, tolerance: bigint) => string | undefined

const first = (problems: readonly (() => string | undefined)[]): string | undefined => {
  for (const problem of problems) {
    const found = problem()
    if (found) return found
  }
  return undefined
}

const equal = (what: string, stated: bigint, due: bigint, tolerance: bigint): string | undefined =>
  differs(stated, due, tolerance) ? `${what} (${moneyText(stated)}) es diferente a lo calculado (${moneyText(due)})` : undefined

const eachOf = (nodos: readonly Nodo[], rule: (nodo: Nodo) => string | undefined) => () => {
  for (const nodo of nodos) {
    const problem = rule(nodo)
    if (problem) return problem
  }
  return undefined
}

const pagosProblem = (info: Nodo | undefined, total: bigint, tolerance: bigint) => () => {
  const pagos = childrenOf(info, 'pagos').flatMap((p) => childrenOf(p, 'pago'))
  return pagos.length === 0 ? undefined : equal('La suma de los pagos', sumOf(pagos.map((p) => centsOf(p, 'total'))), total, tolerance)
}

const detallesOf = (raiz: Nodo): Nodo[] => childrenOf(child(raiz, 'detalles'), 'detalle')
const totalesOf = (info: Nodo | undefined): Nodo[] => childrenOf(child(info, 'totalConImpuestos'), 'totalImpuesto')

function ventaProblems(raiz: Nodo, info: Nodo | undefined, tolerance: bigint): (() => string | undefined)[] {
  const detalles = detallesOf(raiz)
  const totales = totalesOf(info)
  return [
    eachOf(detalles, (d) => lineaProblem(d, tolerance)),
    () =>
      equal(
        'El totalSinImpuestos',
        centsOf(info, 'totalSinImpuestos'),
        sumOf(detalles.map((d) => centsOf(d, 'precioTotalSinImpuesto'))),
        tolerance,
      ),
    () => gruposProblem(totales, detalles, tolerance),
  ]
}

const EXTRAS = ['propina', 'fleteInternacional', 'seguroInternacional', 'gastosAduaneros', 'gastosTransporteOtros']

function facturaProblem(raiz: Nodo, infoName: string, tolerance: bigint): string | undefined {
  const info = child(raiz, infoName)
  const totales = totalesOf(info)
  const detalles = detallesOf(raiz)
  const subtotal = centsOf(info, 'totalSinImpuestos')
  const total = centsOf(info, 'importeTotal')
  const devolucion = sumOf(totales.map((t) => centsOf(t, 'valorDevolucionIva')))
  const taxes = sumOf(totales.map((t) => centsOf(t, 'valor')))
  const due = subtotal + taxes + sumOf(EXTRAS.map((name) => centsOf(info, name))) - devolucion
  const terceros = sumOf(childrenOf(child(raiz, 'otrosRubrosTerceros'), 'rubro').map((r) => centsOf(r, 'total')))
  const additional = sumOf(totales.map((t) => centsOf(t, 'descuentoAdicional')))
  return first([
    ...ventaProblems(raiz, info, tolerance),
    () =>
      equal(
        'El totalDescuento',
        centsOf(info, 'totalDescuento'),
        sumOf(detalles.map((d) => centsOf(d, 'descuento'))) + additional,
        tolerance,
      ),
    // The authority does not publish whether the total includes amounts for third parties: both are accepted.
    () => equal('El importeTotal', total, due + terceros, tolerance) && equal('El importeTotal', total, due, tolerance),
    () => (centsOf(info, 'propina') * 10n > subtotal + 10n * tolerance ? 'La propina supera el 10 % del subtotal' : undefined),
    pagosProblem(info, total, tolerance),
    () => reembolsoProblem(info, tolerance),
  ])
}

const reembolsoProblem = (nodo: Nodo | undefined, tolerance: bigint): string | undefined =>
  child(nodo, 'totalComprobantesReembolso') === undefined
    ? undefined
    : equal(
        'El totalComprobantesReembolso',
        centsOf(nodo, 'totalComprobantesReembolso'),
        centsOf(nodo, 'totalBaseImponibleReembolso') + centsOf(nodo, 'totalImpuestoReembolso'),
        tolerance,
      )

const notaCreditoProblem: Regla = (raiz, tolerance) => {
  const info = child(raiz, 'infoNotaCredito')
  const taxes = sumOf(totalesOf(info).map((t) => centsOf(t, 'valor')))
  return first([
    ...ventaProblems(raiz, info, tolerance),
    () => equal('El valorModificacion', centsOf(info, 'valorModificacion'), centsOf(info, 'totalSinImpuestos') + taxes, tolerance),
  ])
}

const notaDebitoProblem: Regla = (raiz, tolerance) => {
  const info = child(raiz, 'infoNotaDebito')
  const impuestos = childrenOf(child(info, 'impuestos'), 'impuesto')
  const subtotal = centsOf(info, 'totalSinImpuestos')
  const total = centsOf(info, 'valorTotal')
  return first([
    () =>
      equal(
        'El totalSinImpuestos',
        subtotal,
        sumOf(childrenOf(child(raiz, 'motivos'), 'motivo').map((m) => centsOf(m, 'valor'))),
        tolerance,
      ),
    eachOf(impuestos, (i) => impuestoProblem(i, tolerance)),
    () => equal('El valorTotal', total, subtotal + sumOf(impuestos.map((i) => centsOf(i, 'valor'))), tolerance),
    pagosProblem(info, total, tolerance),
  ])
}

const retenidoProblem = (nodo: Nodo, tolerance: bigint): string | undefined =>
  equal(
    'El valorRetenido',
    centsOf(nodo, 'valorRetenido'),
    percentCents(micro(textOf(nodo, 'baseImponible')), micro(textOf(nodo, 'porcentajeRetener'))),
    tolerance,
  )

const retencionProblem: Regla = (raiz, tolerance) => {
  const info = child(raiz, 'infoCompRetencion')
  const sustentos = childrenOf(child(raiz, 'docsSustento'), 'docSustento')
  const isForeign = textOf(info, 'tipoIdentificacionSujetoRetenido') === '08'
  return first([
    () =>
      child(raiz, 'docsSustento') && isForeign !== (child(info, 'tipoSujetoRetenido') !== undefined)
        ? 'El tipoSujetoRetenido se informa cuando el tipo de identificación es 08, y solo entonces'
        : undefined,
    eachOf(childrenOf(child(raiz, 'impuestos'), 'impuesto'), (i) => retenidoProblem(i, tolerance)),
    eachOf(sustentos, (s) =>
      first([
        eachOf(childrenOf(child(s, 'retenciones'), 'retencion'), (r) => retenidoProblem(r, tolerance)),
        eachOf(childrenOf(child(s, 'impuestosDocSustento'), 'impuestoDocSustento'), (i) =>
          textOf(i, 'codImpuestoDocSustento') === '2'
            ? equal(
                'El valorImpuesto',
                centsOf(i, 'valorImpuesto'),
                percentCents(micro(textOf(i, 'baseImponible')), micro(textOf(i, 'tarifa'))),
                tolerance,
              )
            : undefined,
        ),
        () => reembolsoProblem(s, tolerance),
      ]),
    ),
  ])
}

const REGLAS: Readonly<Record<string, Regla>> = {
  '01': (raiz, tolerance) => facturaProblem(raiz, 'infoFactura', tolerance),
  '03': (raiz, tolerance) => facturaProblem(raiz, 'infoLiquidacionCompra', tolerance),
  '04': notaCreditoProblem,
  '05': notaDebitoProblem,
  '07': retencionProblem,
}

/** First inconsistent figure, or undefined. A guía has none. */
export const aritmeticaProblem = (codDoc: string, raiz: Nodo, toleranciaCentavos: number): string | undefined =>
  REGLAS[codDoc]?.(raiz, BigInt(toleranciaCentavos))

/** Total that a receiver without name may not exceed. */
export const importeOf = (raiz: Nodo): bigint => cents(micro(textOf(child(raiz, 'infoFactura'), 'importeTotal')))
