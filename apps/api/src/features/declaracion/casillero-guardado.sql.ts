import { createHash } from 'node:crypto'
import type { Columna, Lado } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './declaracion.sql.ts'
import { comprasDeGrupos, ventasDeGrupos, type Pagina } from './detalle.sql.ts'
import type { Ambito } from './lineas.sql.ts'
import type { ClaveCompra, GrupoVenta } from './sumas.sql.ts'

// The documents that a box has in a settled month, kept in their order (db/migrations/0034_declaracion.sql, 0883_compra_casillero.sql).

/** The groups that a list covers, in any order. */
export type Lista =
  | { lado: Extract<Lado, 'ventas'>; grupos: readonly GrupoVenta[]; columna: Columna }
  | { lado: Extract<Lado, 'compras'>; grupos: readonly ClaveCompra[]; columna: Columna }

/** Table of each side's lists, and its further columns beside the amount. */
const TABLA: Readonly<Record<Lado, { nombre: string; texto: string; origen: RawBuilder<unknown>; marca: RawBuilder<unknown> }>> = {
  ventas: { nombre: 'venta_casillero', texto: 'marcas', origen: sql`'DOCUMENTO'`, marca: sql`u.texto` },
  compras: { nombre: 'compra_casillero', texto: 'origenes', origen: sql`u.texto`, marca: sql`null::text` },
}
const tabla = ({ lado }: Pick<Lista, 'lado'>) => sql.table(TABLA[lado].nombre)
const textos = ({ lado }: Pick<Lista, 'lado'>) => sql.ref(TABLA[lado].texto)

const puestos = (ambito: Ambito, { lado, grupos, columna }: Lista): RawBuilder<unknown> =>
  lado === 'ventas' ? ventasDeGrupos(ambito, grupos, columna) : comprasDeGrupos(ambito, grupos, columna)

const claveDe = ({ lado, grupos }: Lista): string[] =>
  lado === 'ventas'
    ? grupos.map((one) => JSON.stringify([one.tipo, one.tipo_iva, one.marca, one.a_credito]))
    : grupos.map((one) => JSON.stringify([one.tipo, one.tipo_iva, one.sustento, one.negocio_popular, one.importacion]))

/** Key of a list, which changes with the query behind it. */
export function cualDe(tx: Tx, { empresaId, ambiente }: Lugar, lista: Lista): Buffer {
  const { sql: text } = puestos({ empresaId, ambiente, desde: '2000-01-01', hasta: '2000-01-31' }, lista).compile(tx)
  return createHash('sha256')
    .update(JSON.stringify([text, lista.columna, claveDe(lista).toSorted()]))
    .digest()
}

export async function findListas(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  lista: Lista,
  cual: Buffer,
  meses: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ mes: string }>`
    select mes::text as mes from ${tabla(lista)}
     where empresa_id = ${empresaId} and ambiente = ${ambiente} and cual = ${cual} and mes = any(${[...meses]}::date[])`.execute(tx)
  return new Set(rows.map(({ mes }) => mes))
}

/** Locks the company's purchases against changes until the transaction ends; false when one is being changed already. */
export async function lockCompras(tx: Tx, { empresaId }: Lugar): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(candado_compra_casillero(${empresaId})) as taken`.execute(
    tx,
  )
  return rows[0]?.taken === true
}

/** Keeps the list of a settled and locked month, in the order in which a box shows it. */
export async function saveLista(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  lista: Lista,
  cual: Buffer,
  { mes, hasta }: { mes: string; hasta: string },
): Promise<void> {
  const texto = sql.ref(lista.lado === 'ventas' ? 'x.marca' : 'x.origen')
  await sql`
    insert into ${tabla(lista)} (empresa_id, ambiente, mes, cual, ids, valores, ${textos(lista)})
    select ${empresaId}, ${ambiente}, ${mes}, ${cual}, coalesce(array_agg(x.id order by x.dia, x.numero, x.id), '{}'),
           coalesce(array_agg(x.valor order by x.dia, x.numero, x.id), '{}'), coalesce(array_agg(${texto} order by x.dia, x.numero, x.id), '{}')
      from (${puestos({ empresaId, ambiente, desde: mes, hasta }, lista)}) x where x.valor <> 0`.execute(tx)
}

/** One page of the kept lists of these months, in order, with their number as `todos`. Only the page is read. */
export function guardadas(
  { empresaId, ambiente }: Lugar,
  lista: Lista,
  cual: Buffer,
  meses: readonly string[],
  { page, size }: Pagina,
): RawBuilder<unknown> {
  const { origen, marca } = TABLA[lista.lado]
  const first = page * size
  return sql`
    select u.id, ${origen} as origen, k.mes as dia, lpad((k.antes + u.n)::text, 9, '0') as numero, ${marca} as marca, u.valor, k.todos
      from (select g.*, greatest(${first} - g.antes, 0) as desde, least(${first + size} - g.antes, g.cuantos) as hasta
              from (select k.mes, k.ids, k.valores, k.${textos(lista)} as textos, cardinality(k.ids) as cuantos,
                           (sum(cardinality(k.ids)) over (order by k.mes) - cardinality(k.ids))::int as antes, (sum(cardinality(k.ids)) over ())::int as todos
                      from ${tabla(lista)} k
                     where k.empresa_id = ${empresaId} and k.ambiente = ${ambiente} and k.cual = ${cual} and k.mes = any(${[...meses]}::date[])) g) k
      cross join unnest(k.ids[k.desde + 1:k.hasta], k.valores[k.desde + 1:k.hasta], k.textos[k.desde + 1:k.hasta]) with ordinality as u (id, valor, texto, n)
     where k.desde < k.hasta`
}
