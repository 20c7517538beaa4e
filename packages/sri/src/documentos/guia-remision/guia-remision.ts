import { COD_DOC, readClaveAcceso } from '@yupana/fiscal'

import { declareDocumento } from '../documento.ts'
import { guiaRemisionCoherence } from './guia-remision-coherence.ts'
import { guiaRemisionTrees, type GuiaRemision } from './guia-remision-tree.ts'

export const guiaRemision = declareDocumento<GuiaRemision>({
  root: 'guiaRemision',
  codDoc: COD_DOC.GUIA_REMISION,
  versions: guiaRemisionTrees,
  newest: '1.1.0',
  fechaEmision: ({ infoTributaria }) => readClaveAcceso(infoTributaria.claveAcceso)?.fechaEmision,
  coherence: guiaRemisionCoherence,
})
