import { declareDocumento } from '../documento.ts'
import { notaCreditoCoherence } from './nota-credito-coherence.ts'
import { notaCreditoTrees, type NotaCredito } from './nota-credito-tree.ts'

export const notaCredito = declareDocumento<NotaCredito>({
  root: 'notaCredito',
  codDoc: '04',
  versions: notaCreditoTrees,
  newest: '1.1.0',
  fechaEmision: ({ infoNotaCredito }) => infoNotaCredito.fechaEmision,
  coherence: notaCreditoCoherence,
})
