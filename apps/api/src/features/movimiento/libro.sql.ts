import type { ConceptoKardex, Fecha, Monto, SaldoKardex } from '@yupana/fiscal'
import { sql, type Insertable, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente, Database } from '../../db/schema.ts'
import { vanishedFrom } from '../../db/sqlstate.ts'
import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { SE_INVENTARIA } from './documento-existencias.sql.ts'

/** The company and the environment of a stock (O-90). */
export interface Lugar {
  empresaId: EmpresaId
  ambiente: Ambiente
}

/** Key of one kardex: a product in a warehouse. */
export interface Par {
  bodegaId: string
  productoId: string
}

export interface ExistenciaFila extends SaldoKardex {
  bodega_id: string
  producto_id: string
  secuencia: number
  fecha: string | null
}

/** How company `x.empresa_id` values its stock on a day. */
const metodoAt = (
  fecha: Fecha,
) => sql`coalesce((select m.metodo from metodo_costo m where m.empresa_id = x.empresa_id and m.desde <= ${fecha}::date
  order by m.desde desc limit 1), 'PROMEDIO')`

/** A row to write. */
export interface Asiento extends Par {
  secuencia: number
  concepto: ConceptoKardex
  cantidad: number
  valor: Monto
  ajuste: Monto
  saldoCantidad: number
  saldoValor: Monto
  linea: number | null
  /** For a part of a combo: its quantity in one combo. */
  porCombo: number | null
}

const pluck = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key])

const readOnce = async (
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  fecha: Fecha,
  { bodegas, productos, lock }: { bodegas: readonly string[]; productos: readonly string[]; lock: RawBuilder<unknown> },
): Promise<ExistenciaFila[]> =>
  (
    await sql<Omit<ExistenciaFila, 'capas'> & { capas: [number, Monto][] }>`
    select x.bodega_id, x.producto_id, x.cantidad, x.valor, x.costo, x.secuencia, x.fecha, x.capas, ${metodoAt(fecha)} as metodo from existencia x
     where x.empresa_id = ${empresaId} and x.ambiente = ${ambiente}
       and (x.bodega_id, x.producto_id) in (select b, p from unnest(${bodegas}::uuid[], ${productos}::uuid[]) as t (b, p))
     order by x.bodega_id, x.producto_id ${lock}`.execute(tx)
  ).rows.map((fila) => ({ ...fila, capas: fila.capas.map(([cantidad, valor]) => ({ cantidad, valor })) }))

/** Layers as they are stored. */
export const capasJson = ({ capas }: Pick<SaldoKardex, 'capas'>): string =>
  JSON.stringify(capas.map(({ cantidad, valor }) => [cantidad, valor]))

/** The products that must be stocked and the warehouses that must be in use for a movement. */
export interface Vigentes {
  productos: readonly string[]
  bodegas: readonly string[]
}

/**
 * Answers how many of these kardexes have a row, locking none, and a member of `vigentes` that is no longer valid, if any. Until the end of
 * the transaction no such product leaves the inventory and no such warehouse goes out of use: movements take these locks shared, and the
 * change takes them exclusively. Order of locks: products, warehouses, kardexes.
 */
