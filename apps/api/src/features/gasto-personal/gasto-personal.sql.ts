import type { GastoPersonal, GastoPersonalForm, Listing, ListingQuery, ORDENES_GASTO, ParteGasto } from '@yupana/contract'
import { CONSUMIDOR_FINAL, sum, type CategoriaGasto, type Monto } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { VENDEN } from '../../plugins/sesion/roles.ts'
import { listingOf, orderBy, ordenOf, wordsOfQuery } from '../busqueda/busqueda.door.ts'

/** Lets this transaction see only the rows of this user from here on. */
export async function asUsuario(tx: Tx, usuarioId: string): Promise<void> {
  await sql`select set_config('yupana.usuario', ${usuarioId}, true)`.execute(tx)
}

/** The user, and the company he works in if its inbox is open to him. */
export interface Lector {
  usuarioId: string
  empresa: { empresaId: EmpresaId; ambiente: Ambiente; ruc: string } | undefined
}

export const lectorOf = ({ usuarioId, empresaId, ambiente, ruc, rol }: SesionAbierta): Lector => ({
  usuarioId,
  empresa: VENDEN.includes(rol) ? { empresaId, ambiente, ruc } : undefined,
})

/** Whether `g`, in the name of the company's taxpayer, is a purchase of the company: one document is not deducted twice. */
function deEmpresa({ empresa }: Lector): RawBuilder<boolean> {
  if (!empresa) return sql`false`
  const { empresaId, ambiente, ruc } = empresa
  const suya = sql`c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.estado = 'REGISTRADA'`
  return sql`(g.a_nombre in (${ruc}, ${ruc.slice(0, 10)}) and (
    exists (select 1 from compra c where ${suya} and length(c.autorizacion) = 49 and c.autorizacion = g.clave_acceso)
    or exists (select 1 from compra c where ${suya} and c.proveedor_clave = receptor_clave('04', g.proveedor_ruc)
                 and c.tipo = g.tipo and c.numero = g.numero)))`
}

/** Whether `g` counts for the rebate. */
const cuentaOf = (lector: Lector) => sql`(g.a_nombre <> ${CONSUMIDOR_FINAL.identificacion} and not ${deEmpresa(lector)})`

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

const columnsOf = (lector: Lector) => sql`${sql.join(LEIDAS.map((column) => sql.ref(`g.${column}`)))}, ${deEmpresa(lector)} as de_empresa`

export async function readGasto(tx: Tx, lector: Lector, id: string): Promise<GastoPersonal | undefined> {
  const { rows } = await sql<GastoPersonal>`
    select ${columnsOf(lector)} from gasto_personal g where g.usuario_id = ${lector.usuarioId} and g.id = ${id}`.execute(tx)
  return rows[0]
}

const rowOf = ({ partes, numero, clave_acceso, nota, ...form }: GastoPersonalForm) => ({
  ...form,
  numero: numero ?? null,
  clave_acceso: clave_acceso ?? null,
  nota: nota ?? null,
  partes: JSON.stringify(partes),
  total: sum(partes.map(({ monto }) => monto)),
  buscable: ordenOf(`${form.proveedor} ${form.proveedor_ruc} ${numero ?? ''}`),
})

