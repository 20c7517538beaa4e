import { COD_DOC } from '@yupana/fiscal'

import { declareDocumento } from '../documento.ts'
import { retencionCoherence } from './retencion-coherence.ts'
import { retencionTrees, type ComprobanteRetencion } from './retencion-tree.ts'

export const comprobanteRetencion = declareDocumento<ComprobanteRetencion>({
  root: 'comprobanteRetencion',
  codDoc: COD_DOC.RETENCION,
  versions: retencionTrees,
  newest: '2.0.0',
  fechaEmision: ({ infoCompRetencion }) => infoCompRetencion.fechaEmision,
  coherence: retencionCoherence,
})