async function takeLugares(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  { bodegas, productos }: { bodegas: readonly string[]; productos: readonly string[] },
  vigentes: Vigentes,
): Promise<{ hay: number; falta: 'producto' | 'bodega' | null } | undefined> {
  const en = { productos: [...new Set(vigentes.productos)], bodegas: [...new Set(vigentes.bodegas)] }
  const { rows } = await sql<{ hay: number; falta: 'producto' | 'bodega' | null }>`
    with p as (select p.id, ${SE_INVENTARIA} as vale from producto p
                where p.empresa_id = ${empresaId} and p.id = any(${productos}::uuid[]) order by p.id for key share),
         tomados as (select count(*) as n from p),
         b as (select b.id, b.status = 'ACTIVO' as vale from bodega b, tomados
                where b.empresa_id = ${empresaId} and b.id = any(${[...bodegas, ...en.bodegas]}::uuid[]) and tomados.n >= 0 order by b.id for key share of b)
    select (select count(*)::int from existencia x where x.empresa_id = ${empresaId} and x.ambiente = ${ambiente}
               and (x.bodega_id, x.producto_id) in (select b, p from unnest(${bodegas}::uuid[], ${productos}::uuid[]) as t (b, p))) as hay,
           case when (select count(*) from b) < 0
                  or (select count(*) from p join unnest(${en.productos}::uuid[]) as v (id) using (id) where p.vale) <> ${en.productos.length}::int then 'producto'
                when (select count(*) from b join unnest(${en.bodegas}::uuid[]) as v (id) using (id) where b.vale) <> ${en.bodegas.length}::int then 'bodega'
           end as falta`.execute(tx)
  return rows[0]
}

/**
 * Locks these kardexes until the end of the transaction, and answers their balances. The order is fixed, so that two movements never
 * deadlock.
 * @throws 409 when a member of `vigentes` is no longer valid
 */
export async function lockExistencias(
  tx: Tx,
  lugar: Lugar,
  fecha: Fecha,
  pares: readonly Par[],
  vigentes: Vigentes,
): Promise<ExistenciaFila[]> {
  const bodegas = pluck(pares, 'bodegaId')
  const productos = pluck(pares, 'productoId')
  const lockOnce = () => readOnce(tx, lugar, fecha, { bodegas, productos, lock: sql`for update of x` })
  const tomados = await takeLugares(tx, lugar, { bodegas, productos }, vigentes)
  if (tomados?.falta) throw errors.vanished(tomados.falta, 'eliminó o desactivó')
  if (tomados?.hay === pares.length) return lockOnce()
  // A first movement inserts the row before any is locked: a transaction that waits for the new row of another holds no lock on the others.
  await sql`
    insert into existencia (empresa_id, ambiente, bodega_id, producto_id)
    select ${lugar.empresaId}::uuid, ${lugar.ambiente}, b, p from unnest(${bodegas}::uuid[], ${productos}::uuid[]) as t (b, p) order by b, p
    on conflict do nothing`
    .execute(tx)
    .catch((error: unknown) => {
      // The product or the warehouse was deleted meanwhile.
      const tabla = vanishedFrom(error)
      throw tabla === undefined ? error : errors.vanished(tabla)
    })
  return lockOnce()
}

/** Balances of these kardexes at this moment; a product that never moved has none. */
export const readExistencias = (tx: Tx, lugar: Lugar, fecha: Fecha, pares: readonly Par[]): Promise<ExistenciaFila[]> =>
  readOnce(tx, lugar, fecha, { bodegas: pluck(pares, 'bodegaId'), productos: pluck(pares, 'productoId'), lock: sql`` })

export type MovimientoNuevo = Omit<Insertable<Database['movimiento']>, 'empresa_id' | 'ambiente' | 'lineas' | 'estado'> & {
  estado?: 'REGISTRADO' | 'EN_TRANSITO'
}

const cabezaOf = ({ empresaId, ambiente }: Lugar, nuevo: MovimientoNuevo, lineas: number) => sql`
  cabeza as (
    insert into movimiento (empresa_id, id, ambiente, tipo, concepto, estado, fecha, bodega_id, bodega_destino_id, motivo, referencia,
                            documento_id, suceso, venta_id, lineas, usuario_id, creado_en)
    values (${empresaId}, ${nuevo.id}, ${ambiente}, ${nuevo.tipo}, ${nuevo.concepto}, ${nuevo.estado ?? 'REGISTRADO'}, ${nuevo.fecha}, ${nuevo.bodega_id},
            ${nuevo.bodega_destino_id}, ${nuevo.motivo}, ${nuevo.referencia}, ${nuevo.documento_id}, ${nuevo.suceso}, ${nuevo.venta_id},
            ${lineas}, ${nuevo.usuario_id}, ${nuevo.creado_en})
  )`

