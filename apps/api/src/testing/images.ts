import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, body: Buffer): Buffer => {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}

/** A picture of any kind, of its rows as they lie in the file, filter bytes in front; `extra` adds chunks before them. */
export function rawPng(
  width: number,
  height: number,
  kind: { depth: number; color: number; interlaced?: boolean },
  raw: Buffer,
  extra: Record<string, Buffer> = {},
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([kind.depth, kind.color, 0, 0, kind.interlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...Object.entries(extra).map(([type, body]) => chunk(type, body)),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The largest logo that is taken, transparent in part, of a few dozen KB: what took seconds of every printed form. */
export function hardestLogo(lado = 4096): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: lado }, () => [0, 0, 0, 128]).flat()])
  return rawPng(lado, lado, { depth: 8, color: 6 }, Buffer.concat(Array.from({ length: lado }, () => row)))
}

/** A black RGB picture; `extra` adds chunks by name, `raw` replaces its rows. */
export function pngOf(
  width: number,
  height: number,
  extra: Record<string, string> = {},
  raw = Buffer.alloc(height * (1 + width * 3)),
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...Object.entries(extra).map(([type, text]) => chunk(type, Buffer.from(text, 'latin1'))),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const segment = (marker: number, body: Buffer): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(body.length + 2)
  return Buffer.concat([Buffer.from([0xff, marker]), length, body])
}

/** The shape of a baseline JPEG of 8 × 8 grey pixels: its markers, not a picture to look at. */
export function jpegOf({ exif, comment }: { exif?: string; comment?: string } = {}): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(exif === undefined ? [] : [segment(0xe1, Buffer.from(`Exif\0\0${exif}`, 'latin1'))]),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, Buffer.from([8, 0, 8, 0, 8, 1, 1, 0x11, 0])),
    ...(comment === undefined ? [] : [segment(0xfe, Buffer.from(comment))]),
    segment(0xc4, Buffer.alloc(20)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ])
}
