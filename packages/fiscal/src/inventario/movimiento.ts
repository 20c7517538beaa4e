/** Kinds of movement (O-72). */
export const TIPOS_MOVIMIENTO = ['INGRESO', 'EGRESO', 'TRANSFERENCIA', 'AJUSTE'] as const
export type MovimientoTipo = (typeof TIPOS_MOVIMIENTO)[number]

export const TIPO_MOVIMIENTO_LABEL: Readonly<Record<MovimientoTipo, string>> = {
  INGRESO: 'Ingreso',
  EGRESO: 'Egreso',
  TRANSFERENCIA: 'Transferencia',
  AJUSTE: 'Ajuste',
}

/** Concepts of a kardex row (tributacion §7); the last two undo the movement of a document. */
export const CONCEPTO_KARDEX_LABEL = {
  INI: 'Inventario inicial',
  COM: 'Compra',
  DEC: 'Devolución en compra',
  VEN: 'Venta',
  DEV: 'Devolución en venta',
  AJE: 'Ajuste de entrada',
  AJS: 'Baja, merma o faltante',
  TRE: 'Transferencia recibida',
  TRS: 'Transferencia enviada',
  PRE: 'Producción',
  PRS: 'Consumo en producción',
  ANE: 'Anulación de una salida',
  ANS: 'Anulación de una entrada',
} as const
export type ConceptoKardex = keyof typeof CONCEPTO_KARDEX_LABEL

/** Purpose of a movement: its concept, or that it is a transfer or a count. */
export const conceptoMovimientoText = ({ tipo, concepto }: { tipo: MovimientoTipo; concepto: ConceptoKardex }): string =>
  tipo === 'TRANSFERENCIA' || tipo === 'AJUSTE' ? TIPO_MOVIMIENTO_LABEL[tipo] : CONCEPTO_KARDEX_LABEL[concepto]

/** Concepts that a person may choose for a movement, the usual one first. */
export const CONCEPTOS_DE = {
  INGRESO: ['COM', 'INI', 'PRE', 'AJE'],
  EGRESO: ['AJS', 'DEC', 'PRS'],
} as const satisfies Partial<Record<MovimientoTipo, readonly ConceptoKardex[]>>

/** Policies for a sale of more than the stock (O-73). */
export const POLITICAS_STOCK = ['AVISAR', 'BLOQUEAR', 'PERMITIR'] as const
export type PoliticaStock = (typeof POLITICAS_STOCK)[number]
export const POLITICA_STOCK_LABEL: Readonly<Record<PoliticaStock, string>> = {
  AVISAR: 'Avisar y dejar vender',
  BLOQUEAR: 'No dejar vender',
  PERMITIR: 'Dejar vender sin aviso',
}
