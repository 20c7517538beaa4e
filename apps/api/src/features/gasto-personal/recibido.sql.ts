import type { GastoRecibido, Listing } from '@yupana/contract'
import type { Monto } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { GastoTraido } from '../../recibidos/leer-gastos.ts'
import { listingOf } from '../busqueda/busqueda.door.ts'

/** The inbox of a company whose taxpayer is the user, or one of his family. */
export interface BandejaSuya {
  empresaId: EmpresaId
  ambiente: Ambiente
  ruc: string
}

export interface Cuales {
  usuarioId: string
  anio: number
  descartado: boolean
  /** The inbox; undefined for a company of another taxpayer, or where the inbox is closed to this user. */
  bandeja: BandejaSuya | undefined
}

export interface RecibidoLeido extends Omit<GastoRecibido, 'propuesta' | 'avisos'> {
  autorizado: boolean
}

/** ICE is in the base of the IVA. */
const SIN_IVA = sql`(select coalesce(sum(case i.codigo when '2' then i.base when '3' then -i.valor end), 0)::bigint
  from jsonb_to_recordset(p.formulario -> 'impuestos') as i(codigo text, base bigint, valor bigint))`

/** Documents of a year in the company's inbox that are no purchase of the company; voided ones are left out. */
const enBandeja = ({ usuarioId, anio, bandeja: { empresaId, ambiente, ruc } }: Cuales & { bandeja: BandejaSuya }) => sql`
  select p.clave, p.fecha_emision as fecha, p.emisor_ruc as proveedor_ruc, p.emisor_nombre as proveedor, p.tipo, p.numero, ${ruc}::text as a_nombre,
         ${SIN_IVA} as total, p.autorizado
    from recibido p
   where p.empresa_id = ${empresaId} and p.ambiente = ${ambiente} and p.tipo in ('01', '04') and p.estado in ('NUEVO', 'IGNORADO') and p.anulado_en is null
     and p.fecha_emision between make_date(${anio}::int, 1, 1) and make_date(${anio}::int, 12, 31)
     and not exists (select 1 from gasto_personal_recibido r where r.usuario_id = ${usuarioId} and r.clave = p.clave)`

/** `t`: documents of a year that are no expense yet. */
function recibidosDe(cuales: Cuales): RawBuilder<unknown> {
  const { usuarioId, anio, descartado, bandeja } = cuales
  const inbox = bandeja === undefined || descartado ? sql`` : sql` union all ${enBandeja({ ...cuales, bandeja })}`
  return sql`from (
    select r.clave, r.fecha, r.proveedor_ruc, r.proveedor, r.tipo, r.numero, r.a_nombre, r.total, r.autorizado
      from gasto_personal_recibido r where r.usuario_id = ${usuarioId} and r.anio = ${anio} and r.descartado = ${descartado}${inbox}) t
   where t.total > 0
     and not exists (select 1 from gasto_personal g where g.usuario_id = ${usuarioId} and g.clave_acceso = t.clave)
     and not exists (select 1 from gasto_personal g where g.usuario_id = ${usuarioId} and g.proveedor_ruc = t.proveedor_ruc and g.tipo = t.tipo and g.numero = t.numero)`
}

const COLUMNS = sql`t.clave as clave_acceso, t.fecha, t.proveedor_ruc, t.proveedor, t.tipo, t.numero, t.a_nombre, t.total, t.autorizado`

export async function searchRecibidos(tx: Tx, cuales: Cuales, page: { page: number; size: number }): Promise<Listing<RecibidoLeido>> {
  const from = recibidosDe(cuales)
  const { rows } = await sql<RecibidoLeido>`
    select ${COLUMNS} ${from} order by t.fecha desc, t.clave offset ${page.page * page.size} limit ${page.size}`.execute(tx)
  return listingOf(tx, page, rows, from)
}

export async function sumRecibidos(tx: Tx, cuales: Cuales): Promise<{ documentos: number; total: Monto }> {
  const { rows } = await sql<{ documentos: number; total: Monto }>`
    select count(*)::int as documentos, coalesce(sum(case t.tipo when '04' then -t.total else t.total end), 0)::bigint as total
      ${recibidosDe(cuales)}`.execute(tx)
  return rows[0] ?? { documentos: 0, total: 0 }
}

export interface ProveedorRecibido {
  proveedor_ruc: string
  proveedor: string
  a_nombre: string
  documentos: number
  base: Monto
}

/** Documents that are no expense yet, summed by supplier and receiver. */
export async function sumByProveedor(tx: Tx, cuales: Cuales): Promise<ProveedorRecibido[]> {
  const { rows } = await sql<ProveedorRecibido>`
    select t.proveedor_ruc, max(t.proveedor) as proveedor, t.a_nombre, count(*)::int as documentos,
           sum(case t.tipo when '04' then -t.total else t.total end)::bigint as base
      ${recibidosDe(cuales)} group by t.proveedor_ruc, t.a_nombre order by 1, 3`.execute(tx)
  return rows
}

export async function findRecibido(tx: Tx, cuales: Cuales, clave: string): Promise<RecibidoLeido | undefined> {
  const { rows } = await sql<RecibidoLeido>`select ${COLUMNS} ${recibidosDe(cuales)} and t.clave = ${clave}`.execute(tx)
  return rows[0]
}

export async function findRecibidos(tx: Tx, cuales: Cuales, claves: readonly string[]): Promise<RecibidoLeido[]> {
  const { rows } = await sql<RecibidoLeido>`
    select ${COLUMNS} ${recibidosDe(cuales)} and t.clave = any(${[...claves]}::text[])`.execute(tx)
  return rows
}

/** Which of these documents the user brought before, or has as an expense. */
export async function findKnown(tx: Tx, usuarioId: string, claves: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ clave: string }>`
    select r.clave from gasto_personal_recibido r where r.usuario_id = ${usuarioId} and r.clave = any(${[...claves]}::text[])
     union select g.clave_acceso from gasto_personal g where g.usuario_id = ${usuarioId} and g.clave_acceso = any(${[...claves]}::text[])`.execute(
    tx,
  )
  return new Set(rows.map(({ clave }) => clave))
}

export async function countRecibidos(tx: Tx, usuarioId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from gasto_personal_recibido where usuario_id = ${usuarioId}`.execute(tx)
  return rows[0]?.total ?? 0
}

export async function insertRecibidos(
  tx: Tx,
  { usuarioId, en, descartado }: { usuarioId: string; en: Date; descartado: boolean },
  recibidos: readonly Omit<GastoTraido, 'comprador'>[],
): Promise<void> {
  await tx
    .insertInto('gasto_personal_recibido')
    .values(recibidos.map((row) => ({ ...row, usuario_id: usuarioId, creado_en: en, descartado })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Sets a document aside, or takes it back; false for an unknown document. */
export async function setDescartado(tx: Tx, usuarioId: string, clave: string, descartado: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gasto_personal_recibido')
    .set({ descartado })
    .where('usuario_id', '=', usuarioId)
    .where('clave', '=', clave)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
