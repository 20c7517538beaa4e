import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'

import { Asn1Error, type Asn1Node, isUniversal, readAsn1, TAG } from './asn1.ts'
import { type CertificadoLeido, readCertificado } from './certificado.ts'
import { isPfx, openP12, type P12Bolsa, type P12Contenido } from './p12-contenido.ts'
import { Derivacion } from './p12-derivacion.ts'
import { P12Error } from './p12-error.ts'

/** The signing pair of a .p12. */
export interface P12Leido {
  /** PKCS#8 DER of the private key, not encrypted: it must be encrypted before it is stored. */
  readonly privateKey: Buffer
  /** DER of the certificate of that key. */
  readonly certificado: Buffer
  /** DER of the other certificates of the file. */
  readonly cadena: readonly Buffer[]
}

export const P12_MAX_BYTES = 64 * 1024

/**
 * Opens a .p12 and chooses the pair to sign with (sri/README §8.5). Synchronous and slow on purpose of the file (up to two
 * seconds): run it in a worker thread. Reads RC2, triple DES and AES files, DER and BER.
 * @param now prefers a certificate valid at that instant among several.
 * @throws P12Error with a code, the reason and the advice in Spanish.
 */
export function readP12(bytes: Uint8Array, password: string, now?: Date): P12Leido {
  const pfx = readPfx(bytes)
  const { llaves, certificados } = open(pfx, password)
  if (llaves.length === 0) throw new P12Error('SIN_LLAVE')
  if (certificados.length === 0) throw new P12Error('SIN_CERTIFICADO')
  const keys = llaves.map(readKey).filter((key) => key !== undefined)
  const [best] = certificados.flatMap((bolsa) => pairsOf(bolsa, keys)).sort((a, b) => compareBy(now, a, b))
  if (best === undefined) throw new P12Error('LLAVE_NO_CORRESPONDE')
  return {
    privateKey: best.key.export({ format: 'der', type: 'pkcs8' }),
    certificado: best.leido.der,
    cadena: certificados.map(({ der }) => Buffer.from(der)).filter((der) => !der.equals(best.leido.der)),
  }
}

function readPfx(bytes: Uint8Array): Asn1Node {
  if (bytes.length === 0) throw new P12Error('VACIO')
  if (bytes.length > P12_MAX_BYTES) throw new P12Error('DEMASIADO_GRANDE')
  if (Buffer.from(bytes.subarray(0, 4096)).includes('-----BEGIN ')) throw new P12Error('ES_PEM')
  if (bytes[0] !== 0x30) throw new P12Error('NO_ES_P12')
  const pfx = refusing(() => readAsn1(bytes, true))
  if (isPfx(pfx)) return pfx
  throw new P12Error(isCertificate(pfx) ? 'SOLO_CERTIFICADO' : 'NO_ES_P12')
}

const isCertificate = ({ children: [tbs, , signature] }: Asn1Node): boolean =>
  tbs?.constructed === true && signature !== undefined && isUniversal(signature, TAG.BIT_STRING)

/** Programs differ on the MAC of an empty password: two zero bytes, or none. */
function open(pfx: Asn1Node, password: string): P12Contenido {
  return refusing(() => {
    try {
      return openP12(pfx, new Derivacion(password, false))
    } catch (error) {
      if (password !== '' || !(error instanceof P12Error) || error.code !== 'CLAVE_INCORRECTA') throw error
      return openP12(pfx, new Derivacion(password, true))
    }
  })
}

function refusing<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Asn1Error ? new P12Error('DANADO') : error
  }
}

interface Key {
  readonly key: KeyObject
  readonly nombre: string | undefined
}

interface Pair extends Key {
  readonly leido: CertificadoLeido
}

/** A key of an unknown kind cannot be the signing key. */
function readKey({ der, nombre }: P12Bolsa): Key | undefined {
  try {
    return { key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), nombre }
  } catch {
    return undefined
  }
}

function pairsOf({ der, nombre }: P12Bolsa, keys: readonly Key[]): Pair[] {
  try {
    const x509 = new X509Certificate(der)
    const leido = readCertificado(der)
    return keys.filter(({ key }) => x509.checkPrivateKey(key)).map((key) => ({ key: key.key, nombre: nombre ?? key.nombre, leido }))
  } catch {
    // An unreadable certificate is no candidate; others of the file may be.
    return []
  }
}

/** Better first: not of a CA, RSA, for signing, valid now, labelled for signing, newest. */
function compareBy(now: Date | undefined, a: Pair, b: Pair): number {
  const rank = ({ leido, nombre }: Pair) => [
    !leido.isCa,
    leido.llave.tipo === 'rsa',
    leido.usos?.includes('digitalSignature') ?? true,
    now === undefined || (leido.desde <= now && now <= leido.hasta),
    /signing|firma/i.test(nombre ?? ''),
  ]
  const ofB = rank(b)
  const decisive = rank(a).findIndex((value, i) => value !== ofB[i])
  if (decisive < 0) return b.leido.desde.getTime() - a.leido.desde.getTime()
  return ofB[decisive] === true ? 1 : -1
}
