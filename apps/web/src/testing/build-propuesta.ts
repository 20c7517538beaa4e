import type { PropuestaRecibido } from '@yupana/contract'

/** A proposal for a received document: an expense, nothing withheld. */
export const buildPropuesta = (changes: Partial<PropuestaRecibido> = {}): PropuestaRecibido => ({
  sustento: '01',
  motivo: 'Como la última vez.',
  proveedor_nuevo: false,
  productos: { lineas: 1, enlazadas: 0, motivo: 'Ningún artículo suyo está enlazado a un producto: se registra como gasto.' },
  bodega: null,
  retencion: { operacion: 'BIEN', motivo_operacion: 'Se toma como bienes.', propuesta: null, retenido: 0, razon: null, emitir: false },
  gasto: null,
  ...changes,
})
