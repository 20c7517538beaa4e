/** The text of a file that Windows wrote as «Unicode»: UTF-16 with its mark; undefined of any other. */
export function readUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  return first === 0xfe && second === 0xff ? new TextDecoder('utf-16be').decode(bytes) : undefined
}
