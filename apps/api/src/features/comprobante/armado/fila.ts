import type { Monto } from '@yupana/fiscal'

export interface LineaGuardada {
  producto_id: string | null
  codigo: string | null
  descripcion: string
  cantidad: number
  precio_unitario: Monto
  descuento: Monto
  base: Monto
  tipo_iva: number
  iva: Monto
  ice: Monto
  irbpnr: Monto
}

export interface PagoGuardado {
  forma_pago: string
  total: Monto
  plazo: number | null
  unidad_tiempo: string | null
}

/** What a document type hands over to be issued; amounts ×10⁶. */
export interface FilaDocumento {
  persona_id: string | null
  receptor_tipo: string
  receptor_identificacion: string
  receptor_nombre: string
  subtotal: Monto
  descuento: Monto
  iva: Monto
  total: Monto
  lineas: LineaGuardada[]
  pagos: PagoGuardado[]
  correos: string[]
  entrada: unknown
  /** Remark that the document's history shows beside the emission. */
  aclaracion?: string | undefined
}
