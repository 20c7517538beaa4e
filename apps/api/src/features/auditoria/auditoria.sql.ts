import type { AuditoriaFiltro } from '@yupana/contract'
import { startOf, ZONA_HORARIA } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { andAfter, asDesde } from '../../db/tramo.sql.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'
import { quienOf } from '../../plugins/sesion/quien.ts'
import type { FilaAuditoria } from '../../secretos/sello.ts'

export interface FilaLeida extends Omit<FilaAuditoria, 'empresa_id' | 'detalle' | 'id'> {
  /** Names the row, and orders the rows of one instant. */
  orden: string
  /** Number in the chain; null for rows that documents keep themselves. */
  numero: number | null
  detalle: Record<string, unknown>
  sello: Buffer | null
}

/** Rows of one kind in the common shape, for a `from`. */
type Fuente = RawBuilder<unknown>
/** Kinds of rows that a question reads as one list. */
export type Fuentes = readonly Fuente[]

interface Nombres {
  empresa: string
  objeto: string
  en: string
  quienes: readonly string[]
}

/** The conditions that apply to every kind of rows, by its own column names. */
function conditionsOf(empresaId: EmpresaId, { quien, objeto, desde, hasta }: AuditoriaFiltro, nombres: Nombres, tipo: 'uuid' | 'text') {
  const [empresa, record, en] = [sql.ref(nombres.empresa), sql.ref(nombres.objeto), sql.ref(nombres.en)]
  return [
    sql`${empresa} = ${empresaId}::uuid`,
    ...(quien
      ? [
          sql`(${sql.join(
            nombres.quienes.map((who) => sql`${sql.ref(who)} = ${quien}::uuid`),
            sql` or `,
          )})`,
        ]
      : []),
    ...(objeto ? [sql`${record} = ${objeto}::${sql.raw(tipo)}`] : []),
    ...(desde ? [sql`${en} >= ${startOf(desde)}`] : []),
    ...(hasta ? [sql`${en} < (${hasta}::date + 1)::timestamp at time zone ${ZONA_HORARIA}`] : []),
  ]
}

function hechos(empresaId: EmpresaId, filtro: AuditoriaFiltro): Fuente {
  const nombres = { empresa: 'a.empresa_id', objeto: 'a.objeto', en: 'a.en', quienes: ['a.usuario_id', 'a.actor_id'] }
  const conditions = conditionsOf(empresaId, filtro, nombres, 'text')
  if (filtro.que) conditions.push(sql`split_part(a.accion, '.', 1) = any(${filtro.que.split(',')}::text[])`)
  return sql`(select a.en, 'A' || lpad(a.id::text, 20, '0') as orden, a.id as numero, a.usuario_id, a.actor_id, a.accion, a.objeto, a.detalle, s.sello
    from auditoria a left join auditoria_sello s on s.empresa_id = a.empresa_id and s.id = a.id where ${sql.join(conditions, sql` and `)})`
}

function eventos(empresaId: EmpresaId, filtro: AuditoriaFiltro): Fuente {
  const nombres = { empresa: 'e.empresa_id', objeto: 'e.documento_id', en: 'e.en', quienes: ['e.usuario_id', 'e.actor_id'] }
  return sql`(select e.en, 'D' || e.documento_id || lpad(e.n::text, 10, '0') as orden, null::bigint as numero, e.usuario_id, e.actor_id,
      'documento.' || lower(e.a) as accion, e.documento_id::text as objeto,
      jsonb_strip_nulls(jsonb_build_object('estado', jsonb_build_array(e.de, e.a), 'causa', e.causa, 'sri', (
        select jsonb_agg(concat(m ->> 'identificador', ': ', m ->> 'mensaje', ' (' || (m ->> 'informacionAdicional') || ')'))
          from jsonb_array_elements(e.mensajes) m))) as detalle, null::bytea as sello
    from documento_evento e where ${sql.join(conditionsOf(empresaId, filtro, nombres, 'uuid'), sql` and `)})`
}

