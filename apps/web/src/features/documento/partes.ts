import { displayMonto, type Fecha } from '@yupana/fiscal'

import { rubrosOf, type Aparte } from './factura-valores.ts'

/** The special parts of a factura, by their name on the server. */
export const PARTES = {
  exportacion: { nombre: 'datos de exportación', agregar: 'Exportación' },
  reembolsos: { nombre: 'reembolsos de gastos', agregar: 'Reembolsos de gastos' },
  rubros_terceros: { nombre: 'rubros de terceros', agregar: 'Rubros de terceros' },
  sustitutiva_guia: { nombre: 'sustitutiva de guía', agregar: 'Sustitutiva de guía de remisión' },
  negociable: { nombre: 'factura comercial negociable', agregar: 'Factura comercial negociable' },
} as const satisfies Partial<Record<keyof Aparte, { nombre: string; agregar: string }>>
export type Parte = keyof typeof PARTES

const isParte = (parte: string): parte is Parte => parte in PARTES
const ORDEN = Object.keys(PARTES).filter(isParte)

function nombreOf(parte: string, aparte: Aparte): string {
  if (parte === 'rubros_terceros') return `rubros de terceros por ${displayMonto(rubrosOf(aparte))}`
  if (parte === 'cotizacion_id') return 'la cotización de la que sale'
  return isParte(parte) ? PARTES[parte].nombre : parte.replaceAll('_', ' ')
}

/** One of them that the factura has; what is only carried along is not typed anywhere. */
export interface ParteIncluida {
  parte: string
  nombre: string
  editable: Parte | undefined
}

/** What the factura carries beside its header and its lines, in words by part. */
export const partesOf = (aparte: Aparte = {}): ParteIncluida[] =>
  Object.keys(aparte).map((parte) => ({ parte, nombre: nombreOf(parte, aparte), editable: isParte(parte) ? parte : undefined }))

/** What may still be added. */
export const faltantesOf = (aparte: Aparte = {}): { parte: Parte; agregar: string }[] =>
  ORDEN.filter((parte) => aparte[parte] === undefined).map((parte) => ({ parte, agregar: PARTES[parte].agregar }))

export interface ParteDialogProps<P extends Parte> {
  /** What there is of it so far. */
  parte: Aparte[P]
  /** The day it would be issued. */
  hoy: Fecha
  onSave: (parte: NonNullable<Aparte[P]>) => void
  onClose: () => void
}
