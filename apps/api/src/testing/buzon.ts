import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export interface CartaRecibida {
  para: string
  messageId: string
  texto: string
}

export interface Buzon {
  url: string
  recibidas: CartaRecibida[]
  /** What the server answers to the next mails: an SMTP code to refuse with, at RCPT or after DATA. */
  refuse(codes: { rcpt?: number; data?: number }[]): void
  close(): Promise<void>
}

const refusal = (responseCode: number) => Object.assign(new Error('refused by the test'), { responseCode })

/** A real SMTP server that keeps what it is given. */
export async function startBuzon(): Promise<Buzon> {
  const recibidas: CartaRecibida[] = []
  let refusals: { rcpt?: number; data?: number }[] = []
  let current: { rcpt?: number; data?: number } | undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, done) {
      current = refusals.shift()
      done(current?.rcpt ? refusal(current.rcpt) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (current?.data) return done(refusal(current.data))
        const texto = Buffer.concat(chunks).toString()
        recibidas.push({ para: session.envelope.rcptTo.map((to) => to.address).join(), messageId: /^Message-ID: (.+)$/im.exec(texto)?.[1]?.trim() ?? '', texto })
        return done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    recibidas,
    refuse: (codes) => void (refusals = [...codes]),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
