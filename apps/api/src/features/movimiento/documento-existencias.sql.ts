import type { Monto, PoliticaStock } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

/** The sum of the movements of documents for one line, in one kardex: negative when goods are out. */
export interface Neto {
  linea: number
  bodega_id: string
  producto_id: string
  cantidad: number
  valor: Monto
}

/** The net movements of one document, less those reversed. */
export async function netosOf(tx: Tx, empresaId: EmpresaId, documentoId: string): Promise<Neto[]> {
  const { rows } = await sql<Neto>`
    select k.linea, k.bodega_id, k.producto_id, sum(k.cantidad)::bigint as cantidad, sum(k.valor)::bigint as valor
      from movimiento m join kardex k on k.empresa_id = m.empresa_id and k.movimiento_id = m.id
     where m.empresa_id = ${empresaId} and m.documento_id = ${documentoId}
     group by k.linea, k.bodega_id, k.producto_id having sum(k.cantidad) <> 0 order by k.linea, k.producto_id`.execute(tx)
  return rows
}

/** The quantities that the credit notes of a sale returned of each line, except one note. */
export async function devueltosOf(tx: Tx, empresaId: EmpresaId, ventaId: string, except?: string): Promise<Neto[]> {
  const { rows } = await sql<Neto>`
    select k.linea, k.bodega_id, k.producto_id, sum(k.cantidad)::bigint as cantidad, sum(k.valor)::bigint as valor
      from movimiento m join kardex k on k.empresa_id = m.empresa_id and k.movimiento_id = m.id
     where m.empresa_id = ${empresaId} and m.venta_id = ${ventaId} and m.documento_id is distinct from ${except ?? null}::uuid
     group by k.linea, k.bodega_id, k.producto_id having sum(k.cantidad) <> 0`.execute(tx)
  return rows
}

/** The quantities that supplier notes on a purchase took out, by product, except one note. */
export async function devueltosDeCompra(tx: Tx, empresaId: EmpresaId, compraId: string, except: string): Promise<Neto[]> {
  const { rows } = await sql<Neto>`
    select k.linea, k.bodega_id, k.producto_id, sum(k.cantidad)::bigint as cantidad, sum(k.valor)::bigint as valor
      from compra c join movimiento m on m.empresa_id = c.empresa_id and m.documento_id = c.id
      join kardex k on k.empresa_id = m.empresa_id and k.movimiento_id = m.id
     where c.empresa_id = ${empresaId} and c.modificada_id = ${compraId} and c.id <> ${except}
     group by c.id, k.linea, k.bodega_id, k.producto_id having sum(k.cantidad) < 0`.execute(tx)
  return rows
}

export interface MovidoPor {
  ambiente: Ambiente
  venta_id: string | null
  bodega_id: string
}