/** Writes the rows of a movement, numbered from `desde` on, and the new balances of their kardexes, in one statement. */
async function writeRows(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  movimientoId: string,
  fecha: Fecha,
  rows: readonly Asiento[],
  finales: readonly Omit<ExistenciaFila, 'fecha'>[],
  { desde, cabeza }: { desde: number; cabeza: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    with ${cabeza}, filas as (
      insert into kardex (empresa_id, ambiente, movimiento_id, fecha, n, bodega_id, producto_id, secuencia, concepto, cantidad, valor, ajuste, saldo_cantidad, saldo_valor, linea, por_combo)
      select ${empresaId}::uuid, ${ambiente}, ${movimientoId}::uuid, ${fecha}::date, f.n + ${desde}::int - 1, f.bodega, f.producto, f.secuencia, f.concepto, f.cantidad, f.valor, f.ajuste, f.saldo_cantidad, f.saldo_valor, f.linea, f.por_combo
        from unnest(${pluck(rows, 'bodegaId')}::uuid[], ${pluck(rows, 'productoId')}::uuid[], ${pluck(rows, 'secuencia')}::integer[], ${pluck(rows, 'concepto')}::text[],
               ${pluck(rows, 'cantidad')}::bigint[], ${pluck(rows, 'valor')}::bigint[], ${pluck(rows, 'ajuste')}::bigint[], ${pluck(rows, 'saldoCantidad')}::bigint[],
               ${pluck(rows, 'saldoValor')}::bigint[], ${pluck(rows, 'linea')}::integer[], ${pluck(rows, 'porCombo')}::bigint[])
          with ordinality as f (bodega, producto, secuencia, concepto, cantidad, valor, ajuste, saldo_cantidad, saldo_valor, linea, por_combo, n)
    )
    update existencia x set cantidad = e.cantidad, valor = e.valor, costo = e.costo, capas = e.capas::jsonb, secuencia = e.secuencia, fecha = greatest(x.fecha, ${fecha}::date)
      from unnest(${pluck(finales, 'bodega_id')}::uuid[], ${pluck(finales, 'producto_id')}::uuid[], ${pluck(finales, 'cantidad')}::bigint[], ${pluck(finales, 'valor')}::bigint[],
             ${pluck(finales, 'costo')}::bigint[], ${finales.map(capasJson)}::text[], ${pluck(finales, 'secuencia')}::integer[]) as e (bodega, producto, cantidad, valor, costo, capas, secuencia)
     where x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.bodega_id = e.bodega and x.producto_id = e.producto`.execute(tx)
}

type Finales = readonly Omit<ExistenciaFila, 'fecha'>[]

/** Stores a movement with its rows. */
export const insertMovimiento = (tx: Tx, lugar: Lugar, nuevo: MovimientoNuevo, rows: readonly Asiento[], finales: Finales): Promise<void> =>
  writeRows(tx, lugar, nuevo.id, nuevo.fecha, rows, finales, { desde: 1, cabeza: cabezaOf(lugar, nuevo, rows.length) })

/** Stores the received quantities of a transfer that was on its way. */
export const insertRecepcion = (
  tx: Tx,
  lugar: Lugar,
  { id, fecha, en, usuarioId, desde }: { id: string; fecha: Fecha; en: Date; usuarioId: string; desde: number },
  rows: readonly Asiento[],
  finales: Finales,
): Promise<void> =>
  writeRows(tx, lugar, id, fecha, rows, finales, {
    desde,
    cabeza: sql`cabeza as (
      update movimiento set estado = 'RECIBIDO', recibido_en = ${en}, recibido_por = ${usuarioId}
       where empresa_id = ${lugar.empresaId} and id = ${id} and estado = 'EN_TRANSITO'
    )`,
  })
