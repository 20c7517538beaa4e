import type { FirmaPagada, PagoFirma } from '@yupana/contract'
import type { TipoFirma } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'

export interface FirmaVendida {
  tipo: TipoFirma
  anios: number
}

/** Paid orders offered to one request. */
const MAX_POR_USAR = 20

export const insertPagadas = (tx: Tx, empresaId: EmpresaId, ordenId: string, firmas: readonly FirmaVendida[]): Promise<unknown> =>
  tx
    .insertInto('firma_pagada')
    .values(firmas.map(({ tipo, anios }, n) => ({ empresa_id: empresaId, orden_id: ordenId, n: n + 1, tipo, anios, solicitud_id: null })))
    .execute()

/** Requests of the buyer that wait at the desk without a payment, the oldest first. */
export async function readEsperanPago(tx: Tx, empresaId: EmpresaId, usuarioId: string): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from firma_solicitud s
     where s.empresa_id = ${empresaId} and s.usuario_id = ${usuarioId} and s.estado in ('ENVIADA', 'EN_REVISION', 'OBSERVADA')
       and not exists (select from firma_pagada p where p.empresa_id = s.empresa_id and p.solicitud_id = s.id)
     order by s.enviada_en, s.id for update`.execute(tx)
  return rows
}

/** A signature of an order: the given one, or any free one. */
export interface Pagada {
  ordenId: string
  n?: number | undefined
}

/**
 * Gives a free signature of that order to a request of its kind and years that has none. Answers false when it cannot. Two requests at once
 * get one each, and the order is not refunded meanwhile.
 */
export async function takePagada(tx: Tx, empresaId: EmpresaId, { ordenId, n }: Pagada, solicitudId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update firma_pagada p set solicitud_id = ${solicitudId}
     where (p.empresa_id, p.orden_id, p.n) = (
       select l.empresa_id, l.orden_id, l.n from firma_pagada l
         join firma_solicitud s on s.empresa_id = l.empresa_id and s.id = ${solicitudId} and s.tipo = l.tipo and s.anios = l.anios
         join orden o on o.empresa_id = l.empresa_id and o.id = l.orden_id and o.estado = 'PAGADA'
        where l.empresa_id = ${empresaId} and l.orden_id = ${ordenId} and l.solicitud_id is null and l.n = coalesce(${n ?? null}::smallint, l.n)
          and not exists (select from firma_pagada m where m.empresa_id = l.empresa_id and m.solicitud_id = ${solicitudId})
        order by l.n limit 1 for share of o for update of l skip locked)`.execute(tx)
  return numAffectedRows === 1n
}

/** Kind and years of a free signature of that order. */
export async function findLibre(tx: Tx, empresaId: EmpresaId, { ordenId, n }: Pagada): Promise<FirmaVendida | undefined> {
  const { rows } = await sql<FirmaVendida>`
    select p.tipo, p.anios from firma_pagada p join orden o on o.empresa_id = p.empresa_id and o.id = p.orden_id and o.estado = 'PAGADA'
     where p.empresa_id = ${empresaId} and p.orden_id = ${ordenId} and p.solicitud_id is null and p.n = coalesce(${n ?? null}::smallint, p.n)
     order by p.n limit 1`.execute(tx)
  return rows[0]
}

export async function findPago(tx: Tx, empresaId: EmpresaId, solicitudId: string): Promise<PagoFirma | undefined> {
  const { rows } = await sql<PagoFirma>`
    select p.orden_id, o.numero from firma_pagada p join orden o on o.empresa_id = p.empresa_id and o.id = p.orden_id
     where p.empresa_id = ${empresaId} and p.solicitud_id = ${solicitudId}`.execute(tx)
  return rows[0]
}

/** Paid orders of the company with a free signature of that kind and years. */
export async function readPorUsar(tx: Tx, empresaId: EmpresaId, { tipo, anios }: FirmaVendida): Promise<PagoFirma[]> {
  const { rows } = await sql<PagoFirma>`
    select distinct p.orden_id, o.numero from firma_pagada p join orden o on o.empresa_id = p.empresa_id and o.id = p.orden_id
     where p.empresa_id = ${empresaId} and p.tipo = ${tipo} and p.anios = ${anios} and p.solicitud_id is null and o.estado = 'PAGADA'
     order by o.numero limit ${MAX_POR_USAR}`.execute(tx)
  return rows
}

/** The signatures of a paid order, as a user of its company sees them. */
export async function readDeOrden(tx: Tx, empresaId: EmpresaId, ordenId: string, usuarioId: string | null): Promise<FirmaPagada[]> {
  const { rows } = await sql<FirmaPagada>`
    select p.n, p.tipo, p.anios,
           case when s.id is not null then jsonb_build_object('id', s.id, 'estado', s.estado, 'es_mia', s.usuario_id is not distinct from ${usuarioId}::uuid,
             -- Drafts of others are nobody's business.
             'titular', case when s.estado <> 'BORRADOR' or s.usuario_id = ${usuarioId}::uuid then s.titular else '' end) end as solicitud
      from firma_pagada p left join firma_solicitud s on s.empresa_id = p.empresa_id and s.id = p.solicitud_id
     where p.empresa_id = ${empresaId} and p.orden_id = ${ordenId} order by p.n`.execute(tx)
  return rows
}

/** Frees the payment of a request that ended without a signature: another request may use it. A refunded payment is removed. */
export async function freePago(tx: Tx, empresaId: EmpresaId, solicitudId: string): Promise<void> {
  await sql`
    delete from firma_pagada p using orden o
     where p.empresa_id = ${empresaId} and p.solicitud_id = ${solicitudId} and o.empresa_id = p.empresa_id and o.id = p.orden_id
       and o.estado <> 'PAGADA'`.execute(tx)
  await tx
    .updateTable('firma_pagada')
    .set({ solicitud_id: null })
    .where('empresa_id', '=', empresaId)
    .where('solicitud_id', '=', solicitudId)
    .execute()
}

/** Removes the signatures of a refunded order; one already with the entity stays with its request. */
export async function removeDeOrden(tx: Tx, empresaId: EmpresaId, ordenId: string): Promise<void> {
  // This statement waits for an approval under way, and the next one reads the result of the approval.
  await sql`
    select from firma_solicitud s
     where s.empresa_id = ${empresaId}
       and s.id in (select p.solicitud_id from firma_pagada p where p.empresa_id = ${empresaId} and p.orden_id = ${ordenId})
     order by s.id for update`.execute(tx)
  await sql`
    delete from firma_pagada p
     where p.empresa_id = ${empresaId} and p.orden_id = ${ordenId}
       and not exists (select from firma_solicitud s where s.empresa_id = p.empresa_id and s.id = p.solicitud_id and s.estado in ('APROBADA', 'EMITIDA'))`.execute(
    tx,
  )
}
