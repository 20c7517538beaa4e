import { inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

import { hardestLogo, jpegOf, pngOf, rawPng } from '../testing/images.ts'
import { rehacerImagen } from './rehacer.ts'

const EXIGENCIA = { maxLado: 4096, caja: { ancho: 1075, alto: 350 }, aplanada: true }
/** Three by three: red, green, blue, white, black and greys, each with its opacity. */
const PUNTOS = [
  [255, 0, 0, 255],
  [0, 255, 0, 255],
  [0, 0, 255, 255],
  [255, 255, 255, 255],
  [0, 0, 0, 255],
  [80, 80, 80, 255],
  [0, 0, 0, 0],
  [100, 0, 0, 128],
  [40, 40, 40, 255],
]
/** Four colours, 24 points wide, written by a browser; and the means of its quarters' parts as the browser shows them. */
const JPEG =
  '/9j/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAYABgDASIAAhEBAxEB/8QAGQABAAMBAQAAAAAAAAAAAAAAAAUGBwQI/8QALhAAAQEBCw0AAAAAAAAAAAAAABIUAQUGBwgRExUWQ6EXJDJGYWJlgYSkwcPi/8QAFwEAAwEAAAAAAAAAAAAAAAAABQYHBP/EACkRAAECBQIDCQAAAAAAAAAAAAEABAIDBRExBhIVIUEzNVKBgqGxstH/2gAMAwEAAhEDEQA/AKMSLz33LyQbZuYl7iug7ams86ZWaiu1qUva5No4mJxRXrSWZ06C0Iybg55dCmjUlZZVOmzWjSPdMitYWIxECeZAGAeq4QaVkv4v232AZvhUr4M98HuP1efTZpOusHT+0AqOpu7Jvp+wRlj28Pn8FbKACTJiX//Z'
const SHOWN = [
  [208, 34, 27],
  [199, 37, 34],
  [42, 155, 68],
  [34, 160, 64],
  [202, 34, 42],
  [195, 37, 37],
  [44, 155, 66],
  [36, 158, 65],
  [40, 62, 182],
  [39, 65, 171],
  [235, 224, 169],
  [235, 226, 162],
  [33, 64, 192],
  [34, 65, 183],
  [238, 224, 167],
  [239, 224, 159],
]
const sides = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** The rows of a picture three points wide, in the passes of an interlaced one. */
function interlaced(points: readonly (readonly number[])[]): Buffer {
  const rows = sides.flatMap(([x0, y0, dx, dy]) => {
    const columns = [0, 1, 2].filter((x) => x >= x0 && (x - x0) % dx === 0)
    return columns.length === 0
      ? []
      : [0, 1, 2].filter((y) => y >= y0 && (y - y0) % dy === 0).map((y) => [0, ...columns.flatMap((x) => points[y * 3 + x]!)])
  })
  return Buffer.from(rows.flat())
}
const plain = (points: readonly (readonly number[])[]) =>
  Buffer.from([0, 1, 2].flatMap((y) => [0, ...points.slice(y * 3, y * 3 + 3).flat()]))

/** Size, colour type and points of what was made (its rows differ from the one above). */
function read(bytes: Uint8Array) {
  const png = Buffer.from(bytes)
  const [ancho, alto, color] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]!]
  const at = png.indexOf('IDAT')
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
  const width = ancho * (color === 2 ? 3 : 4)
  for (let n = 0; n < rows.length; n++)
    if (n % (width + 1) > 0 && n > width + 1 && rows[n - (n % (width + 1))] === 2) rows[n] = rows[n]! + rows[n - width - 1]!
  const points = Array.from({ length: alto }, (_, y) =>
    Array.from({ length: ancho }, (_, x) => [...rows.subarray(y * (width + 1) + 1 + (x * width) / ancho).subarray(0, width / ancho)]),
  ).flat()
  return { ancho, alto, color, points }
}
const onWhite = PUNTOS.map(([r = 0, g = 0, b = 0, a = 0]) => [r, g, b].map((c) => Math.round((c * a + 255 * (255 - a)) / 255)))

