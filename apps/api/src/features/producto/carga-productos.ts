import { randomUUID } from 'node:crypto'
import { ProductoForm } from '@yupana/contract'

import { saveWordsOfMany, wordsOfRow } from '../busqueda/busqueda.door.ts'
import {
  badRow,
  goodRow,
  placeOf,
  Repetidos,
  type Encargo,
  type FilaBuena,
  type FilaLeida,
  type FilaMala,
  type Obra,
  type ProblemaFila,
  type Revisada,
  type Revision,
  type TipoDeCarga,
} from '../carga/carga.door.ts'
import { COLUMNAS_PRODUCTOS } from './carga-columnas.ts'
import { productoOf } from './carga-fila.ts'
import { Nombres } from './carga-nombres.ts'
import * as sql from './carga-producto.sql.ts'
import { lecturasOf, lookTomadas, tomadasOf, type LecturaTomada } from './codigo-barras.service.ts'
import type { Lectura } from './codigo-barras.sql.ts'
import { NOMBRA } from './producto.sql.ts'
import { signPrecios } from './producto-precio.sql.ts'
import { rowOf, textsOf } from './producto.service.ts'

export const codeOf = ({ valores }: Pick<FilaLeida, 'valores'>): string => String(valores['code'] ?? '')

const TAKEN = 'Ya existe un producto con este código.'
const IDO = 'Su categoría, marca o unidad ya no existe: suba el archivo otra vez.'

/** The problems of the code of a row, shown at its cell; the code is remembered. */
export function codeProblems(codes: Repetidos, fila: FilaLeida, cabeza: Encargo['cabeza'], whyNot: string | undefined): ProblemaFila[] {
  const code = codeOf(fila)
  if (code === '') return []
  const first = codes.add(code, fila.n)
  const message = first === undefined ? whyNot : `El código está también en la fila ${first}.`
  return message === undefined ? [] : [{ ...placeOf('code', fila.n, cabeza), message }]
}

/** The codes under which the product of a row is found. */
const lecturasDe = ({ n, valores }: FilaLeida): Lectura[] => {
  const { barcode } = valores
  const code = codeOf({ valores })
  if (code === '') return []
  return lecturasOf(String(n), { code, barcode: barcode === undefined ? null : String(barcode), barcodes: [], status: 'ACTIVO' })
}

/** A row with the ids of its names, or with the problems of those names. */
function conNombres(fila: FilaLeida, nombres: Nombres, cabeza: Encargo['cabeza']): FilaLeida {
  const valores = { ...fila.valores }
  const problemas = [...fila.problemas]
  for (const campo of NOMBRA) {
    if (valores[campo] === undefined) continue
    const hallado = nombres.find(campo, String(valores[campo]))
    if ('id' in hallado) valores[campo] = hallado.id
    else problemas.push({ ...placeOf(campo, fila.n, cabeza), message: hallado.message })
  }
  return { ...fila, valores, problemas }
}

class RevisionProductos implements Revision {
  readonly #encargo: Encargo
  readonly #codes = new Repetidos()
  #nombres: Nombres | undefined
  readonly #leidas = new Map<string, { n: number; esPrincipal: boolean }>()

  constructor(encargo: Encargo) {
    this.#encargo = encargo
  }