function tardias(empresaId: EmpresaId, filtro: AuditoriaFiltro): Fuente {
  const nombres = { empresa: 't.empresa_id', objeto: 't.documento_id', en: 't.en', quienes: [] }
  const conditions = conditionsOf(empresaId, { ...filtro, quien: undefined }, nombres, 'uuid')
  return sql`(select t.en, 'T' || t.documento_id || lpad(t.cerco::text, 10, '0') as orden, null::bigint as numero, null::uuid as usuario_id,
      null::uuid as actor_id, 'documento.tardia' as accion, t.documento_id::text as objeto, jsonb_build_object('causa', t.causa) as detalle,
      null::bytea as sello
    from documento_respuesta_tardia t where ${sql.join(conditions, sql` and `)})`
}

/** Mails of one environment, as their index demands. */
function correos(empresaId: EmpresaId, filtro: AuditoriaFiltro, ambiente: Ambiente): Fuente {
  const nombres = { empresa: 'c.empresa_id', objeto: 'c.documento_id', en: 'c.creado_en', quienes: ['c.usuario_id'] }
  const conditions = [sql`c.ambiente = ${ambiente}`, ...conditionsOf(empresaId, filtro, nombres, 'uuid')]
  const destinos = (estado: RawBuilder<unknown>) => sql`(select jsonb_agg(d.direccion order by d.direccion) from correo_destinatario d
    where d.empresa_id = c.empresa_id and d.correo_id = c.id${estado})`
  return sql`(select c.creado_en as en, 'M' || c.id as orden, null::bigint as numero, c.usuario_id, null::uuid as actor_id,
      'documento.correo_' || lower(c.motivo) as accion, c.documento_id::text as objeto,
      jsonb_strip_nulls(jsonb_build_object('para', ${destinos(sql``)}, 'sin_entregar', ${destinos(sql` and d.estado = 'FALLIDO'`)})) as detalle,
      null::bytea as sello
    from correo c where ${sql.join(conditions, sql` and `)})`
}

/** Updates of many products have one row in the audit; the effect on a single product is kept beside them. */
function actualizaciones(empresaId: EmpresaId, filtro: AuditoriaFiltro): Fuente {
  const nombres = { empresa: 'u.empresa_id', objeto: 'f.producto_id', en: 'u.hecha_en', quienes: ['a.usuario_id', 'a.actor_id'] }
  return sql`(select u.hecha_en as en, 'U' || u.id as orden, null::bigint as numero, a.usuario_id, a.actor_id, a.accion,
      f.producto_id::text as objeto, (
        select jsonb_object_agg(campo, jsonb_build_array(f.antes -> campo, f.despues -> campo)) from jsonb_object_keys(f.despues) as campo) as detalle,
      null::bytea as sello
    from actualizacion u
    join actualizacion_fila f on f.empresa_id = u.empresa_id and f.actualizacion_id = u.id
    join auditoria a on a.empresa_id = u.empresa_id and a.en = u.hecha_en and u.id::text in (a.objeto, a.detalle ->> 'actualizacion')
     and a.accion in ('producto.actualizar', 'producto.deshacer', 'producto.cargar_precios')
   where ${sql.join(conditionsOf(empresaId, filtro, nombres, 'uuid'), sql` and `)})`
}

/** The upload that made a record: both have the same instant. */
function cargas(empresaId: EmpresaId, filtro: AuditoriaFiltro): Fuente {
  const nombres = { empresa: 'a.empresa_id', objeto: 'r.id', en: 'a.en', quienes: ['a.usuario_id', 'a.actor_id'] }
  return sql`(select a.en, 'A' || lpad(a.id::text, 20, '0') as orden, a.id as numero, a.usuario_id, a.actor_id, a.accion, a.objeto, a.detalle, s.sello
    from (
      select p.empresa_id, p.id, p.creado_en as en, 'producto' as tipo from producto p
      union all select p.empresa_id, p.id, p.creada_en, 'persona' from persona p) r
    join auditoria a on a.empresa_id = r.empresa_id and a.en = r.en and a.accion = r.tipo || '.cargar'
    left join auditoria_sello s on s.empresa_id = a.empresa_id and s.id = a.id
   where ${sql.join(conditionsOf(empresaId, filtro, nombres, 'uuid'), sql` and `)} and not exists (
     select 1 from auditoria c where c.empresa_id = r.empresa_id and c.objeto = r.id::text and c.accion = r.tipo || '.crear'))`
}