describe('a picture is made anew', () => {
  it.each([
    ['RGBA', rawPng(3, 3, { depth: 8, color: 6 }, plain(PUNTOS))],
    ['interlaced RGBA', rawPng(3, 3, { depth: 8, color: 6, interlaced: true }, interlaced(PUNTOS))],
    ['sixteen bits', rawPng(3, 3, { depth: 16, color: 6 }, plain(PUNTOS.map((point) => point.flatMap((c) => [c, c]))))],
    [
      'palette with transparency',
      rawPng(3, 3, { depth: 4, color: 3 }, Buffer.from([0, 0x01, 0x20, 0, 0x34, 0x50, 0, 0x67, 0x80]), {
        PLTE: Buffer.from(PUNTOS.flatMap((point) => point.slice(0, 3))),
        tRNS: Buffer.from(PUNTOS.map((point) => point[3]!)),
      }),
    ],
  ])('%s: the same points on white, eight bits of red, green and blue', (_kind, bytes) => {
    const { tipo, bytes: hecha } = rehacerImagen(bytes, EXIGENCIA)
    expect(tipo).toBe('image/png')
    expect(read(hecha)).toEqual({ ancho: 3, alto: 3, color: 2, points: onWhite })
  })

  it('grey of one bit, and a colour that counts as transparent', () => {
    const grey = rehacerImagen(rawPng(3, 1, { depth: 1, color: 0 }, Buffer.from([0, 0b1010_0000])), EXIGENCIA)
    expect(read(grey.bytes).points).toEqual([
      [255, 255, 255],
      [0, 0, 0],
      [255, 255, 255],
    ])
    const clear = rehacerImagen(
      rawPng(2, 1, { depth: 8, color: 2 }, Buffer.from([0, 9, 9, 9, 8, 8, 8]), { tRNS: Buffer.from([0, 9, 0, 9, 0, 9]) }),
      EXIGENCIA,
    )
    expect(read(clear.bytes).points).toEqual([
      [255, 255, 255],
      [8, 8, 8],
    ])
  })

  it('keeps what is transparent where that is wanted', () => {
    const { bytes } = rehacerImagen(rawPng(3, 3, { depth: 8, color: 6, interlaced: true }, interlaced(PUNTOS)), {
      ...EXIGENCIA,
      aplanada: false,
    })
    expect(read(bytes)).toMatchObject({ color: 6, points: PUNTOS })
  })

  it('no larger than its box, in proportion', () => {
    const { bytes } = rehacerImagen(hardestLogo(1024), EXIGENCIA)
    expect(read(bytes)).toMatchObject({ ancho: 350, alto: 350, color: 2 })
    expect(new Set(read(bytes).points.map(String))).toEqual(new Set(['127,127,127']))
    const row = Buffer.from([0, ...[0, 100, 200].flatMap((c) => [c, c, c])])
    expect(
      read(rehacerImagen(rawPng(3, 1, { depth: 8, color: 2 }, row), { ...EXIGENCIA, caja: { ancho: 2, alto: 1 } }).bytes).points,
    ).toEqual([
      [38, 38, 38],
      [163, 163, 163],
    ])
  })

  it('one that is so already stays as it is, to the byte: what is printed with it does not change', () => {
    const bytes = pngOf(1075, 350)
    expect(Buffer.from(rehacerImagen(bytes, EXIGENCIA).bytes)).toEqual(bytes)
    expect(Buffer.from(rehacerImagen(jpegOf({ exif: 'x' }), EXIGENCIA).bytes)).toEqual(jpegOf())
  })

  it('a JPEG that is too large becomes a PNG of its points', () => {
    const { bytes, tipo } = rehacerImagen(Buffer.from(JPEG, 'base64'), { ...EXIGENCIA, caja: { ancho: 4, alto: 4 } })
    expect(tipo).toBe('image/png')
    const { ancho, alto, points } = read(bytes)
    expect([ancho, alto]).toEqual([4, 4])
    // Each point takes a part of its neighbours, and the four colours lie far from each other.
    for (const [n, point] of points.entries())
      for (const [c, value] of point.entries()) expect(Math.abs(value - SHOWN[n]![c]!), `point ${n}`).toBeLessThanOrEqual(48)
  })

  it.each([
    ['a row with an unknown filter', rawPng(1, 1, { depth: 8, color: 2 }, Buffer.from([5, 0, 0, 0])), /dañada/],
    ['rows that are not all there', rawPng(9, 9, { depth: 8, color: 2 }, Buffer.alloc(9)), /dañada/],
    ['twelve bits of a JPEG', Buffer.from(jpegOf().toString('hex').replace('ffc0000b08', 'ffc0000b0c'), 'hex'), /no se admite/],
    ['sixteen bits of the largest size', rawPng(4096, 4096, { depth: 16, color: 6 }, Buffer.alloc(1)), /16 bits/],
    ['a depth that does not exist', rawPng(1, 1, { depth: 7, color: 2 }, Buffer.alloc(4)), /dañada/],
  ])('refuses %s', (_name, bytes, reason) => expect(() => rehacerImagen(bytes, EXIGENCIA)).toThrow(reason))
})
