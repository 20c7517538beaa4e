import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import type { Clock } from '../../src/proceso/clock.ts'
import type { EmitirCertificado } from './empresas.ts'

const YEAR_MS = 365 * 86_400_000

interface SimuladorOptions {
  /** The built command of the simulator. */
  script: string
  dataDir: string
  clock: Clock
  /** First day; a year ago by default, because the demonstration has documents of past months. */
  desde?: Date
}

/** Certificates of the local authority, made by its own program, which shares no code with the product. */
export const certificadoDelSimulador =
  ({ script, dataDir, clock, desde }: SimuladorOptions): EmitirCertificado =>
  async ({ ruc, titular }, passwordP12) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'yupana-firma-'))
    try {
      const salida = path.join(folder, 'firma.p12')
      const now = clock.now().getTime()
      const validity = ['--desde', (desde ?? new Date(now - YEAR_MS)).toISOString(), '--hasta', new Date(now + 2 * YEAR_MS).toISOString()]
      const holder = ['--ruc', ruc, '--cedula', titular.cedula, '--nombre', titular.nombre]
      await promisify(execFile)(
        process.execPath,
        [script, '--datos', dataDir, ...holder, '--clave', passwordP12, '--salida', salida, ...validity],
        { env: {}, timeout: 60_000 },
      )
      return await readFile(salida)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
