import { readSecret, type Terminal } from './secreto.ts'

/** Input and output of a command, besides files. */
export interface Consola {
  /** Writes the answer to standard output. */
  out(text: string | Uint8Array): void
  /** Writes messages about the work to standard error. */
  err(text: string): void
  stdin(): Promise<Buffer>
  /** Asks without echo; undefined without a terminal. */
  askSecret(question: string): Promise<string | undefined>
  readonly env: Readonly<Record<string, string | undefined>>
  now(): Date
}

interface Process {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
  readonly env: NodeJS.ProcessEnv
}

export const createConsola = ({ stdin, stdout, stderr, env }: Process): Consola => ({
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  stdin: async () => {
    const parts: Buffer[] = []
    for await (const part of stdin) parts.push(Buffer.from(part as Uint8Array))
    return Buffer.concat(parts)
  },
  askSecret: async (question) => (stdin.isTTY ? readSecret(stdin as Terminal, stderr, question) : undefined),
  env,
  now: () => new Date(),
})