  async check(filas: readonly FilaLeida[]): Promise<Revisada[]> {
    const { tx, empresaId } = this.#encargo
    const existing = await sql.findByCode(tx, empresaId, filas.map(codeOf))
    const tomadas = await lookTomadas(tx, empresaId, filas.flatMap(lecturasDe))
    this.#nombres ??= new Nombres(await sql.readNombres(tx, empresaId))
    const nombres = this.#nombres
    return filas.map((leida) => {
      const fila = conNombres(leida, nombres, this.#encargo.cabeza)
      const suyas = tomadas.filter(({ de }) => de === String(fila.n))
      return this.#fila(fila, existing.has(codeOf(fila)), suyas)
    })
  }

  /** Problems of codes that other products, or rows before this one, have. */
  #lecturas(fila: FilaLeida, tomadas: readonly LecturaTomada[]): ProblemaFila[] {
    const place = (esPrincipal: boolean) => placeOf(esPrincipal ? 'code' : 'barcode', fila.n, this.#encargo.cabeza)
    const here = lecturasDe(fila).flatMap(({ texto, esPrincipal }) => {
      const first = this.#leidas.get(texto)
      if (first === undefined) return (this.#leidas.set(texto, { n: fila.n, esPrincipal }), [])
      if (first.n === fila.n || (first.esPrincipal && esPrincipal)) return []
      return [{ ...place(esPrincipal), message: `El código de barras ${texto} está también en la fila ${first.n}.` }]
    })
    return [...here, ...tomadas.map(({ esPrincipal, message }) => ({ ...place(esPrincipal), message }))]
  }

  #fila(fila: FilaLeida, isTaken: boolean, tomadas: readonly LecturaTomada[]): Revisada {
    const { cabeza, en } = this.#encargo
    const own = codeProblems(this.#codes, fila, cabeza, isTaken ? TAKEN : undefined)
    const { datos, problemas } = productoOf(fila, cabeza, en)
    const all = [...own, ...this.#lecturas(fila, tomadas), ...problemas]
    return datos === undefined || all.length > 0 ? badRow(fila.n, all) : goodRow(fila.n, datos)
  }
}

class ObraProductos implements Obra {
  readonly #encargo: Encargo
  #productos = 0
  #nombrados: ReadonlySet<string> | undefined
  readonly #lecturas: Lectura[] = []
  readonly #filas = new Map<string, number>()

  constructor(encargo: Encargo) {
    this.#encargo = encargo
  }

  async apply(filas: readonly FilaBuena[]): Promise<FilaMala[]> {
    const { tx, empresaId, usuarioId, en } = this.#encargo
    await signPrecios(tx, usuarioId)
    const rows = filas.map(({ n, datos }) => {
      const form = ProductoForm.parse(datos)
      return { n, id: randomUUID(), ...rowOf(form, form.cost ?? 0) }
    })
    const present = await this.#presentes()
    const idos = rows.filter((row) => NOMBRA.some((campo) => typeof row[campo] === 'string' && !present.has(row[campo])))
    if (idos.length > 0) return idos.map(({ n }) => ({ n, problemas: [{ celda: null, columna: null, message: IDO }] }))
    const inserted = await sql.insertProductos(
      tx,
      empresaId,
      rows.map(({ n: _, ...row }) => row),
      en,
    )
    await saveWordsOfMany(
      tx,
      { empresaId, tipo: 'producto' },
      rows.map((row) => ({ id: row.id, palabras: wordsOfRow(...textsOf(row)) })),
    )
    this.#productos += inserted.size
    for (const { n, id, code, barcode, barcodes, status } of rows) {
      this.#lecturas.push(...lecturasOf(id, { code, barcode, barcodes, status }))
      this.#filas.set(id, n)
    }
    return rows
      .filter(({ id }) => !inserted.has(id))
      .map(({ n }) => ({ n, problemas: [{ celda: null, columna: 'Código', message: TAKEN }] }))
  }

  /** Ids of the records that products may name, read once. */
  async #presentes(): Promise<ReadonlySet<string>> {
    const { tx, empresaId } = this.#encargo
    this.#nombrados ??= new Set(Object.values(await sql.readNombres(tx, empresaId)).flatMap((todos) => todos.map(({ id }) => id)))
    return this.#nombrados
  }

  async end() {
    const { tx, empresaId } = this.#encargo
    const malas = (await tomadasOf(tx, empresaId, this.#lecturas)).flatMap(({ de, esPrincipal, message }): FilaMala[] => {
      const n = this.#filas.get(de)
      return n === undefined ? [] : [{ n, problemas: [{ celda: null, columna: esPrincipal ? 'Código' : 'Código de barras', message }] }]
    })
    return { malas, detalle: { productos: this.#productos } }
  }
}

/** New products. */
export const cargaProductos: TipoDeCarga = {
  id: 1,
  archivo: 'plantilla-productos',
  hoja: 'Productos',
  columnas: COLUMNAS_PRODUCTOS,
  rights: ['producto:crear'],
  accion: 'producto.cargar',
  revision: (encargo) => new RevisionProductos(encargo),
  obra: (encargo) => new ObraProductos(encargo),
}
