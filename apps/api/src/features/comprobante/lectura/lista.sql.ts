import { LISTING_EXACT_LIMIT, type Atencion, type ComprobanteBusqueda, type Listing } from '@yupana/contract'
import { codDocOf, type Monto } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Ambiente } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { andAfter, asDesde } from '../../../db/tramo.sql.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../../http/exportacion.ts'
import { listingPageToLimit } from '../../../http/listing.ts'
import { isDePersona } from '../../persona/persona.door.ts'
import type { FilaRow } from './detalle.service.ts'

const columns = sql.raw(
  'd.id, d.tipo, d.ambiente, d.establecimiento, d.punto, d.secuencial, d.clave, d.fecha_emision, d.estado, d.receptor_identificacion, d.receptor_nombre, ' +
    'd.total, d.vendedor_id, d.creado_en, d.autorizado_en, d.codigo_sri, d.correo_estado, d.modo_emision, d.registro',
)

/** Columns behind each sort field; the contract refuses any other field. */
const SORTS: Readonly<Record<string, readonly string[]>> = {
  creado_en: ['d.fecha_emision', 'd.creado_en'],
  fecha_emision: ['d.fecha_emision', 'd.creado_en'],
  numero: ['d.secuencial'],
  total: ['d.total'],
  receptor_nombre: ['d.receptor_nombre'],
  estado_tributario: ['d.tributario', 'd.fecha_emision', 'd.creado_en'],
}
export const isSortable = (sort: string | undefined): boolean => sort === undefined || Object.hasOwn(SORTS, sort.split(',')[0] ?? '')

interface Donde {
  empresaId: EmpresaId
  ambiente: Ambiente
}

export interface Filtro extends Donde, Omit<ComprobanteBusqueda, 'q'> {
  /** Document types of the call; no filter widens them. */
  tipos?: readonly string[]
  /** What the searched text `q` means, in one of these fields. */
  clave?: string
  serie?: { establecimiento: string; punto: string }
  personas?: readonly string[]
  consumidorFinal?: boolean
  ids?: readonly string[]
}

const EN_CAMINO = 2

/** Waiting (2) and in progress (3) share a tab of the index: both are few. */
const tabOf = (tributario: number): RawBuilder<unknown> =>
  tributario === 2 || tributario === 3 ? sql`d.pestana = ${EN_CAMINO} and d.tributario = ${tributario}` : sql`d.pestana = ${tributario}`

/** Each condition reads few rows: a tab of the index and the state within it, the index of failed mails, or the index of open requests. */
const ATENCION: Readonly<Record<Atencion, RawBuilder<unknown>>> = {
  NO_AUTORIZADOS: sql`d.pestana = 4 and d.estado = 'RECHAZADO'`,
  EN_ESPERA: sql`d.pestana = 2 and d.estado <> 'CUARENTENA'`,
  EN_REVISION: sql`d.estado = 'CUARENTENA' and d.id in (select r.documento_id from documento_revision r where r.empresa_id = d.empresa_id)`,
  RETENIDOS: sql`d.pestana = 4 and d.estado = 'RETENIDO'`,
  CORREOS_FALLIDOS: sql`d.correo_estado = 'FALLIDO'`,
  POR_ANULAR: sql`d.id in (select a.documento_id from documento_anulacion a where a.empresa_id = d.empresa_id and a.estado in ('SOLICITADA', 'POR_ACEPTAR'))`,
  NO_CORRESPONDEN: sql`d.id in (select e.documento_id from documento_enlace e where e.empresa_id = d.empresa_id and e.no_corresponde_en is not null and e.no_corresponde_visto_en is null)`,
}