/** Whether a document moved goods, where, and of which sale. */
export const readMovidoPor = (tx: Tx, empresaId: EmpresaId, documentoId: string): Promise<MovidoPor | undefined> =>
  tx
    .selectFrom('movimiento')
    .select(['ambiente', 'venta_id', 'bodega_id'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', documentoId)
    .limit(1)
    .executeTakeFirst()

/** Whether a sale no longer counts: voided, or its number given up. */
export async function isUndone(tx: Tx, empresaId: EmpresaId, documentoId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('documento')
    .select('estado')
    .where('empresa_id', '=', empresaId)
    .where('id', '=', documentoId)
    .executeTakeFirst()
  return row?.estado === 'ANULADO' || row?.estado === 'CERRADO'
}

/** One part of combo `combo_id` with a stock of its own. */
export interface ParteSurtida {
  combo_id: string
  producto_id: string
  codigo: string
  combo: string
  /** Quantity of the part in one combo. */
  cantidad: number
}

/** The parts of these combos of company `e`, which leave the stock in their place. */
export const partesDe = (combos: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('combo_id', x.combo_id, 'producto_id', p.id, 'codigo', p.code, 'combo', c.code, 'cantidad', x.cantidad) order by x.combo_id, x.n), '[]')
    from combo_parte x join producto p on p.empresa_id = x.empresa_id and p.id = x.producto_id join producto c on c.empresa_id = x.empresa_id and c.id = x.combo_id
   where x.empresa_id = e.id and x.combo_id = any(${combos}) and ${SE_INVENTARIA})`

/** The parts of the combos among these products, which leave the stock in their place. */
export async function readPartes(tx: Tx, empresaId: EmpresaId, productos: readonly string[]): Promise<ParteSurtida[]> {
  if (productos.length === 0) return []
  const { rows } = await sql<{ partes: ParteSurtida[] }>`
    select ${partesDe(sql`${productos}::uuid[]`)} as partes from empresa e where e.id = ${empresaId}`.execute(tx)
  return rows[0]?.partes ?? []
}

/** The combos, or other products, that each line of a sale sold, and those that credit notes returned, except one note. */
export async function combosDeVenta(
  tx: Tx,
  empresaId: EmpresaId,
  ventaId: string,
  except: string,
): Promise<Map<number, { vendidos: number; devueltos: number }>> {
  const { rows } = await sql<{ n: number; vendidos: number; devueltos: number }>`
    select l.n, l.cantidad as vendidos, coalesce((
             select sum(x.cantidad) from documento_nota a
               join documento c on c.empresa_id = a.empresa_id and c.id = a.documento_id and c.version = a.version
               join documento_version v on v.empresa_id = a.empresa_id and v.documento_id = a.documento_id and v.n = a.version
              cross join jsonb_array_elements(a.creditos) with ordinality as k (credito, at)
               join documento_linea x on x.empresa_id = a.empresa_id and x.documento_id = a.documento_id and x.version = a.version and x.n = k.at
              where a.empresa_id = d.empresa_id and a.modificado_id = d.id and a.documento_id <> ${except}::uuid and c.tipo = '04'
                and c.estado not in ('ANULADO', 'CERRADO') and v.entrada ->> 'clase' in ('ANULACION', 'DEVOLUCION')
                and (k.credito ->> 'linea')::int = l.n - 1 and not (k.credito ->> 'solo_monto')::boolean), 0)::bigint as devueltos
      from documento d join documento_linea l on l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version
     where d.empresa_id = ${empresaId} and d.id = ${ventaId}`.execute(tx)
  return new Map(rows.map(({ n, ...linea }) => [n, linea]))
}

/** The stocked ones among these products, the parts of combos, and the warehouse that `bodega` finds (`bodegaDe`, `bodegaElegida`). */
export async function readSurtido(
  tx: Tx,
  empresaId: EmpresaId,
  bodega: RawBuilder<unknown>,
  productos: readonly string[],
): Promise<{
  inventariados: string[]
  partes: ParteSurtida[]
  bodega: { id: string; name: string } | null
  politica: 'BLOQUEAR' | 'AVISAR' | 'PERMITIR'
}> {
  const { rows } = await sql<Awaited<ReturnType<typeof readSurtido>>>`
    select (select coalesce(array_agg(p.id), '{}') from producto p where p.empresa_id = e.id and p.id = any(${productos}::uuid[]) and ${SE_INVENTARIA}) as inventariados,
           ${partesDe(sql`${productos}::uuid[]`)} as partes, ${bodega} as bodega, e.stock_negativo as politica
      from empresa e where e.id = ${empresaId}`.execute(tx)
  return rows[0] ?? { inventariados: [], partes: [], bodega: null, politica: 'PERMITIR' }
}

/** Whether a product `p` is stocked. */
export const SE_INVENTARIA = sql`p.manage_inventory and not p.is_external and p.type_product = 'PRODUCTO'`

/** A warehouse of company `e`: the named one, or the default one; none when it is not in use. */
export const bodegaElegida = (id: string | null) => sql`(
  select json_build_object('id', b.id, 'name', b.name) from bodega b
   where b.empresa_id = e.id and b.status = 'ACTIVO' and ${id === null ? sql`b.predeterminada` : sql`b.id = ${id}::uuid`})`

/** The warehouse of an establishment of company `e`: its own, or the default one. */
export const bodegaDe = (establecimiento: string) => sql`(
  select json_build_object('id', b.id, 'name', b.name) from bodega b
   where b.empresa_id = e.id and b.status = 'ACTIVO' and (b.establecimiento = ${establecimiento} or b.predeterminada)
   order by (b.establecimiento is not distinct from ${establecimiento}) desc limit 1)`

/** Names of the product and warehouse of these kardexes, and whether the company allows a stock below zero. */
export async function readNombres(
  tx: Tx,
  empresaId: EmpresaId,
  pares: readonly { bodegaId: string; productoId: string }[],
): Promise<{ politica: PoliticaStock; productos: ReadonlyMap<string, string>; bodegas: ReadonlyMap<string, string> }> {
  const { rows } = await sql<{ politica: PoliticaStock; productos: Record<string, string>; bodegas: Record<string, string> }>`
    select e.stock_negativo as politica,
           (select coalesce(json_object_agg(p.id, p.code), '{}') from producto p
             where p.empresa_id = e.id and p.id = any(${pares.map(({ productoId }) => productoId)}::uuid[])) as productos,
           (select coalesce(json_object_agg(b.id, b.name), '{}') from bodega b
             where b.empresa_id = e.id and b.id = any(${pares.map(({ bodegaId }) => bodegaId)}::uuid[])) as bodegas
      from empresa e where e.id = ${empresaId}`.execute(tx)
  const { politica = 'PERMITIR', productos = {}, bodegas = {} } = rows[0] ?? {}
  return { politica, productos: new Map(Object.entries(productos)), bodegas: new Map(Object.entries(bodegas)) }
}

/** The stocks that would be below zero without the goods a document brought in; locks nothing. */
export async function faltantesSin(
  tx: Tx,
  empresaId: EmpresaId,
  documentoId: string,
): Promise<{ producto: string; bodega: string; hay: number; queda: number }[]> {
  const { rows } = await sql<Awaited<ReturnType<typeof faltantesSin>>[number]>`
    select p.name as producto, b.name as bodega, x.cantidad as hay, x.cantidad - n.cantidad as queda
      from (select m.ambiente, k.bodega_id, k.producto_id, sum(k.cantidad)::bigint as cantidad
              from movimiento m join kardex k on k.empresa_id = m.empresa_id and k.movimiento_id = m.id
             where m.empresa_id = ${empresaId} and m.documento_id = ${documentoId}
             group by m.ambiente, k.bodega_id, k.producto_id having sum(k.cantidad) > 0) n
      join existencia x on x.empresa_id = ${empresaId} and x.ambiente = n.ambiente and x.bodega_id = n.bodega_id and x.producto_id = n.producto_id
      join producto p on p.empresa_id = x.empresa_id and p.id = x.producto_id
      join bodega b on b.empresa_id = x.empresa_id and b.id = x.bodega_id
     where x.cantidad < n.cantidad order by p.name, b.name`.execute(tx)
  return rows
}

/** Stock of these products in a warehouse; locks nothing. */
export async function readStock(
  tx: Tx,
  { empresaId, ambiente }: { empresaId: EmpresaId; ambiente: Ambiente },
  bodegaId: string,
  productos: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ producto_id: string; cantidad: number }>`
    select x.producto_id, x.cantidad from existencia x where x.empresa_id = ${empresaId} and x.ambiente = ${ambiente} and x.bodega_id = ${bodegaId}
       and x.producto_id = any(${productos}::uuid[])`.execute(tx)
  return new Map(rows.map(({ producto_id, cantidad }) => [producto_id, cantidad]))
}
