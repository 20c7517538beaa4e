import type {
  Listing,
  ORDENES_RETENCION_PRACTICADA,
  ORDENES_RETENCION_RECIBIDA,
  RetencionPracticada,
  RetencionPracticadaBusqueda,
  RetencionRecibidaBusqueda,
  RetencionRecibidaFila,
  RetencionRecibidaForm,
} from '@yupana/contract'
import type { Fecha, Monto } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { CompraTables } from '../../db/schema-compra.ts'
import type { Tx } from '../../db/transaction.ts'
import { listingOf, orderBy, wayTo } from '../busqueda/busqueda.door.ts'

interface Cual {
  empresaId: EmpresaId
  id: string
}
interface Libro {
  empresaId: EmpresaId
  ambiente: Ambiente
}

export type RetencionRecibidaValores = Omit<
  CompraTables['retencion_recibida'],
  'empresa_id' | 'id' | 'entrada' | 'usuario_id' | 'creado_en' | 'anulado_emisor_en' | 'proxima_consulta'
> & { entrada: RetencionRecibidaForm }

/** A sale of ours named by a voucher. */
export interface Venta {
  id: string
  tipo: string
  numero: string
  /** Whether the client of the sale is the one who withholds. */
  es_suya: boolean
  subtotal: Monto
  iva: Monto
}

const NUMERO = sql`d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0')`

/** Our documents with these numbers, and whether each is of the person with this key. */
export async function findVentas(
  tx: Tx,
  { empresaId, ambiente }: Libro,
  terceroClave: string,
  pedidas: readonly { cod_doc: string; numero: string }[],
): Promise<Venta[]> {
  const wanted = pedidas.map(({ cod_doc: tipo, numero }) => {
    const [establecimiento, punto, secuencial] = numero.split('-')
    return { tipo, establecimiento, punto, secuencial: Number(secuencial) }
  })
  const { rows } = await sql<Venta>`
    select d.id, d.tipo, ${NUMERO} as numero, d.subtotal, d.iva,
           clave_vigente(d.empresa_id, receptor_clave(d.receptor_tipo, d.receptor_identificacion)) = clave_vigente(d.empresa_id, ${terceroClave}) as es_suya
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (tipo text, establecimiento text, punto text, secuencial integer)
      join documento d on d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.tipo = w.tipo and d.establecimiento = w.establecimiento
       and d.punto = w.punto and d.secuencial = w.secuencial and d.estado not in ('ANULADO', 'CERRADO')`.execute(tx)
  return rows
}