async function conditions(tx: Tx, filtro: Omit<Filtro, 'page' | 'size'>): Promise<RawBuilder<unknown>> {
  const parts: RawBuilder<unknown>[] = [sql`d.empresa_id = ${filtro.empresaId} and d.ambiente = ${filtro.ambiente}`]
  if (filtro.tipo !== undefined) parts.push(sql`d.tipo = ${filtro.tipo}`)
  if (filtro.tipo_documento !== undefined) parts.push(sql`d.tipo = ${codDocOf(filtro.tipo_documento)}`)
  if (filtro.tipos !== undefined) parts.push(sql`d.tipo = any(${filtro.tipos}::text[])`)
  if (filtro.tributario !== undefined) parts.push(tabOf(filtro.tributario))
  if (filtro.desde !== undefined) parts.push(sql`d.fecha_emision >= ${filtro.desde}::date`)
  if (filtro.hasta !== undefined) parts.push(sql`d.fecha_emision <= ${filtro.hasta}::date`)
  if (filtro.persona_id !== undefined) parts.push(await isDePersona(tx, filtro.empresaId, 'd.persona_id', filtro.persona_id))
  if (filtro.clave !== undefined) parts.push(sql`d.clave = ${filtro.clave}`)
  if (filtro.establecimiento !== undefined) parts.push(sql`d.establecimiento = ${filtro.establecimiento}`)
  if (filtro.punto !== undefined) parts.push(sql`d.punto = ${filtro.punto}`)
  if (filtro.serie !== undefined) parts.push(sql`d.establecimiento = ${filtro.serie.establecimiento} and d.punto = ${filtro.serie.punto}`)
  if (filtro.atencion !== undefined) parts.push(ATENCION[filtro.atencion])
  if (filtro.personas !== undefined) parts.push(sql`d.persona_id = any(${[...filtro.personas]}::uuid[])`)
  if (filtro.consumidorFinal === true) parts.push(sql`d.persona_id is null`)
  if (filtro.ids !== undefined) parts.push(sql`d.id = any(${[...filtro.ids]}::uuid[])`)
  return sql.join(parts, sql` and `)
}

function columnsOf(sort: string | undefined): { columns: readonly string[]; way: 'asc' | 'desc' } {
  const [field = 'fecha_emision', direction = 'DESC'] = (sort ?? 'fecha_emision,DESC').split(',')
  return { columns: [...(SORTS[field] ?? []), 'd.id'], way: direction === 'ASC' ? 'asc' : 'desc' }
}

function orderOf(sort: string | undefined): RawBuilder<unknown> {
  const { columns: by, way } = columnsOf(sort)
  return sql.raw(by.map((column) => `${column} ${way}`).join(', '))
}

/** One page, in the order asked for. */
export async function pageDocumentos(tx: Tx, filtro: Filtro): Promise<FilaRow[]> {
  const { page, size } = filtro
  const { rows } = await sql<FilaRow>`
    select ${columns} from documento d where ${await conditions(tx, filtro)} order by ${orderOf(filtro.sort)} offset ${page * size} limit ${size}`.execute(
    tx,
  )
  return rows
}

/** The documents after the last page, in the order asked for. */
export async function nextDocumentos(tx: Tx, filtro: Omit<Filtro, 'page' | 'size'>, desde: Desde | undefined): Promise<Tramo<FilaRow>> {
  const { columns: by, way } = columnsOf(filtro.sort)
  const { rows } = await sql<FilaRow & { desde: Desde }>`
    select ${columns}, ${asDesde(by)} from documento d where ${await conditions(tx, filtro)}${andAfter(by, way, desde)}
     order by ${orderOf(filtro.sort)} limit ${TRAMO}`.execute(tx)
  return tramoOf(rows)
}

/** Codes of payment of each of these documents. */
export async function readFormasPago(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; formas: string[] }>`
    select d.id, array_agg(distinct p.forma_pago order by p.forma_pago) as formas
      from documento d join documento_pago p on p.empresa_id = d.empresa_id and p.documento_id = d.id and p.version = d.version
     where d.empresa_id = ${empresaId} and d.id = any(${[...ids]}::uuid[]) group by d.id`.execute(tx)
  return new Map(rows.map(({ id, formas }) => [id, formas]))
}

/** One page with its total, counted no further than the exact limit (O-110). */
export async function searchDocumentos(tx: Tx, filtro: Filtro): Promise<Listing<FilaRow>> {
  const { page, size } = filtro
  const content = await pageDocumentos(tx, filtro)
  const counted = page === 0 && content.length < size ? content.length : await countUpTo(tx, await conditions(tx, filtro))
  const total = Math.min(counted, LISTING_EXACT_LIMIT + 1)
  return listingPageToLimit(content, total, { page, size })
}

async function countUpTo(tx: Tx, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from documento d where ${where} limit ${LISTING_EXACT_LIMIT + 1}) as hasta`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Documents of any series that carry this number: the key of the series leads to each. */
export async function idsOfSecuencial(tx: Tx, empresaId: EmpresaId, ambiente: Ambiente, secuencial: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from serie s join documento d on d.empresa_id = s.empresa_id and d.ambiente = s.ambiente and d.tipo = s.tipo
       and d.establecimiento = s.establecimiento and d.punto = s.punto and d.secuencial = ${secuencial}
     where s.empresa_id = ${empresaId} and s.ambiente = ${ambiente}`.execute(tx)
  return rows.map((row) => row.id)
}

