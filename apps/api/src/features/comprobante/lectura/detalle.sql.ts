import { MAX_BRECHAS, type ComprobanteDetalle } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Ambiente } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { calladoEn } from '../servicio-sri/servicio-sri.door.ts'

const detalle = [
  'id',
  'tipo',
  'ambiente',
  'establecimiento',
  'punto',
  'secuencial',
  'version',
  'clave',
  'fecha_emision',
  'estado',
  'tributario',
  'receptor_tipo',
  'receptor_identificacion',
  'receptor_nombre',
  'subtotal',
  'descuento',
  'iva',
  'total',
  'vendedor_id',
  'creado_en',
  'autorizado_en',
  'codigo_sri',
  'correo_estado',
  'modo_emision',
  'registro',
] as const

export const readDocumento = (tx: Tx, empresaId: EmpresaId, id: string) =>
  tx.selectFrom('documento').select(detalle).where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst()

/** SRI code of a document's type. */
export const readTipo = async (tx: Tx, empresaId: EmpresaId, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('documento').select('tipo').where('empresa_id', '=', empresaId).where('id', '=', id).executeTakeFirst())?.tipo

export const listEventos = (tx: Tx, empresaId: EmpresaId, id: string) =>
  tx
    .selectFrom('documento_evento')
    .select(['n', 'en', 'de', 'a', 'usuario_id', 'proceso', 'causa', 'mensajes'])
    .select(
      sql<string | null>`case when actor_id is not null then (select a.username from actores_de_empresa() a where a.id = actor_id) end`.as(
        'soporte',
      ),
    )
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .orderBy('n')
    .execute()

