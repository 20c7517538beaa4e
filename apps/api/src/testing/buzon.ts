import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

export interface CartaRecibida {
  para: string
  messageId: string
  texto: string
}

interface Negativa {
  rcpt?: number
  data?: number
  para?: string
}

export interface Buzon {
  url: string
  recibidas: CartaRecibida[]
  /** What the server answers to the next mails, or to the next one for an address: an SMTP code to refuse with, at RCPT or after DATA. */
  refuse(codes: Negativa[]): void
  /** What happens once the next mail was taken, before its sender hears of it. */
  afterTaking(what: () => Promise<unknown>): void
  close(): Promise<void>
}

const refusal = (responseCode: number) => Object.assign(new Error('refused by the test'), { responseCode })

/** A real SMTP server that keeps what it is given. */
export async function startBuzon(): Promise<Buzon> {
  const recibidas: CartaRecibida[] = []
  let refusals: Negativa[] = []
  let taken: (() => Promise<unknown>) | undefined
  // Mails come over several connections at once.
  const current = new WeakMap<object, Negativa>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, session, done) {
      const at = refusals.findIndex(({ para }) => para === undefined || para === address)
      const [negativa = {}] = at < 0 ? [] : refusals.splice(at, 1)
      current.set(session, negativa)
      done(negativa.rcpt ? refusal(negativa.rcpt) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const code = current.get(session)?.data
        if (code) return done(refusal(code))
        const texto = Buffer.concat(chunks).toString()
        recibidas.push({
          para: session.envelope.rcptTo.map((to) => to.address).join(),
          messageId: /^Message-ID: (.+)$/im.exec(texto)?.[1]?.trim() ?? '',
          texto,
        })
        const what = taken
        taken = undefined
        if (!what) return done()
        return void what().then(() => done(), done)
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
    afterTaking: (what) => void (taken = what),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
