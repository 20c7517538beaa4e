import { sum, type AsientoKardex, type ConceptoKardex, type Fecha, type SaldoKardex } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import {
  insertMovimiento,
  insertRecepcion,
  lockExistencias,
  type Asiento,
  type ExistenciaFila,
  type Lugar,
  type MovimientoNuevo,
  type Par,
  type Vigentes,
} from './libro.sql.ts'
import { recalcular, type Recalculo } from './recalculo.service.ts'

const keyOf = ({ bodegaId, productoId }: Par) => `${bodegaId} ${productoId}`

/** Goods go back to where they were, whatever became of it. */
const NINGUNOS: Vigentes = { productos: [], bodegas: [] }

/** A kardex that would stand below zero. */
export interface Faltante extends Par {
  habia: number
  queda: number
}

/** Some kardexes, open for one movement: nobody else writes in them until its transaction ends. */
export class Libro {
  readonly #tx: Tx
  readonly #lugar: Lugar
  readonly #fecha: Fecha
  readonly #saldos: Map<string, ExistenciaFila>
  readonly #asientos: Asiento[] = []

  private constructor(tx: Tx, lugar: Lugar, fecha: Fecha, filas: readonly ExistenciaFila[]) {
    this.#tx = tx
    this.#lugar = lugar
    this.#fecha = fecha
    this.#saldos = new Map(filas.map((fila) => [keyOf({ bodegaId: fila.bodega_id, productoId: fila.producto_id }), fila]))
  }

  /**
   * `fecha`: of the movement that is to be written. `vigentes`: what it was looked up for.
   * @throws 409 where somebody took one of those off the inventory, or out of use, since
   */
  static async open(tx: Tx, lugar: Lugar, fecha: Fecha, pares: readonly Par[], vigentes: Vigentes = NINGUNOS): Promise<Libro> {
    const distinct = [...new Map(pares.map((par) => [keyOf(par), par])).values()]
    return new Libro(tx, lugar, fecha, await lockExistencias(tx, lugar, fecha, distinct, vigentes))
  }

  get isEmpty(): boolean {
    return this.#asientos.length === 0
  }

  saldo(par: Par): ExistenciaFila {
    const saldo = this.#saldos.get(keyOf(par))
    if (!saldo) throw new Error('a kardex that was not opened')
    return saldo
  }

  /** Writes the next row of a kardex. @throws 422 for what no amount can hold */
  write(
    par: Par,
    concepto: ConceptoKardex,
    linea: number | null,
    move: (saldo: SaldoKardex) => AsientoKardex,
    porCombo: number | null = null,
  ): AsientoKardex {
    const before = this.saldo(par)
    const asiento = within(() => move(before))
    const { saldo } = asiento
    const secuencia = before.secuencia + 1
    this.#saldos.set(keyOf(par), { ...before, ...saldo, secuencia })
    this.#asientos.push({
      ...par,
      secuencia,
      concepto,
      cantidad: asiento.cantidad,
      valor: asiento.valor,
      ajuste: asiento.ajuste,
      saldoCantidad: saldo.cantidad,
      saldoValor: saldo.valor,
      linea,
      porCombo,
    })
    return asiento
  }

  /** Stores what was written since the last one as one movement. Answers what followed it and was valued anew. */
  async save(movimiento: Omit<MovimientoNuevo, 'fecha'>): Promise<Recalculo[]> {
    await insertMovimiento(this.#tx, this.#lugar, { ...movimiento, fecha: this.#fecha }, this.#asientos, this.#finales())
    const recalculos = await this.#recalcular(movimiento.id)
    this.#asientos.length = 0
    return recalculos
  }

  /** Stores what was written as the receipt of a transfer. */
  async receive(recepcion: Omit<Parameters<typeof insertRecepcion>[2], 'fecha'>): Promise<Recalculo[]> {
    await insertRecepcion(this.#tx, this.#lugar, { ...recepcion, fecha: this.#fecha }, this.#asientos, this.#finales())
    return this.#recalcular(recepcion.id)
  }

  /** Of a day before the last one of a kardex: what follows has other costs. */
  async #recalcular(movimientoId: string): Promise<Recalculo[]> {
    const late = this.#finales().flatMap(({ fecha, producto_id: id }) => (fecha !== null && fecha > this.#fecha ? [id] : []))
    return late.length === 0 ? [] : recalcular(this.#tx, this.#lugar, [...new Set(late)], movimientoId)
  }

  /** Where what was written leaves less than nothing, and less than there was. */
  faltantes(): Faltante[] {
    const moved = new Map<string, Par & { cambio: number }>()
    for (const { bodegaId, productoId, cantidad } of this.#asientos) {
      const key = keyOf({ bodegaId, productoId })
      moved.set(key, { bodegaId, productoId, cambio: sum([moved.get(key)?.cambio ?? 0, cantidad]) })
    }
    return [...moved.values()].flatMap(({ cambio, ...par }) => {
      const queda = this.saldo(par).cantidad
      return cambio < 0 && queda < 0 ? [{ ...par, habia: sum([queda, -cambio]), queda }] : []
    })
  }

  #finales(): ExistenciaFila[] {
    const touched = new Set(this.#asientos.map(keyOf))
    return [...this.#saldos].flatMap(([key, fila]) => (touched.has(key) ? [fila] : []))
  }
}

/** @throws 422 for what no amount can hold */
export function within<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) throw errors.stockTooLarge()
    throw error
  }
}
