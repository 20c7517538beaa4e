import { appendFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { addDays, fechaIn, startOf } from '@yupana/fiscal'

import { writeCabeza, type Cabeza } from '../../secretos/cabeza.ts'
import { cabezaKeyOf } from '../../secretos/codec-key.ts'
import { loadClaveContrasenas, loadClaveMaestra, loadClavesAnteriores } from '../../config/config-clave-maestra.ts'
import type { Config } from '../../config/config.ts'
import type { Deps } from '../../deps.ts'
import { inEmpresa, inInstalacion, type Tx } from '../../db/transaction.ts'
import { log } from '../../proceso/log.ts'
import { INSTALACION } from '../../secretos/sello.ts'
import { readSinCabeza, takeCabeza } from './cabeza.sql.ts'
import { takeCabezaDeHechos } from './hecho.sql.ts'

/** Time after midnight until a day is closed: by then its last rows are sealed. */
const REPOSO_MS = 5 * 60_000

/**
 * Keys of head signatures: today's, the first of the installation, the former ones of the data folder and those of CLAVES_DE_CABEZAS. Each
 * head keeps the signature of its day, whichever key seals the secrets since.
 */
export function cabezaKeysOf(config: Pick<Config, 'claveMaestra' | 'clavesDeCabezas' | 'claveContrasenas' | 'dataDir' | 'modo'>): Buffer[] {
  const clavesMaestras = [
    loadClaveMaestra(config),
    loadClaveContrasenas(config),
    ...loadClavesAnteriores(config.dataDir),
    ...config.clavesDeCabezas,
  ]
  return [...new Set(clavesMaestras)].map(cabezaKeyOf)
}

export const folderOfCabezas = (dataDir: string): string => path.join(dataDir, 'auditoria')

async function takeCabezaDeInstalacion(tx: Tx, dia: string, hasta: Date): Promise<Cabeza | undefined> {
  const row = await takeCabezaDeHechos(tx, dia, hasta)
  return row && { dia, empresa: INSTALACION, ruc: '', id: row.id, sello: row.sello.toString('hex') }
}

/**
 * Writes the end of each chain at yesterday's midnight to the log and to a file of the data folder, signed. Copied elsewhere, these heads
 * reveal a chain that was rewritten. @returns how many were written
 */
export async function exportCabezas({
  db,
  clock,
  config,
  cabezaKey,
}: Pick<Deps, 'db' | 'clock' | 'config'> & { cabezaKey: Uint8Array }): Promise<number> {
  const now = clock.now()
  const today = fechaIn(new Date(now.getTime() - REPOSO_MS))
  const [midnight, dia] = [startOf(today), addDays(today, -1)]
  const empresas = await readSinCabeza(db, midnight)
  // Written outside before the database: after a crash between the two the line is written again, which does no harm.
  const keep = async (cabeza: Cabeza | undefined): Promise<number> => {
    if (!cabeza) return 0
    log.info('audit head', { dia, empresa: cabeza.empresa, row: cabeza.id, sello: cabeza.sello })
    await writeLine(config.dataDir, dia, writeCabeza(cabezaKey, cabeza))
    return 1
  }
  let written = await inInstalacion(db, async (tx) => keep(await takeCabezaDeInstalacion(tx, dia, midnight)))
  for (const empresaId of empresas)
    written += await inEmpresa(db, empresaId, async (tx) => keep(await takeCabeza(tx, empresaId, dia, midnight)))
  return written
}

async function writeLine(dataDir: string, dia: string, line: string): Promise<void> {
  const folder = folderOfCabezas(dataDir)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await appendFile(path.join(folder, `cabezas-${dia.slice(0, 7)}.jsonl`), `${line}\n`, { mode: 0o600, flush: true })
  } catch (error) {
    // A worker without a folder of its own has it in the log.
    log.error('audit head not written to the data folder', error)
  }
}
