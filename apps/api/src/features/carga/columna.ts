import type { ErrorCarga } from '@yupana/contract'
import { parseEntrada, plainMonto, tarifasIvaAt, type Entrada, type Fecha } from '@yupana/fiscal'

import { celdaName, HojaError, type FilaHoja } from '../../hoja/hoja.ts'

/** A column of a sheet. */
export interface Columna {
  campo: string
  titulo: string
  /** Other accepted heads. */
  otros?: readonly string[]
  kind: 'texto' | 'monto' | 'iva' | 'siNo' | 'opcion' | 'nada'
  obligatoria?: boolean
  /** Only for users who may see costs. */
  esCosto?: true
  /** For an option: the words for each value, the first one shown. */
  opciones?: Readonly<Record<string, readonly [string, ...string[]]>>
}

/** The columns of a sheet, with or without those of costs. */
export const columnasOf = (columnas: readonly Columna[], veCosto: boolean): readonly Columna[] =>
  columnas.filter(({ esCosto }) => veCosto || !esCosto)

/** A text for comparison: without accents, marks and case. */
export const foldCelda = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[*:]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** The column at each position, by the first row. @throws HojaError for an unknown, repeated or missing head */
export function cabezaOf({ celdas, n }: FilaHoja, columnas: readonly Columna[], veCosto: boolean): (Columna | undefined)[] {
  const named = (columna: Columna, head: string) => foldCelda(columna.titulo) === head || (columna.otros ?? []).includes(head)
  const found = celdas.map((celda, at) => {
    const head = foldCelda(celda)
    if (head === '') return undefined
    const columna = columnas.find((one) => named(one, head))
    if (columna?.esCosto && !veCosto)
      throw new HojaError(`No tiene permiso para ver ni cambiar costos: quite la columna ${columna.titulo}.`)
    if (columna) return columna
    throw new HojaError(`No se reconoce la columna «${celda.slice(0, 60)}» (${celdaName(at, n)}). Use los títulos de la plantilla.`)
  })
  const twice = found.find((columna, at) => columna && found.indexOf(columna) < at)
  if (twice) throw new HojaError(`La columna «${twice.titulo}» está dos veces.`)
  const missing = columnas.find((columna) => columna.obligatoria && !found.includes(columna))
  if (missing) throw new HojaError(`Falta la columna «${missing.titulo}». Use los títulos de la plantilla.`)
  return found
}

export type ProblemaFila = Omit<ErrorCarga, 'fila'>
export type Leido = { ok: true; valor: string | number | boolean | undefined } | { ok: false; message: string }

const good = (valor: string | number | boolean | undefined): Leido => ({ ok: true, valor })
const bad = (message: string): Leido => ({ ok: false, message })

const SI = new Set(['si', 's', 'x', '1', 'verdadero', 'true', 'yes'])
const NO = new Set(['no', 'n', '0', 'falso', 'false'])

function readIva(text: string, hoy: Fecha): Leido {
  const plain = (value: string) => foldCelda(value).replace(/[\s%]/g, '')
  // A cell of 15 % holds 0.15.
  const entrada = /^0?[.,]\d+$/.test(text) ? parseEntrada(text) : undefined
  const asked = entrada?.ok ? plainMonto(entrada.monto * 100) : plain(text)
  const found = tarifasIvaAt(hoy).find(({ tipoIva, label }) => tipoIva !== undefined && plain(label) === asked)
  return found?.tipoIva === undefined
    ? bad(`La tarifa «${text.slice(0, 30)}» no está vigente: escriba por ejemplo 15% o 0%.`)
    : good(found.tipoIva)
}

function readOpcion(opciones: NonNullable<Columna['opciones']>, text: string): Leido {
  const word = foldCelda(text)
  const found = Object.entries(opciones).find(([, words]) => words.some((one) => foldCelda(one) === word))
  if (found) return good(found[0])
  const [last, ...others] = Object.values(opciones)
    .map(([told]) => told)
    .reverse()
  return bad(`Escriba ${others.reverse().join(', ')} o ${last}.`)
}

/** A typed one means thousands (O-19); a file may come from a program that writes decimals with a comma, without a look at each cell. */
const EN_DUDA = /^-?\$?\s*[1-9]\d{0,2},\d{3}$/

function doubtful(text: string): Extract<Entrada, { ok: false }> {
  const [decimal, miles] = [text.replace(',', '.'), text.replace(',', '')].map((one) => one.replace(/^-?\$?\s*/, ''))
  return { ok: false, problem: `«${text}» puede ser ${decimal} o ${miles}: escriba los decimales con punto y los miles sin separador.` }
}

/** The value of a cell; undefined when it is empty. */
export function readCelda({ kind, obligatoria, opciones }: Columna, text: string, hoy: Fecha): Leido {
  if (kind === 'nada') return good(undefined)
  if (text === '') return obligatoria ? bad('Este campo es requerido.') : good(undefined)
  if (kind === 'texto') return good(text)
  if (kind === 'iva') return readIva(text, hoy)
  if (kind === 'siNo') return SI.has(foldCelda(text)) ? good(true) : NO.has(foldCelda(text)) ? good(false) : bad('Escriba Sí o No.')
  if (kind === 'opcion') return readOpcion(opciones ?? {}, text)
  const entrada = EN_DUDA.test(text) ? doubtful(text) : parseEntrada(text)
  if (!entrada.ok) return bad(entrada.problem)
  return entrada.monto < 0 ? bad('Tiene que ser como mínimo 0.') : good(entrada.monto)
}
