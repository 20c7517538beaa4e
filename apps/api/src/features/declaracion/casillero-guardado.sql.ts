import { createHash } from 'node:crypto'
import type { Columna, Lado } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import type { Lugar } from './declaracion.sql.ts'
import { comprasDeGrupos, ventasDeGrupos, type Pagina } from './detalle.sql.ts'
import type { Ambito } from './lineas.sql.ts'
import type { CualCompra, GrupoVenta } from './sumas.sql.ts'

// The documents that a box has in a settled month, kept in their order
// (db/migrations/0034_declaracion.sql, 0883_compra_casillero.sql, 0886_venta_cambio.sql).

/** The groups that a list covers, in any order. */
export type Lista =
  | { lado: Extract<Lado, 'ventas'>; grupos: readonly GrupoVenta[]; columna: Columna }
  | { lado: Extract<Lado, 'compras'>; grupos: readonly CualCompra[]; columna: Columna }

interface Tabla {
  nombre: string
  texto: string
  origen: RawBuilder<unknown>
  marca: RawBuilder<unknown>
  /** Whether the list `k` still stands. */
  vale: RawBuilder<unknown>
}

/** Table of each side's lists, and its further columns beside the amount. */
const TABLA: Readonly<Record<Lado, Tabla>> = {
  ventas: {
    nombre: 'venta_casillero',
    texto: 'marcas',
    origen: sql`'DOCUMENTO'`,
    marca: sql`u.texto`,
    vale: sql`exists (select from venta_mes v where v.empresa_id = k.empresa_id and v.ambiente = k.ambiente and v.mes = k.mes and venta_mes_vale(v))`,
  },
  compras: {
    nombre: 'compra_casillero',
    texto: 'origenes',
    origen: sql`u.texto`,
    marca: sql`null::text`,
    vale: sql`compra_casillero_vale(k)`,
  },
}
const tabla = ({ lado }: Pick<Lista, 'lado'>) => sql.table(TABLA[lado].nombre)
const textos = ({ lado }: Pick<Lista, 'lado'>) => sql.ref(TABLA[lado].texto)

const puestos = (ambito: Ambito, { lado, grupos, columna }: Lista): RawBuilder<unknown> =>
  lado === 'ventas' ? ventasDeGrupos(ambito, grupos, columna) : comprasDeGrupos(ambito, grupos, columna)

/** Groups in a fixed order, so that the same groups give the same key. */
const inOrder = <G>(grupos: readonly G[], orderOf: (grupo: G) => readonly unknown[]): G[] => {
  const keyed = grupos.map((grupo) => [JSON.stringify(orderOf(grupo)), grupo] as const)
  return keyed.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, grupo]) => grupo)
}
const sorted = (lista: Lista): Lista =>
  lista.lado === 'ventas'
    ? { ...lista, grupos: inOrder(lista.grupos, (one) => [one.tipo, one.tipo_iva, one.marca, one.a_credito]) }
    : { ...lista, grupos: inOrder(lista.grupos, (one) => [one.tipo, one.tipo_iva, one.sustento, one.negocio_popular, one.importacion]) }

