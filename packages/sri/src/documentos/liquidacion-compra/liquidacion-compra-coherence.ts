import { COD_DOC, sum } from '@yupana/fiscal'

import type { LiquidacionCompra } from './liquidacion-compra-tree.ts'
import { missingTaxes, pagoProblems, repeatedTaxes, unequal } from '../partes/montos-coherence.ts'
import { reembolsoProblems } from '../partes/reembolso-coherence.ts'
import { identifiedProblems } from '../partes/sujeto-coherence.ts'
import type { Problema } from '../arbol/validate-tree.ts'

const GRUPO = 'infoLiquidacionCompra'

/** Contradictions between the well-formed fields of a liquidación de compra. */
export function liquidacionCompraCoherence({ infoLiquidacionCompra: info, detalles, reembolsos }: LiquidacionCompra): Problema[] {
  return [
    ...identifiedProblems(COD_DOC.LIQUIDACION_COMPRA, info.tipoIdentificacionProveedor, info.identificacionProveedor, {
      tipo: `${GRUPO}.tipoIdentificacionProveedor`,
      identificacion: `${GRUPO}.identificacionProveedor`,
    }),
    ...repeatedTaxes(info.totalConImpuestos, `${GRUPO}.totalConImpuestos`),
    ...missingTaxes(info.totalConImpuestos, detalles, `${GRUPO}.totalConImpuestos`),
    ...unequal(
      `${GRUPO}.totalSinImpuestos`,
      info.totalSinImpuestos,
      sum(detalles.map((detalle) => detalle.precioTotalSinImpuesto)),
      'la suma de los detalles',
    ),
    ...unequal(
      `${GRUPO}.importeTotal`,
      info.importeTotal,
      sum([info.totalSinImpuestos, ...info.totalConImpuestos.map(({ valor }) => valor)]),
      'la suma de subtotal e impuestos',
    ),
    ...pagoProblems(info.pagos, info.importeTotal, `${GRUPO}.pagos`),
    ...reembolsoProblems(info.codDocReembolso, info, reembolsos, { totales: GRUPO, reembolsos: 'reembolsos' }),
  ]
}
