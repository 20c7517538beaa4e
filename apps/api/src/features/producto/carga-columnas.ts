import { MAX_PRICE_LIST, type ErrorCarga, type TipoCarga } from '@yupana/contract'
import { parseEntrada, plainMonto, tarifasIvaAt, type Fecha } from '@yupana/fiscal'

import { celdaName, HojaError, type FilaHoja } from '../../hoja/hoja.ts'

/** A column of a sheet of products. */
export interface Columna {
  campo: string
  titulo: string
  /** Other heads that people write. */
  otros?: readonly string[]
  kind: 'texto' | 'monto' | 'iva' | 'tipo' | 'siNo' | 'nada'
  obligatoria?: boolean
  /** Of the other price lists, which one. */
  lista?: number
}

const CODE: Columna = {
  campo: 'code',
  titulo: 'Código',
  otros: ['codigo principal', 'cod'],
  kind: 'texto',
  obligatoria: true,
}
const PRICE: Columna = { campo: 'price', titulo: 'Precio sin IVA', otros: ['precio', 'pvp sin iva'], kind: 'monto' }
const LISTAS = Array.from({ length: MAX_PRICE_LIST }, (_, at): Columna => ({
  campo: `lista${at + 1}`,
  titulo: `Lista ${at + 1}`,
  kind: 'monto',
  lista: at,
}))
const COST: Columna = { campo: 'cost', titulo: 'Costo', otros: ['costo unitario'], kind: 'monto' }
const NAME: Columna = {
  campo: 'name',
  titulo: 'Nombre',
  otros: ['producto', 'descripcion'],
  kind: 'texto',
  obligatoria: true,
}

const COLUMNAS: Readonly<Record<TipoCarga, readonly Columna[]>> = {
  1: [
    CODE,
    NAME,
    { campo: 'type_product', titulo: 'Tipo', otros: ['tipo de producto'], kind: 'tipo' },
    { ...PRICE, obligatoria: true },
    { campo: 'iva', titulo: 'IVA', otros: ['tarifa de iva', 'tarifa iva'], kind: 'iva', obligatoria: true },
    { campo: 'barcode', titulo: 'Código de barras', otros: ['codigo barras', 'ean'], kind: 'texto' },
    { campo: 'auxiliary_code', titulo: 'Código auxiliar', kind: 'texto' },
    ...LISTAS,
    COST,
    { campo: 'minimum_stock', titulo: 'Stock mínimo', kind: 'monto' },
    { campo: 'manage_inventory', titulo: 'Lleva inventario', otros: ['llevar inventario', 'inventario'], kind: 'siNo' },
  ],
  // The name helps who fills the sheet in, and changes nothing.
  2: [CODE, { ...NAME, kind: 'nada', obligatoria: false }, PRICE, ...LISTAS, COST],
}

/** The columns of a kind of upload, for who may or may not see costs. */
export const columnasOf = (tipo: TipoCarga, veCosto: boolean): readonly Columna[] =>
  COLUMNAS[tipo].filter(({ campo }) => veCosto || campo !== 'cost')

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[*:]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** Which column stands where, by the first row. @throws HojaError for a head that is unknown, twice there or missing */
export function cabezaOf({ celdas, n }: FilaHoja, tipo: TipoCarga, veCosto: boolean): (Columna | undefined)[] {
  const known = columnasOf(tipo, veCosto)
  const found = celdas.map((celda, at) => {
    const head = fold(celda)
    if (head === '') return undefined
    const columna = known.find(({ titulo, otros = [] }) => fold(titulo) === head || otros.includes(head))
    if (columna) return columna
    if (!veCosto && head === 'costo') throw new HojaError('No tiene permiso para ver ni cambiar costos: quite la columna Costo.')
    throw new HojaError(`No se reconoce la columna «${celda.slice(0, 60)}» (${celdaName(at, n)}). Use los títulos de la plantilla.`)
  })
  const twice = found.find((columna, at) => columna && found.indexOf(columna) < at)
  if (twice) throw new HojaError(`La columna «${twice.titulo}» está dos veces.`)
  const missing = known.find((columna) => columna.obligatoria && !found.includes(columna))
  if (missing) throw new HojaError(`Falta la columna «${missing.titulo}». Use los títulos de la plantilla.`)
  if (tipo === 2 && !found.some((columna) => columna?.kind === 'monto')) throw new HojaError('Falta al menos una columna de precios.')
  return found
}

export type ProblemaFila = Omit<ErrorCarga, 'fila'>
export type Leido = { ok: true; valor: string | number | boolean | undefined } | { ok: false; message: string }

const good = (valor: string | number | boolean | undefined): Leido => ({ ok: true, valor })
const bad = (message: string): Leido => ({ ok: false, message })

const SI = new Set(['si', 's', 'x', '1', 'verdadero', 'true', 'yes'])
const NO = new Set(['no', 'n', '0', 'falso', 'false'])

function readIva(text: string, hoy: Fecha): Leido {
  const plain = (value: string) => fold(value).replace(/[\s%]/g, '')
  // A cell of 15 % holds 0.15.
  const entrada = /^0?[.,]\d+$/.test(text) ? parseEntrada(text) : undefined
  const asked = entrada?.ok ? plainMonto(entrada.monto * 100) : plain(text)
  const found = tarifasIvaAt(hoy).find(({ tipoIva, label }) => tipoIva !== undefined && plain(label) === asked)
  return found?.tipoIva === undefined
    ? bad(`La tarifa «${text.slice(0, 30)}» no está vigente: escriba por ejemplo 15% o 0%.`)
    : good(found.tipoIva)
}

/** What a cell says; undefined where it is empty. */
export function readCelda({ kind, obligatoria }: Columna, text: string, hoy: Fecha): Leido {
  if (kind === 'nada') return good(undefined)
  if (text === '') return obligatoria ? bad('Este campo es requerido.') : good(undefined)
  if (kind === 'texto') return good(text)
  if (kind === 'iva') return readIva(text, hoy)
  const word = fold(text)
  if (kind === 'siNo') return SI.has(word) ? good(true) : NO.has(word) ? good(false) : bad('Escriba Sí o No.')
  if (kind === 'tipo') {
    if (['producto', 'bien', 'articulo'].includes(word)) return good('PRODUCTO')
    return word === 'servicio' ? good('SERVICIO') : bad('Escriba Producto o Servicio.')
  }
  const entrada = parseEntrada(text)
  if (!entrada.ok) return bad(entrada.problem)
  return entrada.monto < 0 ? bad('Tiene que ser como mínimo 0.') : good(entrada.monto)
}

/** The heads that a template has. */
export const plantillaOf = (tipo: TipoCarga, veCosto: boolean): string[] => columnasOf(tipo, veCosto).map(({ titulo }) => titulo)
