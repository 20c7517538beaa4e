/** A shorter video cannot have the spoken text. */
const MIN_BYTES = 50_000

/** The type of a video by its first bytes, not by its name; undefined for other files. */
export function tipoDeVideo(first: Buffer, tamano: number): string | undefined {
  if (tamano < MIN_BYTES || first.length < 16) return undefined
  if (first.toString('latin1', 4, 8) === 'ftyp') return first.toString('latin1', 8, 10) === 'qt' ? 'video/quicktime' : 'video/mp4'
  if (first.readUInt32BE(0) === 0x1a45dfa3 && first.subarray(0, 64).includes('webm')) return 'video/webm'
  return undefined
}
