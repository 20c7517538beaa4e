import type { EntradaCatalogo } from './entrada.ts'

/** Tabla 6 of the ficha técnica. */
export const TIPOS_IDENTIFICACION: readonly EntradaCatalogo[] = [
  { codigo: '04', nombre: 'RUC' },
  { codigo: '05', nombre: 'CÉDULA' },
  { codigo: '06', nombre: 'PASAPORTE' },
  { codigo: '07', nombre: 'VENTA A CONSUMIDOR FINAL' },
  { codigo: '08', nombre: 'IDENTIFICACIÓN DEL EXTERIOR' },
]
