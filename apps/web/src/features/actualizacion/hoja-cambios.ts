import { isMonto, type Monto } from '@yupana/fiscal'
import type { ProductoCambio, ProductoHoja } from '@yupana/contract'

import { leer, textoOf, valorOf, type Columna, type Lectura } from './hoja-columnas.ts'

/** Texts typed over the cells of a product, by column. */
export type Ediciones = ReadonlyMap<string, Readonly<Record<string, string>>>

export interface Escritura {
  id: string
  columna: string
  /** Undefined: the value as it was read. */
  texto: string | undefined
}

export interface Celda {
  columna: Columna
  antes: string
  despues: string
  valor: string | number | null
  problem: string | undefined
}

export interface Cambio {
  fila: ProductoHoja
  celdas: Celda[]
}

/** Writes texts into cells, and returns the edits that undo it. */
export function escribir(ediciones: Ediciones, escrituras: readonly Escritura[]): { ediciones: Ediciones; inversas: Escritura[] } {
  const next = new Map(ediciones)
  const inversas = escrituras.map(({ id, columna, texto }) => {
    const { [columna]: antes, ...others } = next.get(id) ?? {}
    const row = texto === undefined ? others : { ...others, [columna]: texto }
    if (Object.keys(row).length === 0) next.delete(id)
    else next.set(id, row)
    return { id, columna, texto: antes }
  })
  return { ediciones: next, inversas: inversas.reverse() }
}

/** A text equal to the read value is no change. */
export function escrituraOf(columna: Columna, fila: ProductoHoja, texto: string): Escritura {
  const lectura = leer(columna, fila, texto)
  const isSame = lectura.ok ? lectura.valor === valorOf(columna, fila) : texto === textoOf(columna, fila)
  return { id: fila.id, columna: columna.id, texto: isSame ? undefined : texto }
}

/** A price list between two others cannot be empty. */
function huecoOf(columnas: readonly Columna[], fila: ProductoHoja, textos: Readonly<Record<string, string>>): Set<string> {
  const listas = columnas.filter(({ lista }) => lista !== undefined)
  const vacias = listas.map((columna) => {
    const texto = textos[columna.id] ?? textoOf(columna, fila)
    return texto.trim() === ''
  })
  const last = vacias.lastIndexOf(false)
  return new Set(listas.filter((_, at) => vacias[at] && at < last).map(({ id }) => id))
}

const problemOf = (lectura: Lectura, isHueco: boolean) =>
  !lectura.ok ? lectura.problem : isHueco ? 'Complete esta lista o vacíe las que siguen.' : undefined

/** The change of one product; undefined if every cell is as it was read. */
export function cambioOf(columnas: readonly Columna[], fila: ProductoHoja, textos: Readonly<Record<string, string>> = {}): Celda[] {
  const huecos = huecoOf(columnas, fila, textos)
  return columnas.flatMap((columna) => {
    const texto = textos[columna.id]
    const isHueco = huecos.has(columna.id)
    if (texto === undefined && !isHueco) return []
    const lectura = leer(columna, fila, texto ?? textoOf(columna, fila))
    return {
      columna,
      antes: textoOf(columna, fila),
      despues: texto ?? '',
      valor: lectura.ok ? lectura.valor : null,
      problem: problemOf(lectura, isHueco),
    }
  })
}

/** The new prices of the other lists. */
function listasOf(fila: ProductoHoja, celdas: readonly Celda[]): Monto[] {
  const listas: (number | null)[] = [...fila.price_list]
  for (const { columna, valor } of celdas) if (columna.lista !== undefined) listas[columna.lista] = valor as number | null
  return [...listas].filter(isMonto)
}

/** The body of a change without problems. */
export function enviadoOf({ fila, celdas }: Cambio): ProductoCambio {
  const campos = Object.fromEntries(celdas.flatMap(({ columna, valor }) => (columna.lista === undefined ? [[columna.id, valor]] : [])))
  const price_list = celdas.some(({ columna }) => columna.lista !== undefined) ? { price_list: listasOf(fila, celdas) } : {}
  return { id: fila.id, version: fila.version, ...campos, ...price_list }
}
