import type { Comprador } from '@yupana/contract'

import type { LineaGuardada, PagoGuardado } from '../comprobante/respuesta.service.ts'
import { facturaImportada } from './factura-importada.ts'

/** What a document's XML says, as our tables keep it; amounts ×10⁶. */
export interface Importado {
  clave: string
  ruc: string
  fecha_emision: string
  comprador: Comprador
  subtotal: number
  descuento: number
  iva: number
  total: number
  lineas: Omit<LineaGuardada, 'producto_id'>[]
  pagos: PagoGuardado[]
  entrada: unknown
}

/** Readers by SRI document code: what this version can issue, and so may have lost. */
export const LECTORES: Readonly<Record<string, (xml: string) => Importado>> = { '01': facturaImportada }
