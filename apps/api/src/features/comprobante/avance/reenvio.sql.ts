import { sql } from 'kysely'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { MensajeGuardado } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'

export interface Movible {
  estado: string
  establecimiento: string
}

export const readMovible = (tx: Tx, empresaId: EmpresaId, id: string): Promise<Movible | undefined> =>
  tx
    .selectFrom('documento')
    .select(['estado', 'establecimiento'])
    .where('empresa_id', '=', empresaId)
    .where('id', '=', id)
    .executeTakeFirst()

export interface Movimiento {
  empresaId: EmpresaId
  id: string
  de: string
  a: string
  en: Date
  usuarioId: string
  causa: string
  mensajes?: readonly MensajeGuardado[]
  /** When the worker looks at the document next; null when it never does by itself. */
  proximoIntento: Date | null
}

/** Moves a document on behalf of a person, with its event. Answers false when its state had changed. */
export async function moveByPerson(tx: Tx, mueve: Movimiento): Promise<boolean> {
  const { rows } = await sql`
    with doc as (
      update documento set estado = ${mueve.a} where empresa_id = ${mueve.empresaId} and id = ${mueve.id} and estado = ${mueve.de} returning empresa_id, id
    ), envio as (
      update documento_envio e set proximo_intento = ${mueve.proximoIntento}::timestamptz, intentos = 0, atrasado = false
        from doc where e.empresa_id = doc.empresa_id and e.documento_id = doc.id
    ), evento as (
      insert into documento_evento (empresa_id, documento_id, n, en, de, a, usuario_id, causa, mensajes)
      select doc.empresa_id, doc.id, (select max(v.n) + 1 from documento_evento v where v.empresa_id = doc.empresa_id and v.documento_id = doc.id),
             ${mueve.en}::timestamptz, ${mueve.de}, ${mueve.a}, ${mueve.usuarioId}::uuid, ${mueve.causa},
             ${mueve.mensajes ? JSON.stringify(mueve.mensajes) : null}::jsonb from doc
    )
    select id from doc`.execute(tx)
  return rows.length === 1
}

/** Makes a document that waits for a later try due now, unless a worker holds it. Answers whether it waited. */
export async function bringNow(tx: Tx, empresaId: EmpresaId, id: string, ahora: Date): Promise<boolean> {
  const { rows } = await sql`
    update documento_envio set proximo_intento = ${ahora}::timestamptz
     where empresa_id = ${empresaId} and documento_id = ${id} and proximo_intento > ${ahora}::timestamptz
       and (arriendo_hasta is null or arriendo_hasta <= ${ahora}::timestamptz)
    returning 1`.execute(tx)
  return rows.length === 1
}

export async function ring(tx: Tx, empresaId: EmpresaId, id: string): Promise<void> {
  await sql`select sonar('avanzar', ${empresaId}, ${id})`.execute(tx)
}

/** Lifts the stop of company and establishment. */
export async function resume(tx: Tx, empresaId: EmpresaId, establecimiento: string): Promise<void> {
  await tx
    .updateTable('empresa')
    .set({ pausada_motivo: null })
    .where('id', '=', empresaId)
    .where('pausada_motivo', 'is not', null)
    .execute()
  await tx
    .updateTable('establecimiento')
    .set({ pausado_motivo: null })
    .where('empresa_id', '=', empresaId)
    .where('codigo', '=', establecimiento)
    .where('pausado_motivo', 'is not', null)
    .execute()
}
