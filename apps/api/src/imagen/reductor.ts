import type { Lienzo, Medida } from './imagen.ts'
import { writePng } from './png-escrito.ts'

/** Where each point of one side falls on the smaller side: its first place, and the part of it that falls there; the rest falls on the next. */
function placesOf(from: number, to: number): { first: Int32Array; share: Float64Array } {
  const first = new Int32Array(from)
  const share = new Float64Array(from)
  for (let n = 0; n < from; n++) {
    const [begin, end] = [(n * to) / from, ((n + 1) * to) / from]
    first[n] = Math.min(to - 1, Math.floor(begin + 1e-9))
    share[n] = Math.min(1, (first[n]! + 1 - begin) / (end - begin))
    if (first[n] === to - 1) share[n] = 1
  }
  return { first, share }
}

/** The size within the box, in proportion; never larger than it is. */
export function fitted({ ancho, alto }: Medida, caja: Medida): Medida {
  const scale = Math.min(1, caja.ancho / ancho, caja.alto / alto)
  return { ancho: Math.max(1, Math.round(ancho * scale)), alto: Math.max(1, Math.round(alto * scale)) }
}

/** Gathers a picture of any size as a small one: each of its points is the mean of all that fall on it. */
export class Reductor implements Lienzo {
  readonly #medida: Medida
  readonly #columns: ReturnType<typeof placesOf>
  readonly #rows: ReturnType<typeof placesOf>
  /** Sums of red, green and blue, by opacity, and of opacity. */
  readonly #sums: Float64Array
  /** Points of the large picture in one of the small. */
  readonly #area: number

  constructor(de: Medida, a: Medida) {
    this.#medida = a
    this.#columns = placesOf(de.ancho, a.ancho)
    this.#rows = placesOf(de.alto, a.alto)
    this.#sums = new Float64Array(a.ancho * a.alto * 4)
    this.#area = (de.ancho / a.ancho) * (de.alto / a.alto)
  }

  row(y: number, x: number, paso: number, rgba: Uint8Array, puntos: number): void {
    const ty = this.#rows.first[y]!
    const share = this.#rows.share[y]!
    this.#add(ty, share, x, paso, rgba, puntos)
    if (share < 1) this.#add(ty + 1, 1 - share, x, paso, rgba, puntos)
  }

  #add(ty: number, part: number, x: number, paso: number, rgba: Uint8Array, puntos: number): void {
    const { first, share } = this.#columns
    const sums = this.#sums
    const base = ty * this.#medida.ancho
    for (let n = 0, at = 0, column = x; n < puntos; n++, at += 4, column += paso) {
      const to = (base + first[column]!) * 4
      const here = share[column]!
      const opacity = rgba[at + 3]! * part
      const weight = opacity * here
      sums[to] = sums[to]! + rgba[at]! * weight
      sums[to + 1] = sums[to + 1]! + rgba[at + 1]! * weight
      sums[to + 2] = sums[to + 2]! + rgba[at + 2]! * weight
      sums[to + 3] = sums[to + 3]! + weight
      if (here === 1) continue
      const rest = opacity - weight
      sums[to + 4] = sums[to + 4]! + rgba[at]! * rest
      sums[to + 5] = sums[to + 5]! + rgba[at + 1]! * rest
      sums[to + 6] = sums[to + 6]! + rgba[at + 2]! * rest
      sums[to + 7] = sums[to + 7]! + rest
    }
  }

  /** The small picture as PNG: on white, or with its opacity where any of it is transparent. */
  toPng(aplanada: boolean): Buffer {
    const sums = this.#sums
    const full = this.#area * 255
    // Sums of fractions: a hundredth of a step away from opaque is opaque.
    const opacityAt = (n: number) => Math.min(255, Math.round(sums[n * 4 + 3]! / this.#area))
    const points = sums.length / 4
    let isOpaque = true
    for (let n = 0; isOpaque && n < points; n++) isOpaque = opacityAt(n) === 255
    if (aplanada || isOpaque) {
      const rgb = new Uint8Array(points * 3)
      for (let n = 0; n < points; n++) {
        const white = Math.max(0, full - sums[n * 4 + 3]!) * 255
        for (let c = 0; c < 3; c++) rgb[n * 3 + c] = Math.min(255, Math.round((sums[n * 4 + c]! + white) / full))
      }
      return writePng(rgb, this.#medida, 3)
    }
    const rgba = new Uint8Array(points * 4)
    for (let n = 0; n < points; n++) {
      const opacity = sums[n * 4 + 3]!
      for (let c = 0; c < 3; c++) rgba[n * 4 + c] = opacity === 0 ? 0 : Math.min(255, Math.round(sums[n * 4 + c]! / opacity))
      rgba[n * 4 + 3] = opacityAt(n)
    }
    return writePng(rgba, this.#medida, 4)
  }
}
