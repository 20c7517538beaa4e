import { COD_DOC } from '@yupana/fiscal'

import { declareDocumento } from '../documento.ts'
import { facturaCoherence } from './factura-coherence.ts'
import { facturaTrees, type Factura } from './factura-tree.ts'

export const factura = declareDocumento<Factura>({
  root: 'factura',
  codDoc: COD_DOC.FACTURA,
  versions: facturaTrees,
  newest: '2.1.0',
  fechaEmision: ({ infoFactura }) => infoFactura.fechaEmision,
  coherence: facturaCoherence,
})
