import type { Fecha } from '@yupana/fiscal'

import type { Aparte } from './factura-valores.ts'

/** The special parts of a factura, by the name that the server has for each. */
export const PARTES = {
  exportacion: { nombre: 'datos de exportación', agregar: 'Exportación' },
  reembolsos: { nombre: 'reembolsos de gastos', agregar: 'Reembolsos de gastos' },
  rubros_terceros: { nombre: 'rubros de terceros', agregar: 'Rubros de terceros' },
  sustitutiva_guia: { nombre: 'sustitutiva de guía', agregar: 'Sustitutiva de guía de remisión' },
  negociable: { nombre: 'factura comercial negociable', agregar: 'Factura comercial negociable' },
} as const satisfies Partial<Record<keyof Aparte, { nombre: string; agregar: string }>>
export type Parte = keyof typeof PARTES

export interface ParteDialogProps<P extends Parte> {
  /** What there is of it so far. */
  parte: Aparte[P]
  /** The day it would be issued. */
  hoy: Fecha
  onSave: (parte: NonNullable<Aparte[P]>) => void
  onClose: () => void
}
