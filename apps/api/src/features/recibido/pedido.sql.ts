import type { EstadoPedido, ProblemaPedido } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

interface Libro {
  empresaId: EmpresaId
  ambiente: Ambiente
}

/** Adds these claves to those asked for, and answers the added ones; those received, or on their way, stay as they are. */
export async function insertPedidos(
  tx: Tx,
  { empresaId, ambiente }: Libro,
  { lote, usuarioId, en }: { lote: string; usuarioId: string; en: Date },
  claves: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ clave: string }>`
    insert into recibido_pedido as p (empresa_id, ambiente, clave, lote, usuario_id, creado_en, proximo_intento)
    select ${empresaId}::uuid, ${ambiente}, n.clave, ${lote}::uuid, ${usuarioId}::uuid, ${en}::timestamptz, ${en}::timestamptz
      from jsonb_array_elements_text(${JSON.stringify(claves)}::jsonb) as n (clave)
     where not exists (select 1 from recibido r where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente} and r.clave = n.clave)
    on conflict (empresa_id, ambiente, clave) do update
       set lote = excluded.lote, usuario_id = excluded.usuario_id, creado_en = excluded.creado_en, estado = 'PENDIENTE', motivo = null,
           intentos = 0, proximo_intento = excluded.proximo_intento
     where p.estado <> 'PENDIENTE'
    returning p.clave`.execute(tx)
  return rows.map(({ clave }) => clave)
}

/** Claves still to be asked for, counted up to `hasta`. */
export async function countPendientes(tx: Tx, { empresaId, ambiente }: Libro, hasta: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from recibido_pedido where empresa_id = ${empresaId} and ambiente = ${ambiente} and estado = 'PENDIENTE' limit ${hasta}) p`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

export interface ResumenPedidos {
  total: number
  pendientes: number
  traidos: number
  /** The reason why the oldest clave still waits. */
  espera: string | null
  problemas: ProblemaPedido[]
}

/** The last request, and all claves that still wait. */
export async function readResumen(tx: Tx, { empresaId, ambiente }: Libro): Promise<ResumenPedidos | undefined> {
  const { rows } = await sql<ResumenPedidos>`
    with lotes as (
      select lote from recibido_pedido where empresa_id = ${empresaId} and ambiente = ${ambiente} and estado = 'PENDIENTE'
       union
      (select lote from recibido_pedido where empresa_id = ${empresaId} and ambiente = ${ambiente} order by creado_en desc limit 1)
    ), suyos as (
      select p.* from recibido_pedido p where p.empresa_id = ${empresaId} and p.ambiente = ${ambiente} and p.lote in (select lote from lotes)
    )
    select count(*)::int as total, count(*) filter (where estado = 'PENDIENTE')::int as pendientes,
           count(*) filter (where estado = 'TRAIDO')::int as traidos,
           (select motivo from suyos where estado = 'PENDIENTE' and motivo is not null order by proximo_intento limit 1) as espera,
           coalesce((select jsonb_agg(jsonb_build_object('clave', clave, 'motivo', motivo))
                       from (select clave, motivo from suyos where estado in ('SIN_CONSTANCIA', 'RECHAZADO') order by clave limit 50) m), '[]') as problemas
      from suyos`.execute(tx)
  return rows[0]?.total === 0 ? undefined : rows[0]
}

export interface PedidoReclamado {
  empresa_id: EmpresaId
  ambiente: Ambiente
  clave: string
  usuario_id: string
  intentos: number
}

export const claimPedidos = async (db: Db, ahora: Date, hasta: Date, cuantos: number): Promise<PedidoReclamado[]> =>
  (
    await sql<PedidoReclamado>`
      select * from reclamar_recibido_pedido(${ahora}::timestamptz, ${hasta}::timestamptz, ${cuantos}::integer)`.execute(db)
  ).rows

export async function settlePedido(
  tx: Tx,
  { empresa_id, ambiente, clave }: PedidoReclamado,
  { estado, motivo = null, proximoIntento = null }: { estado: EstadoPedido; motivo?: string | null; proximoIntento?: Date | null },
): Promise<void> {
  await tx
    .updateTable('recibido_pedido')
    .set({ estado, motivo, proximo_intento: proximoIntento })
    .where('empresa_id', '=', empresa_id)
    .where('ambiente', '=', ambiente)
    .where('clave', '=', clave)
    .where('estado', '=', 'PENDIENTE')
    .execute()
}

export interface RecibidoReclamado {
  empresa_id: EmpresaId
  id: string
  ambiente: Ambiente
  clave: string
}

export const claimRecibido = async (db: Db, ahora: Date, hasta: Date, desde: string): Promise<RecibidoReclamado | undefined> =>
  (
    await sql<RecibidoReclamado>`
      select * from reclamar_recibido(${ahora}::timestamptz, ${hasta}::timestamptz, ${desde}::date)`.execute(db)
  ).rows[0]

type Consulta = { anulado_en: Date } | { proxima_consulta: Date }

/** Stores the answer of the SRI; a purchase or withholding registered from a voided document is marked too. */
export async function saveConsulta(tx: Tx, { empresa_id, id }: RecibidoReclamado, cambio: Consulta): Promise<void> {
  const saved = await tx
    .updateTable('recibido')
    .set(cambio)
    .where('empresa_id', '=', empresa_id)
    .where('id', '=', id)
    .where('anulado_en', 'is', null)
    .returning(['compra_id', 'retencion_id'])
    .executeTakeFirst()
  if (!saved || !('anulado_en' in cambio)) return
  const { compra_id: compra, retencion_id: retencion } = saved
  if (compra !== null) await saveEscrito(tx, { tabla: 'compra', empresa_id, id: compra }, cambio)
  if (retencion !== null) await saveEscrito(tx, { tabla: 'retencion_recibida', empresa_id, id: retencion }, cambio)
}

/** A purchase or a received withholding. */
interface Escrito {
  tabla: 'compra' | 'retencion_recibida'
  empresa_id: EmpresaId
  id: string
}
/** A document typed with its clave, and whether the SRI is asked about it. */
export interface EscritoReclamado extends Escrito, RecibidoReclamado {
  se_vigila: boolean
}

export const claimEscrito = async (db: Db, ahora: Date, hasta: Date, desde: string): Promise<EscritoReclamado | undefined> =>
  (
    await sql<EscritoReclamado>`
      select * from reclamar_escrito(${ahora}::timestamptz, ${hasta}::timestamptz, ${desde}::date)`.execute(db)
  ).rows[0]

/** Stores the SRI's answer as `saveConsulta` does, for a document without a file in the inbox. */
export async function saveEscrito(tx: Tx, { tabla, empresa_id, id }: Escrito, cambio: Consulta): Promise<void> {
  const change =
    'anulado_en' in cambio
      ? sql`anulado_emisor_en = ${cambio.anulado_en}::timestamptz`
      : sql`proxima_consulta = ${cambio.proxima_consulta}::timestamptz`
  await sql`update ${sql.table(tabla)} set ${change} where empresa_id = ${empresa_id} and id = ${id} and anulado_emisor_en is null`.execute(
    tx,
  )
}
