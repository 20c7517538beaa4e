import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** The mail sink's process: accepts every mail, keeps none, reports its port and, on request, their number. */
export function serveMailSink(): void {
  process.channel?.ref()
  let mails = 0
  let bytes = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      stream.on('data', (chunk: Buffer) => (bytes += chunk.length))
      stream.on('end', () => {
        mails++
        done()
      })
    },
  })
  process.on('message', (message) => {
    if (message === 'contar') process.send?.({ kind: 'correos', mails, bytes, port: (server.server.address() as AddressInfo).port })
  })
  server.listen(0, '127.0.0.1', () => process.send?.('ready'))
}

export interface Correos {
  readonly kind: 'correos'
  readonly mails: number
  readonly bytes: number
  readonly port: number
}

export const isCorreos = (message: unknown): message is Correos => (message as Correos | undefined)?.kind === 'correos'
