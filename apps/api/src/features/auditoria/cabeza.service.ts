import { appendFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { addDays, fechaIn, startOf } from '@yupana/fiscal'
import { sql } from 'kysely'

import { writeCabeza, type Cabeza } from '../../secretos/cabeza.ts'
import { cabezaKeyOf } from '../../secretos/codec-key.ts'
import { loadClaveContrasenas, loadClaveMaestra, loadClavesAnteriores } from '../../config/config-clave-maestra.ts'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../deps.ts'
import { inEmpresa, type Tx } from '../../db/transaction.ts'
import { log } from '../../proceso/log.ts'
import { INSTALACION } from '../../secretos/sello.ts'
import { takeCabezaDeHechos } from './hecho.sql.ts'

/** A day is closed this long after midnight: by then its last rows are sealed. */
const REPOSO_MS = 5 * 60_000

/**
 * The keys that heads may be signed with: today's, the first of the installation, the former ones in the data folder and those named in
 * CLAVES_DE_CABEZAS. Each head keeps the signature of its day, whatever sealed the secrets since.
 */
export function clavesDeCabezas(config: Pick<Config, 'claveMaestra' | 'clavesDeCabezas' | 'claveContrasenas' | 'dataDir' | 'modo'>): Buffer[] {
  const claves = [loadClaveMaestra(config), loadClaveContrasenas(config), ...loadClavesAnteriores(config.dataDir), ...config.clavesDeCabezas]
  return [...new Set(claves)].map(cabezaKeyOf)
}

export const folderOfCabezas = (dataDir: string): string => path.join(dataDir, 'auditoria')

/** The last sealed row from before an instant, kept once for each day. */
async function takeCabeza(tx: Tx, empresaId: string, dia: string, hasta: Date): Promise<Cabeza | undefined> {
  const { rows } = await sql<{ id: number; sello: Buffer }>`
    insert into auditoria_cabeza (empresa_id, dia, id, sello)
    select s.empresa_id, ${dia}, s.id, s.sello from auditoria_sello s join auditoria a on a.empresa_id = s.empresa_id and a.id = s.id
     where s.empresa_id = ${empresaId} and a.en < ${hasta} order by s.orden desc limit 1
    on conflict do nothing returning id, sello`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { ruc } = await tx.selectFrom('empresa').select('ruc').where('id', '=', empresaId).executeTakeFirstOrThrow()
  return { dia, empresa: empresaId, ruc, id: row.id, sello: row.sello.toString('hex') }
}

async function takeCabezaDeInstalacion(tx: Tx, dia: string, hasta: Date): Promise<Cabeza | undefined> {
  const row = await takeCabezaDeHechos(tx, dia, hasta)
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
  // Outside before the database knows of it: what is cut short between the two comes again, and a line twice says nothing new.
  const keep = async (cabeza: Cabeza | undefined): Promise<number> => {
    if (!cabeza) return 0
    log.info('audit head', { dia, empresa: cabeza.empresa, row: cabeza.id, sello: cabeza.sello })
    await writeLine(config.dataDir, dia, writeCabeza(clave, cabeza))
    return 1
  }
  let written = await db.transaction().execute(async (tx) => keep(await takeCabezaDeInstalacion(tx, dia, midnight)))
  for (const { empresa_id: empresaId } of rows) written += await inEmpresa(db, empresaId, async (tx) => keep(await takeCabeza(tx, empresaId, dia, midnight)))
  return written
}

async function writeLine(dataDir: string, dia: string, line: string): Promise<void> {
  const folder = folderOfCabezas(dataDir)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await appendFile(path.join(folder, `cabezas-${dia.slice(0, 7)}.jsonl`), `${line}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    // A worker without a folder of its own: the log has it.
    log.error('audit head not written to the data folder', error)
  }
}
