import { declareDocumento } from '../documento.ts'
import { facturaCoherence } from './factura-coherence.ts'
import { facturaTrees, type Factura } from './factura-tree.ts'

export const factura = declareDocumento<Factura>({
  root: 'factura',
  codDoc: '01',
  versions: facturaTrees,
  newest: '2.1.0',
  fechaEmision: ({ infoFactura }) => infoFactura.fechaEmision,
  coherence: facturaCoherence,
})
