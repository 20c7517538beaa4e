import type { AuditoriaFiltro } from '@yupana/contract'
import { addDays, startOf } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import { andAfter, asDesde } from '../../db/tramo.sql.ts'
import { TRAMO, tramoOf, type Desde, type Tramo } from '../../http/exportacion.ts'
import type { FilaAuditoria } from '../../secretos/sello.ts'

export interface FilaLeida extends Omit<FilaAuditoria, 'empresa_id' | 'detalle'> {
  detalle: Record<string, unknown>
  sello: Buffer | null
}

/** The rows of a company that a question is about, as what follows `select`. */
export function rowsOf(empresaId: EmpresaId, { quien, que, objeto, desde, hasta }: AuditoriaFiltro): RawBuilder<unknown> {
  const conditions = [
    sql`a.empresa_id = ${empresaId}::uuid`,
    ...(quien ? [sql`(a.usuario_id = ${quien}::uuid or a.actor_id = ${quien}::uuid)`] : []),
    ...(que ? [sql`split_part(a.accion, '.', 1) = any(${que.split(',')}::text[])`] : []),
    ...(objeto ? [sql`a.objeto = ${objeto}`] : []),
    ...(desde ? [sql`a.en >= ${startOf(desde)}`] : []),
    ...(hasta ? [sql`a.en < ${startOf(addDays(hasta, 1))}`] : []),
  ]
  return sql`from auditoria a left join auditoria_sello s on s.empresa_id = a.empresa_id and s.id = a.id where ${sql.join(conditions, sql` and `)}`
}

const COLUMNS = sql`a.id, a.en, a.usuario_id, a.actor_id, a.accion, a.objeto, a.detalle, s.sello`

export async function pageAuditoria(tx: Tx, rows: RawBuilder<unknown>, offset: number, size: number): Promise<FilaLeida[]> {
  return (await sql<FilaLeida>`select ${COLUMNS} ${rows} order by a.id desc offset ${offset} limit ${size}`.execute(tx)).rows
}

/** Rows in the same order, from where the last page ended. */
export async function nextAuditoria(tx: Tx, rows: RawBuilder<unknown>, desde: Desde | undefined): Promise<Tramo<FilaLeida>> {
  const by = ['a.id']
  const found = await sql<FilaLeida & { desde: Desde }>`
    select ${COLUMNS}, ${asDesde(by)} ${rows}${andAfter(by, 'desc', desde)} order by a.id desc limit ${TRAMO}`.execute(tx)
  return tramoOf(found.rows)
}

export async function readAutores(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{
    id: string
    username: string
    name: string
    surname: string
  }>`select * from autores_de_auditoria(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, username, name, surname }) => [id, `${name} ${surname}`.trim() || username]))
}

/** What people call the records that still exist. */
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
    union all select id, titular from certificado where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])
    union all select id, establecimiento || '-' || punto || '-' || lpad(secuencial::text, 9, '0') from documento where empresa_id = ${empresaId} and id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, nombre }) => [id, nombre]))
}
