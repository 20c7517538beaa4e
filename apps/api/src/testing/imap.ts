import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket, type TlsOptions } from 'node:tls'

/** A part of a mail that is kept here. */
export interface ParteImap {
  tipo: string
  nombre?: string
  contenido: Buffer | string
  codificacion?: 'base64' | 'quoted-printable' | '8bit'
}
export interface CorreoImap {
  de?: string
  asunto?: string
  en?: Date
  partes: readonly ParteImap[]
}
interface Guardado extends Required<CorreoImap> {
  uid: number
}

interface Fallas {
  /** Nothing is said before, or after the greeting. */
  mudo?: 'conexion' | 'saludo'
  /** The connection ends in the middle of a part of this mail. */
  corta?: number | undefined
  /** Nothing is said when a part of this mail is asked for. */
  calla?: number | undefined
}

export interface ServidorImap {
  puerto: number
  fallas: Fallas
  /** Each command, its password left out. */
  dicho: string[]
  /** Bytes that were sent. */
  enviado(): number
  conexiones(): number
  /** Answers its number. */
  add(correo: CorreoImap): number
  /** Another UIDVALIDITY: the mails are numbered anew from one. */
  renumber(): void
  clear(): void
  setContrasena(contrasena: string): void
  close(): Promise<void>
}

const quote = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`
/** A word of a head that is not plain (RFC 2047). */
const head = (text: string) => quote(/^[ -~]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`)
const MESES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const written = ({ contenido, codificacion = 'base64' }: ParteImap): Buffer => {
  const bytes = Buffer.from(contenido)
  if (codificacion === '8bit') return bytes
  if (codificacion === 'base64') return Buffer.from(bytes.toString('base64').replace(/.{76}/g, '$&\r\n'))
  return Buffer.from(
    [...bytes]
      .map((byte) => (byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCharCode(byte)))
      .join(''),
  )
}

function structureOf(parte: ParteImap): string {
  const [tipo = '', subtipo = ''] = parte.tipo.split('/')
  const { nombre, codificacion = 'base64' } = parte
  const size = written(parte).length
  const lines = tipo === 'text' ? ' 1' : ''
  const disposition = nombre === undefined ? 'NIL' : `("attachment" ("filename" ${quote(nombre)}))`
  const params = nombre === undefined ? 'NIL' : `("name" ${quote(nombre)})`
  return `(${quote(tipo)} ${quote(subtipo)} ${params} NIL NIL ${quote(codificacion)} ${size}${lines} NIL ${disposition} NIL NIL)`
}

const bodyStructure = ({ partes }: Guardado) =>
  partes.length === 1 && partes[0] ? structureOf(partes[0]) : `(${partes.map(structureOf).join('')} "mixed" NIL NIL NIL NIL)`

function envelope({ de, asunto, en, uid }: Guardado): string {
  const [cuenta = '', dominio = ''] = de.split('@')
  const from = `((NIL NIL ${quote(cuenta)} ${quote(dominio)}))`
  return `(${quote(en.toUTCString())} ${head(asunto)} ${from} ${from} ${from} NIL NIL NIL NIL "<${uid}@prueba>")`
}

/** One command of a client: its literals stand in it as quoted text. */
class Linea {
  #rest = Buffer.alloc(0)
  #text = ''
  #literal = 0
  readonly #onContinue: () => void
  readonly #onCommand: (line: string) => void

  constructor(onContinue: () => void, onCommand: (line: string) => void) {
    this.#onContinue = onContinue
    this.#onCommand = onCommand
  }

  push(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      if (this.#literal > 0) {
        if (this.#rest.length < this.#literal) return
        this.#text += quote(this.#rest.subarray(0, this.#literal).toString())
        this.#rest = this.#rest.subarray(this.#literal)
        this.#literal = 0
      }
      const end = this.#rest.indexOf('\r\n')
      if (end < 0) return
      const line = this.#rest.subarray(0, end).toString()
      this.#rest = this.#rest.subarray(end + 2)
      const [whole, size = '', plus] = /\{(\d+)(\+)?\}$/.exec(line) ?? []
      this.#text += whole === undefined ? line : line.slice(0, -whole.length)
      if (whole !== undefined) {
        this.#literal = Number(size)
        if (plus === undefined) this.#onContinue()
        continue
      }
      const command = this.#text
      this.#text = ''
      this.#onCommand(command)
    }
  }
}

const words = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s"]+)/g)].map(([, quoted, atom = '']) => quoted?.replace(/\\(.)/g, '$1') ?? atom)

interface Estado {
  usuario: string
  contrasena: string
  validez: number
  siguiente: number
  correos: Guardado[]
  enviado: number
}

