import { crc32 } from 'node:zlib'

const header = (marks: string, ...fields: [value: number, bytes: 2 | 4][]) =>
  Buffer.concat([
    Buffer.from(marks, 'latin1'),
    ...fields.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  ])

/** A ZIP of these texts by name, uncompressed. */
export function zipOf(textos: Readonly<Record<string, string>>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [nombre, texto] of Object.entries(textos)) {
    const [name, bytes] = [Buffer.from(nombre), Buffer.from(texto)]
    // The fields that a file and its directory entry share, from the version to the length of extra fields.
    const said = header(
      '',
      [20, 2],
      [0, 4],
      [0, 2],
      [0x21, 2],
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [name.length, 2],
      [0, 2],
    )
    const file = Buffer.concat([header('PK\x03\x04'), said, name, bytes])
    directory.push(header('PK\x01\x02', [20, 2]), said, header('', [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]), name)
    files.push(file)
    at += file.length
  }
  const central = Buffer.concat(directory)
  const n = files.length
  return Buffer.concat([...files, central, header('PK\x05\x06', [0, 4], [n, 2], [n, 2], [central.length, 4], [at, 4], [0, 2])])
}
