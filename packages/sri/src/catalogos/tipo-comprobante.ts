import type { EntradaCatalogo } from './entrada.ts'

/** Tabla 3 of the ficha técnica: codDoc of the six electronic documents. */
export const COMPROBANTES: readonly EntradaCatalogo[] = [
  { codigo: '01', nombre: 'FACTURA' },
  { codigo: '03', nombre: 'LIQUIDACIÓN DE COMPRA DE BIENES Y PRESTACIÓN DE SERVICIOS' },
  { codigo: '04', nombre: 'NOTA DE CRÉDITO' },
  { codigo: '05', nombre: 'NOTA DE DÉBITO' },
  { codigo: '06', nombre: 'GUÍA DE REMISIÓN' },
  { codigo: '07', nombre: 'COMPROBANTE DE RETENCIÓN' },
]
