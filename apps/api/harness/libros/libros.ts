import { sum } from '@yupana/fiscal'

import type { Lector } from '../../src/invariantes/invariante.ts'

export type Tabla = 'documento' | 'movimiento' | 'pago' | 'compra'

/** A row, and its state after the change. */
export interface Fila {
  tabla: Tabla
  id: string
  estado: string
}

/** A try without an answer whose repetition was refused: it may still be carried out later. */
export interface Duda {
  /** Evidence of it: the key of a creating call, or the state of the changed row. */
  de: { idempotencyKey: string } | Fila
  /** Notes its change. @param id of the created record, or of the row */
  apply: (id: string, owner: Lector) => void | Promise<void>
}

/** Highest number of accounts reported with all their entries. */
const TOLD = 10

/** Expected data from acknowledged operations, each counted once. */
export class Libros {
  readonly #existencias = new Map<string, number>()
  /** Debts, by document. */
  readonly #deudas = new Map<string, number>()
  /** Acknowledged operations, by kind. */
  readonly hechas = new Map<string, number>()
  refused = 0
  /** Unexpected answers. */
  readonly odd: string[] = []
  readonly dudas: Duda[] = []
  /** Number of doubts that were carried out after all. */
  tardias = 0

  mueve(bodega: string, producto: string, cantidad: number): void {
    const key = `${bodega} ${producto}`
    this.#existencias.set(key, (this.#existencias.get(key) ?? 0) + cantidad)
  }

  debe(documento: string, valor: number): void {
    this.#deudas.set(documento, (this.#deudas.get(documento) ?? 0) + valor)
  }

  get porCobrar(): number {
    return sum([...this.#deudas.values()])
  }

  hecha(kind: string): void {
    this.hechas.set(kind, (this.hechas.get(kind) ?? 0) + 1)
  }

  /** After all work has stopped: applies the late operations among the doubts. */
  async settle(owner: Lector, empresaId: string): Promise<void> {
    for (const { de, apply } of this.dudas.splice(0)) {
      const id = await carriedOut(owner, empresaId, de)
      if (id === undefined) continue
      this.tardias++
      await apply(id, owner)
    }
  }

  /** Differences of the database, in Spanish. */
  async differences(owner: Lector, empresaId: string): Promise<string[]> {
    const existencias = await owner.query<{ key: string; valor: string }>(
      `select bodega_id || ' ' || producto_id as key, sum(cantidad) as valor from existencia where empresa_id = $1 group by 1`,
      [empresaId],
    )
    const deudas = await owner.query<{ key: string; valor: string }>(
      `select c.origen_id as key, sum(a.valor) as valor from cuenta c join asiento a on a.empresa_id = c.empresa_id and a.cuenta_id = c.id
        where c.empresa_id = $1 and c.sentido = 'COBRAR' group by 1`,
      [empresaId],
    )
    const stocks = compare(existencias.rows, this.#existencias).map(({ key, text }) => `existencia ${key}: ${text}`)
    const debts: string[] = []
    for (const { key, text } of compare(deudas.rows, this.#deudas)) {
      const entries = debts.length < TOLD ? await entriesOf(owner, empresaId, key) : []
      debts.push([`por cobrar de ${key}: ${text}`, ...entries].join('\n    '))
    }
    return [...stocks, ...debts]
  }
}

function compare(rows: readonly { key: string; valor: string }[], expected: ReadonlyMap<string, number>) {
  const there = new Map(rows.map(({ key, valor }) => [key, Number(valor)]))
  return [...new Set([...there.keys(), ...expected.keys()])].flatMap((key) => {
    const [hay, debe] = [there.get(key) ?? 0, expected.get(key) ?? 0]
    return hay === debe ? [] : [{ key, text: `hay ${hay} y deben ser ${debe}` }]
  })
}

async function carriedOut(owner: Lector, empresaId: string, de: Duda['de']): Promise<string | undefined> {
  const { rows } =
    'idempotencyKey' in de
      ? await owner.query<{ id: string }>('select recurso_id as id from idempotencia where empresa_id = $1 and clave = $2', [
          empresaId,
          de.idempotencyKey,
        ])
      : await owner.query<{ id: string }>(`select id from ${de.tabla} where empresa_id = $1 and id = $2 and estado = $3`, [
          empresaId,
          de.id,
          de.estado,
        ])
  return rows[0]?.id
}

/** One line for each entry of a sale's accounts: its source, key and time. */
async function entriesOf(owner: Lector, empresaId: string, venta: string): Promise<string[]> {
  const { rows } = await owner.query<{ text: string }>(
    `select concat_ws(' ', c.numero, 'asiento', a.n, to_char(a.creado_en, 'HH24:MI:SS.MS'), a.concepto, a.valor, 'saldo', a.saldo, 'de', a.origen_id,
            'clave ' || i.clave || ' ' || to_char(i.creada_en, 'HH24:MI:SS.MS'),
            'pago ' || p.estado || ' total ' || p.total, 'reversado ' || to_char(p.reversado_en, 'HH24:MI:SS.MS')) as text
       from cuenta c join asiento a on a.empresa_id = c.empresa_id and a.cuenta_id = c.id
       left join pago p on p.empresa_id = a.empresa_id and p.id = a.origen_id
       left join idempotencia i on i.empresa_id = a.empresa_id and i.recurso_id = a.origen_id
      where c.empresa_id = $1 and c.origen_id = $2 order by c.id, a.n`,
    [empresaId, venta],
  )
  return rows.map(({ text }) => text)
}

/** Quantity of a movement with one line. */
export async function movedBy(owner: Lector, movimientoId: string): Promise<number> {
  const { rows } = await owner.query<{ cantidad: string }>(
    'select coalesce(sum(cantidad), 0) as cantidad from kardex where movimiento_id = $1',
    [movimientoId],
  )
  return Number(rows[0]?.cantidad)
}