/** Stores an expense; false when one with the same document exists. */
export async function insertGasto(tx: Tx, usuarioId: string, id: string, form: GastoPersonalForm, en: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('gasto_personal')
    .values({ usuario_id: usuarioId, id, ...rowOf(form), creado_en: en, editado_en: en })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether the person has another expense with the same document. */
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

/** Stores a changed expense; false when another session saved since `version` was read. */
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

/** Keeps other transactions from adding expenses of this user until this one ends. */
export async function lockGastos(tx: Tx, usuarioId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gasto_personal|${usuarioId}`}, 0))`.execute(tx)
}

export async function countGastos(tx: Tx, usuarioId: string, anio: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from gasto_personal where usuario_id = ${usuarioId} and anio = ${anio}`.execute(tx)
  return rows[0]?.total ?? 0
}

const SORTS: Readonly<Record<(typeof ORDENES_GASTO)[number], string>> = { fecha: 'g.fecha', proveedor: 'g.buscable', total: 'g.total' }

interface Filtro extends ListingQuery {
  anio: number
  q?: string | undefined
  categoria?: CategoriaGasto | undefined
  cuenta?: boolean | undefined
}

export async function searchGastos(tx: Tx, lector: Lector, query: Filtro): Promise<Listing<GastoPersonal>> {
  const { anio, q = '', categoria, cuenta, sort, page, size } = query
  const words = wordsOfQuery(q).map((word): RawBuilder<unknown> => sql` and strpos(g.buscable, ${word}) > 0`)
  const of = categoria ? sql` and g.partes @> ${JSON.stringify([{ categoria }])}::jsonb` : sql``
  const counting = cuenta === undefined ? sql`` : sql` and ${cuentaOf(lector)} = ${cuenta}`
  const rows = sql`from gasto_personal g where g.usuario_id = ${lector.usuarioId} and g.anio = ${anio}${of}${counting}${sql.join(words, sql``)}`
  const found = await sql<GastoPersonal>`
    select ${columnsOf(lector)} ${rows} order by ${orderBy(sort, SORTS, 'fecha,DESC', 'g.id')} offset ${page * size} limit ${size}`.execute(
    tx,
  )
  return listingOf(tx, { page, size }, found.rows, rows)
}

export interface SumaGasto {
  categoria: CategoriaGasto
  compartido: boolean
  /** Whether the expense is in the name of consumidor final, so that it is lost for the rebate. */
  perdido: boolean
  /** Amount of the expenses less credit notes. */
  monto: Monto
}

/** Totals of a year, by category and by how they count. */
export async function sumGastos(tx: Tx, lector: Lector, anio: number): Promise<SumaGasto[]> {
  const { rows } = await sql<SumaGasto>`
    select p.categoria, g.compartido, g.a_nombre = ${CONSUMIDOR_FINAL.identificacion} as perdido,
           sum(case g.tipo when '04' then -p.monto else p.monto end)::bigint as monto
      from gasto_personal g cross join jsonb_to_recordset(g.partes) as p(categoria text, monto bigint)
     where g.usuario_id = ${lector.usuarioId} and g.anio = ${anio} and not ${deEmpresa(lector)}
     group by 1, 2, 3`.execute(tx)
  return rows
}

export async function countDocumentos(tx: Tx, lector: Lector, anio: number): Promise<{ documentos: number; perdidos: number }> {
  const { rows } = await sql<{ documentos: number; perdidos: number }>`
    select count(*) filter (where ${cuentaOf(lector)})::int as documentos,
           count(*) filter (where g.a_nombre = ${CONSUMIDOR_FINAL.identificacion})::int as perdidos
      from gasto_personal g where g.usuario_id = ${lector.usuarioId} and g.anio = ${anio}`.execute(tx)
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

/** Totals of a year by supplier, category, `a_nombre` and `compartido`; expenses that do not count for the rebate are left out. */
export async function readAnexo(tx: Tx, lector: Lector, anio: number): Promise<FilaAnexo[]> {
  const { rows } = await sql<FilaAnexo>`
    select g.proveedor_ruc, max(g.proveedor) as proveedor, p.categoria, g.a_nombre, g.compartido, count(*)::int as documentos,
           sum(case g.tipo when '04' then -p.monto else p.monto end)::bigint as base
      from gasto_personal g cross join jsonb_to_recordset(g.partes) as p(categoria text, monto bigint)
     where g.usuario_id = ${lector.usuarioId} and g.anio = ${anio} and ${cuentaOf(lector)}
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

/** The last choice for each of these suppliers. */
export async function readUltimos(tx: Tx, usuarioId: string, rucs: readonly string[]): Promise<UltimoGasto[]> {
  const { rows } = await sql<UltimoGasto>`
    select distinct on (proveedor_ruc) proveedor_ruc, fecha, tipo, numero, partes from gasto_personal
     where usuario_id = ${usuarioId} and proveedor_ruc = any(${[...rucs]}::text[]) order by proveedor_ruc, editado_en desc`.execute(tx)
  return rows
}
