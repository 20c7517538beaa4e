import type { ProductoVenta } from '@yupana/contract'
import { parseEntrada, plainMonto } from '@yupana/fiscal'

import { exactOf, findProductos, type ParaProducto } from '../producto-picker/producto-busqueda.ts'
import { emptyLinea, lineaOfProducto, type LineaValores } from './linea-valores.ts'
import { paraOf, type ReglasLinea } from './reglas-linea.ts'

/** A row as a spreadsheet copies it: code, quantity, price. */
export interface FilaPegada {
  codigo: string
  cantidad: string
  precio: string
}

export const MAX_FILAS = 500

/** A cell as some programs copy it: in quotes, which are doubled inside. */
const unquoted = (text: string): string => {
  const trimmed = text.trim()
  return /^".*"$/s.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"').trim() : trimmed
}

const readable = (cell: string): string => {
  const entrada = parseEntrada(cell)
  return entrada.ok ? plainMonto(entrada.monto) : unquoted(cell)
}

/** The rows of a copied range; undefined when the text is no range but one cell, which any input takes. */
export function filasOf(text: string): FilaPegada[] | undefined {
  const rows = text.replace(/[\r\n]+$/, '').split(/\r\n|\n|\r/)
  if (rows.length === 1 && !text.includes('\t')) return undefined
  const filas = rows.map((row) => {
    const [codigo = '', cantidad = '', precio = ''] = row.split('\t')
    return { codigo: unquoted(codigo), cantidad: readable(cantidad), precio: readable(precio) }
  })
  // Titles come along when whole columns are copied.
  const isTitle = ({ cantidad, precio }: FilaPegada) =>
    [cantidad, precio].some((cell) => cell !== '') && [cantidad, precio].every((cell) => cell === '' || !parseEntrada(cell).ok)
  return filas.filter((fila, at) => fila.codigo !== '' && !(at === 0 && isTitle(fila)))
}

const AT_ONCE = 4

/** The product of each code, asked a few at a time; undefined where nothing bears it. @throws HttpError */
export async function findAll(codes: readonly string[], para: ParaProducto): Promise<Map<string, ProductoVenta | undefined>> {
  const found = new Map<string, ProductoVenta | undefined>()
  const waiting = [...new Set(codes)]
  const worker = async () => {
    for (let code = waiting.shift(); code !== undefined; code = waiting.shift())
      found.set(code, exactOf(code, await findProductos(code, para)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return found
}

/**
 * Pasted rows as lines; a code that nothing bears keeps its numbers and waits for its product. Without the right to it a price is the
 * product's, unless that is free. @throws HttpError
 */
export async function lineasOfFilas(
  filas: readonly FilaPegada[],
  reglas: ReglasLinea,
  canPrice: boolean,
): Promise<{ lineas: LineaValores[]; unknown: string[] }> {
  const found = await findAll(
    filas.map(({ codigo }) => codigo),
    paraOf(reglas),
  )
  const lineas = filas.map(({ codigo, cantidad, precio }): LineaValores => {
    const producto = found.get(codigo)
    const base = producto ? lineaOfProducto(producto, reglas) : { ...emptyLinea(reglas), codigo }
    return { ...base, cantidad: cantidad || '1', ...(precio !== '' && (canPrice || producto?.precio_libre === true) && { precio }) }
  })
  return { lineas, unknown: [...found].filter(([, producto]) => !producto).map(([codigo]) => codigo) }
}
