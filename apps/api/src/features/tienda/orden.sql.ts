import type { Listing, OrdenLinea } from '@yupana/contract'
import type { CodigoFormulario, CondicionTributaria, EstadoOrdenGuardado, Monto } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Sesion } from '../../plugins/sesion/session.ts'
import { listingOf } from '../busqueda/busqueda.door.ts'

const COLUMNS = [
  'id',
  'numero',
  'usuario_id',
  'comprador',
  'estado',
  'lineas',
  'subtotal',
  'iva',
  'total',
  'cupon_codigo',
  'vence',
  'referencia',
  'comprobante_id',
  'vende_id',
  'factura_id',
  'factura_numero',
  'nota_id',
  'nota_numero',
  'emision_problema',
  'con_tarjeta',
  'version',
  'creada_en',
] as const

/** An order; with `lock` nobody else changes it until the transaction ends. */
export function findOrden(tx: Tx, empresaId: EmpresaId, id: string, lock = false) {
  const query = tx.selectFrom('orden').select(COLUMNS).where('empresa_id', '=', empresaId).where('id', '=', id)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}
export type OrdenGuardada = NonNullable<Awaited<ReturnType<typeof findOrden>>>

/** Number of a company's orders that wait for money; it makes no other until the transaction ends. */
export async function countPorPagar(tx: Tx, empresaId: EmpresaId, hoy: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`orden|${empresaId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orden where empresa_id = ${empresaId} and estado <> 'PAGADA' and orden_viva(estado, vence, ${hoy}::date)`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

interface Pedida {
  numero: number
  formulario: CodigoFormulario
  periodo: string
}

/** Declarations in orders that are paid or may still be. */
export async function readPedidas(tx: Tx, empresaId: EmpresaId, hoy: string): Promise<Pedida[]> {
  const { rows } = await sql<Pedida>`
    select o.numero, l -> 'declaracion' ->> 'formulario' as formulario, l -> 'declaracion' ->> 'periodo' as periodo
      from orden o cross join lateral jsonb_array_elements(o.lineas) l
     where o.empresa_id = ${empresaId} and orden_viva(o.estado, o.vence, ${hoy}::date)
       and l ->> 'tipo' = 'DECLARACION' and l -> 'declaracion' ->> 'periodo' is not null`.execute(tx)
  return rows
}

interface OrdenNueva {
  id: string
  usuario_id: string
  comprador: string
  lineas: readonly OrdenLinea[]
  subtotal: Monto
  iva: Monto
  total: Monto
  cupon_id: string | null
  cupon_codigo: string | null
  vence: string
}

export const insertOrden = (tx: Tx, empresaId: EmpresaId, { lineas, ...nueva }: OrdenNueva, en: Date): Promise<unknown> =>
  tx
    .insertInto('orden')
    .values({ ...nueva, lineas: JSON.stringify(lineas), empresa_id: empresaId, creada_en: en, editada_en: en })
    .execute()

export async function updateOrden(
  tx: Tx,
  empresaId: EmpresaId,
  { id, version }: { id: string; version: number },
  cambio: {
    estado: EstadoOrdenGuardado
    referencia?: string
    comprobante_id?: string
    vende_id?: EmpresaId
    factura_id?: string
    nota_id?: string
    decidida_por?: string
    con_tarjeta?: boolean
  },
  en: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orden')
    .set(({ eb }) => ({ ...cambio, vista: cambio.decidida_por === undefined, version: eb('version', '+', 1), editada_en: en }))
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Notes the result of issuing an order. No field of a form changes, so the version stays. */
export const noteEmision = (
  tx: Tx,
  empresaId: EmpresaId,
  id: string,
  cambio: Partial<{
    vende_id: EmpresaId
    factura_id: string
    factura_numero: string
    nota_numero: string
    emision_problema: string | null
  }>,
): Promise<unknown> => tx.updateTable('orden').set(cambio).where('empresa_id', '=', empresaId).where('id', '=', id).execute()

export const insertHistoria = (
  tx: Tx,
  empresaId: EmpresaId,
  paso: { ordenId: string; estado: EstadoOrdenGuardado; en: Date; quien: string | null; motivo?: string | undefined },
): Promise<unknown> =>
  tx
    .insertInto('orden_historia')
    .values({
      empresa_id: empresaId,
      orden_id: paso.ordenId,
      estado: paso.estado,
      en: paso.en,
      quien: paso.quien,
      motivo: paso.motivo ?? null,
    })
    .execute()

export const readHistoria = (tx: Tx, empresaId: EmpresaId, ordenId: string) =>
  tx
    .selectFrom('orden_historia')
    .select(['estado', 'en', 'quien', 'motivo'])
    .where('empresa_id', '=', empresaId)
    .where('orden_id', '=', ordenId)
    .orderBy('id')
    .execute()

export type OrdenListada = Pick<OrdenGuardada, 'id' | 'numero' | 'estado' | 'creada_en' | 'vence' | 'lineas' | 'total' | 'comprador'>

export async function searchOrdenes(
  tx: Tx,
  empresaId: EmpresaId,
  { page, size }: { page: number; size: number },
): Promise<Listing<OrdenListada>> {
  const from = sql`from orden o where o.empresa_id = ${empresaId}::uuid`
  const { rows } = await sql<OrdenListada>`
    select o.id, o.numero, o.estado, o.creada_en, o.vence, o.lineas, o.total, o.comprador
      ${from} order by o.creada_en desc, o.id offset ${page * size} limit ${size}`.execute(tx)
  return listingOf(tx, { page, size }, rows, from)
}

export type OrdenCola = OrdenListada & { empresa_id: EmpresaId; empresa: string; ruc: string }

/** Orders of all companies, through a function of the database that serves only a SUPER_ADMIN's session. */
export async function pageEnCola(
  db: Db,
  { tokenHash }: Pick<Sesion, 'tokenHash'>,
  { page, size, estado = '', ahora }: { page: number; size: number; estado?: string | undefined; ahora: Date },
): Promise<{ rows: OrdenCola[]; total: number }> {
  const { rows } = await sql<Omit<OrdenCola, 'total'> & { total_orden: Monto; total: number }>`
    select * from administracion_ordenes(${tokenHash}, ${ahora}, ${estado}, ${page * size}, ${size})`.execute(db)
  return { rows: rows.map(({ total: _total, total_orden, ...row }) => ({ ...row, total: total_orden })), total: rows[0]?.total ?? 0 }
}

interface DeclaracionCola {
  empresa_id: EmpresaId
  empresa: string
  ruc: string
  especial: CondicionTributaria[]
  orden_id: string
  numero: number
  formulario: CodigoFormulario
  desde: string
  meses: number
  numero_sri: string | null
  fecha_sri: string | null
  version: number
}

/** Declarations of all companies, through a function of the database that serves only a SUPER_ADMIN's session. */
export async function pageDeclaraciones(
  db: Db,
  { tokenHash }: Pick<Sesion, 'tokenHash'>,
  { page, size, hechas, ahora }: { page: number; size: number; hechas: boolean; ahora: Date },
): Promise<{ rows: DeclaracionCola[]; total: number }> {
  const { rows } = await sql<DeclaracionCola & { total: number }>`
    select * from administracion_declaraciones(${tokenHash}, ${ahora}, ${hechas}, ${page * size}, ${size})`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}

export const findEmpresa = (tx: Tx, empresaId: EmpresaId) =>
  tx
    .selectFrom('empresa')
    .select(['ruc', 'razon_social', 'nombre_comercial', 'dir_matriz', 'ambiente'])
    .where('id', '=', empresaId)
    .executeTakeFirst()

/** A company by its RUC, through a function of the database that serves only a SUPER_ADMIN's session. */
export async function findEmpresaDeRuc(
  db: Db,
  { tokenHash }: Pick<Sesion, 'tokenHash'>,
  ruc: string,
  ahora: Date,
): Promise<EmpresaId | null> {
  const { rows } = await sql<{ id: EmpresaId | null }>`
    select administracion_empresa_de_ruc(${tokenHash}, ${ahora}, ${ruc}) as id`.execute(db)
  return rows[0]?.id ?? null
}

export interface OrdenPorEmitir {
  empresa_id: EmpresaId
  id: string
  decidida_por: string
}

/** Orders of all companies, each claimed for this process, through a function of the database. */
export async function reclamarOrdenes(db: Db, ahora: Date, antes: Date): Promise<OrdenPorEmitir[]> {
  return (await sql<OrdenPorEmitir>`select * from reclamar_ordenes(${ahora}, ${antes})`.execute(db)).rows
}

/** Whether the company has this till. */
export async function hasPunto(tx: Tx, empresaId: EmpresaId, establecimiento: string, punto: string): Promise<boolean> {
  const { rows } = await sql<{ hay: boolean }>`
    select exists (select from punto_emision p where p.empresa_id = ${empresaId} and p.establecimiento = ${establecimiento}
      and p.codigo = ${punto} and p.activo) as hay`.execute(tx)
  return rows[0]?.hay ?? false
}

/** Adds or takes back the documents of a bought plan, for a company whose plan is limited. */
export async function extendPlan(tx: Tx, empresaId: EmpresaId, documentos: number): Promise<void> {
  await tx
    .updateTable('empresa')
    .set(() => ({ limite_documentos: sql<number>`greatest(1, limite_documentos + ${documentos})` }))
    .where('id', '=', empresaId)
    .where('limite_documentos', 'is not', null)
    .execute()
}
