import { COD_DOC, type Monto } from '@yupana/fiscal'
import type { Comprador, RolPersona } from '@yupana/contract'

import type { LineaGuardada, PagoGuardado } from '../comprobante/armado/armado.door.ts'
import type { NotaLeida } from '../nota/nota.door.ts'
import type { PagoRetencion, RetencionGuardada } from '../retencion/retencion.door.ts'
import { facturaImportada } from './factura-importada.ts'
import { guiaImportada } from './guia-importada.ts'
import { liquidacionImportada } from './liquidacion-importada.ts'
import { notaCreditoImportada, notaDebitoImportada } from './nota-importada.ts'
import { retencionImportada } from './retencion-importada.ts'

/** A document's XML in the form of our tables; amounts ×10⁶. */
export interface Importado {
  clave: string
  ruc: string
  fecha_emision: string
  receptor: Comprador
  /** Role of the receiver, if the company does not know the person yet. */
  rol: RolPersona
  subtotal: Monto
  descuento: Monto
  iva: Monto
  total: Monto
  lineas: Omit<LineaGuardada, 'producto_id'>[]
  pagos: PagoGuardado[]
  /** Lines of a retención. */
  retenciones?: RetencionGuardada[]
  pago_retencion?: PagoRetencion
  /** The document changed by a note. */
  nota?: NotaLeida
  /** The form it could have been made from: «duplicar» and «corregir» begin with it. */
  entrada: unknown
}

/** Readers by SRI document code: the types that this version can issue, and so may have lost. */
export const LECTORES: Readonly<Record<string, (xml: string) => Importado>> = {
  [COD_DOC.FACTURA]: facturaImportada,
  [COD_DOC.LIQUIDACION_COMPRA]: liquidacionImportada,
  [COD_DOC.NOTA_CREDITO]: notaCreditoImportada,
  [COD_DOC.NOTA_DEBITO]: notaDebitoImportada,
  [COD_DOC.GUIA_REMISION]: guiaImportada,
  [COD_DOC.RETENCION]: retencionImportada,
}
