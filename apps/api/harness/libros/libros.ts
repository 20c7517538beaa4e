import type { Lector } from '../../src/invariantes/invariante.ts'

/** What must be there, from what was acknowledged: each operation once. */
export class Libros {
  readonly #existencias = new Map<string, number>()
  porCobrar = 0
  /** How often each kind of operation was acknowledged. */
  readonly hechas = new Map<string, number>()
  refused = 0
  /** Answers that nobody should get. */
  readonly odd: string[] = []

  mueve(bodega: string, producto: string, cantidad: number): void {
    const key = `${bodega} ${producto}`
    this.#existencias.set(key, (this.#existencias.get(key) ?? 0) + cantidad)
  }

  hecha(kind: string): void {
    this.hechas.set(kind, (this.hechas.get(kind) ?? 0) + 1)
  }

  /** In Spanish, what the database has otherwise. */
  async differences(owner: Lector, empresaId: string): Promise<string[]> {
    const { rows } = await owner.query<{ key: string; cantidad: string }>(
      `select bodega_id || ' ' || producto_id as key, sum(cantidad) as cantidad from existencia where empresa_id = $1 group by 1`,
      [empresaId],
    )
    const there = new Map(rows.map(({ key, cantidad }) => [key, Number(cantidad)]))
    const keys = new Set([...there.keys(), ...this.#existencias.keys()])
    const stocks = [...keys].flatMap((key) => {
      const [hay, debe] = [there.get(key) ?? 0, this.#existencias.get(key) ?? 0]
      return hay === debe ? [] : [`existencia ${key}: hay ${hay} y deben ser ${debe}`]
    })
    const {
      rows: [cartera],
    } = await owner.query<{ saldo: string }>(
      `select coalesce(sum(a.valor), 0) as saldo from cuenta c join asiento a on a.empresa_id = c.empresa_id and a.cuenta_id = c.id
        where c.empresa_id = $1 and c.sentido = 'COBRAR'`,
      [empresaId],
    )
    const saldo = Number(cartera?.saldo)
    return saldo === this.porCobrar ? stocks : [...stocks, `por cobrar: hay ${saldo} y deben ser ${this.porCobrar}`]
  }
}
