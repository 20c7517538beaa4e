import { COD_DOC, subtract, sum } from '@yupana/fiscal'

import { missingTaxes, repeatedTaxes, unequal } from '../partes/montos-coherence.ts'
import { notaCoherence } from '../partes/nota-coherence.ts'
import type { NotaCredito } from './nota-credito-tree.ts'
import type { Problema } from '../arbol/validate-tree.ts'

/** Contradictions between the well-formed fields of a nota de crédito. */
export function notaCreditoCoherence({ infoNotaCredito: info, detalles }: NotaCredito): Problema[] {
  const impuestos = info.totalConImpuestos.map(({ valor, valorDevolucionIva = 0 }) => subtract(valor, valorDevolucionIva))
  return [
    ...notaCoherence(COD_DOC.NOTA_CREDITO, info, 'infoNotaCredito'),
    ...repeatedTaxes(info.totalConImpuestos, 'infoNotaCredito.totalConImpuestos'),
    ...missingTaxes(info.totalConImpuestos, detalles, 'infoNotaCredito.totalConImpuestos'),
    ...unequal(
      'infoNotaCredito.totalSinImpuestos',
      info.totalSinImpuestos,
      sum(detalles.map((detalle) => detalle.precioTotalSinImpuesto)),
      'la suma de los detalles',
    ),
    // The ficha does not settle the effect on the total of compensations of the law of 2016.
    ...(info.compensaciones
      ? []
      : unequal(
          'infoNotaCredito.valorModificacion',
          info.valorModificacion,
          sum([info.totalSinImpuestos, ...impuestos]),
          'la suma de subtotal e impuestos',
        )),
  ]
}
