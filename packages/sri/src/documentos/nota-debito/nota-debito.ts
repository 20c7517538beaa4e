import { declareDocumento } from '../documento.ts'
import { notaDebitoCoherence } from './nota-debito-coherence.ts'
import { notaDebitoTrees, type NotaDebito } from './nota-debito-tree.ts'

export const notaDebito = declareDocumento<NotaDebito>({
  root: 'notaDebito',
  codDoc: '05',
  versions: notaDebitoTrees,
  newest: '1.0.0',
  fechaEmision: ({ infoNotaDebito }) => infoNotaDebito.fechaEmision,
  coherence: notaDebitoCoherence,
})
