import { sql } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Ambiente } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { cartaOf, destinosOf, type CartaNueva, type MedioCorreo } from '../../carta/carta.door.ts'

/**
 * Issuing a note of a factura and voiding that factura come one after the other. The factura is named by its id, or by its number when it
 * is not ours.
 */
export async function lockNotasOf(tx: Tx, empresaId: EmpresaId, factura: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`nota|${empresaId}|${factura}`}, 0))`.execute(tx)
}

/** States of a request that the SRI has not decided. */
export const ABIERTAS = ['SOLICITADA', 'POR_ACEPTAR'] as const

/** The last request about a document. */
export const readAnulacion = (tx: Tx, empresaId: EmpresaId, id: string) =>
  tx
    .selectFrom('documento_anulacion')
    .select(['usuario_id', 'solicitada_en', 'motivo', 'hasta', 'aceptacion_dias', 'estado', 'consultada_en', 'resuelta_en'])
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface SolicitudNueva {
  empresaId: EmpresaId
  id: string
  usuarioId: string | null
  en: Date
  motivo: string
  hasta: string
  extendido: string
  aceptacionDias: number | null
  estado: 'SOLICITADA' | 'POR_ACEPTAR'
  proximoIntento: Date
}

/** Adds a request about an authorised document; answers false when one is open already, or the document moved meanwhile. */
export async function insertSolicitud(tx: Tx, nueva: SolicitudNueva): Promise<boolean> {
  const { rows } = await sql`
    insert into documento_anulacion (empresa_id, documento_id, n, usuario_id, solicitada_en, motivo, hasta, extendido, aceptacion_dias, estado, proximo_intento)
    select d.empresa_id, d.id, coalesce((select max(a.n) from documento_anulacion a where a.empresa_id = d.empresa_id and a.documento_id = d.id), 0) + 1,
           ${nueva.usuarioId}::uuid, ${nueva.en}::timestamptz, ${nueva.motivo}, ${nueva.hasta}::date, ${nueva.extendido}::date, ${nueva.aceptacionDias}::integer,
           ${nueva.estado}, ${nueva.proximoIntento}::timestamptz
      from documento d where d.empresa_id = ${nueva.empresaId} and d.id = ${nueva.id} and d.estado = 'AUTORIZADO'
    on conflict do nothing returning n`.execute(tx)
  return rows.length === 1
}

/** Makes the open request about a document due for its next question now. */
export async function bringNow(tx: Tx, empresaId: EmpresaId, id: string, ahora: Date): Promise<void> {
  await tx
    .updateTable('documento_anulacion')
    .set({ proximo_intento: ahora.toISOString() })
    .where('empresa_id', '=', empresaId)
    .where('documento_id', '=', id)
    .where('estado', 'in', ABIERTAS)
    .where('proximo_intento', '>', ahora.toISOString())
    .execute()
}

/** Withdraws a request that the SRI does not know of yet. */
export async function withdrawSolicitud(tx: Tx, empresaId: EmpresaId, id: string, en: Date): Promise<boolean> {
  const { rows } = await sql`
    update documento_anulacion set estado = 'RETIRADA', resuelta_en = ${en}::timestamptz, proximo_intento = null
     where empresa_id = ${empresaId} and documento_id = ${id} and estado = 'SOLICITADA' returning n`.execute(tx)
  return rows.length === 1
}

export interface AnuladoNuevo {
  empresaId: EmpresaId
  id: string
  en: Date
  causa: string
  /** The person who brought proof. Exactly one of `usuarioId` and `proceso` is set: the process heard it from the SRI. */
  usuarioId: string | null
  proceso: string | null
  correo: CartaNueva & { medioSiSale: MedioCorreo }
}

/**
 * Makes a document ANULADO for good: event, end of the request and mail to the receiver in one statement. Answers false when the document
 * was no longer AUTORIZADO.
 */
export async function saveAnulado(tx: Tx, { empresaId, id, en, causa, usuarioId, proceso, correo }: AnuladoNuevo): Promise<boolean> {
  const { rows } = await sql<{ anulados: number }>`
    with destinos as (${destinosOf(empresaId, id, correo.medioSiSale)}
    ), doc as (
      update documento d set estado = 'ANULADO', codigo_sri = null,
             correo_estado = case when cardinality(destinos.direcciones) = 0 then d.correo_estado when destinos.medio = 'SMTP' then 'PENDIENTE' else 'BANDEJA' end
        from destinos where d.empresa_id = ${empresaId} and d.id = ${id} and d.estado = 'AUTORIZADO' returning d.empresa_id, d.id
    ), evento as (
      insert into documento_evento (empresa_id, documento_id, n, en, de, a, usuario_id, proceso, causa)
      select doc.empresa_id, doc.id, (select max(v.n) + 1 from documento_evento v where v.empresa_id = doc.empresa_id and v.documento_id = doc.id),
             ${en}::timestamptz, 'AUTORIZADO', 'ANULADO', ${usuarioId}::uuid, ${proceso}, ${causa} from doc
    ), solicitud as (
      update documento_anulacion a set estado = 'ANULADA', resuelta_en = ${en}::timestamptz, proximo_intento = null
        from doc where a.empresa_id = doc.empresa_id and a.documento_id = doc.id and a.estado in (${sql.join(ABIERTAS.map((one) => sql.lit(one)))})
    ), ${cartaOf(correo, 'ANULACION', en)}
    select count(*) as anulados from doc`.execute(tx)
  return rows[0]?.anulados === 1
}

/** What the voiding rules and the mail need to know of a document. */
export const readAnulable = (tx: Tx, empresaId: EmpresaId, id: string): Promise<Anulable | undefined> =>
  tx
    .selectFrom('documento')
    .select(['tipo', 'estado', 'fecha_emision', 'receptor_tipo', 'clave', 'ambiente', 'modo_emision'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst()

export interface Anulable {
  tipo: string
  estado: string
  fecha_emision: string
  receptor_tipo: string
  clave: string
  ambiente: Ambiente
  modo_emision: number
}
