import { createHash, createPrivateKey } from 'node:crypto'
import { createFirmante, type Firmante } from '@yupana/sri'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Sobre } from '../../../secretos/sobre.ts'
import { contextoLlave } from '../../../secretos/contextos.ts'
import { readLlave, type LlaveGuardada } from './firmantes.sql.ts'

const SIZE = 300

/** The sealed key of a certificate cannot be used, whatever the reason, so nothing is signed. */
export class LlaveInservible extends Error {}

export interface FirmanteAbierto extends Firmante {
  /** Hash of the sealed key that was opened. */
  readonly sello: Buffer
}

const selloOf = ({ kek_id, dek_envuelta, llave_cifrada, huella, der }: LlaveGuardada): Buffer =>
  [kek_id, dek_envuelta, llave_cifrada, huella, der].reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** Signers by certificate, opened once and kept; only the worker's role can read the sealed key. */
export class Firmantes {
  readonly #sobre: Sobre
  readonly #known = new Map<string, FirmanteAbierto>()

  constructor(sobre: Sobre) {
    this.#sobre = sobre
  }

  known(empresaId: EmpresaId, certificadoId: string): FirmanteAbierto | undefined {
    const key = `${empresaId}|${certificadoId}`
    const known = this.#known.get(key)
    if (!known) return undefined
    // A full cache drops its least recently used signer.
    this.#known.delete(key)
    this.#known.set(key, known)
    return known
  }

  forget(empresaId: EmpresaId, certificadoId: string): void {
    this.#known.delete(`${empresaId}|${certificadoId}`)
  }

  async open(tx: Tx, empresaId: EmpresaId, certificadoId: string): Promise<FirmanteAbierto | LlaveInservible> {
    const row = await readLlave(tx, empresaId, certificadoId)
    if (!row) return new LlaveInservible('the key is gone')
    const firmante = this.#opened(row, contextoLlave(empresaId, certificadoId, row.huella))
    if (firmante instanceof LlaveInservible) return firmante
    const oldest = this.#known.size >= SIZE ? this.#known.keys().next().value : undefined
    if (oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(`${empresaId}|${certificadoId}`, firmante)
    return firmante
  }

  #opened(row: LlaveGuardada, contexto: string): FirmanteAbierto | LlaveInservible {
    try {
      const pkcs8 = this.#sobre.abrir({ kekId: row.kek_id, dekEnvuelta: row.dek_envuelta, cifrado: row.llave_cifrada }, contexto)
      const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
      pkcs8.fill(0)
      return { ...createFirmante({ certificado: row.der, privateKey }), sello: selloOf(row) }
    } catch (cause) {
      return new LlaveInservible('the key does not open', { cause })
    }
  }
}
