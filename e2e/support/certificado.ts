import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const program = path.resolve(import.meta.dirname, '../../apps/sri-simulator/dist/actual/certificado.js')
const DAY_MS = 86_400_000

export const PASSWORD_P12 = 'clave-Segura1'

interface Holder {
  ruc?: string
  /** Days from today until it expires; negative for an expired one. */
  days?: number
}

/** A .p12 made by the authority's own program, with its own certificate authority. */
export function buildP12({ ruc, days = 400 }: Holder): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'yupana-p12-'))
  try {
    const file = path.join(folder, 'firma.p12')
    const validity = [
      '--desde',
      new Date(Date.now() - 800 * DAY_MS).toISOString(),
      '--hasta',
      new Date(Date.now() + days * DAY_MS).toISOString(),
    ]
    execFileSync(
      process.execPath,
      [
        program,
        '--datos',
        folder,
        '--nombre',
        'PRUEBA DEMO',
        '--clave',
        PASSWORD_P12,
        '--salida',
        file,
        ...validity,
        ...(ruc ? ['--ruc', ruc] : []),
      ],
      { env: {} },
    )
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
