import { ATENCIONES, TIPOS_COMPROBANTE, TRIBUTARIOS, type Atencion } from '@yupana/contract'
import { codDocOf, FILTRO_TIPO_DOCUMENTO, isFecha, nombreComprobante } from '@yupana/fiscal'

import type { PillShape } from '../../components/data-table/list-tools.tsx'
import { fechaText } from '../../lib/formato/format.ts'

const isSerie = (value: string) => /^\d{3}$/.test(value)

/** Allowed filters of the address. Establishment, point and attention come only by links from other screens; their pills remove them. */
const SHAPE = {
  sorts: ['numero', 'fecha_emision', 'receptor_nombre', 'estado_tributario', 'total'],
  filters: {
    tributario: TRIBUTARIOS.map(String),
    desde: isFecha,
    hasta: isFecha,
    tipo: TIPOS_COMPROBANTE,
    establecimiento: isSerie,
    punto: isSerie,
    atencion: ATENCIONES,
  },
}

/** Document numbers, claves and identifications contain digits: such a search ignores the initial first day (O-117). */
const looksEverywhere = (q: string) => /\d/.test(q)

/** The list with its initial filter: from four days ago, until this user removed it (O-117). */
export const shapeOf = (opensFrom: string | undefined) => ({
  ...SHAPE,
  looksEverywhere,
  ...(opensFrom !== undefined && { opening: { desde: opensFrom } }),
})

/** In the order of the specification, with the codes of documents. */
export const TIPO_OPTIONS = FILTRO_TIPO_DOCUMENTO.flatMap(({ value, label }) =>
  value === undefined ? [] : [{ value: codDocOf(value) as string, label }],
)

const ATENCION: Readonly<Record<Atencion, string>> = {
  NO_AUTORIZADOS: 'No autorizados',
  EN_ESPERA: 'En espera',
  EN_REVISION: 'En revisión',
  RETENIDOS: 'Retenidos',
  CORREOS_FALLIDOS: 'Correos no entregados',
  POR_ANULAR: 'Anulaciones en curso',
  NO_CORRESPONDEN: '«No me corresponde»',
}

export const PILLS: readonly PillShape[] = [
  { name: 'desde', text: (value) => `Desde ${fechaText(value)}` },
  { name: 'hasta', text: (value) => `Hasta ${fechaText(value)}` },
  { name: 'tipo', text: nombreComprobante },
  { name: 'establecimiento', text: (value) => `Establecimiento ${value}` },
  { name: 'punto', text: (value) => `Punto ${value}` },
  { name: 'atencion', text: (value) => ATENCION[value as Atencion] },
]
