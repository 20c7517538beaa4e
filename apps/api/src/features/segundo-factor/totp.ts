import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// RFC 6238 over RFC 4226 as every authenticator application has it: SHA-1, 30 seconds, six digits.

const SECRET_BYTES = 20
const DIGITS = 6
const STEP_MS = 30_000
/** Steps before and after that are accepted too: for the clocks of telephones, and the time of typing. */
const TOLERANCE = 1

export const newSecreto = (): Buffer => randomBytes(SECRET_BYTES)

export const pasoAt = (instant: Date): number => Math.floor(instant.getTime() / STEP_MS)

export function codigoOf(secreto: Uint8Array, paso: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(paso))
  const mac = createHmac('sha1', secreto).update(counter).digest()
  const offset = mac[mac.length - 1]! & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The latest step of a code; every step is compared, in constant time. */
export function pasoOf(secreto: Uint8Array, codigo: string, instant: Date): number | undefined {
  if (!/^\d{6}$/.test(codigo)) return undefined
  const given = Buffer.from(codigo)
  const now = pasoAt(instant)
  let found: number | undefined
  for (let paso = now - TOLERANCE; paso <= now + TOLERANCE; paso++)
    if (timingSafeEqual(Buffer.from(codigoOf(secreto, paso)), given)) found = paso
  return found
}
