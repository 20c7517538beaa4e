import type { EntradaCatalogo } from './entrada.ts'

/** Tabla 16 of the ficha técnica: `codigo` of a tax. */
export const IMPUESTOS: readonly EntradaCatalogo[] = [
  { codigo: '2', nombre: 'IVA' },
  { codigo: '3', nombre: 'ICE' },
  { codigo: '5', nombre: 'IRBPNR' },
]

/**
 * Tabla 17 of the ficha técnica: `codigoPorcentaje` of the IVA, with its names in documents. Rates and their dates are `TARIFAS_IVA` of
 * fiscal.
 */
export const CODIGOS_IVA: readonly EntradaCatalogo[] = [
  { codigo: '0', nombre: '0%' },
  { codigo: '2', nombre: '12%' },
  { codigo: '3', nombre: '14%' },
  { codigo: '4', nombre: '15%' },
  { codigo: '5', nombre: '5%' },
  { codigo: '6', nombre: 'No objeto de impuesto' },
  { codigo: '7', nombre: 'Exento de IVA' },
  { codigo: '8', nombre: 'IVA diferenciado (8%)' },
  { codigo: '10', nombre: '13%' },
]
