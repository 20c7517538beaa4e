import { allBodega, createBodega, createProducto, type BodegaOpcion, type Producto } from '@yupana/contract'

import { Random } from '../../src/testing/random.ts'
import { Libros } from './libros.ts'
import type { Servidor } from './pregunta.ts'
import { Tendero, type Combo, type Tienda } from './tendero.ts'

const PRODUCTOS = 6
const COMBOS = 2

/** A company with two warehouses and a few products, so few that many workers want the same one. */
export async function openTienda(servidor: Servidor, empresaId: string): Promise<Tienda> {
  const principal = (await servidor.ask<BodegaOpcion[]>(allBodega, {})).data[0]!.id
  const norte = (await servidor.ask<{ id: string }>(createBodega, { body: { name: 'Norte' } })).data.id
  const productos: string[] = []
  for (let n = 1; n <= PRODUCTOS; n++) {
    const body = { code: `P${n}`, name: 'CAFÉ', type_product: 'PRODUCTO', iva: 1, price: 10_000_000, manage_inventory: true }
    productos.push((await servidor.ask<Producto>(createProducto, { body })).data.id)
  }
  const combos: Combo[] = []
  for (let n = 0; n < COMBOS; n++) {
    const partes = [1, 2].map((cantidad, at) => ({ producto_id: productos[(n * 2 + at) % PRODUCTOS]!, cantidad: cantidad * 1_000_000 }))
    const body = { code: `C${n}`, name: 'COMBO', type_product: 'PRODUCTO', iva: 1, price: 10_000_000, partes }
    combos.push({ id: (await servidor.ask<Producto>(createProducto, { body })).data.id, partes })
  }
  return { empresaId, principal, norte, productos, combos, ventas: [], transitos: [], compras: [], pagos: [], compra: 0 }
}

interface Turno {
  operaciones: number
  /** Number of simultaneous workers. */
  tenderos: number
  seed: number
  signal?: AbortSignal
  onDone?: (done: number) => void
}

/** Runs this number of operations, drawn by the seed. */
export async function workTienda(
  servidor: Servidor,
  tienda: Tienda,
  { operaciones, tenderos, seed, signal, onDone }: Turno,
): Promise<Libros> {
  const libros = new Libros()
  let left = operaciones
  const work = async (n: number) => {
    const tendero = new Tendero(servidor, tienda, libros, new Random(seed + n))
    while (left-- > 0 && !signal?.aborted) {
      await tendero.step()
      onDone?.(operaciones - Math.max(0, left))
    }
  }
  await Promise.all(Array.from({ length: tenderos }, (_, n) => work(n)))
  return libros
}
