import { LISTING_EXACT_LIMIT, type Pendientes } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

export interface PasosRow {
  empresa: boolean
  condiciones: boolean
  producto: boolean
  cliente: boolean
  factura: boolean
  firma: boolean
}

export interface PendientesRow {
  firma: { hasta: string; inservible: boolean } | null
  sin_firmar: number
  buzon: string | null
  pausada: string | null
}

/** The finished first steps. */
export async function readPasos(tx: Tx, empresaId: EmpresaId, ahora: Date): Promise<PasosRow> {
  const { rows } = await sql<PasosRow>`
    select exists (select 1 from punto_emision p join establecimiento t on t.empresa_id = p.empresa_id and t.codigo = p.establecimiento
                    where p.empresa_id = e.id and p.activo and t.activo) as empresa,
           e.condiciones_confirmadas_en is not null as condiciones,
           exists (select 1 from producto p where p.empresa_id = e.id) as producto,
           exists (select 1 from persona p where p.empresa_id = e.id and 'cliente' = any(p.roles)) as cliente,
           exists (select 1 from (values ('SIMULADOR'), ('PRUEBAS'), ('PRODUCCION')) a (ambiente)
                    cross join lateral (select 1 from documento d where d.empresa_id = e.id and d.ambiente = a.ambiente and d.pestana = 1 and d.tipo = '01'
                                         order by d.fecha_emision desc, d.creado_en desc, d.id desc limit 1) primera) as factura,
           exists (select 1 from certificado c where c.empresa_id = e.id and c.activo and c.inservible is null
                    and c.desde <= ${ahora}::timestamptz and ${ahora}::timestamptz < c.hasta) as firma
      from empresa e where e.id = ${empresaId}`.execute(tx)
  return only(rows)
}

/**
 * The certificate in use, documents that wait for one, the fault of the mailbox, and the reason why emission is stopped, if it is: first
 * for the company, then for its parts.
 */
export async function readPendientes(tx: Tx, empresaId: EmpresaId): Promise<PendientesRow> {
  const { rows } = await sql<PendientesRow>`
    select (select json_build_object('hasta', c.hasta, 'inservible', c.inservible is not null)
              from certificado c where c.empresa_id = e.id and c.activo) as firma,
           (select count(*)::int from (select 1 from documento_envio v where v.empresa_id = e.id and v.espera_por is not null and v.proximo_intento is not null limit ${LISTING_EXACT_LIMIT + 1}) w) as sin_firmar,
           (select b.fallo from buzon b where b.empresa_id = e.id and b.averiado) as buzon,
           coalesce(e.pausada_motivo,
             (select 'Establecimiento ' || t.codigo || ': ' || t.pausado_motivo from establecimiento t
               where t.empresa_id = e.id and t.pausado_motivo is not null order by t.codigo limit 1),
             (select 'Serie ' || s.establecimiento || '-' || s.punto || ': ' || s.pausada_motivo from serie s
               where s.empresa_id = e.id and s.ambiente = e.ambiente and s.pausada_motivo is not null order by s.establecimiento, s.punto, s.tipo limit 1)) as pausada
      from empresa e where e.id = ${empresaId}`.execute(tx)
  return only(rows)
}

export type AnuladosRow = Pick<Pendientes, 'compras_anuladas' | 'retenciones_anuladas'>

/** Registered documents that their issuer voided. */
export async function readAnulados(tx: Tx, { empresaId, ambiente }: { empresaId: EmpresaId; ambiente: Ambiente }): Promise<AnuladosRow> {
  const { rows } = await sql<AnuladosRow>`
    select (select count(*)::int from (select 1 from compra c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente}
              and c.anulado_emisor_en is not null and c.estado = 'REGISTRADA' limit ${LISTING_EXACT_LIMIT + 1}) c) as compras_anuladas,
           (select count(*)::int from (select 1 from retencion_recibida r where r.empresa_id = ${empresaId} and r.ambiente = ${ambiente}
              and r.anulado_emisor_en is not null limit ${LISTING_EXACT_LIMIT + 1}) r) as retenciones_anuladas`.execute(tx)
  return only(rows)
}

function only<T>([row]: readonly T[]): T {
  if (!row) throw new Error('the company of the session is gone')
  return row
}
