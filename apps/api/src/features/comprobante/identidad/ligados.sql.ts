import type { ComprobanteLigado } from '@yupana/contract'
import { sql } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'

/**
 * The retenciones of a liquidación de compra, or the liquidaciones of a retención, that are valid or may become so; cédula and RUC are one
 * supplier.
 */
export async function listLigados(tx: Tx, empresaId: EmpresaId, id: string): Promise<ComprobanteLigado[]> {
  const { rows } = await sql<ComprobanteLigado>`
    with este as (
      select d.*, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero from documento d
       where d.empresa_id = ${empresaId} and d.id = ${id} and d.tipo in ('03', '07')
    ), pareja as (
      select r.documento_id as id from este join documento_retencion r on r.empresa_id = este.empresa_id and r.numero = este.numero and r.cod_doc = '03'
       where este.tipo = '03'
       union
      select l.id from este join documento_retencion r on r.empresa_id = este.empresa_id and r.documento_id = este.id and r.version = este.version and r.cod_doc = '03'
        join documento l on l.empresa_id = este.empresa_id and l.tipo = '03' and l.establecimiento = split_part(r.numero, '-', 1) and l.punto = split_part(r.numero, '-', 2)
                        and lpad(l.secuencial::text, 9, '0') = split_part(r.numero, '-', 3)
       where este.tipo = '07'
    )
    select d.id, d.tipo, d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0') as numero,
           exists (select 1 from documento l join documento r on r.empresa_id = l.empresa_id and r.id in (este.id, d.id) and r.tipo = '07'
                     join documento_version v on v.empresa_id = r.empresa_id and v.documento_id = r.id and v.n = r.version
                    cross join lateral jsonb_path_query(v.entrada, '$.docs_sustento[*] ? (@.cod_doc == "03")') s
                    where l.empresa_id = este.empresa_id and l.id in (este.id, d.id) and l.tipo = '03'
                      and s ->> 'numero' = l.establecimiento || '-' || l.punto || '-' || lpad(l.secuencial::text, 9, '0')
                      and ((s ->> 'total_sin_impuestos')::bigint <> l.subtotal or (s ->> 'importe_total')::bigint <> l.total)) as difiere
      from este join documento d on d.empresa_id = este.empresa_id and d.id in (select id from pareja) and d.ambiente = este.ambiente
                                and d.estado not in ('RECHAZADO', 'CERRADO', 'ANULADO')
     where (d.receptor_identificacion = este.receptor_identificacion
            or d.receptor_tipo in ('04', '05') and este.receptor_tipo in ('04', '05') and left(d.receptor_identificacion, 10) = left(este.receptor_identificacion, 10))
       and (d.tipo <> '07' or exists (select 1 from documento_retencion r where r.empresa_id = d.empresa_id and r.documento_id = d.id and r.version = d.version
                                        and r.cod_doc = '03' and r.numero = este.numero))
     order by d.creado_en, d.id`.execute(tx)
  return rows
}
