import type { GastoPersonal, GastoPersonalForm, Listing, ListingQuery, ORDENES_GASTO, ParteGasto } from '@yupana/contract'
import { CONSUMIDOR_FINAL, sum, type CategoriaGasto, type Monto } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { Tx } from '../../db/transaction.ts'
import { listingOf, orderBy, ordenOf, wordsOfQuery } from '../busqueda/busqueda.door.ts'

/** From here on this transaction sees what is this person's own, and of nobody else. */
export async function asUsuario(tx: Tx, usuarioId: string): Promise<void> {
  await sql`select set_config('yupana.usuario', ${usuarioId}, true)`.execute(tx)
}

const LEIDAS = [
  'id',
  'version',
  'fecha',
  'proveedor_ruc',
  'proveedor',
  'tipo',
  'numero',
  'clave_acceso',
  'a_nombre',
  'compartido',
  'nota',
  'partes',
  'total',
] as const

export const readGasto = (tx: Tx, usuarioId: string, id: string): Promise<GastoPersonal | undefined> =>
  tx.selectFrom('gasto_personal').select(LEIDAS).where('usuario_id', '=', usuarioId).where('id', '=', id).executeTakeFirst()

const rowOf = ({ partes, numero, clave_acceso, nota, ...form }: GastoPersonalForm) => ({
  ...form,
  numero: numero ?? null,
  clave_acceso: clave_acceso ?? null,
  nota: nota ?? null,
  partes: JSON.stringify(partes),
  total: sum(partes.map(({ monto }) => monto)),
  buscable: ordenOf(`${form.proveedor} ${form.proveedor_ruc} ${numero ?? ''}`),
})

