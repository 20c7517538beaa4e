/**
 * What was added to the dated tables since the program was made (adr/0008), and the one registry through which every table
 * is read. The registry holds what it was last given: server and page give it the same.
 */
import { addDays } from '../valor/fecha.ts'
import type { Tema } from './tema.ts'
import { layOver, type Vigencia } from './vigencia.ts'

/** One legal fact for some days, laid over whatever held on them before. */
export interface Enmienda extends Vigencia {
  id: number
  tema: Tema
  codigo: string
  nombre: string
  /** As the law prints it: «15%», «25 o 37», «75% + $10.00 por litro»; null: on these days nothing holds. */
  valor: string | null
}

/** An enmienda that says what holds. */
export type EnmiendaConValor = Enmienda & { valor: string }

interface Receta<T extends Vigencia> {
  temas: readonly Tema[]
  /** What the program brings. */
  base: readonly T[]
  codigoOf: (row: T) => string
  /** The row that an enmienda means; `known` is another row of its code. Undefined: its words cannot be read. */
  read: (enmienda: EnmiendaConValor, known: T | undefined) => T | undefined
  /** New codes stand before the others instead of behind them. */
  newFirst?: boolean
}

/** A dated table as it stands. */
export interface Tabla<T> {
  /** With what the registry holds. */
  rows: () => readonly T[]
  /** With these enmiendas instead, oldest first. */
  rowsWith: (enmiendas: readonly Enmienda[]) => readonly T[]
}

let inForce: readonly Enmienda[] = []

/** Everything the registry holds, oldest first. */
export const enmiendasInForce = (): readonly Enmienda[] => inForce

/** Gives the registry all that was added, oldest first: every table reads it from now on. */
export function applyEnmiendas(enmiendas: readonly Enmienda[]): void {
  inForce = enmiendas
}

/** An enmienda that also ends its code: from the day after its last one nothing holds. */
export const withCierre = (enmienda: Enmienda, cierra: boolean): Enmienda[] =>
  cierra && enmienda.validTo !== undefined
    ? [enmienda, { ...without(enmienda), valor: null, validFrom: addDays(enmienda.validTo, 1) }]
    : [enmienda]

const without = ({ validFrom: _from, validTo: _to, ...enmienda }: Enmienda): Omit<Enmienda, 'validFrom' | 'validTo'> => enmienda

/** What an enmienda says of its days, for the row it becomes. */
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

/** A table that is read through the registry; what was read last is kept. */
export function tablaOf<T extends Vigencia>(receta: Receta<T>): Tabla<T> {
  let last: { of: readonly Enmienda[]; rows: readonly T[] } | undefined
  const rowsWith = (enmiendas: readonly Enmienda[]): readonly T[] => {
    if (last?.of !== enmiendas) last = { of: enmiendas, rows: amend(receta, enmiendas) }
    return last.rows
  }
  return { rows: () => rowsWith(inForce), rowsWith }
}
