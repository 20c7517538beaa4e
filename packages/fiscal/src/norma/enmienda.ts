/**
 * Additions to the dated tables since the program was made (adr/0008), and the one registry through which every table is read. The registry
 * holds the enmiendas last given to it: server and page give the same.
 */
import { addDays } from '../valor/fecha.ts'
import type { Tema } from './tema.ts'
import { layOver, type Vigencia } from './vigencia.ts'

/** A legal fact for some days, which replaces the table's fact on those days. */
export interface Enmienda extends Vigencia {
  id: number
  tema: Tema
  codigo: string
  nombre: string
  /** Value as the law prints it: «15%», «25 o 37», «75% + $10.00 por litro»; null when nothing holds on these days. */
  valor: string | null
}

/** An enmienda with a value. */
export type EnmiendaConValor = Enmienda & { valor: string }

interface Receta<T extends Vigencia> {
  temas: readonly Tema[]
  /** Rows of the program. */
  base: readonly T[]
  codigoOf: (row: T) => string
  /** The row that an enmienda becomes; `known` is another row of its code. Undefined when its words cannot be read. */
  read: (enmienda: EnmiendaConValor, known: T | undefined) => T | undefined
  /** Whether new codes stand before the others instead of after them. */
  newFirst?: boolean
}

/** A dated table with its enmiendas. */
export interface Tabla<T> {
  /** Rows with the enmiendas of the registry. */
  rows: () => readonly T[]
  /** Rows with these enmiendas instead, oldest first. */
  rowsWith: (enmiendas: readonly Enmienda[]) => readonly T[]
}

let inForce: readonly Enmienda[] = []

/** All enmiendas of the registry, oldest first. */
export const enmiendasInForce = (): readonly Enmienda[] => inForce

/** Gives the registry all enmiendas, oldest first: every table reads them from now on. */
export function applyEnmiendas(enmiendas: readonly Enmienda[]): void {
  inForce = enmiendas
}

/** An enmienda that may also end its code: nothing holds from the day after its last day. */
export const withCierre = (enmienda: Enmienda, cierra: boolean): Enmienda[] =>
  cierra && enmienda.validTo !== undefined
    ? [enmienda, { ...without(enmienda), valor: null, validFrom: addDays(enmienda.validTo, 1) }]
    : [enmienda]

const without = ({ validFrom: _from, validTo: _to, ...enmienda }: Enmienda): Omit<Enmienda, 'validFrom' | 'validTo'> => enmienda

/** Validity and source of an enmienda, for the row that it becomes. */
export const vigenciaOf = ({ id, validFrom, validTo, source, confidence, note }: Enmienda): Vigencia => ({
  ...(validFrom === undefined ? {} : { validFrom }),
  ...(validTo === undefined ? {} : { validTo }),
  ...(note === undefined ? {} : { note }),
  source,
  confidence,
  enmienda: id,
})

function amend<T extends Vigencia>({ temas, base, codigoOf, read, newFirst }: Receta<T>, all: readonly Enmienda[]): readonly T[] {
  const enmiendas = all.filter(({ tema }) => temas.includes(tema))
  if (enmiendas.length === 0) return base
  const periods = new Map<string, T[]>()
  for (const row of base) periods.set(codigoOf(row), [...(periods.get(codigoOf(row)) ?? []), row])
  const added: string[] = []
  for (const enmienda of enmiendas) {
    const { codigo, valor } = enmienda
    const known = periods.get(codigo)
    const row = valor === null ? undefined : read({ ...enmienda, valor }, known?.[0])
    if (valor !== null && row === undefined) continue
    if (known === undefined) added.push(codigo)
    periods.set(codigo, layOver(known ?? [], enmienda, row))
  }
  const first = newFirst ? added.splice(0) : []
  const order = [...first, ...new Set(base.map(codigoOf)), ...added]
  return order.flatMap((codigo) => periods.get(codigo) ?? [])
}

/** A table read through the registry; the last reading is cached. */
export function tablaOf<T extends Vigencia>(receta: Receta<T>): Tabla<T> {
  let last: { of: readonly Enmienda[]; rows: readonly T[] } | undefined
  const rowsWith = (enmiendas: readonly Enmienda[]): readonly T[] => {
    if (last?.of !== enmiendas) last = { of: enmiendas, rows: amend(receta, enmiendas) }
    return last.rows
  }
  return { rows: () => rowsWith(inForce), rowsWith }
}
