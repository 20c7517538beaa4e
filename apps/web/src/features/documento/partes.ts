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

/** A part of the factura; one that is only carried along cannot be edited. */
export interface ParteIncluida {
  parte: string
  nombre: string
  editable: Parte | undefined
}

/** Parts of the factura beside header and lines, with their text. */
export const partesOf = (aparte: Aparte = {}): ParteIncluida[] =>
  Object.keys(aparte).map((parte) => ({ parte, nombre: nombreOf(parte, aparte), editable: isParte(parte) ? parte : undefined }))

/** Parts that can still be added. */
export const faltantesOf = (aparte: Aparte = {}): { parte: Parte; agregar: string }[] =>
  ORDEN.filter((parte) => aparte[parte] === undefined).map((parte) => ({ parte, agregar: PARTES[parte].agregar }))

export interface ParteDialogProps<P extends Parte> {
  /** The present value of the part. */
  parte: Aparte[P]
  /** Day of issue. */
  hoy: Fecha
  onSave: (parte: NonNullable<Aparte[P]>) => void
  onClose: () => void
}
