import type { SendMailOptions, Transporter } from 'nodemailer'

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i

/** Off this machine, a server without TLS is sent nothing. */
const needsTls = (url: string): boolean => URL.canParse(url) && !LOOPBACK.test(new URL(url).hostname)

/** Options of the connection to the mail server. */
export const conexionDe = (url: string) => ({
  url,
  pool: true,
  maxConnections: 4,
  maxMessages: 500,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  requireTLS: needsTls(url),
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** The mail server of the installation, opened at the first mail. */
export class Transporte {
  readonly #url: string
  #open: Promise<Transporter> | undefined

  constructor(url: string) {
    this.#url = url
  }

  async send(mail: SendMailOptions): Promise<void> {
    this.#open ??= import('nodemailer').then(({ createTransport }) =>
      createTransport(conexionDe(this.#url) as Parameters<typeof createTransport>[0]),
    )
    await (await this.#open).sendMail(mail)
  }

  async close(): Promise<void> {
    if (this.#open) (await this.#open).close()
  }
}

const ESPERAS_MIN = [1, 5, 15, 60, 240, 720]
export const MAX_INTENTOS = 12

/** Waiting time of a mail after this number of tries. */
export const esperaMs = (intentos: number): number => (ESPERAS_MIN[Math.min(intentos - 1, ESPERAS_MIN.length - 1)] ?? 720) * 60_000

/** The server's answer to a refused mail; `definitivo` when no further try can help. */
export function negativaOf(error: unknown, intentos: number): { error: string; code: number; definitivo: boolean } {
  const code = (error as { responseCode?: number }).responseCode ?? 0
  return {
    code,
    error: error instanceof Error ? error.message.slice(0, 300) : String(error),
    definitivo: (code >= 500 && code < 600) || intentos >= MAX_INTENTOS,
  }
}
