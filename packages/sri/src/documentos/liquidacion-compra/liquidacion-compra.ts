import { COD_DOC } from '@yupana/fiscal'

import { declareDocumento } from '../documento.ts'
import { liquidacionCompraCoherence } from './liquidacion-compra-coherence.ts'
import { liquidacionCompraTrees, type LiquidacionCompra } from './liquidacion-compra-tree.ts'

export const liquidacionCompra = declareDocumento<LiquidacionCompra>({
  root: 'liquidacionCompra',
  codDoc: COD_DOC.LIQUIDACION_COMPRA,
  versions: liquidacionCompraTrees,
  newest: '1.1.0',
  fechaEmision: ({ infoLiquidacionCompra }) => infoLiquidacionCompra.fechaEmision,
  coherence: liquidacionCompraCoherence,
})
