// Certificates of signers, in the layout of an Ecuadorian entity: identification in private extensions.
import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

import { utf8 } from './escribir-der.ts'
import { publicKeyOf, type Autoridad } from './raiz.ts'
import { basicConstraints, extension, issueCertificate, KEY_USAGE, keyUsage, type Nombre } from './x509.ts'

const generate = promisify(generateKeyPair)

/** Arc of Security Data: `.1` cédula, `.2` names, `.11` RUC. The issuer's name says that this is a test. */
const ARC = '1.3.6.1.4.1.37746.3'

export interface Titular {
  readonly nombre: string
  readonly ruc?: string
  readonly cedula?: string
}

export interface Peticion {
  readonly titular: Titular
  readonly tipo: 'rsa' | 'ec'
  readonly tamano: number
  readonly desde: number
  readonly hasta: number
  readonly uso: 'firma' | 'cifrado'
  /** The key to certify, instead of a new one. */
  readonly llave?: KeyObject | undefined
}

export interface FirmaElectronica {
  readonly key: KeyObject
  readonly certificado: Buffer
}

const subjectOf = ({ nombre }: Titular, at: number): Nombre => [
  ['2.5.4.6', 'EC'],
  ['2.5.4.10', 'SIMULADOR DEL SRI S.A. (PRUEBAS)'],
  // A number in the form of a time, as the entity writes it; it is no identification.
  ['2.5.4.5', `${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}`],
  ['2.5.4.3', nombre],
]

const identification = ({ nombre, ruc, cedula }: Titular): Buffer[] => [
  ...(cedula === undefined ? [] : [extension(`${ARC}.1`, utf8(cedula))]),
  extension(`${ARC}.2`, utf8(nombre)),
  ...(ruc === undefined ? [] : [extension(`${ARC}.11`, utf8(ruc))]),
]

async function pairOf({ tipo, tamano, llave }: Peticion): Promise<{ privateKey: KeyObject; publicKey: KeyObject }> {
  if (llave) return { privateKey: llave, publicKey: createPublicKey(llave) }
  return tipo === 'ec' ? generate('ec', { namedCurve: 'prime256v1' }) : generate('rsa', { modulusLength: tamano })
}

/** A key with its certificate. */
export async function issueFirmaElectronica(autoridad: Autoridad, peticion: Peticion): Promise<FirmaElectronica> {
  const { privateKey, publicKey } = await pairOf(peticion)
  const certificado = issueCertificate({
    subject: subjectOf(peticion.titular, peticion.desde),
    issuer: autoridad.nombre,
    publicKey,
    issuerKey: autoridad.key,
    issuerPublicKey: publicKeyOf(autoridad),
    desde: peticion.desde,
    hasta: peticion.hasta,
    extensions: [basicConstraints(false), keyUsage(KEY_USAGE[peticion.uso]), ...identification(peticion.titular)],
  })
  return { key: privateKey, certificado }
}
