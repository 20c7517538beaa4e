import { LISTING_EXACT_LIMIT } from '@yupana/contract'
import { BAJAN_COMPRA, minimoRetencionAt, type Fecha } from '@yupana/fiscal'
import { sql, type RawBuilder } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

interface Libro {
  empresaId: EmpresaId
  ambiente: Ambiente
}

/** Condition for a row `p`: no valid retención of the company is over it. */
const sinRetencion = (proveedor: RawBuilder<unknown>) => sql`
  not exists (select from documento_retencion r join documento d on d.empresa_id = r.empresa_id and d.id = r.documento_id and d.version = r.version
               where r.empresa_id = p.empresa_id and r.numero = p.numero and r.cod_doc = p.tipo and d.ambiente = p.ambiente
                 and d.estado not in ('RECHAZADO', 'CERRADO', 'ANULADO')
                 and ${proveedor} = receptor_clave(d.receptor_tipo, d.receptor_identificacion))`

/** Condition that the company was an agente on the day of the document; its days are read once for the whole statement. */
const deAgente = (empresaId: EmpresaId) => sql`
  p.fecha_emision <@ any (array(select daterange(x.desde, x.hasta, '[]') from empresa_condicion x
                                 where x.empresa_id = ${empresaId} and x.tipo in ('AGENTE_RETENCION', 'CONTRIBUYENTE_ESPECIAL')))`

/**
 * Condition for a row `p` of `compra`: issued since that day, without its withholding yet. Purchases for which `proposeCompras` withholds
 * nothing are left out: voided ones, notes that reduce one, those of a negocio popular, bases up to the minimum, and all local ones of a
 * company that the SRI did not name.
 */
export const isPorRetener = (empresaId: EmpresaId, desde: Fecha): RawBuilder<unknown> => sql`
  p.fecha_emision >= ${desde}::date and p.estado = 'REGISTRADA' and p.anulado_emisor_en is null and p.tipo <> all (${[...BAJAN_COMPRA]}::text[])
  and (p.pago_exterior is not null
       or (p.subtotal > ${minimoRetencionAt(desde)} and p.proveedor_regimen <> 'NEGOCIO_POPULAR' and ${deAgente(empresaId)}))
  and ${sinRetencion(sql`p.proveedor_clave`)}`

/** Condition for a row `p` of `recibido`, not registered yet, as `isPorRetener` for purchases. */
export const isRecibidoPorRetener = (empresaId: EmpresaId, desde: Fecha): RawBuilder<unknown> => sql`
  p.fecha_emision >= ${desde}::date and p.estado = 'NUEVO' and p.tipo = '01' and p.anulado_en is null and ${deAgente(empresaId)}
  and p.total > ${minimoRetencionAt(desde)} and p.formulario ->> 'regimen_proveedor' is distinct from 'NEGOCIO_POPULAR'
  and (select coalesce(sum((i ->> 'base')::bigint), 0) from jsonb_array_elements(p.formulario -> 'impuestos') i
        where i ->> 'codigo' = '2') > ${minimoRetencionAt(desde)}
  and ${sinRetencion(sql`receptor_clave('04', p.emisor_ruc)`)}`

export interface PorRetener {
  compras: number
  recibidos: number
  vencidas: number
  primeras: { id: string; origen: 'COMPRA' | 'RECIBIDO'; numero: string; proveedor: string; fecha: Fecha }[]
}

/**
 * Number of purchases and of received documents to withhold from, each counted up to the exact limit and one more, of those the late ones
 * (issued before `enPlazo`), and the oldest `mostradas`.
 */
export async function readPorRetener(
  tx: Tx,
  { empresaId, ambiente }: Libro,
  { desde, enPlazo, mostradas }: { desde: Fecha; enPlazo: Fecha; mostradas: number },
): Promise<PorRetener> {
  const tope = LISTING_EXACT_LIMIT + 1
  const { rows } = await sql<PorRetener>`
    with por as materialized (
      (select p.id, 'COMPRA' as origen, p.numero, p.proveedor_nombre as proveedor, p.fecha_emision as fecha from compra p
        where p.empresa_id = ${empresaId} and p.ambiente = ${ambiente} and ${isPorRetener(empresaId, desde)}
        order by p.fecha_emision limit ${tope})
      union all
      (select p.id, 'RECIBIDO', p.numero, p.emisor_nombre, p.fecha_emision from recibido p
        where p.empresa_id = ${empresaId} and p.ambiente = ${ambiente} and ${isRecibidoPorRetener(empresaId, desde)}
        order by p.fecha_emision limit ${tope}))
    select count(*) filter (where origen = 'COMPRA')::int as compras, count(*) filter (where origen = 'RECIBIDO')::int as recibidos,
           count(*) filter (where fecha < ${enPlazo}::date)::int as vencidas,
           (select coalesce(json_agg(x), '[]') from (select * from por order by fecha, numero, id limit ${mostradas}) x) as primeras
      from por`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a count answers one row')
  return row
}
