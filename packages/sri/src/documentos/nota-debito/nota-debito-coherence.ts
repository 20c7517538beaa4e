import { COD_DOC, subtract, sum } from '@yupana/fiscal'

import { pagoProblems, repeatedTaxes, unequal } from '../partes/montos-coherence.ts'
import { notaCoherence } from '../partes/nota-coherence.ts'
import type { NotaDebito } from './nota-debito-tree.ts'
import type { Problema } from '../arbol/validate-tree.ts'

/** Contradictions between the well-formed fields of a nota de débito. */
export function notaDebitoCoherence({ infoNotaDebito: info, motivos }: NotaDebito): Problema[] {
  const impuestos = info.impuestos.map(({ valor, valorDevolucionIva = 0 }) => subtract(valor, valorDevolucionIva))
  return [
    ...notaCoherence(COD_DOC.NOTA_DEBITO, info, 'infoNotaDebito'),
    ...repeatedTaxes(info.impuestos, 'infoNotaDebito.impuestos'),
    ...unequal(
      'infoNotaDebito.totalSinImpuestos',
      info.totalSinImpuestos,
      sum(motivos.map(({ valor }) => valor)),
      'la suma de los motivos',
    ),
    // The ficha does not settle the effect on the total of compensations of the law of 2016.
    ...(info.compensaciones
      ? []
      : unequal(
          'infoNotaDebito.valorTotal',
          info.valorTotal,
          sum([info.totalSinImpuestos, ...impuestos]),
          'la suma de subtotal e impuestos',
        )),
    ...pagoProblems(info.pagos, info.valorTotal, 'infoNotaDebito.pagos'),
  ]
}
