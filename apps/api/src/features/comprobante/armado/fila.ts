export interface LineaGuardada {
  producto_id: string | null
  codigo: string | null
  descripcion: string
  cantidad: number
  precio_unitario: number
  descuento: number
  base: number
  tipo_iva: number
  iva: number
  ice: number
  irbpnr: number
}

export interface PagoGuardado {
  forma_pago: string
  total: number
  plazo: number | null
  unidad_tiempo: string | null
}

/** What a document type hands over to be issued; amounts ×10⁶. */
export interface FilaDocumento {
  persona_id: string | null
  receptor_tipo: string
  receptor_identificacion: string
  receptor_nombre: string
  subtotal: number
  descuento: number
  iva: number
  total: number
  lineas: LineaGuardada[]
  pagos: PagoGuardado[]
  correos: string[]
  entrada: unknown
  /** Remark that the document's history shows beside the emission. */
  aclaracion?: string | undefined
}
