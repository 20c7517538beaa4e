/** The text of an outside service's answer, up to `maxBytes`. @throws Error */
export async function textOf(answer: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of answer.body ?? []) {
    bytes += piece.length
    if (bytes > maxBytes) throw new Error(`more than ${maxBytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}
