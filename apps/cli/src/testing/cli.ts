import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'

const SRI = path.resolve(import.meta.dirname, '../../../../packages/sri')

/** Golden examples of every type, and fixtures of the signature. */
export const EJEMPLOS = path.join(SRI, 'ejemplos')
export const FIXTURES = path.join(SRI, 'src/firma/fixtures')

/** Password of the test certificates. */
export const PASSWORD = 'clave-Segura1'

export interface Corrida {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly bytes: Buffer
}

export interface Carpeta {
  /** Path of a file in the folder. */
  at(name: string): string
  /** Copies a file in; answers its path. */
  take(file: string, name?: string): string
  /** Runs the real program there. */
  run(
    args: readonly string[],
    options?: { readonly stdin?: string | Buffer; readonly env?: Readonly<Record<string, string>> },
  ): Promise<Corrida>
  remove(): void
}

/** A temporary folder to run commands in. */
export function openCarpeta(): Carpeta {
  const folder = mkdtempSync(path.join(tmpdir(), 'yupana-cli-'))
  const at = (name: string) => path.join(folder, name)
  return {
    at,
    take: (file, name = path.basename(file)) => {
      cpSync(file, at(name))
      return at(name)
    },
    run: (args, { stdin = '', env = {} } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [inject('cli'), ...args], {
          cwd: folder,
          env: { PATH: process.env['PATH'], ...env },
          stdio: 'pipe',
        })
        const [out, err]: [Buffer[], Buffer[]] = [[], []]
        child.stdout.on('data', (part: Buffer) => out.push(part))
        child.stderr.on('data', (part: Buffer) => err.push(part))
        child.on('error', reject)
        child.on('close', (code) => {
          const bytes = Buffer.concat(out)
          resolve({ code, bytes, out: bytes.toString('utf8'), err: Buffer.concat(err).toString('utf8') })
        })
        // No failure: a command that ends without reading its input closes the pipe first.
        child.stdin.on('error', () => undefined)
        child.stdin.end(stdin)
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
