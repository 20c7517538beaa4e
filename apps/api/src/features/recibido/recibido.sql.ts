import { randomUUID } from 'node:crypto'
import type { CompraForm, Listing, ORDENES_RECIBIDO, RecibidoBusqueda, RecibidoFila, RetencionRecibidaForm } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { RecibidoLeido } from '../../recibidos/recibidos.ts'
import { listingOf, orderBy, wayTo } from '../busqueda/busqueda.door.ts'
import { isRecibidoPorRetener } from '../retencion/retencion.door.ts'

interface Cual {
  empresaId: EmpresaId
  id: string
}
interface Libro {
  empresaId: EmpresaId
  ambiente: Ambiente
}

export const readRuc = async (tx: Tx, empresaId: EmpresaId): Promise<string> =>
  (await tx.selectFrom('empresa').select('ruc').where('id', '=', empresaId).executeTakeFirstOrThrow()).ruc

/** The record registered before the XML came: by its clave, or typed from paper. */
const YA_COMPRA = sql`select c.id from compra c where c.empresa_id = n.empresa_id and c.ambiente = n.ambiente and c.estado = 'REGISTRADA'
  and n.tipo <> '07' and (c.autorizacion = n.clave or (c.proveedor_clave = 'EC:' || left(n.emisor_ruc, 10) and c.tipo = n.tipo and c.numero = n.numero)) limit 1`
const YA_RETENCION = sql`select r.id from retencion_recibida r where r.empresa_id = n.empresa_id and r.ambiente = n.ambiente
  and n.tipo = '07' and (r.autorizacion = n.clave or (r.agente_clave = 'EC:' || left(n.emisor_ruc, 10) and r.numero = n.numero)) limit 1`

/** A new document, with the record registered of it before. */
export interface Guardado {
  id: string
  clave: string
  estado: RecibidoFila['estado']
}

/** Stores these documents; answers the new ones among them. */
export async function insertRecibidos(
  tx: Tx,
  { empresaId, ambiente, usuarioId, en, consulta }: Libro & { usuarioId: string; en: Date; consulta: string },
  leidos: readonly RecibidoLeido[],
): Promise<Guardado[]> {
  const filas = leidos.map(({ compra, retencion, ...leido }) => ({
    ...leido,
    id: randomUUID(),
    empresa_id: empresaId,
    ambiente,
    formulario: compra ?? retencion,
  }))
  const { rows } = await sql<Guardado>`
    insert into recibido (empresa_id, id, ambiente, clave, tipo, numero, fecha_emision, emisor_ruc, emisor_nombre, total, autorizado, avisos,
                          formulario, xml, compra_id, retencion_id, usuario_id, creado_en, proxima_consulta)
    select n.empresa_id, n.id, n.ambiente, n.clave, n.tipo, n.numero, n.fecha_emision, n.emisor_ruc, n.emisor_nombre, n.total, n.autorizado,
           n.avisos, n.formulario, n.xml, (${YA_COMPRA}), (${YA_RETENCION}), ${usuarioId}::uuid, ${en}::timestamptz, ${consulta}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(filas)}::jsonb) as n (
        empresa_id uuid, id uuid, ambiente text, clave text, tipo text, numero text, fecha_emision date, emisor_ruc text, emisor_nombre text,
        total bigint, autorizado boolean, avisos jsonb, formulario jsonb, xml text)
    on conflict (empresa_id, ambiente, clave) do nothing returning id, clave, estado`.execute(tx)
  return rows
}

/** The present rows of these claves. */
export async function findByClaves(tx: Tx, { empresaId, ambiente }: Libro, claves: readonly string[]): Promise<Guardado[]> {
  return tx
    .selectFrom('recibido')
    .select(['id', 'clave', 'estado'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('clave', 'in', claves)
    .execute()
}

const COLUMNS = sql`p.id, p.estado, p.clave, p.tipo, p.numero, p.fecha_emision, p.emisor_ruc, p.emisor_nombre, p.total, p.autorizado, p.avisos, p.anulado_en is not null as anulado,
  p.compra_id, p.retencion_id, p.creado_en, case when p.estado = 'NUEVO' and p.tipo <> '07' then p.formulario end as por_registrar`

export interface RecibidoRow extends Omit<RecibidoFila, 'propuesta'> {
  /** The purchase that a new document would become. */
  por_registrar: CompraForm | null
}

export interface RecibidoEntero extends RecibidoRow {
  ambiente: Ambiente
  formulario: CompraForm | RetencionRecibidaForm
  xml: string
}

export async function readRecibido(tx: Tx, { empresaId, id }: Cual): Promise<RecibidoEntero | undefined> {
  const { rows } = await sql<RecibidoEntero>`
    select ${COLUMNS}, p.ambiente, p.formulario, p.xml from recibido p where p.empresa_id = ${empresaId} and p.id = ${id}`.execute(tx)
  return rows[0]
}

/** Locks a document until this transaction ends. */
export async function lockRecibido(tx: Tx, { empresaId, id }: Cual): Promise<void> {
  await tx.selectFrom('recibido').select('id').where('empresa_id', '=', empresaId).where('id', '=', id).forUpdate().execute()
}

export async function updateRecibido(
  tx: Tx,
  { empresaId, id }: Cual,
  cambio: { ignorado: boolean } | { compra_id: string } | { retencion_id: string },
): Promise<void> {
  await tx.updateTable('recibido').set(cambio).where('empresa_id', '=', empresaId).where('id', '=', id).execute()
}

const SORTS: Readonly<Record<(typeof ORDENES_RECIBIDO)[number], string>> = { fecha_emision: 'p.fecha_emision' }

/** @throws 422 for a sort field the list has not */
export async function searchRecibidos(
  tx: Tx,
  { empresaId, ambiente }: Libro,
  { q, sort, estado, tipo, desde, hasta, anulado_emisor: anulado, por_retener: porRetener, ...page }: RecibidoBusqueda,
): Promise<Listing<RecibidoRow>> {
  const way = await wayTo(tx, { empresaId, tipo: 'recibido' }, q)
  const narrowed = sql.join(
    [
      sql` and p.ambiente = ${ambiente}`,
      estado === undefined ? sql`` : sql` and p.estado = ${estado}`,
      tipo === undefined ? sql`` : sql` and p.tipo = ${tipo}`,
      desde === undefined ? sql`` : sql` and p.fecha_emision >= ${desde}::date`,
      hasta === undefined ? sql`` : sql` and p.fecha_emision <= ${hasta}::date`,
      anulado === undefined ? sql`` : anulado ? sql` and p.anulado_en is not null` : sql` and p.anulado_en is null`,
      porRetener === undefined ? sql`` : sql` and ${isRecibidoPorRetener(empresaId, porRetener)}`,
    ],
    sql``,
  )
  const order = orderBy(sort, SORTS, 'fecha_emision,DESC', 'p.creado_en')
  const { rows } = await sql<RecibidoRow>`
    with pagina as (select p.* ${way.page}${narrowed} order by ${order} offset ${page.page * page.size} limit ${page.size})
    select ${COLUMNS} from pagina p order by ${order}`.execute(tx)
  return listingOf(tx, page, rows, sql`${way.all}${narrowed}`)
}