/** Answers false when the document is there already. */
export async function insertGasto(tx: Tx, usuarioId: string, id: string, form: GastoPersonalForm, en: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('gasto_personal')
    .values({ usuario_id: usuarioId, id, ...rowOf(form), creado_en: en, editado_en: en })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Another row of the person with the same document. */
export async function findSame(
  tx: Tx,
  usuarioId: string,
  { proveedor_ruc, tipo, numero, clave_acceso }: Pick<GastoPersonalForm, 'proveedor_ruc' | 'tipo' | 'numero' | 'clave_acceso'>,
  except?: string,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from gasto_personal where usuario_id = ${usuarioId} and id is distinct from ${except ?? null}::uuid
       and ((proveedor_ruc = ${proveedor_ruc} and tipo = ${tipo} and numero = ${numero ?? null}) or clave_acceso = ${clave_acceso ?? null}) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Answers false when somebody else saved since. */
export async function updateGasto(
  tx: Tx,
  usuarioId: string,
  { id, version }: { id: string; version: number },
  form: GastoPersonalForm,
  en: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gasto_personal')
    .set((value) => ({ ...rowOf(form), version: value('version', '+', 1), editado_en: en }))
    .where('usuario_id', '=', usuarioId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteGasto(tx: Tx, usuarioId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('gasto_personal')
    .where('usuario_id', '=', usuarioId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** One after the other: until the end of this transaction nobody else adds to what this person keeps. */
export async function lockGastos(tx: Tx, usuarioId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gasto_personal|${usuarioId}`}, 0))`.execute(tx)
}

export async function countGastos(tx: Tx, usuarioId: string, anio: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from gasto_personal where usuario_id = ${usuarioId} and anio = ${anio}`.execute(tx)
  return rows[0]?.total ?? 0
}

const SORTS: Readonly<Record<(typeof ORDENES_GASTO)[number], string>> = { fecha: 'p.fecha', proveedor: 'p.buscable', total: 'p.total' }

interface Filtro extends ListingQuery {
  anio: number
  q?: string | undefined
  categoria?: CategoriaGasto | undefined
  cuenta?: boolean | undefined
}

export async function searchGastos(tx: Tx, usuarioId: string, query: Filtro): Promise<Listing<GastoPersonal>> {
  const { anio, q = '', categoria, cuenta, sort, page, size } = query
  const words = wordsOfQuery(q).map((word): RawBuilder<unknown> => sql` and strpos(p.buscable, ${word}) > 0`)
  const of = categoria ? sql` and p.partes @> ${JSON.stringify([{ categoria }])}::jsonb` : sql``
  const counting = cuenta === undefined ? sql`` : sql` and (p.a_nombre <> ${CONSUMIDOR_FINAL.identificacion}) = ${cuenta}`
  const rows = sql`from gasto_personal p where p.usuario_id = ${usuarioId} and p.anio = ${anio}${of}${counting}${sql.join(words, sql``)}`
  const columns = sql.join(LEIDAS.map((column) => sql.ref(`p.${column}`)))
  const found = await sql<GastoPersonal>`
    select ${columns} ${rows} order by ${orderBy(sort, SORTS, 'fecha,DESC', 'p.id')} offset ${page * size} limit ${size}`.execute(tx)
  return listingOf(tx, { page, size }, found.rows, rows)
}

export interface SumaGasto {
  categoria: CategoriaGasto
  compartido: boolean
  /** To consumidor final. */
  perdido: boolean
  /** Credit notes taken off. */
  monto: Monto
}

/** What a year comes to, by category and by how it counts. */
export async function sumGastos(tx: Tx, usuarioId: string, anio: number): Promise<SumaGasto[]> {
  const { rows } = await sql<SumaGasto>`
    select p.categoria, g.compartido, g.a_nombre = ${CONSUMIDOR_FINAL.identificacion} as perdido,
           sum(case g.tipo when '04' then -p.monto else p.monto end)::bigint as monto
      from gasto_personal g cross join jsonb_to_recordset(g.partes) as p(categoria text, monto bigint)
     where g.usuario_id = ${usuarioId} and g.anio = ${anio}
     group by 1, 2, 3`.execute(tx)
  return rows
}

export async function countDocumentos(tx: Tx, usuarioId: string, anio: number): Promise<{ documentos: number; perdidos: number }> {
  const { rows } = await sql<{ documentos: number; perdidos: number }>`
    select count(*) filter (where a_nombre <> ${CONSUMIDOR_FINAL.identificacion})::int as documentos,
           count(*) filter (where a_nombre = ${CONSUMIDOR_FINAL.identificacion})::int as perdidos
      from gasto_personal where usuario_id = ${usuarioId} and anio = ${anio}`.execute(tx)
  return rows[0] ?? { documentos: 0, perdidos: 0 }
}

export interface FilaAnexo {
  proveedor_ruc: string
  proveedor: string
  categoria: CategoriaGasto
  a_nombre: string
  compartido: boolean
  documentos: number
  base: Monto
}

/** Of a year, by supplier, category and whose name it bears; what counts for nothing is left out. */
export async function readAnexo(tx: Tx, usuarioId: string, anio: number): Promise<FilaAnexo[]> {
  const { rows } = await sql<FilaAnexo>`
    select g.proveedor_ruc, max(g.proveedor) as proveedor, p.categoria, g.a_nombre, g.compartido, count(*)::int as documentos,
           sum(case g.tipo when '04' then -p.monto else p.monto end)::bigint as base
      from gasto_personal g cross join jsonb_to_recordset(g.partes) as p(categoria text, monto bigint)
     where g.usuario_id = ${usuarioId} and g.anio = ${anio} and g.a_nombre <> ${CONSUMIDOR_FINAL.identificacion}
     group by g.proveedor_ruc, p.categoria, g.a_nombre, g.compartido order by 1, 3, 4, 5`.execute(tx)
  return rows
}

export interface UltimoGasto {
  proveedor_ruc: string
  fecha: string
  tipo: GastoPersonal['tipo']
  numero: string | null
  partes: ParteGasto[]
}

/** What was chosen last for each of these suppliers. */
export async function readUltimos(tx: Tx, usuarioId: string, rucs: readonly string[]): Promise<UltimoGasto[]> {
  const { rows } = await sql<UltimoGasto>`
    select distinct on (proveedor_ruc) proveedor_ruc, fecha, tipo, numero, partes from gasto_personal
     where usuario_id = ${usuarioId} and proveedor_ruc = any(${[...rucs]}::text[]) order by proveedor_ruc, editado_en desc`.execute(tx)
  return rows
}
