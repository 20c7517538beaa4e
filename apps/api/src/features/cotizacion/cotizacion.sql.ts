import {
  LISTING_EXACT_LIMIT,
  type CotizacionBusqueda,
  type CotizacionCalculo,
  type CotizacionFiltro,
  type CotizacionForm,
  type EstadoCotizacion,
  type Listing,
  type ORDENES_COTIZACION,
} from '@yupana/contract'
import type { EstadoCotizacionGuardado, Fecha, Monto, TomaCotizacion } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'

import type { EmpresaId } from '../../db/empresa-id.ts'
import { isPuntoDe } from '../../db/punto-suyo.sql.ts'
import { andAfter, asDesde } from '../../db/tramo.sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'
import { listingOf, orderBy, orderOf, wayTo, type Way } from '../busqueda/busqueda.door.ts'
import { isDePersona } from '../persona/persona.door.ts'

/** The point that numbers a quote. */
export interface PuntoCotizacion {
  establecimiento: string
  punto: string
}

/** The next number of a point, without taking it. */
export async function nextSecuencial(tx: Tx, empresaId: EmpresaId, { establecimiento, punto }: PuntoCotizacion): Promise<number> {
  const row = await tx
    .selectFrom('cotizacion_serie')
    .select('siguiente')
    .where('empresa_id', '=', empresaId)
    .where('establecimiento', '=', establecimiento)
    .where('punto', '=', punto)
    .executeTakeFirst()
  return row?.siguiente ?? 1
}

/** The next number of a point, taken for good if this transaction commits; undefined after the last one. */
export async function takeSecuencial(
  tx: Tx,
  empresaId: EmpresaId,
  { establecimiento, punto }: PuntoCotizacion,
): Promise<number | undefined> {
  const { rows } = await sql<{ secuencial: number }>`
    insert into cotizacion_serie as s (empresa_id, establecimiento, punto, siguiente) values (${empresaId}, ${establecimiento}, ${punto}, 2)
    on conflict (empresa_id, establecimiento, punto) do update set siguiente = s.siguiente + 1 where s.siguiente <= 999999999
    returning s.siguiente - 1 as secuencial`.execute(tx)
  return rows[0]?.secuencial
}

/** A point of issue; a missing part stands for any. */
export interface PuntoPedido {
  establecimiento?: string | undefined
  punto?: string | undefined
}

/** The first active point where this user may sell, or the requested one; undefined when there is none. */
export async function findPunto(
  tx: Tx,
  empresaId: EmpresaId,
  usuarioId: string,
  { establecimiento, punto }: PuntoPedido,
): Promise<PuntoCotizacion | undefined> {
  const { rows } = await sql<PuntoCotizacion>`
    select p.establecimiento, p.codigo as punto from punto_emision p join establecimiento t on t.empresa_id = p.empresa_id and t.codigo = p.establecimiento
     where p.empresa_id = ${empresaId} and p.activo and t.activo
       and p.establecimiento = coalesce(${establecimiento ?? null}, p.establecimiento) and p.codigo = coalesce(${punto ?? null}, p.codigo)
       and ${isPuntoDe(usuarioId)}
     order by p.establecimiento, p.codigo limit 1`.execute(tx)
  return rows[0]
}

/** The columns that a form decides. */
export interface CotizacionValores {
  fecha_emision: Fecha
  vence: Fecha
  persona_id: string | null
  receptor_tipo: string
  receptor_identificacion: string
  receptor_nombre: string
  subtotal: Monto
  descuento: Monto
  iva: Monto
  total: Monto
  entrada: CotizacionForm
  calculo: CotizacionCalculo
}

const stored = ({ entrada, calculo, ...rest }: CotizacionValores) => ({
  ...rest,
  entrada: JSON.stringify(entrada),
  calculo: JSON.stringify(calculo),
})

export async function insertCotizacion(
  tx: Tx,
  fila: PuntoCotizacion & { empresaId: EmpresaId; id: string; secuencial: number; usuarioId: string; en: Date },
  valores: CotizacionValores,
): Promise<void> {
  const { empresaId, id, establecimiento, punto, secuencial, usuarioId, en } = fila
  await tx
    .insertInto('cotizacion')
    .values({
      empresa_id: empresaId,
      id,
      establecimiento,
      punto,
      secuencial,
      usuario_id: usuarioId,
      creado_en: en,
      editado_en: en,
      ...stored(valores),
    })
    .execute()
}

