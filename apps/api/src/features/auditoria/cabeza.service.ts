import { appendFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { addDays, fechaIn, startOf } from '@yupana/fiscal'
import { sql } from 'kysely'

import { writeCabeza, type Cabeza } from '../../cabeza.ts'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import { log } from '../../log.ts'
import { INSTALACION } from '../../sello.ts'
import { takeCabezaDeHechos } from './hecho.sql.ts'

/** A day is closed this long after midnight: by then its last rows are sealed. */
const REPOSO_MS = 5 * 60_000

export const folderOfCabezas = (dataDir: string): string => path.join(dataDir, 'auditoria')

/** The last sealed row from before an instant, kept once for each day. */
async function takeCabeza(tx: Tx, empresaId: string, dia: string, hasta: Date): Promise<Cabeza | undefined> {
  const { rows } = await sql<{ id: number; sello: Buffer }>`
    insert into auditoria_cabeza (empresa_id, dia, id, sello)
    select s.empresa_id, ${dia}, s.id, s.sello from auditoria_sello s join auditoria a on a.empresa_id = s.empresa_id and a.id = s.id
     where s.empresa_id = ${empresaId} and a.en < ${hasta} order by s.id desc limit 1
    on conflict do nothing returning id, sello`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { ruc } = await tx.selectFrom('empresa').select('ruc').where('id', '=', empresaId).executeTakeFirstOrThrow()
  return { dia, empresa: empresaId, ruc, id: row.id, sello: row.sello.toString('hex') }
}

async function takeCabezaDeInstalacion(db: Db, dia: string, hasta: Date): Promise<Cabeza | undefined> {
  const row = await db.transaction().execute((tx) => takeCabezaDeHechos(tx, dia, hasta))
  return row && { dia, empresa: INSTALACION, ruc: '', id: row.id, sello: row.sello.toString('hex') }
}

/**
 * Writes where each chain stood at the end of yesterday to the log and to a file of the data folder, signed: copied elsewhere, they
 * show a chain that was written anew. @returns how many were written
 */
export async function exportCabezas({ db, clock, config, clave }: Pick<Deps, 'db' | 'clock' | 'config'> & { clave: Uint8Array }): Promise<number> {
  const now = clock.now()
  const today = fechaIn(new Date(now.getTime() - REPOSO_MS))
  const [midnight, dia] = [startOf(today), addDays(today, -1)]
  const { rows } = await sql<{ empresa_id: string }>`select empresa_id from auditoria_sin_cabeza(${midnight})`.execute(db)
  const lines: string[] = []
  const keep = (cabeza: Cabeza | undefined) => {
    if (!cabeza) return
    log.info('audit head', { dia, empresa: cabeza.empresa, row: cabeza.id, sello: cabeza.sello })
    lines.push(writeCabeza(clave, cabeza))
  }
  keep(await takeCabezaDeInstalacion(db, dia, midnight))
  for (const { empresa_id: empresaId } of rows) keep(await inEmpresa(db, empresaId, (tx) => takeCabeza(tx, empresaId, dia, midnight)))
  if (lines.length > 0) await writeLines(config.dataDir, dia, lines)
  return lines.length
}

async function writeLines(dataDir: string, dia: string, lines: readonly string[]): Promise<void> {
  const folder = folderOfCabezas(dataDir)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await appendFile(path.join(folder, `cabezas-${dia.slice(0, 7)}.jsonl`), lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
  } catch (error) {
    // A worker without a folder of its own: the log has them.
    log.error('audit heads not written to the data folder', error)
  }
}
