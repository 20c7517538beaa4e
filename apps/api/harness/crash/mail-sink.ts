import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** A mail server that is never killed; it counts the deliveries of each Message-ID. */
export interface MailSink {
  url: string
  copies: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** Bytes kept of a mail: enough for the headers, which come first. */
const HEAD = 16_384

export async function startMailSink(): Promise<MailSink> {
  const copies = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      let head = ''
      let isWhole = true
      stream.on('data', (chunk: Buffer) => {
        if (head.length < HEAD) head += chunk.toString('latin1')
      })
      // A mail of a killed sender is incomplete and does not count.
      stream.on('error', () => (isWhole = false))
      stream.on('end', () => {
        const id = /^Message-ID: *(?:\r\n )?(\S+)/im.exec(head)?.[1]
        if (isWhole && id !== undefined) copies.set(id, (copies.get(id) ?? 0) + 1)
        done()
      })
    },
  })
  // Senders are killed all the time, so broken connections are ignored.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    copies,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