interface Cual {
  empresaId: EmpresaId
  id: string
}

interface Cambio {
  estado: EstadoCotizacionGuardado
  valores?: CotizacionValores
  /** Version that the client has from now on; absent: unchanged. */
  enviada?: number | null
  /** The answer of the client, or null to remove it. */
  respuesta: { nota: string | null; en: Date } | null
}

/** Stores a change of a quote. The caller holds `lockCotizacion`. */
export async function updateCotizacion(tx: Tx, { empresaId, id }: Cual, en: Date, cambio: Cambio): Promise<void> {
  const { estado, valores, enviada, respuesta } = cambio
  await tx
    .updateTable('cotizacion')
    .set((value) => ({
      ...(valores && stored(valores)),
      ...(enviada !== undefined && { version_enviada: enviada }),
      estado,
      nota_respuesta: respuesta?.nota ?? null,
      respondida_en: respuesta?.en ?? null,
      version: value('version', '+', 1),
      editado_en: en,
    }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()
}

interface DeFactura {
  facturaId: string
  en: Date
}

/** Stores the quantities a factura takes, in place of those of its earlier version. */
export async function setTomado(
  tx: Tx,
  { empresaId, id }: Cual,
  { tomado, ...factura }: DeFactura & { tomado: readonly TomaCotizacion[] },
): Promise<void> {
  await releaseTomado(tx, empresaId, factura, id)
  await tx
    .insertInto('cotizacion_factura')
    .values({ empresa_id: empresaId, factura_id: factura.facturaId, cotizacion_id: id, tomado: JSON.stringify(tomado) })
    .execute()
  await measure(tx, { empresaId, id }, factura.en)
}

/** Removes the quantities a factura takes; the quote it takes from afterwards is measured with them. */
export async function releaseTomado(tx: Tx, empresaId: EmpresaId, { facturaId, en }: DeFactura, next?: string): Promise<void> {
  const released = await tx
    .deleteFrom('cotizacion_factura')
    .where('empresa_id', '=', empresaId)
    .where('factura_id', '=', facturaId)
    .returning('cotizacion_id as id')
    .execute()
  for (const { id } of released) if (id !== next?.toLowerCase()) await measure(tx, { empresaId, id }, en)
}

async function measure(tx: Tx, { empresaId, id }: Cual, en: Date): Promise<void> {
  await tx
    .updateTable('cotizacion')
    .set((value) => ({ version: value('version', '+', 1), editado_en: en }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .execute()
  await sql`select cotizacion_medir(${empresaId}, ${id})`.execute(tx)
}

/** The quantities that valid facturas took of a quote, the first first, except a factura under correction. */
export async function readTomado(tx: Tx, { empresaId, id }: Cual, but?: string): Promise<TomaCotizacion[]> {
  const { rows } = await sql<{ tomado: TomaCotizacion[] }>`
    select f.tomado from cotizacion p join (${FACTURAS}) on ${DE_ESTA} where p.empresa_id = ${empresaId} and p.id = ${id} and d.id is distinct from ${but ?? null}::uuid
     order by d.creado_en, d.id`.execute(tx)
  return rows.flatMap(({ tomado }) => tomado)
}

export async function deleteCotizacion(tx: Tx, { empresaId, id }: Cual): Promise<void> {
  await tx.deleteFrom('cotizacion').where('empresa_id', '=', empresaId).where('id', '=', id).execute()
}

/** Locks a quote until this transaction ends. */
export async function lockCotizacion(tx: Tx, { empresaId, id }: Cual): Promise<void> {
  await tx.selectFrom('cotizacion').select('id').where('empresa_id', '=', empresaId).where('id', '=', id).forUpdate().execute()
}

/** Locks a quote and the quote from which the factura took before. The order is fixed: two facturas may exchange their quotes. */
export async function lockForFactura(tx: Tx, { empresaId, id }: Cual, facturaId: string): Promise<void> {
  const before = tx
    .selectFrom('cotizacion_factura')
    .select('cotizacion_id')
    .where('empresa_id', '=', empresaId)
    .where('factura_id', '=', facturaId)
  await tx
    .selectFrom('cotizacion')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where((where) => where.or([where('id', '=', id), where('id', 'in', before)]))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Facturas made from quotes, except voided ones and those whose number was given up. */
const FACTURAS = sql`cotizacion_factura f
  join documento d on d.empresa_id = f.empresa_id and d.id = f.factura_id and d.estado not in ('ANULADO', 'CERRADO')`
const DE_ESTA = sql`f.empresa_id = p.empresa_id and f.cotizacion_id = p.id`
const IS_FACTURADA = sql`exists (select 1 from ${FACTURAS} where ${DE_ESTA})`
const facturas = (what: RawBuilder<unknown>) => sql`(select ${what} from ${FACTURAS}
   cross join lateral (select json_build_object('id', d.id, 'numero', d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0')) as una) u
   where ${DE_ESTA})`
const COLUMNS = sql`
  p.id, p.numero, p.fecha_emision, p.vence, p.estado, p.receptor_identificacion, p.receptor_nombre, p.total, p.usuario_id, p.version, p.creado_en, p.editado_en, p.parcial,
  ${facturas(sql`(array_agg(u.una order by d.creado_en desc, d.id))[1]`)} as factura`

interface FacturaDe {
  id: string
  numero: string
}

export interface CotizacionRow {
  id: string
  numero: string
  fecha_emision: Fecha
  vence: Fecha
  estado: EstadoCotizacionGuardado
  receptor_identificacion: string
  receptor_nombre: string
  total: Monto
  usuario_id: string
  version: number
  creado_en: string
  editado_en: string
  factura: FacturaDe | null
  /** Whether a part of the quote is left to invoice. */
  parcial: boolean
}

export interface CotizacionEntera extends CotizacionRow, PuntoCotizacion {
  entrada: CotizacionForm
  calculo: CotizacionCalculo
  nota_respuesta: string | null
  respondida_en: string | null
  con_enlace: boolean
  version_enviada: number | null
  facturas: FacturaDe[]
}

export async function readCotizacion(tx: Tx, { empresaId, id }: Cual): Promise<CotizacionEntera | undefined> {
  const { rows } = await sql<CotizacionEntera>`
    select ${COLUMNS}, p.establecimiento, p.punto, p.entrada, p.calculo, p.nota_respuesta, p.respondida_en, p.enlace_hash is not null as con_enlace, p.version_enviada,
           ${facturas(sql`coalesce(json_agg(u.una order by d.creado_en, d.id), '[]')`)} as facturas
      from cotizacion p where p.empresa_id = ${empresaId} and p.id = ${id}`.execute(tx)
  return rows[0]
}

const SORTS: Readonly<Record<(typeof ORDENES_COTIZACION)[number], string>> = {
  fecha_emision: 'p.fecha_emision',
  numero: 'p.numero',
  receptor_nombre: 'p.receptor_nombre',
  total: 'p.total',
  vence: 'p.vence',
}

/** The rule of `estadoCotizacionAt`, as a condition. */
function inEstado(estado: z.infer<typeof EstadoCotizacion>, hoy: Fecha): RawBuilder<unknown> {
  const hasRest = sql`p.parcial and p.estado <> 'RECHAZADA'`
  if (estado === 'FACTURADA_EN_PARTE') return sql` and ${IS_FACTURADA} and ${hasRest}`
  if (estado === 'FACTURADA') return sql` and ${IS_FACTURADA} and not (${hasRest})`
  const open = sql` and not ${IS_FACTURADA}`
  if (estado === 'VENCIDA') return sql`${open} and p.estado = 'ENVIADA' and p.vence < ${hoy}::date`
  return estado === 'ENVIADA' ? sql`${open} and p.estado = 'ENVIADA' and p.vence >= ${hoy}::date` : sql`${open} and p.estado = ${estado}`
}

/** The quotes of a search and its filters, as `p`. */
async function narrowedTo(
  tx: Tx,
  empresaId: EmpresaId,
  { q, estado, desde, hasta, persona_id }: CotizacionFiltro,
  hoy: Fecha,
): Promise<Way> {
  const { page, all } = await wayTo(tx, { empresaId, tipo: 'cotizacion' }, q)
  const narrowed = sql.join(
    [
      estado === undefined ? sql`` : inEstado(estado, hoy),
      desde === undefined ? sql`` : sql` and p.fecha_emision >= ${desde}::date`,
      hasta === undefined ? sql`` : sql` and p.fecha_emision <= ${hasta}::date`,
      persona_id === undefined ? sql`` : sql` and ${await isDePersona(tx, empresaId, 'p.persona_id', persona_id)}`,
    ],
    sql``,
  )
  return { page: sql`${page}${narrowed}`, all: sql`${all}${narrowed}` }
}

const USUAL = 'fecha_emision,DESC'

/** @throws 422 for a sort field the list has not */
export async function searchCotizaciones(
  tx: Tx,
  empresaId: EmpresaId,
  { sort, page, size, ...filtro }: CotizacionBusqueda,
  hoy: Fecha,
): Promise<Listing<CotizacionRow>> {
  const way = await narrowedTo(tx, empresaId, filtro, hoy)
  const order = orderBy(sort, SORTS, USUAL, 'p.creado_en')
  const { rows } = await sql<CotizacionRow>`
    select ${COLUMNS} ${way.page} order by ${order} offset ${page * size} limit ${size}`.execute(tx)
  return listingOf(tx, { page, size }, rows, way.all)
}

/** The quotes of `searchCotizaciones` after `desde`, in the same order. @throws 422 for a sort field the list has not */
export async function nextCotizaciones(
  tx: Tx,
  empresaId: EmpresaId,
  { sort, ...filtro }: CotizacionFiltro & { sort?: string | undefined },
  hoy: Fecha,
  desde: Desde | undefined,
): Promise<Tramo<CotizacionRow>> {
  const order = orderOf(sort, SORTS, USUAL)
  const by = [order.column, 'p.creado_en', 'p.id']
  const way = await narrowedTo(tx, empresaId, filtro, hoy)
  const { rows } = await sql<CotizacionRow & { desde: Desde }>`
    select ${COLUMNS}, ${asDesde(by)} ${way.page}${andAfter(by, order.way, desde)}
     order by ${sql.raw(by.map((column) => `${column} ${order.way}`).join(', '))} limit ${TRAMO}`.execute(tx)
  return tramoOf(rows)
}

/** Total of the quotes of a search, counted only up to the exact limit. It is text, since a sum may exceed an amount. */
export async function sumCotizaciones(tx: Tx, empresaId: EmpresaId, filtro: CotizacionFiltro, hoy: Fecha) {
  const way = await narrowedTo(tx, empresaId, filtro, hoy)
  const { rows } = await sql<{ cantidad: number; total: string }>`
    select count(*)::int as cantidad, coalesce(sum(total), 0)::text as total
      from (select p.total ${way.all} limit ${LISTING_EXACT_LIMIT + 1}) as hasta`.execute(tx)
  return rows[0]!
}

/** The company on a printed quote. */
export interface EmpresaImpresa {
  ruc: string
  razon_social: string
  nombre_comercial: string | null
  dir_matriz: string
  telefono: string | null
  correo: string | null
  logo: Buffer | null
  /** Address of the establishment of the quote. */
  direccion: string | null
  /** Name of the product in this installation. */
  producto: string | null
}

export async function readEmpresa(tx: Tx, empresaId: EmpresaId, establecimiento: string): Promise<EmpresaImpresa> {
  const { rows } = await sql<EmpresaImpresa>`
    select e.ruc, e.razon_social, e.nombre_comercial, e.dir_matriz, e.telefono, e.correo, e.logo,
           (select t.direccion from establecimiento t where t.empresa_id = e.id and t.codigo = ${establecimiento}) as direccion,
           (select i.producto from instalacion i) as producto
      from empresa e where e.id = ${empresaId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('the company of the session is gone')
  return row
}