/** Key of a list, which changes with the query behind it and with the lists of the law in it. */
export function cualDe(tx: Tx, { empresaId, ambiente }: Lugar, lista: Lista): Buffer {
  const ambito = { empresaId, ambiente, desde: '2000-01-01', hasta: '2000-01-31' }
  const { sql: text, parameters } = puestos(ambito, sorted(lista)).compile(tx)
  return createHash('sha256')
    .update(JSON.stringify([text, parameters]))
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
    select k.mes::text as mes from ${tabla(lista)} k
     where k.empresa_id = ${empresaId} and k.ambiente = ${ambiente} and k.cual = ${cual} and k.mes = any(${[...meses]}::date[])
       and ${TABLA[lista.lado].vale}`.execute(tx)
  return new Set(rows.map(({ mes }) => mes))
}

/** Makes this transaction the only one to keep lists of the company's purchases, of months before `mes`; false where another one is. */
export async function lockCompras(tx: Tx, { empresaId }: Lugar): Promise<{ taken: boolean; mes: string }> {
  const { rows } = await sql<{ taken: boolean; mes: string }>`
    select pg_try_advisory_xact_lock(candado_compra_casillero(${empresaId})) as taken, mes_en_curso()::text as mes`.execute(tx)
  return rows[0] ?? { taken: false, mes: '' }
}

/** Removes the lists that a change made untrue, and those kept for long; the notes of these changes go in the same statement. */
export async function forgetCompras(tx: Tx, { empresaId }: Lugar): Promise<void> {
  await sql`
    with gone as (
      delete from compra_casillero k
       where k.empresa_id = ${empresaId} and (k.guardado_en < now() - interval '40 days' or not compra_casillero_vale(k)))
    delete from compra_cambio x where x.empresa_id = ${empresaId}`.execute(tx)
}

/** Keeps the list of a settled and locked month, in the order in which a box shows it. */
export async function saveLista(
  tx: Tx,
  { empresaId, ambiente }: Lugar,
  lista: Lista,
  cual: Buffer,
  { mes, hasta }: { mes: string; hasta: string },
): Promise<void> {
  const isCompras = lista.lado === 'compras'
  const texto = sql.ref(isCompras ? 'x.origen' : 'x.marca')
  // A list that a change made untrue since the others were removed.
  await sql`
    delete from ${tabla(lista)} where empresa_id = ${empresaId} and ambiente = ${ambiente} and mes = ${mes} and cual = ${cual}`.execute(tx)
  await sql`
    insert into ${tabla(lista)} (empresa_id, ambiente, mes, cual, ids, valores, ${textos(lista)}${isCompras ? sql`, foto` : sql``})
    select ${empresaId}, ${ambiente}, ${mes}, ${cual}, coalesce(array_agg(x.id order by x.dia, x.numero, x.id), '{}'),
           coalesce(array_agg(x.valor order by x.dia, x.numero, x.id), '{}'), coalesce(array_agg(${texto} order by x.dia, x.numero, x.id), '{}')
           ${isCompras ? sql`, pg_current_snapshot()` : sql``}
      from (${puestos({ empresaId, ambiente, desde: mes, hasta }, lista)}) x where x.valor <> 0`.execute(tx)
}

/** One page of the kept lists of these months, in order, with their number as `todos`; nothing where one of the lists is gone. */
export function guardadas(
  { empresaId, ambiente }: Lugar,
  lista: Lista,
  cual: Buffer,
  meses: readonly string[],
  { page, size }: Pagina,
): RawBuilder<unknown> {
  const { origen, marca, vale } = TABLA[lista.lado]
  const first = page * size
  return sql`
    select u.id, ${origen} as origen, k.mes as dia, lpad((k.antes + u.n)::text, 9, '0') as numero, ${marca} as marca, u.valor, k.todos
      from (select g.*, greatest(${first} - g.antes, 0) as desde, least(${first + size} - g.antes, g.cuantos) as hasta
              from (select k.mes, k.ids, k.valores, k.${textos(lista)} as textos, cardinality(k.ids) as cuantos,
                           (sum(cardinality(k.ids)) over (order by k.mes) - cardinality(k.ids))::int as antes, (sum(cardinality(k.ids)) over ())::int as todos,
                           count(*) over () as listas
                      from ${tabla(lista)} k
                     where k.empresa_id = ${empresaId} and k.ambiente = ${ambiente} and k.cual = ${cual} and k.mes = any(${[...meses]}::date[])
                       and ${vale}) g) k
      cross join unnest(k.ids[k.desde + 1:k.hasta], k.valores[k.desde + 1:k.hasta], k.textos[k.desde + 1:k.hasta]) with ordinality as u (id, valor, texto, n)
     where k.listas = ${meses.length} and k.desde < k.hasta`
}
