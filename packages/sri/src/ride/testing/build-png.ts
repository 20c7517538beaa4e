import { crc32, deflateSync } from 'node:zlib'

/** A picture of one colour, half transparent when `alpha`, as PNG bytes. */
export function buildPng(width: number, height: number, alpha = false): Uint8Array {
  const bytes = alpha ? 4 : 3
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, alpha ? 6 : 2], 8)
  const rows = Buffer.alloc(height * (1 + width * bytes), 128)
  for (let y = 0; y < height; y++) rows[y * (1 + width * bytes)] = 0
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
