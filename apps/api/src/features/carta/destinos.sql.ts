import { sql, type RawBuilder } from 'kysely'

import type { Config } from '../../config/config.ts'
import type { Ambiente } from '../../db/schema.ts'

export type MedioCorreo = 'SMTP' | 'BANDEJA'

/** Where a mail that may leave the house goes: to a server, today or once there is one, or to the outbox of a trial installation. */
export const medioSiSale = ({ correoSale }: Pick<Config, 'correoSale'>): MedioCorreo => (correoSale ? 'SMTP' : 'BANDEJA')

export interface Destinos {
  ambiente: Ambiente
  direcciones: string[]
  medio: MedioCorreo
  empresa: string
  /** Addresses of the company that get a copy. */
  copia: string[] | null
  /** Version of its mail settings. */
  ajuste: number | null
}

/**
 * Whom the mail about a document reaches. Trials reach nobody's client (O-95): the simulator's mails stay in the outbox, those of
 * pruebas go to the company itself; a consumidor final gets none.
 */
export const destinosOf = (empresaId: string, documentoId: string, medio: MedioCorreo): RawBuilder<Destinos> => sql<Destinos>`
      select d.ambiente, case when d.receptor_tipo = '07' then '{}'::text[]
                              when d.ambiente = 'PRUEBAS' then array_remove(array[e.correo], null) else v.correos end as direcciones,
             case when d.ambiente = 'SIMULADOR' then 'BANDEJA' else ${medio} end as medio,
             coalesce(e.nombre_comercial, e.razon_social) as empresa, case when d.ambiente <> 'PRUEBAS' then a.copia end as copia, a.version as ajuste
        from documento d join empresa e on e.id = d.empresa_id
        join documento_version v on v.empresa_id = d.empresa_id and v.documento_id = d.id and v.n = d.version
        left join lateral (select version, copia from ajuste_correo where empresa_id = e.id order by version desc limit 1) a on true
       where d.empresa_id = ${empresaId} and d.id = ${documentoId}`
