import { COD_DOC } from '@yupana/fiscal'

import { declareDocumento } from '../documento.ts'
import { notaCreditoCoherence } from './nota-credito-coherence.ts'
import { notaCreditoTrees, type NotaCredito } from './nota-credito-tree.ts'

export const notaCredito = declareDocumento<NotaCredito>({
  root: 'notaCredito',
  codDoc: COD_DOC.NOTA_CREDITO,
  versions: notaCreditoTrees,
  newest: '1.1.0',
  fechaEmision: ({ infoNotaCredito }) => infoNotaCredito.fechaEmision,
  coherence: notaCreditoCoherence,
})
