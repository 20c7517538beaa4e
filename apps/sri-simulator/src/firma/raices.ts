// The authorities this simulator trusts: every PEM or DER certificate in DATA_DIR/simulador/raices.
import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const MAX_DEPTH = 5

const isIssuedBy = (cert: X509Certificate, issuer: X509Certificate): boolean =>
  issuer.ca && cert.checkIssued(issuer) && cert.verify(issuer.publicKey)

export interface Raices {
  /** Version that changes with the folder. */
  version(): number
  trusts(cert: X509Certificate, extras: readonly X509Certificate[]): boolean
}

export function openRaices(folder: string): Raices {
  let read = -1
  let roots: X509Certificate[] = []
  const refresh = (): number => {
    const changed = statSync(folder).mtimeMs
    if (changed !== read) {
      roots = readdirSync(folder)
        .filter((file) => /\.(pem|crt|cer|der)$/i.test(file))
        .flatMap((file) => {
          try {
            return [new X509Certificate(readFileSync(path.join(folder, file)))]
          } catch {
            return []
          }
        })
      read = changed
    }
    return read
  }
  const trusts = (cert: X509Certificate, extras: readonly X509Certificate[], depth = 0): boolean => {
    if (depth > MAX_DEPTH) return false
    if (roots.some((root) => root.fingerprint256 === cert.fingerprint256 || isIssuedBy(cert, root))) return true
    return extras.some(
      (extra) => extra.fingerprint256 !== cert.fingerprint256 && isIssuedBy(cert, extra) && trusts(extra, extras, depth + 1),
    )
  }
  return { version: refresh, trusts: (cert, extras) => (refresh(), trusts(cert, extras)) }
}
