import { COD_DOC } from '@yupana/fiscal'

import { declareDocumento } from '../documento.ts'
import { notaDebitoCoherence } from './nota-debito-coherence.ts'
import { notaDebitoTrees, type NotaDebito } from './nota-debito-tree.ts'

export const notaDebito = declareDocumento<NotaDebito>({
  root: 'notaDebito',
  codDoc: COD_DOC.NOTA_DEBITO,
  versions: notaDebitoTrees,
  newest: '1.0.0',
  fechaEmision: ({ infoNotaDebito }) => infoNotaDebito.fechaEmision,
  coherence: notaDebitoCoherence,
})
