import { COD_DOC } from '@yupana/fiscal'

import type { EmisorDe } from '../features/comprobante/emitir-lote.ts'

/** Issues drafts of each type outside their editor. */
export const emisorDe: EmisorDe = async (codigo) => {
  const { emitBorrador } = await import('../domain/emision/emitir-borrador.ts')
  switch (codigo) {
    case COD_DOC.FACTURA: {
      const [{ FACTURA }, { dudasOfFactura }] = await Promise.all([
        import('../features/documento/factura.ts'),
        import('../features/documento/dudas.ts'),
      ])
      return (id, contexto) => emitBorrador(FACTURA, id, contexto, dudasOfFactura)
    }
    case COD_DOC.NOTA_CREDITO: {
      const { NOTA_CREDITO } = await import('../features/nota/nota-credito.ts')
      return (id, contexto) => emitBorrador(NOTA_CREDITO, id, contexto)
    }
    case COD_DOC.NOTA_DEBITO: {
      const { NOTA_DEBITO } = await import('../features/nota/nota-debito.ts')
      return (id, contexto) => emitBorrador(NOTA_DEBITO, id, contexto)
    }
    case COD_DOC.LIQUIDACION_COMPRA: {
      const { LIQUIDACION } = await import('../features/liquidacion-compra/liquidacion.ts')
      return (id, contexto) => emitBorrador(LIQUIDACION, id, contexto)
    }
    case COD_DOC.GUIA_REMISION: {
      const { GUIA } = await import('../features/guia-remision/guia.ts')
      return (id, contexto) => emitBorrador(GUIA, id, contexto)
    }
    case COD_DOC.RETENCION: {
      const { RETENCION } = await import('../features/retencion/retencion.ts')
      return (id, contexto) => emitBorrador(RETENCION, id, contexto)
    }
    default:
      return undefined
  }
}
