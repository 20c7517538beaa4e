import type { SeguridadBuzon } from '@yupana/contract'
import type { FetchMessageObject, ImapFlow, ImapFlowOptions } from 'imapflow'

import { log } from '../../proceso/log.ts'
import { BuzonError } from './buzon-error.ts'
import { direccionDe, isLoopback } from './direccion.ts'

export interface Cuenta {
  servidor: string
  puerto: number
  seguridad: SeguridadBuzon
  usuario: string
  contrasena: string
  carpeta: string
}

/** Time limits of the steps, milliseconds. */
export interface Plazos {
  conectar: number
  ingresar: number
  paso: number
}
export const PLAZOS: Plazos = { conectar: 10_000, ingresar: 20_000, paso: 30_000 }

/** Longest requested part, for any size that the server announces. */
const MAX_LITERAL = 20_000_000

/** Connections that leave this machine use TLS only. */
export const tlsOf = (seguridad: SeguridadBuzon, address: string): Pick<ImapFlowOptions, 'secure' | 'doSTARTTLS'> =>
  seguridad === 'TLS' ? { secure: true } : isLoopback(address) ? { secure: false } : { secure: false, doSTARTTLS: true }

interface Falla {
  code?: string
  authenticationFailed?: boolean
  tlsFailed?: boolean
  responseText?: string
  serverResponseCode?: string
  mailboxMissing?: boolean
}

const CERTIFICADO = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/
const TLS = /^ERR_SSL|^ERR_TLS|EPROTO/

const dice = (text: string | undefined): string => {
  const plain = (text ?? '')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 150)
  return plain === '' ? '' : ` El servidor dice: «${plain}».`
}

/** The failure, in words that say what to check. */
export function fallaOf(error: unknown, { servidor, puerto, seguridad }: Pick<Cuenta, 'servidor' | 'puerto' | 'seguridad'>): BuzonError {
  if (error instanceof BuzonError) return error
  const { code = '', authenticationFailed, tlsFailed, responseText } = error as Falla
  if (authenticationFailed)
    return new BuzonError(
      'contrasena',
      `${servidor} no acepta el usuario o la contraseña.${dice(responseText)} Algunos servicios piden una contraseña de aplicación.`,
    )
  if (CERTIFICADO.test(code))
    return new BuzonError('servidor', `El certificado de ${servidor} no es válido (${code}): no se le envía la contraseña.`)
  if (tlsFailed || TLS.test(code))
    return new BuzonError(
      'seguridad',
      seguridad === 'TLS'
        ? `${servidor} no habla TLS en el puerto ${puerto}: pruebe con STARTTLS o con el puerto 993.`
        : `${servidor} no ofrece STARTTLS en el puerto ${puerto}: sin TLS no se le envía la contraseña.`,
    )
  if (code === 'ECONNREFUSED') return new BuzonError('servidor', `${servidor} no acepta conexiones en el puerto ${puerto}.`)
  if (/TIMEOUT|ETIMEDOUT|UNREACH/i.test(code)) return new BuzonError('servidor', `${servidor} no responde en el puerto ${puerto}.`)
  return new BuzonError('servidor', `${servidor} cortó la conexión o respondió algo que no se entiende.${dice(responseText)}`)
}

/** Ends the connection when a step takes longer. @throws BuzonError */
async function within<T>(client: ImapFlow, cuenta: Cuenta, ms: number, step: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new BuzonError('servidor', `${cuenta.servidor} no responde en el puerto ${cuenta.puerto}.`))
      client.close()
    }, ms)
  })
  try {
    return await Promise.race([step, late])
  } catch (error) {
    throw fallaOf(error, cuenta)
  } finally {
    clearTimeout(timer)
    step.catch(() => undefined)
  }
}

/** A folder open for reading: nothing in it is changed, no mail is marked as seen. */
export class Carpeta {
  readonly validez: number
  readonly correos: number
  /** The number of the next mail. */
  readonly siguiente: number
  readonly #client: ImapFlow
  readonly #cuenta: Cuenta
  readonly #plazos: Plazos

