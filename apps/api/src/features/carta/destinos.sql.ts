import { sql, type RawBuilder } from 'kysely'

import type { Config } from '../../config/config.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'

export type MedioCorreo = 'SMTP' | 'BANDEJA'

/** Where an outgoing mail goes: to a server, now or once there is one, or to the outbox of a trial installation. */
export const medioSiSale = ({ correoSale }: Pick<Config, 'correoSale'>): MedioCorreo => (correoSale ? 'SMTP' : 'BANDEJA')

/** Where a letter of a company goes. The simulator mails no one (O-95), so its letters stay in the outbox. */
export const medioDe = (config: Pick<Config, 'correoSale'>, ambiente?: Ambiente): MedioCorreo =>
  ambiente === 'SIMULADOR' ? 'BANDEJA' : medioSiSale(config)

export interface Destinos {
  ambiente: Ambiente
  direcciones: string[]
  medio: MedioCorreo
  empresa: string
  /** Addresses of the company for a copy. */
  copia: string[] | null
  /** Version of the company's mail settings. */
  ajuste: number | null
}

/**
 * Receivers of the mail about a document. Trials reach no client (O-95): mails of the simulator stay in the outbox, those of pruebas go to
 * the company itself; a consumidor final gets none.
 */
export const destinosOf = (empresaId: EmpresaId, documentoId: string, medio: MedioCorreo): RawBuilder<Destinos> => sql<Destinos>`
      select d.ambiente, case when d.receptor_tipo = '07' then '{}'::text[]
                              when d.ambiente = 'PRUEBAS' then array_remove(array[e.correo], null) else v.correos end as direcciones,
             case when d.ambiente = 'SIMULADOR' then 'BANDEJA' else ${medio} end as medio,
             coalesce(e.nombre_comercial, e.razon_social) as empresa, case when d.ambiente <> 'PRUEBAS' then a.copia end as copia, a.version as ajuste
        from documento d join empresa e on e.id = d.empresa_id
        join documento_version v on v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version
        left join lateral (select version, copia from ajuste_correo where empresa_id = e.id order by version desc limit 1) a on true
       where d.empresa_id = ${empresaId} and d.id = ${documentoId}`

export interface CartaNueva {
  id: string
  asunto: string
  messageId: string
}

/**
 * The mail about a document, `carta` and its envelope `sobre`, as parts of a `with` that already has `destinos` (see destinosOf) and `doc`:
 * the document that moved, or no row.
 */
export const cartaOf = ({ id, asunto, messageId }: CartaNueva, motivo: 'AUTORIZACION' | 'ANULACION', en: Date): RawBuilder<unknown> => sql`
    carta as (
      insert into correo (empresa_id, id, documento_id, ambiente, asunto, message_id, medio, motivo, creado_en, proximo_intento, ajuste)
      select doc.empresa_id, ${id}::uuid, doc.id, destinos.ambiente, ${asunto} || ' de ' || destinos.empresa, ${messageId}, destinos.medio,
             ${motivo}, ${en}::timestamptz, case when destinos.medio = 'SMTP' then ${en}::timestamptz end, destinos.ajuste
        from doc, destinos where cardinality(destinos.direcciones) > 0
      on conflict do nothing returning empresa_id, id, medio
    ), sobre as (
      insert into correo_destinatario (empresa_id, correo_id, direccion, estado, copia)
      select carta.empresa_id, carta.id, para.direccion, case when carta.medio = 'SMTP' then 'PENDIENTE' else 'BANDEJA' end, bool_and(para.copia)
        from carta, destinos, lateral (select unnest(destinos.direcciones) as direccion, false as copia union all select unnest(destinos.copia), true) para
       group by carta.empresa_id, carta.id, para.direccion, carta.medio
    )`
