import {
  add,
  egresar,
  egresarAlCosto,
  ingresar,
  largest,
  negate,
  SALDO_VACIO,
  subtract,
  sum,
  valorAlCosto,
  valorDevuelto,
  type AsientoKardex,
  type Fecha,
  type MetodoCosto,
  type Monto,
  type SaldoKardex,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './libro.sql.ts'
import { lockKardexes, readMetodos, updateFilas, updateFinales, type FilaKardex } from './recalculo.sql.ts'

// A movement of a past day: each kardex of the product is calculated again. A transfer carries its cost to other warehouses.

/** The effect of a movement of a past day on one product: the number of changed rows, and the rise in the cost of goods that left. */
export interface Recalculo {
  productoId: string
  code: string
  filas: number
  diferencia: Monto
  /** The first day on which the stock would have been below zero, where it was enough before. */
  falta: Fecha | undefined
}

interface Neto {
  cantidad: number
  valor: Monto
}

/** The recalculation of one product, from its first row on. */
class Repaso {
  readonly #metodos: readonly { desde: Fecha; metodo: MetodoCosto }[]
  readonly #saldos = new Map<string, SaldoKardex>()
  /** Value of the goods each transfer sent. */
  readonly #enviado = new Map<string, Monto>()
  /** Net movement of each line of a document in a warehouse; for the returns of a sale, by line and note. */
  readonly #netos = new Map<string, Neto>()
  readonly #devueltos = new Map<string, Map<string, Neto>>()

  constructor(metodos: readonly { desde: Fecha; metodo: MetodoCosto }[]) {
    this.#metodos = metodos
  }

  get finales(): [string, SaldoKardex][] {
    return [...this.#saldos]
  }

  /** The receipt of a transfer follows its sending. */
  canFollow({ concepto, movimiento_id: id }: FilaKardex): boolean {
    return concepto !== 'TRE' || this.#enviado.has(id)
  }

  follow(fila: FilaKardex): FilaKardex {
    const { bodega_id: bodega, concepto, movimiento_id: id, fecha } = fila
    const metodo = this.#metodos.findLast(({ desde }) => desde <= fecha)?.metodo ?? 'PROMEDIO'
    const { valor, ajuste, saldo } = this.#asientoOf(fila, { ...(this.#saldos.get(bodega) ?? SALDO_VACIO), metodo })
    this.#saldos.set(bodega, saldo)
    if (concepto === 'TRS') this.#enviado.set(id, negate(valor))
    this.#note(fila, valor)
    return { ...fila, valor, ajuste, saldo_cantidad: saldo.cantidad, saldo_valor: saldo.valor }
  }

  #asientoOf(fila: FilaKardex, saldo: SaldoKardex): AsientoKardex {
    const { cantidad, concepto } = fila
    // The note of the supplier set the cost of its goods.
    if (concepto === 'DEC' && fila.documento_id !== null) return egresarAlCosto(saldo, -cantidad, negate(fila.valor))
    if (concepto === 'ANS') return egresarAlCosto(saldo, -cantidad, largest(0, this.#netoOf(fila.documento_id, fila).valor))
    return cantidad < 0 ? egresar(saldo, -cantidad) : ingresar(saldo, cantidad, this.#valorOf(fila, saldo), concepto === 'ANE')
  }

  /** A purchase keeps its cost; a return has the cost its goods left with. */
  #valorOf(fila: FilaKardex, saldo: SaldoKardex): Monto {
    const { concepto, movimiento_id: id, documento_id: documento, venta_id: venta, linea, cantidad, valor } = fila
    if (concepto === 'TRE') return this.#enviado.get(id) ?? valor
    if (concepto === 'ANE') return largest(0, negate(add(this.#netoOf(documento, fila).valor, this.#devueltoOf(documento, linea).valor)))
    if (concepto !== 'DEV') return valor
    if (venta === null) return valorAlCosto(cantidad, saldo.costo)
    const salio = this.#netoOf(venta, fila)
    return largest(
      0,
      valorDevuelto({ cantidad: -salio.cantidad, valor: negate(salio.valor) }, this.#devueltoOf(venta, linea, documento), cantidad),
    )
  }

  #netoOf(documento: string | null, { linea, bodega_id: bodega }: FilaKardex): Neto {
    return this.#netos.get(`${documento} ${linea} ${bodega}`) ?? { cantidad: 0, valor: 0 }
  }

  #devueltoOf(venta: string | null, linea: number | null, except?: string | null): Neto {
    const back = [...(this.#devueltos.get(`${venta} ${linea}`) ?? [])].filter(([documento]) => documento !== except).map(([, neto]) => neto)
    return { cantidad: sum(back.map(({ cantidad }) => cantidad)), valor: sum(back.map((one) => one.valor)) }
  }

  #note({ documento_id: documento, venta_id: venta, linea, bodega_id: bodega, cantidad }: FilaKardex, valor: Monto): void {
    if (documento === null) return
    const plus = (neto: Neto | undefined): Neto => ({ cantidad: (neto?.cantidad ?? 0) + cantidad, valor: add(neto?.valor ?? 0, valor) })
    const key = `${documento} ${linea} ${bodega}`
    this.#netos.set(key, plus(this.#netos.get(key)))
    if (venta === null) return
    const back = this.#devueltos.get(`${venta} ${linea}`) ?? new Map<string, Neto>()
    this.#devueltos.set(`${venta} ${linea}`, back.set(documento, plus(back.get(documento))))
  }
}

function groupBy(filas: readonly FilaKardex[], key: 'bodega_id' | 'producto_id'): Map<string, FilaKardex[]> {
  const groups = new Map<string, FilaKardex[]>()
  for (const fila of filas) {
    const group = groups.get(fila[key])
    if (group) group.push(fila)
    else groups.set(fila[key], [fila])
  }
  return groups
}

/** Calculates the rows of all warehouses, each in its own order, a receipt after its transfer. */
function repasar(repaso: Repaso, filas: readonly FilaKardex[]): { antes: FilaKardex; ahora: FilaKardex }[] {
  const queues = [...groupBy(filas, 'bodega_id').values()].map((rows) => ({ rows, at: 0 }))
  const done: { antes: FilaKardex; ahora: FilaKardex }[] = []
  while (done.length < filas.length) {
    const before = done.length
    for (const queue of queues) {
      for (let antes = queue.rows[queue.at]; antes !== undefined && repaso.canFollow(antes); antes = queue.rows[++queue.at])
        done.push({ antes, ahora: repaso.follow(antes) })
    }
    if (done.length === before) throw new Error('a transfer that was received and never sent')
  }
  return done
}

const VALORADO = ['valor', 'ajuste', 'saldo_cantidad', 'saldo_valor'] as const

/** Calculates the costs of each kardex of these products again. Answers the changes after the movement that caused it. */
export async function recalcular(tx: Tx, lugar: Lugar, productos: readonly string[], movimientoId: string): Promise<Recalculo[]> {
  const filas = await lockKardexes(tx, lugar, productos)
  const metodos = await readMetodos(tx, lugar.empresaId)
  const answers: Recalculo[] = []
  for (const [productoId, own] of groupBy(filas, 'producto_id')) {
    const repaso = new Repaso(metodos)
    const changed = repasar(repaso, own).filter(({ antes, ahora }) => VALORADO.some((campo) => antes[campo] !== ahora[campo]))
    if (changed.length > 0)
      await updateFilas(
        tx,
        lugar,
        changed.map(({ ahora }) => ahora),
      )
    await updateFinales(
      tx,
      lugar,
      repaso.finales.map(([bodega_id, saldo]) => ({ bodega_id, producto_id: productoId, saldo })),
    )
    const others = changed.filter(({ antes }) => antes.movimiento_id !== movimientoId)
    answers.push({
      productoId,
      code: own[0]?.code ?? '',
      filas: others.length,
      diferencia: sum(others.flatMap(({ antes, ahora }) => (antes.cantidad < 0 ? [subtract(antes.valor, ahora.valor)] : []))),
      falta: changed
        .filter(({ antes, ahora }) => ahora.saldo_cantidad < 0 && (antes.saldo_cantidad >= 0 || antes.movimiento_id === movimientoId))
        .map(({ ahora }) => ahora.fecha)
        .sort()[0],
    })
  }
  return answers
}
