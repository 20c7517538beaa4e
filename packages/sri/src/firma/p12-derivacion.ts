import { pbkdf2Sync } from 'node:crypto'

import { digestOf } from './algoritmos.ts'
import { P12Error } from './p12-error.ts'

/**
 * Budget of one file, counted before each derivation: a PBKDF2 iteration costs 1, an iteration of PKCS#12's own derivation (in JavaScript)
 * 2. Most files need 1 to 10,000 iterations; the most careful programs need 600,000 for MAC, key and certificates, which just fits. The
 * most expensive file within the budget takes about two seconds.
 */
const BUDGET = 2_400_000
const PKCS12_COST = 2

/** The password of a file in the two forms that its parts need, and the rest of its budget. */
export class Derivacion {
  #left = BUDGET
  readonly #bmp: Buffer
  /**
   * PBES2 uses the password as UTF-8 (RFC 8018 §3), as OpenSSL, Java and Windows do. Files made in the browser with node-forge have one
   * byte per character, which differs for «ñ».
   */
  readonly pbes2Passwords: readonly Buffer[]

  constructor(password: string, emptyAsNull: boolean) {
    this.#bmp = emptyAsNull && password === '' ? Buffer.alloc(0) : Buffer.from(`${password}\0`, 'utf16le').swap16()
    const utf8 = Buffer.from(password, 'utf8')
    const latin1 = Buffer.from(password, 'latin1')
    this.pbes2Passwords = utf8.equals(latin1) ? [utf8] : [utf8, latin1]
  }

  pbkdf2(password: Buffer, digest: string, salt: Buffer, iterations: number, length: number): Buffer {
    this.#spend(iterations)
    return pbkdf2Sync(password, salt, iterations, length, digest)
  }

  /**
   * Key derivation of PKCS#12 itself (RFC 7292 appendix B.2), for the MAC and the old ciphers: password as BMPString.
   * @param purpose 1 cipher key · 2 initialisation vector · 3 MAC key
   */
  pkcs12(digest: string, purpose: 1 | 2 | 3, salt: Buffer, iterations: number, length: number): Buffer {
    const u = digestOf(digest, '').length
    const v = u > 32 ? 128 : 64
    const rounds = Math.ceil(length / u)
    this.#spend(iterations * rounds * PKCS12_COST)
    const diversifier = Buffer.alloc(v, purpose)
    const blocks = Buffer.concat([stretch(salt, v), stretch(this.#bmp, v)])
    const parts: Buffer[] = []
    for (let round = 0; round < rounds; round++) {
      let hash = digestOf(digest, Buffer.concat([diversifier, blocks]))
      for (let i = 1; i < iterations; i++) hash = digestOf(digest, hash)
      parts.push(hash)
      addToEachBlock(blocks, stretch(hash, v).subarray(0, v), v)
    }
    return Buffer.concat(parts).subarray(0, length)
  }

  #spend(cost: number): void {
    if (cost < 1) throw new P12Error('DANADO')
    this.#left -= cost
    if (this.#left < 0) throw new P12Error('DERIVACION_EXCESIVA')
  }
}

/** Repeats bytes up to a multiple of the block size; empty input stays empty. */
const stretch = (bytes: Buffer, v: number): Buffer =>
  bytes.length === 0 ? Buffer.alloc(0) : Buffer.alloc(v * Math.ceil(bytes.length / v), bytes)

/** I_j = (I_j + B + 1) mod 2^(8v) for every block of I. */
function addToEachBlock(blocks: Buffer, b: Buffer, v: number): void {
  for (let start = 0; start < blocks.length; start += v) {
    let carry = 1
    for (let at = v - 1; at >= 0; at--) {
      carry += (blocks[start + at] ?? 0) + (b[at] ?? 0)
      blocks[start + at] = carry & 0xff
      carry >>= 8
    }
  }
}
