import type { Db } from '../db/connect.ts'
import { inflate } from '../db/bytes.ts'
import { hasOficial, isSignedSoundly, xsdComplaint } from './xml-judge.ts'

/** More than any test signs on purpose; a flood of them is judged by its first. */
const MOST = 200

/**
 * Holds every XML that was signed in this database to judges that share no code with the signer: xml-crypto for the
 * signature, the official schema for the form. @throws when one of them is not as it should be
 */
export async function judgeFirmas(owner: Db): Promise<void> {
  const firmas = await owner.selectFrom('documento_firma').select(['documento_id', 'xml']).orderBy('firmado_en').limit(MOST).execute()
  for (const { documento_id: id, xml } of firmas) {
    const text = inflate(xml).toString('utf8')
    if (!isSignedSoundly(text)) throw new Error(`the signature of ${id} does not hold for an independent verifier`)
    const complaint = hasOficial ? xsdComplaint(text) : undefined
    if (complaint !== undefined) throw new Error(`the XML of ${id} is not valid: ${complaint}`)
  }
}
