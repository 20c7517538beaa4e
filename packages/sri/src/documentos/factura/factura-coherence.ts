// Rules outside the XSD: the buyer, and the certain arithmetic (SRI error 52, ficha tabla 21).
import { CONSUMIDOR_FINAL, subtract, sum } from '@yupana/fiscal'

import { facturaEspecialCoherence } from './factura-especial-coherence.ts'
import type { Factura } from './factura-tree.ts'
import { missingTaxes, pagoProblems, repeatedTaxes, unequal } from '../partes/montos-coherence.ts'
import type { Problema } from '../arbol/validate-tree.ts'

function totalProblems({ infoFactura, detalles, otrosRubrosTerceros }: Factura): Problema[] {
  // The ficha does not settle whether third-party items and solidarity compensations are part of the total.
  const isCertain = !otrosRubrosTerceros && !infoFactura.compensaciones
  return [
    ...unequal(
      'infoFactura.totalSinImpuestos',
      infoFactura.totalSinImpuestos,
      sum(detalles.map((detalle) => detalle.precioTotalSinImpuesto)),
      'la suma de los detalles',
    ),
    ...(isCertain
      ? unequal(
          'infoFactura.importeTotal',
          infoFactura.importeTotal,
          expectedTotal(infoFactura),
          'la suma de subtotal, impuestos y recargos',
        )
      : []),
  ]
}

const expectedTotal = (info: Factura['infoFactura']) =>
  sum([
    info.totalSinImpuestos,
    ...info.totalConImpuestos.map(({ valor, valorDevolucionIva = 0 }) => subtract(valor, valorDevolucionIva)),
    info.propina ?? 0,
    info.fleteInternacional ?? 0,
    info.seguroInternacional ?? 0,
    info.gastosAduaneros ?? 0,
    info.gastosTransporteOtros ?? 0,
  ])

function compradorProblems({ infoFactura }: Factura): Problema[] {
  const isFinal = infoFactura.tipoIdentificacionComprador === '07'
  if (isFinal === (infoFactura.identificacionComprador === CONSUMIDOR_FINAL.identificacion)) return []
  return [{ campo: 'infoFactura.identificacionComprador', mensaje: 'El consumidor final (07) se identifica con 9999999999999, y solo él.' }]
}

/** Contradictions between the well-formed fields of a factura. */
export const facturaCoherence = (factura: Factura): Problema[] => [
  ...compradorProblems(factura),
  ...repeatedTaxes(factura.infoFactura.totalConImpuestos, 'infoFactura.totalConImpuestos'),
  ...missingTaxes(factura.infoFactura.totalConImpuestos, factura.detalles, 'infoFactura.totalConImpuestos'),
  ...totalProblems(factura),
  ...pagoProblems(factura.infoFactura.pagos, factura.infoFactura.importeTotal, 'infoFactura.pagos'),
  ...facturaEspecialCoherence(factura),
]