/** What one client says and hears. */
class Sesion {
  #socket: Socket
  #espera: string | undefined
  readonly #estado: Estado
  readonly #fallas: Fallas
  readonly #dicho: string[]
  readonly #tls: TlsOptions | undefined
  #linea: Linea

  constructor(socket: Socket, estado: Estado, fallas: Fallas, dicho: string[], tls: TlsOptions | undefined) {
    this.#socket = socket
    this.#estado = estado
    this.#fallas = fallas
    this.#dicho = dicho
    this.#tls = tls
    this.#linea = this.#lineaNueva()
    this.#listen(socket)
    if (fallas.mudo !== 'conexion') this.#say('* OK Servidor de prueba')
  }

  #lineaNueva = () =>
    new Linea(
      () => this.#say('+ siga'),
      (line) => this.#command(line),
    )

  #listen(socket: Socket): void {
    socket.on('data', (chunk: Buffer) => this.#linea.push(chunk))
    socket.on('error', () => socket.destroy())
  }

  #write(bytes: Buffer): void {
    this.#estado.enviado += bytes.length
    if (!this.#socket.destroyed) this.#socket.write(bytes)
  }

  #say = (...lines: string[]) => this.#write(Buffer.from(`${lines.join('\r\n')}\r\n`))

  #command(line: string): void {
    if (this.#espera !== undefined) return this.#plain(this.#espera, line)
    const [tag = '', verb = '', ...rest] = line.split(' ')
    const name = verb.toUpperCase()
    this.#dicho.push(['LOGIN', 'AUTHENTICATE'].includes(name) ? name : line.slice(tag.length + 1))
    if (this.#fallas.mudo) return
    const text = rest.join(' ')
    const answer = this.#answers[name]
    if (answer) answer(tag, text)
    else this.#say(`${tag} BAD no entiendo`)
  }

  #capacidades = () =>
    `CAPABILITY IMAP4rev1 ID NAMESPACE LITERAL+ SASL-IR AUTH=PLAIN${this.#tls && !(this.#socket instanceof TLSSocket) ? ' STARTTLS' : ''}`

  readonly #answers: Readonly<Record<string, (tag: string, text: string) => void>> = {
    CAPABILITY: (tag) => this.#say(`* ${this.#capacidades()}`, `${tag} OK`),
    ID: (tag) => this.#say('* ID NIL', `${tag} OK`),
    NOOP: (tag) => this.#say(`${tag} OK`),
    NAMESPACE: (tag) => this.#say('* NAMESPACE (("" "/")) NIL NIL', `${tag} OK`),
    LIST: (tag) => this.#say('* LIST (\\HasNoChildren) "/" "INBOX"', `${tag} OK`),
    LSUB: (tag) => this.#say('* LSUB (\\HasNoChildren) "/" "INBOX"', `${tag} OK`),
    STARTTLS: (tag) => this.#starttls(tag),
    LOGIN: (tag, text) => this.#enter(tag, ...(words(text) as [string, string])),
    AUTHENTICATE: (tag, text) => {
      const [, initial] = words(text)
      if (initial !== undefined) return this.#plain(tag, initial)
      this.#espera = tag
      return this.#say('+ ')
    },
    EXAMINE: (tag, text) => this.#open(tag, text, 'READ-ONLY'),
    SELECT: (tag, text) => this.#open(tag, text, 'READ-WRITE'),
    UID: (tag, text) => (/^SEARCH/i.test(text) ? this.#search(tag, text) : this.#fetch(tag, text)),
    LOGOUT: (tag) => {
      this.#say('* BYE', `${tag} OK`)
      this.#socket.end()
    },
  }

  #starttls(tag: string): void {
    if (!this.#tls) return this.#say(`${tag} BAD no hay TLS`)
    this.#say(`${tag} OK`)
    this.#socket.removeAllListeners('data')
    this.#socket = new TLSSocket(this.#socket, { ...this.#tls, isServer: true })
    this.#linea = this.#lineaNueva()
    this.#listen(this.#socket)
  }

  #plain(tag: string, base64: string): void {
    this.#espera = undefined
    const [, usuario = '', contrasena = ''] = Buffer.from(base64, 'base64').toString().split('\u0000')
    this.#enter(tag, usuario, contrasena)
  }

