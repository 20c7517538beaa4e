import type { EntradaCatalogo } from './entrada.ts'

/** Tabla 19 of the ficha técnica (and 22): the withheld tax. */
export const IMPUESTOS_RETENCION: readonly EntradaCatalogo[] = [
  { codigo: '1', nombre: 'RENTA' },
  { codigo: '2', nombre: 'IVA' },
  { codigo: '6', nombre: 'ISD' },
  { codigo: '4', nombre: 'IVA PRESUNTIVO Y RENTA' },
]