  constructor(client: ImapFlow, cuenta: Cuenta, plazos: Plazos, abierta: { uidValidity: bigint; uidNext: number; exists: number }) {
    this.#client = client
    this.#cuenta = cuenta
    this.#plazos = plazos
    this.validez = Number(abierta.uidValidity)
    this.siguiente = abierta.uidNext
    this.correos = abierta.exists
  }

  #step = <T>(step: Promise<T>): Promise<T> => within(this.#client, this.#cuenta, this.#plazos.paso, step)

  /** Numbers of the mails after a number, or since a day; the lowest first. */
  async numeros(desde: { despuesDe: number } | { dia: Date }): Promise<number[]> {
    const isNothingNew = 'despuesDe' in desde && this.siguiente > 0 && desde.despuesDe + 1 >= this.siguiente
    if (this.correos === 0 || isNothingNew) return []
    const query = 'dia' in desde ? { since: desde.dia } : { uid: `${desde.despuesDe + 1}:*` }
    const found = await this.#step(this.#client.search(query, { uid: true }))
    if (!found) throw new BuzonError('servidor', `${this.#cuenta.servidor} no pudo buscar en la carpeta ${this.#cuenta.carpeta}.`)
    // `n:*` includes the last mail even if its number is lower.
    const from = 'dia' in desde ? 0 : desde.despuesDe
    return [...new Set(found)].filter((uid) => uid > from).sort((a, b) => a - b)
  }

  /** The senders of mails and their parts. */
  async cabezas(uids: readonly number[]): Promise<Map<number, FetchMessageObject>> {
    const found = await this.#step(this.#client.fetchAll(uids.join(','), { uid: true, envelope: true, bodyStructure: true }, { uid: true }))
    return new Map(found.map((mail) => [mail.uid, mail]))
  }

  /** A part as encoded in its mail, at most `bytes` of it; undefined when it is gone. */
  async parte(uid: number, parte: string, bytes: number): Promise<Buffer | undefined> {
    const query = { uid: true, bodyParts: [{ key: parte, start: 0, maxLength: bytes }] }
    const mail = await this.#step(this.#client.fetchOne(String(uid), query, { uid: true }))
    return mail ? [...(mail.bodyParts?.values() ?? [])][0] : undefined
  }
}

/** Signs in, opens the folder for reading and always closes it. @throws BuzonError */
export async function withCarpeta<T>(
  cuenta: Cuenta,
  { enRedInterna, plazos = PLAZOS }: { enRedInterna: boolean; plazos?: Plazos },
  work: (carpeta: Carpeta) => Promise<T>,
): Promise<T> {
  const address = await direccionDe(cuenta.servidor, enRedInterna)
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    host: address,
    // The certificate is of the typed name, not of its address.
    ...(address !== cuenta.servidor && { servername: cuenta.servidor }),
    port: cuenta.puerto,
    ...tlsOf(cuenta.seguridad, address),
    auth: { user: cuenta.usuario, pass: cuenta.contrasena },
    logger: false,
    disableAutoIdle: true,
    disableAutoEnable: true,
    disableCompression: true,
    maxLiteralSize: MAX_LITERAL,
    maxResponseSize: 2 * MAX_LITERAL,
    connectionTimeout: plazos.conectar,
    greetingTimeout: plazos.conectar,
    // Longer than a step: the limit of a step gives a reason, the library only a lost connection.
    socketTimeout: 2 * plazos.paso,
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    clientInfo: { name: 'Yupana' },
  })
  // Errors outside a step: without a listener they would end the process.
  client.on('error', (error: unknown) => log.warn('mailbox connection', { code: (error as Falla).code ?? '' }))
  try {
    await within(client, cuenta, plazos.ingresar, client.connect())
    const abierta = await within(client, cuenta, plazos.paso, client.mailboxOpen(cuenta.carpeta, { readOnly: true })).catch(
      (error: unknown) => {
        throw client.usable ? new BuzonError('carpeta', `No se pudo abrir la carpeta ${cuenta.carpeta}: revise su nombre.`) : error
      },
    )
    return await work(new Carpeta(client, cuenta, plazos, abierta))
  } finally {
    const bye = client.usable ? within(client, cuenta, plazos.conectar, client.logout()) : Promise.resolve()
    await bye.catch(() => undefined)
    client.close()
  }
}
