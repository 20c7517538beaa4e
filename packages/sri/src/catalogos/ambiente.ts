import type { EntradaCatalogo } from './entrada.ts'

/** Tabla 4 of the ficha técnica. */
export const AMBIENTES: readonly EntradaCatalogo[] = [
  { codigo: '1', nombre: 'PRUEBAS' },
  { codigo: '2', nombre: 'PRODUCCIÓN' },
]