/** Answers of the SRI that came too late to count, in the shape of events. */
export const listTardias = (tx: Tx, empresaId: EmpresaId, id: string) =>
  tx
    .selectFrom('documento_respuesta_tardia')
    .select(['en', 'proceso', 'causa'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .execute()

/** What a person of the company has to provide before the document goes on; null while it goes on by itself. */
export const readEsperaPor = async (tx: Tx, empresaId: EmpresaId, id: string): Promise<string | null> =>
  (
    await tx
      .selectFrom('documento_envio')
      .select('espera_por')
      .where('empresa_id', '=', empresaId)
      .where('documento_id', '=', id)
      .where('proximo_intento', 'is not', null)
      .executeTakeFirst()
  )?.espera_por ?? null

/** The receiver's note on the public page that the document is not his. */
export const readNoCorresponde = async (tx: Tx, empresaId: EmpresaId, id: string): Promise<ComprobanteDetalle['no_corresponde']> =>
  (
    await sql<NonNullable<ComprobanteDetalle['no_corresponde']>>`
      select e.no_corresponde_en as en, e.no_corresponde_nota as nota, e.no_corresponde_visto_en as visto_en
        from documento_enlace e where e.empresa_id = ${empresaId} and e.documento_id = ${id} and e.no_corresponde_en is not null`.execute(
      tx,
    )
  ).rows[0] ?? null

export const listLineas = (tx: Tx, empresaId: EmpresaId, id: string, version: number) =>
  tx
    .selectFrom('documento_linea')
    .select(['n', 'producto_id', 'codigo', 'descripcion', 'cantidad', 'precio_unitario', 'descuento', 'base', 'tipo_iva', 'iva'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .where('version', '=', version)
    .orderBy('n')
    .execute()

export const listPagos = (tx: Tx, empresaId: EmpresaId, id: string, version: number) =>
  tx
    .selectFrom('documento_pago')
    .select(['forma_pago', 'total', 'plazo', 'unidad_tiempo'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .where('version', '=', version)
    .orderBy('n')
    .execute()

/** The form from which a version was made. */
export async function readEntrada(tx: Tx, empresaId: EmpresaId, id: string): Promise<unknown> {
  const row = await tx
    .selectFrom('documento as d')
    .innerJoin('documento_version as v', (join) =>
      join.onRef('v.empresa_id', '=', 'd.empresa_id').onRef('v.documento_id', '=', 'd.id').onRef('v.n', '=', 'd.version'),
    )
    .select('v.entrada')
    .where('d.empresa_id', '=', empresaId)
    .where('d.id', '=', id)
    .executeTakeFirst()
  return row?.entrada
}

/** The text of the present version, deflated as it is stored: signed, or not signed yet. */
export async function readTexto(tx: Tx, empresaId: EmpresaId, id: string, version: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ xml: Buffer }>`
    select coalesce(f.xml, v.xml) as xml
      from documento_version v left join documento_firma f on f.empresa_id = v.empresa_id and f.documento_id = v.documento_id and f.version = v.n
     where v.empresa_id = ${empresaId} and v.documento_id = ${id} and v.n = ${version}`.execute(tx)
  return rows[0]?.xml
}

export interface ArchivosDocumento {
  estado: string
  ambiente: Ambiente
  /** Empty when the document was issued here. */
  registro: string
  clave: string
  numero: string
  tipo: string
  vendedor_id: string | null
  xml: Buffer
  firmado: Buffer | null
  fecha_autorizacion: string | null
  numero_autorizacion: string | null
  ambiente_autorizacion: string | null
  respuesta: Buffer | null
  documento_identico: boolean | null
  logo: Buffer | null
  /** The installation's own name (O-83). */
  producto: string | null
}

/** The stored texts of the present version, still deflated, with what the RIDE needs. */
export async function readArchivos(tx: Tx, empresaId: EmpresaId, id: string): Promise<ArchivosDocumento | undefined> {
  const { rows } = await sql<ArchivosDocumento>`
    select d.estado, d.ambiente, d.registro, d.clave, d.tipo, d.vendedor_id, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero,
           v.xml, f.xml as firmado, a.fecha_autorizacion, a.numero as numero_autorizacion, a.ambiente as ambiente_autorizacion,
           case when a.documento_identico then null else a.respuesta end as respuesta, a.documento_identico, e.logo, (select i.producto from instalacion i) as producto
      from documento d
      join empresa e on e.id = d.empresa_id
      join documento_version v on v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version
      left join documento_firma f on f.empresa_id = v.empresa_id and f.documento_id = v.documento_id and f.version = v.n
      left join documento_autorizacion a on a.empresa_id = v.empresa_id and a.documento_id = v.documento_id and a.version = v.n
     where d.empresa_id = ${empresaId} and d.id = ${id}`.execute(tx)
  return rows[0]
}

export interface Brecha {
  ambiente: Ambiente
  tipo: string
  serie: string
  desde: number
  hasta: number
  motivo: string
  usuario_id: string | null
  en: string
  /** The document with this number; null for a skipped number. */
  documento_id: string | null
  estado: string | null
}

/**
 * Numbers that no authorised document carries, each with its reason: refused, given up, voided, in quarantine, or skipped by a person.
 * Beyond the limit only the newest are listed.
 */
export async function listBrechas(tx: Tx, empresaId: EmpresaId): Promise<Brecha[]> {
  const { rows } = await sql<Brecha>`
   select * from (
    select s.ambiente, s.tipo, s.establecimiento || '-' || s.punto as serie, s.desde, s.hasta, s.motivo, s.usuario_id, s.en,
           null::uuid as documento_id, null::text as estado
      from serie_salto s where s.empresa_id = ${empresaId}
    union all
    select d.ambiente, d.tipo, d.establecimiento || '-' || d.punto, d.secuencial, d.secuencial, e.causa, e.usuario_id, e.en, d.id, d.estado
      from documento d cross join lateral (
        select v.causa, v.usuario_id, v.en from documento_evento v where v.empresa_id = d.empresa_id and v.documento_id = d.id order by v.n desc limit 1) e
     where d.empresa_id = ${empresaId} and d.estado in ('CERRADO', 'CUARENTENA', 'RECHAZADO', 'RETENIDO', 'ANULADO')
    order by en desc limit ${MAX_BRECHAS}) b
   order by ambiente, tipo, serie, desde`.execute(tx)
  return rows.map((row) => ({ ...row, en: new Date(row.en).toISOString() }))
}

/** Whether the SRI left the last send of a document without an answer; a try under way does not change that. */
const sinRespuesta = sql<boolean>`documento.estado in ('ENVIANDO', 'INCIERTO') and coalesce((
  select e.a = 'INCIERTO' and e.mensajes is null from documento_evento e
   where e.empresa_id = documento.empresa_id and e.documento_id = documento.id and e.a <> 'ENVIANDO' order by e.n desc limit 1), false)`

export const readSeguidos = (tx: Tx, empresaId: EmpresaId, ids: readonly string[], now: Date) =>
  tx
    .selectFrom('documento')
    .select(['id', 'clave', 'estado', 'codigo_sri', 'correo_estado', 'autorizado_en'])
    .select([
      sql<boolean>`${calladoEn({ empresaId, ambiente: sql.ref('documento.ambiente') }, now)} is not null`.as('sri_callado'),
      sinRespuesta.as('sin_respuesta'),
    ])
    .where('empresa_id', '=', empresaId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
