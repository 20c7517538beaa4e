import { sql } from 'kysely'

import type { Db } from '../../../db/connect.ts'
import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Ambiente } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Arriendo } from '../avance/avance.door.ts'
import { ABIERTAS } from './anular.sql.ts'

/** A request under lease: only writes with this `cerco` count. */
export interface SolicitudReclamada {
  empresa_id: EmpresaId
  documento_id: string
  n: number
  cerco: number
  intentos: number
  pedida: 'SOLICITADA' | 'POR_ACEPTAR'
  /** Last day of the portal, or the last day of the request when that is later. */
  plazo: string
  aceptacion_dias: number | null
  ambiente: Ambiente
  clave: string
  estado: string
}

export async function claimSolicitud(db: Db, { ahora, hasta, quien }: Arriendo): Promise<SolicitudReclamada | undefined> {
  const { rows } = await sql<SolicitudReclamada>`select * from reclamar_anulaciones(${ahora}, ${hasta}, ${quien}, 1, 1)`.execute(db)
  return rows[0]
}

export interface Seguimiento {
  estado: 'SOLICITADA' | 'POR_ACEPTAR' | 'NO_ACEPTADA' | 'VENCIDA'
  /** When the SRI answered; undefined where it did not. */
  consultadaEn: Date | undefined
  resueltaEn: Date | null
  proximoIntento: Date | null
  intentos: number
}

/** Writes what the SRI answered, if the lease still holds and nobody settled the request meanwhile. */
export async function saveSeguimiento(
  tx: Tx,
  { empresa_id, documento_id, n, cerco }: SolicitudReclamada,
  siguiente: Seguimiento,
): Promise<void> {
  await tx
    .updateTable('documento_anulacion')
    .set({
      estado: siguiente.estado,
      resuelta_en: siguiente.resueltaEn,
      proximo_intento: siguiente.proximoIntento,
      intentos: siguiente.intentos,
      ...(siguiente.consultadaEn && { consultada_en: siguiente.consultadaEn }),
    })
    .where('empresa_id', '=', empresa_id)
    .where('documento_id', '=', documento_id)
    .where('n', '=', n)
    .where('cerco', '=', cerco)
    .where('estado', 'in', ABIERTAS)
    .execute()
}

/** The walk of one company and environment under lease, with the document to ask about; none at its end. */
export interface MuestraReclamada {
  empresa_id: EmpresaId
  ambiente: Ambiente
  cerco: number
  documento_id: string | null
  clave: string | null
}

export async function claimMuestra(db: Db, { ahora, hasta, quien }: Arriendo, desde: string): Promise<MuestraReclamada | undefined> {
  const { rows } = await sql<MuestraReclamada>`select * from reclamar_muestreo(${ahora}, ${hasta}, ${quien}, ${desde})`.execute(db)
  return rows[0]
}

/** Stores where the walk continues and when; without `documentoId` its position stays. */
export async function saveMuestreo(
  tx: Tx,
  { empresa_id, ambiente, cerco }: MuestraReclamada,
  documentoId: string | null | undefined,
  proximoIntento: Date,
): Promise<void> {
  await tx
    .updateTable('muestreo')
    .set({ proximo_intento: proximoIntento, ...(documentoId !== undefined && { documento_id: documentoId }) })
    .where('empresa_id', '=', empresa_id)
    .where('ambiente', '=', ambiente)
    .where('cerco', '=', cerco)
    .execute()
}

/** Starts the walks of a new company at the first moment there may be a document to ask about. */
export async function insertMuestreo(tx: Tx, empresaId: EmpresaId, desde: Date): Promise<void> {
  await sql`
    insert into muestreo (empresa_id, ambiente, proximo_intento)
    select ${empresaId}::uuid, a, ${desde}::timestamptz + interval '1 hour' from unnest(array['SIMULADOR', 'PRUEBAS', 'PRODUCCION']) a`.execute(
    tx,
  )
}
