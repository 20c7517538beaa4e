import { randomUUID } from 'node:crypto'
import type { CampoActualizacion } from '@yupana/contract'

import {
  badRow,
  goodRow,
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
import { compare, isStill, pick, recordOf, writeCambiadas, type Pedido } from './actualizacion.service.ts'
import * as actualizacion from './actualizacion.sql.ts'
import { COLUMNAS_PRECIOS } from './carga-columnas.ts'
import { preciosOf } from './carga-fila.ts'
import { findByCode } from './carga-producto.sql.ts'
import { codeOf, codeProblems } from './carga-productos.ts'
import { signPrecios } from './producto-precio.sql.ts'

const ABSENT = 'No existe un producto con este código.'
const CHANGED = 'Cambió después de revisar este archivo: compare sus precios y súbalo de nuevo.'

/** A problem of the product, not of a cell. */
const wholeRow = ({ message }: { message: string }): ProblemaFila => ({ celda: null, columna: null, message })

class RevisionPrecios implements Revision {
  readonly #encargo: Encargo
  readonly #codes = new Repetidos()

  constructor(encargo: Encargo) {
    this.#encargo = encargo
  }

  async check(filas: readonly FilaLeida[]): Promise<Revisada[]> {
    const { tx, empresaId } = this.#encargo
    const existing = await findByCode(tx, empresaId, filas.map(codeOf))
    const rows = await actualizacion.readProductos(tx, empresaId, [...existing.values()])
    const byCode = new Map(rows.map((row) => [row.code, row]))
    return filas.map((fila) => this.#fila(fila, byCode.get(codeOf(fila))))
  }

  #fila(fila: FilaLeida, before: actualizacion.ProductoTomado | undefined): Revisada {
    const { cabeza, en } = this.#encargo
    const own = codeProblems(this.#codes, fila, cabeza, before ? undefined : ABSENT)
    const all = [...own, ...fila.problemas]
    if (!before || all.length > 0) return badRow(fila.n, all)
    const { valores, problemas } = preciosOf(fila.n, fila.valores, before, cabeza)
    if (!valores) return badRow(fila.n, problemas)
    const { cambiadas, problems } = compare([{ id: before.id, valores }], [before], en)
    return problems.length > 0
      ? badRow(fila.n, problems.map(wholeRow))
      : goodRow(
          fila.n,
          { ...fila.valores, producto: before.id, antes: pick(before, Object.keys(valores) as CampoActualizacion[]) },
          cambiadas.length > 0,
        )
  }
}

class ObraPrecios implements Obra {
  readonly #encargo: Encargo
  readonly #actualizacionId = randomUUID()
  readonly #campos = new Set<CampoActualizacion>()
  #productos = 0

  constructor(encargo: Encargo) {
    this.#encargo = encargo
  }

  async apply(filas: readonly FilaBuena[]): Promise<FilaMala[]> {
    const { tx, empresaId, usuarioId, en, cabeza } = this.#encargo
    const malas: FilaMala[] = []
    await signPrecios(tx, usuarioId)
    const ids = await findByCode(
      tx,
      empresaId,
      filas.map(({ datos }) => String(datos['code'])),
    )
    const rows = await actualizacion.lockProductos(tx, empresaId, [...ids.values()])
    const byCode = new Map(rows.map((row) => [row.code, row]))
    const pedidos = filas.flatMap(({ n, datos }): { n: number; pedido: Pedido }[] => {
      const before = byCode.get(String(datos['code']))
      if (!before) return (malas.push({ n, problemas: [{ celda: null, columna: 'Código', message: ABSENT }] }), [])
      const { antes, producto = before.id, ...leidos } = datos
      // The values at the check must be those written over: nothing newer, and not another product that has taken the code.
      if (producto !== before.id || !isStill(before, (antes ?? {}) as Record<string, unknown>))
        return (malas.push({ n, problemas: [wholeRow({ message: `${before.code}: ${CHANGED}` })] }), [])
      const { valores, problemas } = preciosOf(n, leidos as FilaLeida['valores'], before, cabeza)
      if (!valores) return (malas.push({ n, problemas }), [])
      return [{ n, pedido: { id: before.id, valores } }]
    })
    const { cambiadas, problems } = compare(
      pedidos.map(({ pedido }) => pedido),
      rows,
      en,
    )
    for (const problem of problems) {
      const n = pedidos[Number(problem.campo?.split('.')[0])]?.n
      if (n !== undefined) malas.push({ n, problemas: [wholeRow(problem)] })
    }
    if (cambiadas.length > 0) {
      await writeCambiadas(tx, empresaId, cambiadas, en)
      const record = recordOf(cambiadas)
      for (const campo of record.campos) this.#campos.add(campo)
      await actualizacion.insertFilas(tx, empresaId, this.#actualizacionId, record.filas)
      this.#productos += cambiadas.length
    }
    return malas
  }

  /** Writes one update for all of them, which is undone as one. */
  async end() {
    const { tx, empresaId, usuarioId, en } = this.#encargo
    const hecha = { empresaId, id: this.#actualizacionId, usuarioId, origen: 'ARCHIVO', deshace: null, en } as const
    if (this.#productos > 0) await actualizacion.insertActualizacion(tx, { ...hecha, campos: [...this.#campos] }, this.#productos)
    return { detalle: { productos: this.#productos, ...(this.#productos > 0 && { actualizacion: this.#actualizacionId }) } }
  }
}

/** Prices of existing products. */
export const cargaPrecios: TipoDeCarga = {
  id: 2,
  archivo: 'plantilla-precios',
  hoja: 'Productos',
  columnas: COLUMNAS_PRECIOS,
  falta: (cabeza) => (cabeza.some((columna) => columna?.kind === 'monto') ? undefined : 'Falta al menos una columna de precios.'),
  rights: [],
  accion: 'producto.cargar_precios',
  revision: (encargo) => new RevisionPrecios(encargo),
  obra: (encargo) => new ObraPrecios(encargo),
}
