import type { CompraRetenida } from '@yupana/contract'
import { BAJAN_COMPRA, type Regimen } from '@yupana/fiscal'
import { sql } from 'kysely'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { CompraRetenible } from '../retencion/retencion.door.ts'

/** The data of a document of the inbox by which its proposal is looked up. */
export interface Consultado {
  id: string
  tipo: string
  numero: string
  fecha_emision: string
  emisor_ruc: string
  proveedor_clave: string
  /** Number of the document changed by a note. */
  modificado: string | null
}

interface Bodega {
  id: string
  name: string
}

/** The known data of the supplier of a document on its day. */
export interface Sabido extends Pick<CompraRetenible, 'contribuyente' | 'calificaciones' | 'ya' | 'ultima'> {
  id: string
  conocido: boolean
  /** Whether a valid purchase of the supplier exists. */
  comprado: boolean
  regimen: Regimen | null
  regla: {
    sustento: string | null
    /** Time of the choice by hand; null: learned from a purchase. */
    sustento_elegido: string | null
    bodega: Bodega | null
    bodega_elegida: string | null
    operacion: CompraRetenida['operacion'] | null
    retener: boolean
    editado_en: string
    /** The purchase it was learned from. */
    compra: { numero: string; fecha: string } | null
  } | null
  modificada: { sustento: string; numero: string } | null
}

const NUMERO = sql`d.establecimiento || '-' || d.punto || '-' || lpad(d.secuencial::text, 9, '0')`
const EN_PIE = sql`d.estado not in ('RECHAZADO', 'CERRADO', 'ANULADO')`
const codigoDe = (impuesto: string) => sql`(
  select min(r.codigo) from documento_retencion r
   where r.empresa_id = d.empresa_id and r.documento_id = d.id and r.version = d.version and r.impuesto = ${impuesto})`

/** The known data for each of these documents, in one statement. */
export async function readSabido(
  tx: Tx,
  { empresaId, ambiente }: { empresaId: EmpresaId; ambiente: Ambiente },
  docs: readonly Consultado[],
): Promise<Sabido[]> {
  const { rows } = await sql<Sabido>`
    select n.id, s.id is not null as conocido,
           exists (select 1 from compra c where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.estado = 'REGISTRADA'
             and c.proveedor_clave = n.proveedor_clave and c.tipo <> all(${[...BAJAN_COMPRA]}::text[])) as comprado, h.tipo_contribuyente as contribuyente, h.regimen, coalesce(h.calificaciones, '{}') as calificaciones,
           (select json_build_object('sustento', g.sustento, 'operacion', g.operacion, 'retener', g.retener, 'editado_en', g.editado_en,
                     'sustento_elegido', g.sustento_elegido, 'bodega_elegida', g.bodega_elegida,
                     'bodega', case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end,
                     'compra', case when c.id is not null then json_build_object('numero', c.numero, 'fecha', c.fecha_registro) end)
              from regla_proveedor g
              left join bodega b on b.empresa_id = g.empresa_id and b.id = g.bodega_id and b.status = 'ACTIVO'
              left join compra c on c.empresa_id = g.empresa_id and c.id = g.compra_id
             where g.empresa_id = ${empresaId} and g.proveedor_clave = n.proveedor_clave) as regla,
           (select json_build_object('sustento', c.sustento, 'numero', c.numero) from compra c
             where c.empresa_id = ${empresaId} and c.ambiente = ${ambiente} and c.estado = 'REGISTRADA' and c.proveedor_clave = n.proveedor_clave
               and c.numero = n.modificado order by c.creado_en desc limit 1) as modificada,
           (select ${NUMERO} from documento_retencion r join documento d on d.empresa_id = r.empresa_id and d.id = r.documento_id and d.version = r.version
             where r.empresa_id = ${empresaId} and r.numero = n.numero and r.cod_doc = n.tipo and d.ambiente = ${ambiente} and ${EN_PIE}
               and d.receptor_tipo in ('04', '05') and left(d.receptor_identificacion, 10) = left(n.emisor_ruc, 10) limit 1) as ya,
           (select json_build_object('numero', ${NUMERO}, 'renta', ${codigoDe('1')}, 'iva', ${codigoDe('2')}) from documento d
             where d.empresa_id = ${empresaId} and d.ambiente = ${ambiente} and d.persona_id = any(personas_de(${empresaId}::uuid, s.id))
               and d.tipo = '07' and ${EN_PIE} order by d.fecha_emision desc, d.creado_en desc, d.id desc limit 1) as ultima
      from jsonb_to_recordset(${JSON.stringify(docs)}::jsonb) as n (
             id uuid, tipo text, numero text, fecha_emision date, emisor_ruc text, proveedor_clave text, modificado text)
      left join lateral (
        select coalesce(x.unida_a, x.id) as id from persona x
         where x.empresa_id = ${empresaId} and x.identificacion >= left(n.emisor_ruc, 10) and x.identificacion < left(n.emisor_ruc, 10) || ':'
           and (x.identificacion = n.emisor_ruc or x.tipo_identificacion in ('04', '05'))
         order by x.identificacion <> n.emisor_ruc, x.identificacion limit 1) s on true
      left join lateral condicion_de_persona(${empresaId}::uuid, s.id, n.fecha_emision) h on s.id is not null`.execute(tx)
  return rows
}

/** The default warehouse of a company, and how many are in use. */
export async function readBodegas(tx: Tx, empresaId: EmpresaId): Promise<{ predeterminada: Bodega | null; activas: number }> {
  const { rows } = await sql<{ predeterminada: Bodega | null; activas: number }>`
    select (json_agg(json_build_object('id', id, 'name', name)) filter (where predeterminada)) -> 0 as predeterminada, count(*)::int as activas
      from bodega where empresa_id = ${empresaId} and status = 'ACTIVO'`.execute(tx)
  return rows[0]!
}

export async function isBodegaActiva(tx: Tx, empresaId: EmpresaId, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('bodega')
    .select('id')
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .where('status', '=', 'ACTIVO')
    .executeTakeFirst()
  return row !== undefined
}
