import { randomUUID } from 'node:crypto'
import { TIPO_IVA } from '@yupana/fiscal'

/** Small enough, and with a page. */
export const PDF_DE_PAGO = Buffer.from('%PDF-1.4\n<< /Type /Page >>\n%%EOF')

/** A plan of a hundred documents at $3.335 and IVA, as SUPER_ADMIN puts it into the catalogue. */
export const planDeTienda = () => ({
  id: randomUUID(),
  tipo: 'PLAN',
  nombre: 'Plan 100',
  descripcion: '',
  precio: 3_335_000,
  iva: TIPO_IVA.QUINCE,
  firma_tipo: null,
  firma_anios: null,
  plan_documentos: 100,
  vigente_desde: '2026-01-01',
  vigente_hasta: null,
  activo: true,
  version: 0,
})

/** The receipt of a transfer, as its form sends it. */
export function formDePago(): FormData {
  const form = new FormData()
  form.append('referencia', '123')
  form.append('file', new Blob([PDF_DE_PAGO]), 'pago.pdf')
  return form
}