  #enter(tag: string, usuario: string, contrasena: string): void {
    const isRight = usuario === this.#estado.usuario && contrasena === this.#estado.contrasena
    this.#say(`${tag} ${isRight ? 'OK' : 'NO [AUTHENTICATIONFAILED] Credenciales no válidas'}`)
  }

  #open(tag: string, text: string, modo: string): void {
    const { correos, validez, siguiente } = this.#estado
    if (words(text)[0]?.toUpperCase() !== 'INBOX') return this.#say(`${tag} NO [NONEXISTENT] No existe`)
    return this.#say(
      '* FLAGS (\\Seen)',
      `* ${correos.length} EXISTS`,
      '* 0 RECENT',
      `* OK [UIDVALIDITY ${validez}] vale`,
      `* OK [UIDNEXT ${siguiente}] sigue`,
      `${tag} OK [${modo}] abierta`,
    )
  }

  #search(tag: string, text: string): void {
    const since = /SINCE "?(\d{1,2})-(\w{3})-(\d{4})/i.exec(text)
    const [, from] = /UID (\d+):\*/i.exec(text) ?? []
    const { correos } = this.#estado
    const dia = since ? Date.UTC(Number(since[3]), MESES.indexOf(since[2] ?? ''), Number(since[1])) : 0
    const found = correos.filter(({ uid, en }, at) =>
      // A range that begins after the last mail names the last one (RFC 3501).
      from === undefined ? en.getTime() >= dia : uid >= Number(from) || at === correos.length - 1,
    )
    this.#say(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}`, `${tag} OK`)
  }

  #fetch(tag: string, text: string): void {
    const [, set = '', items = ''] = /^FETCH (\S+) (.*)$/i.exec(text) ?? []
    const asked = new Set(
      set.split(',').flatMap((range) => {
        const [from = 0, to = from] = range.split(':').map(Number)
        return Array.from({ length: to - from + 1 }, (_, at) => from + at)
      }),
    )
    for (const [at, correo] of this.#estado.correos.entries()) if (asked.has(correo.uid) && !this.#tell(at + 1, correo, items)) return
    this.#say(`${tag} OK`)
  }

  /** False where nothing more is said. */
  #tell(seq: number, correo: Guardado, items: string): boolean {
    const heads = [`UID ${correo.uid}`]
    if (/ENVELOPE/i.test(items)) heads.push(`ENVELOPE ${envelope(correo)}`)
    if (/BODYSTRUCTURE/i.test(items)) heads.push(`BODYSTRUCTURE ${bodyStructure(correo)}`)
    const [, parte, start = '0', most = '1000000000'] = /BODY(?:\.PEEK)?\[(\d+)\](?:<(\d+)\.(\d+)>)?/i.exec(items) ?? []
    if (parte === undefined) {
      this.#say(`* ${seq} FETCH (${heads.join(' ')})`)
      return true
    }
    if (this.#fallas.calla === correo.uid) return false
    const part = correo.partes[Number(parte) - 1]
    const body = (part ? written(part) : Buffer.alloc(0)).subarray(Number(start), Number(start) + Number(most))
    this.#write(Buffer.from(`* ${seq} FETCH (${heads.join(' ')} BODY[${parte}]<${start}> {${body.length}}\r\n`))
    if (this.#fallas.corta === correo.uid) {
      this.#write(body.subarray(0, body.length / 2))
      this.#socket.destroy()
      return false
    }
    this.#write(body)
    this.#say(')')
    return true
  }
}

/**
 * A real IMAP server over TCP with one folder, as far as a client asks that only reads. `tls`: from the first byte, or where
 * the client asks for it by STARTTLS.
 */
export async function startImap({
  usuario = 'compras@ejemplo.ec',
  contrasena = 'clave-del-buzon',
  tls,
}: { usuario?: string; contrasena?: string; tls?: TlsOptions & { desde: 'conexion' | 'STARTTLS' } } = {}): Promise<ServidorImap> {
  const estado: Estado = { usuario, contrasena, validez: 1, siguiente: 1, correos: [], enviado: 0 }
  const dicho: string[] = []
  const fallas: Fallas = {}
  const open = new Set<Socket>()
  let conexiones = 0
  const onConnection = (socket: Socket) => {
    conexiones += 1
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    new Sesion(socket, estado, fallas, dicho, tls)
  }
  const server = tls?.desde === 'conexion' ? createTlsServer(tls, onConnection) : createServer(onConnection)
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    puerto: typeof address === 'object' && address ? address.port : 0,
    fallas,
    dicho,
    enviado: () => estado.enviado,
    conexiones: () => conexiones,
    add({ de = 'ventas@proveedor.ec', asunto = 'Su factura', en = new Date('2026-06-15T09:00:00-05:00'), partes }) {
      const uid = estado.siguiente++
      estado.correos.push({ uid, de, asunto, en, partes })
      return uid
    },
    renumber() {
      estado.validez += 1
      estado.correos.forEach((correo, at) => (correo.uid = at + 1))
      estado.siguiente = estado.correos.length + 1
    },
    clear() {
      estado.correos = []
    },
    setContrasena: (nueva) => void (estado.contrasena = nueva),
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
