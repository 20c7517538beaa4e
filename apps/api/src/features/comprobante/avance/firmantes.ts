import { createPrivateKey } from 'node:crypto'
import { createFirmante, type Firmante } from '@yupana/sri'

import type { EmpresaId } from '../../../db/empresa-id.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Sobre } from '../../../secretos/sobre.ts'
import { contextoLlave } from '../../../secretos/contextos.ts'
import { readLlave } from './firmantes.sql.ts'

const SIZE = 300

/** The sealed key of a certificate cannot be used, whatever was done to it: nothing is signed. */
export class LlaveInservible extends Error {}

/** Signers by certificate, opened once and kept; only the worker's role can read the sealed key. */
export class Firmantes {
  readonly #sobre: Sobre
  readonly #known = new Map<string, Firmante>()

  constructor(sobre: Sobre) {
    this.#sobre = sobre
  }

  known(empresaId: EmpresaId, certificadoId: string): Firmante | undefined {
    const key = `${empresaId}|${certificadoId}`
    const known = this.#known.get(key)
    if (!known) return undefined
    // The least recently used goes first when there is no room.
    this.#known.delete(key)
    this.#known.set(key, known)
    return known
  }

  async open(tx: Tx, empresaId: EmpresaId, certificadoId: string): Promise<Firmante> {
    const firmante = await this.#open(tx, empresaId, certificadoId)
    const oldest = this.#known.size >= SIZE ? this.#known.keys().next().value : undefined
    if (oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(`${empresaId}|${certificadoId}`, firmante)
    return firmante
  }

  async #open(tx: Tx, empresaId: EmpresaId, certificadoId: string): Promise<Firmante> {
    const row = await readLlave(tx, empresaId, certificadoId)
    if (!row) throw new LlaveInservible('the key is gone')
    try {
      const sealed = { kekId: row.kek_id, dekEnvuelta: row.dek_envuelta, cifrado: row.llave_cifrada }
      const pkcs8 = this.#sobre.abrir(sealed, contextoLlave(empresaId, certificadoId, row.huella))
      const privateKey = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
      pkcs8.fill(0)
      return createFirmante({ certificado: row.der, privateKey })
    } catch (cause) {
      throw new LlaveInservible('the key does not open', { cause })
    }
  }
}
