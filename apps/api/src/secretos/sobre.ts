import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// Envelope encryption (reliability §1.5): AES-256-GCM under a fresh data key for each secret; the data key is wrapped by a
// key derived from CLAVE_MAESTRA, which lives outside the database. The additional data binds a secret to its owner.

const NONCE = 12
const TAG = 16
const KEY = 32
const FORMAT = 1

export interface Sellado {
  kekId: string
  dekEnvuelta: Buffer
  cifrado: Buffer
}

export interface Sobre {
  /** Encrypts under a new data key; `contexto` must be given again to open. */
  sellar(secreto: Uint8Array, contexto: string): Sellado
  /** @throws when key, context or bytes are not those it was sealed with */
  abrir(sellado: Sellado, contexto: string): Buffer
  /** Short secrets of the installation's own rows, in one piece. */
  sellarCorto(secreto: Uint8Array, contexto: string): Buffer
  abrirCorto(sellado: Uint8Array, contexto: string): Buffer
}

/** Moves secrets from one master key to another. Undefined for a secret moved already, so that it can be repeated. */
export interface Reenvoltura {
  /** Only the data key is wrapped anew: its ciphertext stays as it is, unread. @throws when neither key opens it */
  llave(sellado: Omit<Sellado, 'cifrado'>, contexto: string): Omit<Sellado, 'cifrado'> | undefined
  /** @throws when neither key opens it */
  corto(sellado: Uint8Array, contexto: string): Buffer | undefined
}

function seal(key: Buffer, secret: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(`${FORMAT}|${context}`))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

function open(key: Buffer, sealed: Uint8Array, context: string): Buffer {
  const bytes = Buffer.from(sealed)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE))
  decipher.setAAD(Buffer.from(`${FORMAT}|${context}`))
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, bytes.length - TAG)), decipher.final()])
}

const kekOf = (claveMaestra: string) => Buffer.from(hkdfSync('sha256', claveMaestra, 'yupana', 'sobre v1', KEY))
/** The public name of a master key: it distinguishes keys and reveals nothing about them. */
export const idOfClaveMaestra = (claveMaestra: string): string =>
  Buffer.from(hkdfSync('sha256', claveMaestra, 'yupana', 'nombre de la llave', 6)).toString('hex')

export function createReenvoltura(anterior: string, nueva: string): Reenvoltura {
  const [from, to, toId] = [kekOf(anterior), kekOf(nueva), idOfClaveMaestra(nueva)]
  const opens = (sealed: Uint8Array, contexto: string) => {
    try {
      open(to, sealed, contexto).fill(0)
      return true
    } catch {
      return false
    }
  }
  const reseal = (sealed: Uint8Array, contexto: string) => {
    const secret = open(from, sealed, contexto)
    const anew = seal(to, secret, contexto)
    secret.fill(0)
    return anew
  }
  return {
    llave: ({ kekId, dekEnvuelta }, contexto) =>
      kekId === toId && opens(dekEnvuelta, contexto) ? undefined : { kekId: toId, dekEnvuelta: reseal(dekEnvuelta, contexto) },
    corto: (sellado, contexto) => (opens(sellado, contexto) ? undefined : reseal(sellado, contexto)),
  }
}

/** @param claveMaestra the installation's master secret; its derived key has a name, so that it can be rotated */
export function createSobre(claveMaestra: string): Sobre {
  const kek = kekOf(claveMaestra)
  const kekId = idOfClaveMaestra(claveMaestra)
  return {
    sellar(secreto, contexto) {
      const dek = randomBytes(KEY)
      return { kekId, dekEnvuelta: seal(kek, dek, contexto), cifrado: seal(dek, secreto, contexto) }
    },
    abrir(sellado, contexto) {
      if (sellado.kekId !== kekId) throw new Error('CLAVE_MAESTRA no es la que selló esta llave')
      return open(open(kek, sellado.dekEnvuelta, contexto), sellado.cifrado, contexto)
    },
    sellarCorto: (secreto, contexto) => seal(kek, secreto, contexto),
    abrirCorto: (sellado, contexto) => open(kek, sellado, contexto),
  }
}
