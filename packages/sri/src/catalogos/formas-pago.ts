import type { EntradaCatalogo } from './entrada.ts'

/** Tabla 24 of the ficha técnica: the forms in force. 02 to 14 were closed on 2016-08-31. */
export const FORMAS_PAGO: readonly EntradaCatalogo[] = [
  { codigo: '01', nombre: 'SIN UTILIZACIÓN DEL SISTEMA FINANCIERO' },
  { codigo: '15', nombre: 'COMPENSACIÓN DE DEUDAS' },
  { codigo: '16', nombre: 'TARJETA DE DÉBITO' },
  { codigo: '17', nombre: 'DINERO ELECTRÓNICO' },
  { codigo: '18', nombre: 'TARJETA PREPAGO' },
  { codigo: '19', nombre: 'TARJETA DE CRÉDITO' },
  { codigo: '20', nombre: 'OTROS CON UTILIZACIÓN DEL SISTEMA FINANCIERO' },
  { codigo: '21', nombre: 'ENDOSO DE TÍTULOS' },
]