const AMBIENTES: readonly Ambiente[] = ['SIMULADOR', 'PRUEBAS', 'PRODUCCION']

/** Kinds of rows that answer a question. Rows that documents keep are added when one or all documents are asked for. */
export function fuentesOf(empresaId: EmpresaId, filtro: AuditoriaFiltro): Fuentes {
  const areDocumentos = filtro.que === undefined ? filtro.objeto !== undefined : filtro.que.split(',').includes('documento')
  const deMuchos = filtro.objeto === undefined ? [] : [actualizaciones(empresaId, filtro), cargas(empresaId, filtro)]
  if (!areDocumentos) return [hechos(empresaId, filtro), ...deMuchos]
  return [
    hechos(empresaId, filtro),
    ...deMuchos,
    eventos(empresaId, filtro),
    ...(filtro.quien ? [] : [tardias(empresaId, filtro)]),
    ...AMBIENTES.map((ambiente) => correos(empresaId, filtro, ambiente)),
  ]
}

/** The rows of all sources as one list, for a count. */
export const rowsOf = (fuentes: Fuentes): RawBuilder<unknown> =>
  sql`from (${sql.join(
    fuentes.map((fuente) => sql`select h.en from ${fuente} h`),
    sql` union all `,
  )}) h`

const ORDEN = ['h.en', 'h.orden']
const LAST_FIRST = sql`order by h.en desc, h.orden desc`

/** The first `limit` rows of each source, read by its index: the first `limit` rows of all sources are among them. */
const firstOf = (fuentes: Fuentes, limit: number, desde?: Desde) => {
  // Row-level security keeps a comparison of both values out of the index, but allows one of the instant alone.
  const after = desde === undefined ? sql`` : sql` and h.en <= ${desde[0]}::timestamptz${andAfter(ORDEN, 'desc', desde)}`
  return sql`(${sql.join(
    fuentes.map((fuente) => sql`(select h.* from ${fuente} h where true${after} ${LAST_FIRST} limit ${limit})`),
    sql` union all `,
  )}) h`
}

export async function pageAuditoria(tx: Tx, fuentes: Fuentes, offset: number, size: number): Promise<FilaLeida[]> {
  const first = firstOf(fuentes, offset + size)
  return (await sql<FilaLeida>`select h.* from ${first} ${LAST_FIRST} offset ${offset} limit ${size}`.execute(tx)).rows
}

/** The rows after `desde` in the order of the list, for a file. */
export async function nextAuditoria(tx: Tx, fuentes: Fuentes, desde: Desde | undefined): Promise<Tramo<FilaLeida>> {
  const found = await sql<FilaLeida & { desde: Desde }>`
    select h.*, ${asDesde(ORDEN)} from ${firstOf(fuentes, TRAMO, desde)} ${LAST_FIRST} limit ${TRAMO}`.execute(tx)
  return tramoOf(found.rows)
}

/** Names of the people who wrote in this company, support included, by id. */
export async function readAutores(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    username: string
    name: string
    surname: string
  }>`select * from autores_de_auditoria(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, quienOf(row)]))
}

/** Names by id of the records that still exist. */
export async function readNombres(tx: Tx, empresaId: EmpresaId, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; nombre: string }>`
    select id, razon_social as nombre from persona where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, name from producto where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, name from unidad where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, name from marca where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, name from categoria where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, numero from retencion_recibida where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, numero from recibido where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, numero from cuenta where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, case sentido when 'COBRAR' then 'RC-' else 'CP-' end || lpad(numero::text, 6, '0') from pago where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, 'CJ-' || lpad(numero::text, 6, '0') from caja where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, numero from compra where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, numero from cotizacion where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, name from bodega where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, titular from firma_solicitud where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, 'Orden ' || lpad(numero::text, 6, '0') from orden where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, titular from certificado where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, establecimiento || '-' || punto || '-' || lpad(secuencial::text, 9, '0') from documento where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, nombre }) => [id, nombre]))
}
