import { COD_DOC } from '@yupana/fiscal'
import { AMBIENTES } from '@yupana/contract'
import { sql } from 'kysely'

import type { Db } from '../../db/connect.ts'
import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Ambiente } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'

/** SRI codes of numbered documents. */
export const TIPOS_SERIE = Object.values(COD_DOC)

export interface CualSerie {
  ambiente: Ambiente
  tipo: string
  establecimiento: string
  punto: string
}

export interface SerieRow extends CualSerie {
  siguiente: number
  usada: boolean
  pausada_motivo: string | null
}

/** The counters of a new emission point, one for each environment and kind of document. */
export async function insertSeries(db: Db, empresaId: EmpresaId, establecimiento: string, punto: string): Promise<void> {
  const rows = AMBIENTES.flatMap((ambiente) =>
    TIPOS_SERIE.map((tipo) => ({ empresa_id: empresaId, ambiente, tipo, establecimiento, punto })),
  )
  await db
    .insertInto('serie')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const searchSeries = (
  tx: Tx,
  empresaId: EmpresaId,
  ambiente: Ambiente,
  filtro: { establecimiento?: string | undefined; punto?: string | undefined },
): Promise<SerieRow[]> =>
  tx
    .selectFrom('serie')
    .select(['ambiente', 'tipo', 'establecimiento', 'punto', 'siguiente', 'usada', 'pausada_motivo'])
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .$if(filtro.establecimiento !== undefined, (query) => query.where('establecimiento', '=', filtro.establecimiento!))
    .$if(filtro.punto !== undefined, (query) => query.where('punto', '=', filtro.punto!))
    .orderBy('establecimiento')
    .orderBy('punto')
    .orderBy('tipo')
    .execute()

/** Locks the counter: no number is taken until this transaction ends. `usada` comes from the documents. */
export async function lockSerie(
  tx: Tx,
  empresaId: EmpresaId,
  { ambiente, tipo, establecimiento, punto }: CualSerie,
): Promise<SerieRow | undefined> {
  const { rows } = await sql<SerieRow>`
    select s.ambiente, s.tipo, s.establecimiento, s.punto, s.siguiente, s.pausada_motivo,
           s.usada or exists (select 1 from documento d where d.empresa_id = s.empresa_id and d.ambiente = s.ambiente and d.tipo = s.tipo
                                 and d.establecimiento = s.establecimiento and d.punto = s.punto and d.registro = '') as usada
      from serie s
     where s.empresa_id = ${empresaId} and s.ambiente = ${ambiente} and s.tipo = ${tipo} and s.establecimiento = ${establecimiento} and s.punto = ${punto}
       for update of s`.execute(tx)
  return rows[0]
}

/** Sets the next number and ends a pause. */
export async function updateSerie(
  tx: Tx,
  empresaId: EmpresaId,
  { ambiente, tipo, establecimiento, punto, siguiente, usada }: SerieRow,
): Promise<void> {
  await tx
    .updateTable('serie')
    .set({ siguiente, usada, pausada_motivo: null })
    .where('empresa_id', '=', empresaId)
    .where('ambiente', '=', ambiente)
    .where('tipo', '=', tipo)
    .where('establecimiento', '=', establecimiento)
    .where('punto', '=', punto)
    .execute()
}

/** Stores numbers that no document will have: the gap report shows them with user and reason. */
export async function insertSalto(
  tx: Tx,
  empresaId: EmpresaId,
  serie: CualSerie,
  salto: { desde: number; hasta: number; motivo: string; usuarioId: string; en: Date },
): Promise<void> {
  const { desde, hasta, motivo, usuarioId, en } = salto
  const { ambiente, tipo, establecimiento, punto } = serie
  await tx
    .insertInto('serie_salto')
    .values({ empresa_id: empresaId, ambiente, tipo, establecimiento, punto, desde, hasta, motivo, usuario_id: usuarioId, en })
    .execute()
}