export interface Cuenta {
  tributario: number
  total: number
  exact: boolean
}

/** How many documents each tab has, counted no further than the exact limit. */
export async function countTabs(tx: Tx, filtro: Omit<Filtro, 'page' | 'size' | 'sort' | 'tributario'>): Promise<Cuenta[]> {
  const where = await conditions(tx, filtro)
  const { rows } = await sql<{ tributario: number; total: number }>`
    select t.tributario, (select count(*)::int from (select 1 from documento d where ${where} and d.pestana = t.pestana and d.tributario = t.tributario limit ${LISTING_EXACT_LIMIT + 1}) as hasta) as total
      from (values (1, 1), (2, 2), (2, 3), (4, 4), (6, 6)) as t (pestana, tributario)`.execute(tx)
  return rows.map(({ tributario, total }) => ({ tributario, total, exact: total <= LISTING_EXACT_LIMIT }))
}

export interface SumaRow {
  tipo: string
  cantidad: number
  total: string
  autorizado: string
}

/** Sums of the documents by type, up to the exact limit; as text, because a sum may exceed an amount. */
export async function sumDocumentos(tx: Tx, filtro: Omit<Filtro, 'page' | 'size' | 'sort'>): Promise<SumaRow[]> {
  const { rows } = await sql<SumaRow>`
    select tipo, count(*)::int as cantidad, sum(total)::text as total, coalesce(sum(total) filter (where tributario = 1), 0)::text as autorizado
      from (select d.tipo, d.total, d.tributario from documento d where ${await conditions(tx, filtro)} limit ${LISTING_EXACT_LIMIT + 1}) as hasta
     group by tipo order by tipo`.execute(tx)
  return rows
}

/**
 * How many documents ask for attention in each way, among the newest of each part of the index, counted up to the exact limit and one more.
 */
export async function countAtencion(tx: Tx, donde: Donde): Promise<Record<Atencion, number>> {
  const where = await conditions(tx, donde)
  const newest = (condition: RawBuilder<unknown>) =>
    sql`(select d.pestana, d.estado from documento d where ${where} and ${condition} order by ${orderOf(undefined)} limit ${LISTING_EXACT_LIMIT + 1}) d`
  const { rows } = await sql<Record<Atencion, number>>`
    select no_autorizados as "NO_AUTORIZADOS", retenidos as "RETENIDOS",
           (select count(*)::int from ${newest(ATENCION.EN_ESPERA)}) as "EN_ESPERA",
           (select count(*)::int from ${newest(ATENCION.EN_REVISION)}) as "EN_REVISION",
           (select count(*)::int from ${newest(ATENCION.CORREOS_FALLIDOS)}) as "CORREOS_FALLIDOS",
           (select count(*)::int from ${newest(ATENCION.POR_ANULAR)}) as "POR_ANULAR",
           (select count(*)::int from ${newest(ATENCION.NO_CORRESPONDEN)}) as "NO_CORRESPONDEN"
      from (select count(*) filter (where ${ATENCION.NO_AUTORIZADOS})::int as no_autorizados, count(*) filter (where ${ATENCION.RETENIDOS})::int as retenidos
              from ${newest(sql`d.pestana = 4`)}) as detenidos`.execute(tx)
  return rows[0]!
}

export interface VentaRow {
  establecimiento: string
  punto: string
  vendedor_id: string | null
  cantidad: number
  total: Monto
}

/** Facturas of one day that were not refused, by point of issue and seller: a range of the list's index. */
export async function sumVentas(tx: Tx, { empresaId, ambiente }: Donde, dia: string): Promise<VentaRow[]> {
  const { rows } = await sql<VentaRow>`
    select d.establecimiento, d.punto, d.vendedor_id, count(*)::int as cantidad, sum(d.total)::bigint as total
      from documento d where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.fecha_emision = ${dia}::date and d.tipo = '01' and d.tributario in (1, 2, 3)
     group by d.establecimiento, d.punto, d.vendedor_id order by d.establecimiento, d.punto, cantidad desc, d.vendedor_id`.execute(tx)
  return rows
}
