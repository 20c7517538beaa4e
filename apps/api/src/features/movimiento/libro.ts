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

/** What a reversal demands to be in use: no product and no warehouse, so that it is always written. */
const NINGUNOS: Vigentes = { productos: [], bodegas: [] }

/** A kardex whose stock would be below zero. */
export interface Faltante extends Par {
  habia: number
  queda: number
}

/** Some kardexes, locked for one movement until its transaction ends. */
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
   * `fecha`: date of the movement to write. `vigentes`: the products and warehouses it relies on.
   * @throws 409 when one of those has left the inventory, or gone out of use, since it was read
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

  /** Writes the next row of a kardex. @throws 422 for an amount out of range */
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

  /** Stores the rows written since the last save as one movement. Answers the later rows whose cost changed. */
  async save(movimiento: Omit<MovimientoNuevo, 'fecha'>): Promise<Recalculo[]> {
    await insertMovimiento(this.#tx, this.#lugar, { ...movimiento, fecha: this.#fecha }, this.#asientos, this.#finales())
    const recalculos = await this.#recalcular(movimiento.id)
    this.#asientos.length = 0
    return recalculos
  }

  /** Stores the rows written as the receipt of a transfer. */
  async receive(recepcion: Omit<Parameters<typeof insertRecepcion>[2], 'fecha'>): Promise<Recalculo[]> {
    await insertRecepcion(this.#tx, this.#lugar, { ...recepcion, fecha: this.#fecha }, this.#asientos, this.#finales())
    return this.#recalcular(recepcion.id)
  }

  /** For a movement dated before the last row of a kardex: the later rows get new costs. */
  async #recalcular(movimientoId: string): Promise<Recalculo[]> {
    const late = this.#finales().flatMap(({ fecha, producto_id: id }) => (fecha !== null && fecha > this.#fecha ? [id] : []))
    return late.length === 0 ? [] : recalcular(this.#tx, this.#lugar, [...new Set(late)], movimientoId)
  }

  /** The kardexes whose stock the written rows make less than zero, and less than before. */
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

/** @throws 422 for an amount out of range */
export function within<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError) throw errors.stockTooLarge()
    throw error
  }
}