/** Locks a voucher's number until the transaction ends: registrations of the same voucher wait for each other. */
export async function lockNumero(tx: Tx, { empresaId, ambiente }: Libro, numero: string): Promise<void> {
  const name = `retencion_recibida|${empresaId}|${ambiente}|${numero}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export async function findRegistrada(
  tx: Tx,
  { empresaId, ambiente }: Libro,
  { agente_clave: agente, numero, autorizacion }: Pick<RetencionRecibidaValores, 'agente_clave' | 'numero' | 'autorizacion'>,
): Promise<{ numero: string; fecha_emision: Fecha } | undefined> {
  const { rows } = await sql<{ numero: string; fecha_emision: Fecha }>`
    select numero, fecha_emision from retencion_recibida
     where empresa_id = ${empresaId} and ambiente = ${ambiente} and agente_clave = ${agente} and numero = ${numero}
    union all
    select numero, fecha_emision from retencion_recibida
     where empresa_id = ${empresaId} and ambiente = ${ambiente} and autorizacion = ${autorizacion} and length(autorizacion) = 49 limit 1`.execute(
    tx,
  )
  return rows[0]
}

const DIA_MS = 86_400_000

export async function insertRetencion(
  tx: Tx,
  { empresaId, id, usuarioId, en }: Cual & { usuarioId: string; en: Date },
  { entrada, ...valores }: RetencionRecibidaValores,
  documentos: readonly (string | null)[],
): Promise<void> {
  await tx
    .insertInto('retencion_recibida')
    .values({
      empresa_id: empresaId,
      id,
      usuario_id: usuarioId,
      creado_en: en,
      // When the SRI is first asked whether the issuer voided the voucher; never for one without a clave de acceso.
      proxima_consulta: valores.autorizacion.length === 49 ? new Date(en.getTime() + DIA_MS) : null,
      ...valores,
      entrada: JSON.stringify(entrada),
    })
    .execute()
  await tx
    .insertInto('retencion_recibida_linea')
    .values(
      entrada.lineas.map(({ numero = null, fecha = null, ...linea }, n) => ({
        empresa_id: empresaId,
        retencion_id: id,
        n,
        numero,
        fecha,
        documento_id: documentos[n] ?? null,
        ...linea,
      })),
    )
    .execute()
}

/** Deletes a withholding; false when another transaction deleted it meanwhile. */
export async function deleteRetencion(tx: Tx, { empresaId, id }: Cual): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('retencion_recibida')
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

const COLUMNS = sql`p.id, p.numero, p.fecha_emision, p.periodo, p.agente_identificacion, p.agente_nombre, p.renta, p.iva, p.isd, p.total, p.anulado_emisor_en, p.creado_en`

export interface RetencionEntera extends RetencionRecibidaFila {
  ambiente: Ambiente
  entrada: RetencionRecibidaForm
  documentos: (string | null)[]
  mes_abierto: boolean
}

export async function readRetencion(tx: Tx, { empresaId, id }: Cual): Promise<RetencionEntera | undefined> {
  const { rows } = await sql<RetencionEntera>`
    select ${COLUMNS}, p.ambiente, p.entrada,
           (select json_agg(l.documento_id order by l.n) from retencion_recibida_linea l where l.empresa_id = p.empresa_id and l.retencion_id = p.id) as documentos,
           not exists (select 1 from mes_cerrado c where c.empresa_id = p.empresa_id and c.ambiente = p.ambiente and c.mes = p.periodo) as mes_abierto
      from retencion_recibida p where p.empresa_id = ${empresaId} and p.id = ${id}`.execute(tx)
  return rows[0]
}

const SORTS: Readonly<Record<(typeof ORDENES_RETENCION_RECIBIDA)[number], string>> = {
  fecha_emision: 'p.fecha_emision',
  numero: 'p.numero',
  agente_nombre: 'p.agente_nombre',
  total: 'p.total',
}

/** @throws 422 for a sort field the list has not */
export async function searchRetenciones(
  tx: Tx,
  { empresaId, ambiente }: Libro,
  { q, sort, desde, hasta, documento_id: documento, anulado_emisor: anulado, ...page }: RetencionRecibidaBusqueda,
): Promise<Listing<RetencionRecibidaFila>> {
  const way = await wayTo(tx, { empresaId, tipo: 'retencion_recibida' }, q)
  const narrowed = sql.join(
    [
      sql` and p.ambiente = ${ambiente}`,
      desde === undefined ? sql`` : sql` and p.fecha_emision >= ${desde}::date`,
      hasta === undefined ? sql`` : sql` and p.fecha_emision <= ${hasta}::date`,
      anulado === undefined ? sql`` : anulado ? sql` and p.anulado_emisor_en is not null` : sql` and p.anulado_emisor_en is null`,
      documento === undefined
        ? sql``
        : sql` and exists (select 1 from retencion_recibida_linea l where l.empresa_id = p.empresa_id and l.retencion_id = p.id and l.documento_id = ${documento}::uuid)`,
    ],
    sql``,
  )
  const order = orderBy(sort, SORTS, 'fecha_emision,DESC', 'p.creado_en')
  const { rows } = await sql<RetencionRecibidaFila>`
    select ${COLUMNS} ${way.page}${narrowed} order by ${order} offset ${page.page * page.size} limit ${page.size}`.execute(tx)
  return listingOf(tx, page, rows, sql`${way.all}${narrowed}`)
}

const ISSUED = sql`select d.id, l.n, ${NUMERO} as numero, d.fecha_emision, d.receptor_identificacion as tercero_identificacion,
  d.receptor_nombre as tercero_nombre, l.numero as documento, l.codigo, l.base, l.porcentaje, l.valor, d.estado`
const RECEIVED = sql`select d.id, l.n, d.numero, d.fecha_emision, d.agente_identificacion as tercero_identificacion,
  d.agente_nombre as tercero_nombre, l.numero as documento, l.codigo, l.base, l.porcentaje, l.valor, null as estado`

const ORDEN: Readonly<Record<(typeof ORDENES_RETENCION_PRACTICADA)[number], string>> = { fecha_emision: 'd.fecha_emision' }

/** Withholdings of one tax, issued or received, line by line. */
export async function searchPracticadas(
  tx: Tx,
  { empresaId, ambiente }: Libro,
  { impuesto, sentido, desde, hasta, sort, ...page }: RetencionPracticadaBusqueda,
): Promise<Listing<RetencionPracticada>> {
  const days = sql`${desde === undefined ? sql`` : sql` and d.fecha_emision >= ${desde}::date`}${
    hasta === undefined ? sql`` : sql` and d.fecha_emision <= ${hasta}::date`
  }`
  const isIssued = sentido === 'EMITIDA'
  const from = isIssued
    ? sql`from documento d join documento_retencion l on l.empresa_id = d.empresa_id and l.documento_id = d.id and l.version = d.version
         where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.tipo = '07' and l.impuesto = ${impuesto}
           and d.estado not in ('ANULADO', 'CERRADO')${days}`
    : sql`from retencion_recibida d join retencion_recibida_linea l on l.empresa_id = d.empresa_id and l.retencion_id = d.id
         where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and l.impuesto = ${impuesto}${days}`
  const order = orderBy(sort, ORDEN, 'fecha_emision,DESC', 'd.creado_en')
  const { rows } = await sql<RetencionPracticada>`
    ${isIssued ? ISSUED : RECEIVED} ${from} order by ${order}, d.id, l.n offset ${page.page * page.size} limit ${page.size}`.execute(tx)
  return listingOf(tx, page, rows, from)
}
