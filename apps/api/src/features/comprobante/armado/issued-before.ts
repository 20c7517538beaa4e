/** Tells of each part whether it was issued before, as often as it was: a correction keeps what was issued, and repeats none of it. */
export function issuedBefore(issued: readonly string[]): (part: string) => boolean {
  const left = [...issued]
  return (part) => {
    const at = left.indexOf(part)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  }
}
