// The test authority: made once; its key never leaves the data folder.
import { createPrivateKey, createPublicKey, generateKeyPair, X509Certificate, type KeyObject } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { basicConstraints, issueCertificate, KEY_USAGE, keyUsage, type Nombre } from './x509.ts'

const generate = promisify(generateKeyPair)
const YEAR = 365.25 * 86_400_000

export interface Autoridad {
  readonly nombre: Nombre
  readonly key: KeyObject
  readonly certificado: X509Certificate
}

const nombreOf = (cn: string): Nombre => [
  ['2.5.4.6', 'EC'],
  ['2.5.4.10', 'SIMULADOR DEL SRI S.A. (PRUEBAS)'],
  ['2.5.4.11', 'ENTIDAD DE CERTIFICACION DE PRUEBAS, SIN VALIDEZ'],
  ['2.5.4.3', cn],
]

const PROPIA = 'AUTORIDAD DE CERTIFICACION DE PRUEBAS DEL SIMULADOR'
const AJENA = 'AUTORIDAD DESCONOCIDA DE PRUEBAS'

export async function createAutoridad(cn: string): Promise<Autoridad> {
  const nombre = nombreOf(cn)
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 2048 })
  // Valid long before and after, so that it is valid under a moved clock too.
  const der = issueCertificate({
    subject: nombre,
    issuer: nombre,
    publicKey,
    issuerKey: privateKey,
    issuerPublicKey: publicKey,
    desde: Date.UTC(2000, 0, 1),
    hasta: Date.now() + 30 * YEAR,
    extensions: [basicConstraints(true), keyUsage(KEY_USAGE.autoridad)],
  })
  return { nombre, key: privateKey, certificado: new X509Certificate(der) }
}

/** An authority in no folder of trusted roots, for tests of unknown issuers. */
export const createAutoridadAjena = (): Promise<Autoridad> => createAutoridad(AJENA)

/** Opens the authority of the folder, and makes it the first time. If several processes come at once, only one makes it. */
export async function ensureAutoridad(folder: string): Promise<Autoridad & { readonly raices: string }> {
  const raices = path.join(folder, 'raices')
  mkdirSync(raices, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'autoridad.pem')
  if (!existsSync(file)) {
    const made = await createAutoridad(PROPIA)
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, `${made.key.export({ type: 'pkcs8', format: 'pem' }).toString()}${made.certificado.toString()}`, { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
  }
  const pem = readFileSync(file, 'utf8')
  const certificado = new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERTIFICATE')))
  const root = path.join(raices, 'autoridad-de-pruebas.pem')
  if (!existsSync(root)) writeFileSync(root, certificado.toString())
  return { nombre: nombreOf(PROPIA), key: createPrivateKey(pem), certificado, raices }
}

export const publicKeyOf = (autoridad: Autoridad): KeyObject => createPublicKey(autoridad.key)
