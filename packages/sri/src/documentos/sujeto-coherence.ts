import type { Problema } from './validate-tree.ts'

export const CONSUMIDOR_FINAL = '9999999999999'

/** Notes, liquidaciones and retenciones need to know who is on the other side: no consumidor final (ficha, Tabla 6). */
export function identifiedProblems(tipo: string, identificacion: string, campos: { readonly tipo: string; readonly identificacion: string }): Problema[] {
  if (tipo === '07') return [{ campo: campos.tipo, mensaje: 'Este comprobante no puede emitirse a consumidor final (07).' }]
  if (identificacion !== CONSUMIDOR_FINAL) return []
  return [{ campo: campos.identificacion, mensaje: 'La identificación 9999999999999 es la del consumidor final, que este comprobante no admite.' }]
}
