import { FORMA_PAGO_EFECTIVO, isAutorizacion, type Monto } from '@yupana/fiscal'

import type { CompraForm } from './compra.contract.ts'
import type { DocSustentoForm, RetencionForm } from './retencion.contract.ts'

/** Withholding form from a registered purchase, without a series; `subtotal` without taxes, ×10⁶. */
export const retencionDeCompra = (
  { autorizacion, pago_exterior, pagos, ...form }: CompraForm,
  subtotal: Monto,
  retenciones: DocSustentoForm['retenciones'],
): Omit<RetencionForm, 'establecimiento' | 'punto'> => ({
  sujeto: form.proveedor,
  ...(form.tipo_sujeto && { tipo_sujeto: form.tipo_sujeto }),
  parte_relacionada: form.parte_relacionada,
  docs_sustento: [
    {
      cod_sustento: form.sustento,
      cod_doc: form.tipo,
      numero: form.numero,
      fecha: form.fecha_emision,
      ...(form.fecha_registro && { fecha_registro: form.fecha_registro }),
      ...(autorizacion && isAutorizacion(autorizacion) && { autorizacion }),
      ...(pago_exterior && { pago_exterior }),
      total_sin_impuestos: subtotal,
      importe_total: form.total,
      impuestos: form.impuestos,
      retenciones,
      reembolsos: form.reembolsos,
      pagos: pagos.length > 0 ? pagos : [{ forma_pago: FORMA_PAGO_EFECTIVO, total: form.total }],
    },
  ],
  info_adicional: [],
})
