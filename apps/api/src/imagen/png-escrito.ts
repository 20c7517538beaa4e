import { crc32, deflateSync } from 'node:zlib'

import type { Medida } from './imagen.ts'

const chunk = (type: string, body: Uint8Array): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length, 0)
  frame.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)])
}

/** The difference of each byte to the one above it, which suits drawings with flat parts. */
function filtered(points: Uint8Array, ancho: number, alto: number, channels: number): Buffer {
  const length = ancho * channels
  const rows = Buffer.alloc(alto * (1 + length))
  for (let y = 0; y < alto; y++) {
    const to = y * (1 + length)
    rows[to] = 2
    for (let i = 0; i < length; i++) rows[to + 1 + i] = points[y * length + i]! - (y === 0 ? 0 : points[(y - 1) * length + i]!)
  }
  return rows
}

/** Eight bits of red, green and blue, with opacity where there are four channels. */
export function writePng(points: Uint8Array, { ancho, alto }: Medida, channels: 3 | 4): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(ancho, 0)
  header.writeUInt32BE(alto, 4)
  header.set([8, channels === 3 ? 2 : 6], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', deflateSync(filtered(points, ancho, alto, channels), { level: 9 })), chunk('IEND', Buffer.alloc(0)),
  ])
}
