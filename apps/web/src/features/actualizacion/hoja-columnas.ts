import { MAX_PRICE_LIST, type ProductoHoja } from '@yupana/contract'
import { labelOfTipoIva, parseEntrada } from '@yupana/fiscal'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import { REQUIRED } from '../../components/form/messages.ts'
import { ESTADO_OPTIONS, ivaOptions } from '../../domain/producto/producto-schema.ts'
import { today } from '../../lib/formato/format.ts'

/** A column of the grid. The user types text, and the column reads it. */
export interface Columna {
  id: string
  label: string
  kind: 'fijo' | 'texto' | 'monto' | 'opcion'
  /** Its width, in digits. */
  ancho: number
  /** Fewest decimals shown. */
  decimales?: number
  /** Number of the price list, for one of the other lists. */
  lista?: number
  /** Whether it may be empty. */
  opcional?: boolean
}

const LISTAS: readonly Columna[] = Array.from({ length: MAX_PRICE_LIST }, (_, at) => ({
  id: `lista${at + 1}`,
  label: `Lista ${at + 1}`,
  kind: 'monto',
  ancho: 13,
  decimales: 2,
  lista: at,
  opcional: true,
}))

const COSTO: Columna = { id: 'cost', label: 'Costo', kind: 'monto', ancho: 13, decimales: 2 }

/** The columns for a user with or without the right to see costs. */
export const columnasFor = (seesCost: boolean): readonly Columna[] => [
  { id: 'code', label: 'Código', kind: 'fijo', ancho: 16 },
  { id: 'name', label: 'Nombre', kind: 'texto', ancho: 36 },
  { id: 'price', label: 'Precio', kind: 'monto', ancho: 13, decimales: 2 },
  ...LISTAS,
  ...(seesCost ? [COSTO] : []),
  { id: 'iva', label: 'IVA', kind: 'opcion', ancho: 16 },
  { id: 'minimum_stock', label: 'Stock mínimo', kind: 'monto', ancho: 13, decimales: 0 },
  { id: 'status', label: 'Estado', kind: 'opcion', ancho: 11 },
]

export interface Opcion {
  value: string | number
  label: string
}

/** Options of a cell; an ended rate is offered only where it is already chosen. */
export const opcionesOf = ({ id }: Columna, fila: ProductoHoja): readonly Opcion[] => (id === 'iva' ? ivaOptions(fila.iva) : ESTADO_OPTIONS)

/** The text of a cell before editing. */
export function textoOf(columna: Columna, fila: ProductoHoja): string {
  if (columna.lista !== undefined) return entradaOf(fila.price_list[columna.lista], 2)
  switch (columna.id) {
    case 'code':
      return fila.code
    case 'name':
      return fila.name
    case 'iva':
      return labelOfTipoIva(fila.iva, today()) ?? String(fila.iva)
    case 'status':
      return ESTADO_OPTIONS.find(({ value }) => value === fila.status)?.label ?? fila.status
    default:
      return entradaOf(valorOf(columna, fila) as number | null, columna.decimales)
  }
}

/** The stored value of a cell; null if it is empty. */
export function valorOf(columna: Columna, fila: ProductoHoja): string | number | null {
  if (columna.lista !== undefined) return fila.price_list[columna.lista] ?? null
  return fila[columna.id as 'code' | 'name' | 'iva' | 'price' | 'cost' | 'minimum_stock' | 'status']
}

export type Lectura = { ok: true; valor: string | number | null } | { ok: false; problem: string }

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[\s%]+/gu, '')
    .toLowerCase()

function leerMonto(texto: string, { opcional, decimales }: Columna): Lectura {
  if (texto.trim() === '') return opcional ? { ok: true, valor: null } : { ok: false, problem: REQUIRED }
  const entrada = parseEntrada(texto)
  if (!entrada.ok) return { ok: false, problem: entrada.problem }
  if (entrada.monto < 0) return { ok: false, problem: `${decimales === 0 ? 'La cantidad' : 'El valor'} no puede ser menor que 0.` }
  return { ok: true, valor: entrada.monto }
}

/** Reads the text of a cell. */
export function leer(columna: Columna, fila: ProductoHoja, texto: string): Lectura {
  if (columna.kind === 'monto') return leerMonto(texto, columna)
  if (columna.kind === 'opcion') {
    const found = opcionesOf(columna, fila).find(({ label }) => folded(label) === folded(texto))
    return found ? { ok: true, valor: found.value } : { ok: false, problem: `Elija una opción de la lista: «${texto.trim()}» no está.` }
  }
  const name = texto.trim()
  if (name === '') return { ok: false, problem: REQUIRED }
  return [...name].length > 300 ? { ok: false, problem: '300 caracteres máximos.' } : { ok: true, valor: name }
}
