import type { Lienzo } from './imagen.ts'
import type { Bloques, Cuadro } from './jpeg-exploracion.ts'

/** cos((2x + 1)uπ / 16), by u and x, with the factor of u. */
const COSINES = Float64Array.from({ length: 64 }, (_, n) => Math.cos((((n & 7) * 2 + 1) * (n >> 3) * Math.PI) / 16) * (n < 8 ? Math.SQRT1_2 : 1) * 0.5)

/** The samples of one block, from its coefficients, into a plane. */
function transform({ coeficientes, cuantizacion }: Bloques, at: number, middle: Float64Array, to: Uint8ClampedArray, place: number, width: number): void {
  let isFlat = true
  for (let n = 1; isFlat && n < 64; n++) isFlat = coeficientes[at + n] === 0
  if (isFlat) {
    const mean = (coeficientes[at]! * cuantizacion[0]!) / 8 + 128
    for (let y = 0; y < 8; y++) to.fill(mean, place + y * width, place + y * width + 8)
    return
  }
  for (let v = 0; v < 8; v++)
    for (let x = 0; x < 8; x++) {
      let sum = 0
      for (let u = 0; u < 8; u++) sum += coeficientes[at + v * 8 + u]! * cuantizacion[v * 8 + u]! * COSINES[u * 8 + x]!
      middle[v * 8 + x] = sum
    }
  for (let x = 0; x < 8; x++)
    for (let y = 0; y < 8; y++) {
      let sum = 128
      for (let v = 0; v < 8; v++) sum += middle[v * 8 + x]! * COSINES[v * 8 + y]!
      to[place + y * width + x] = sum
    }
}

type Mezcla = (c: readonly number[], rgba: Uint8ClampedArray, to: number) => void

const ycc = (y: number, cb: number, cr: number, rgba: Uint8ClampedArray, to: number) => {
  rgba[to] = y + 1.402 * (cr - 128)
  rgba[to + 1] = y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128)
  rgba[to + 2] = y + 1.772 * (cb - 128)
}

/** How the components make a colour. Adobe's programs store ink inverted, and say with a number whether it was transformed. */
function mezclaOf(componentes: Cuadro['componentes'], transformacion: number | undefined): Mezcla {
  if (componentes.length === 1) return ([y = 0], rgba, to) => void rgba.fill(y, to, to + 3)
  if (componentes.length === 3) {
    const isRgb = transformacion === 0 || String.fromCharCode(...componentes.map(({ id }) => id)) === 'RGB'
    return ([a = 0, b = 0, c = 0], rgba, to) => (isRgb ? rgba.set([a, b, c], to) : ycc(a, b, c, rgba, to))
  }
  return ([c = 0, m = 0, y = 0, k = 0], rgba, to) => {
    if (transformacion === 2) {
      ycc(c, m, y, rgba, to)
      // Transformed was the ink itself, while black is stored inverted.
      for (let n = 0; n < 3; n++) rgba[to + n] = ((255 - rgba[to + n]!) * k) / 255
    } else {
      const light = transformacion === undefined ? 255 - k : k
      rgba.set([c, m, y].map((ink) => ((transformacion === undefined ? 255 - ink : ink) * light) / 255), to)
    }
  }
}

/** Draws the picture row by row: of the samples no more than one row of groups is held. */
export function paintJpeg(cuadro: Cuadro, bloques: readonly Bloques[], transformacion: number | undefined, lienzo: Lienzo): void {
  const { ancho, alto, componentes } = cuadro
  const [hMax, vMax] = [Math.max(...componentes.map(({ h }) => h)), Math.max(...componentes.map(({ v }) => v))]
  const planos = bloques.map((of) => ({ of, ...of.componente, width: of.porFila * 8, muestras: new Uint8ClampedArray(of.porFila * 8 * of.componente.v * 8) }))
  const mezcla = mezclaOf(componentes, transformacion)
  const middle = new Float64Array(64)
  const colour = planos.map(() => 0)
  const rgba = new Uint8ClampedArray(ancho * 4).fill(255)
  const row = new Uint8Array(rgba.buffer)
  for (let y = 0; y < alto; y++) {
    const inGroup = y % (vMax * 8)
    if (inGroup === 0) {
      const group = y / (vMax * 8)
      for (const { of, v, width, muestras } of planos)
        for (let line = 0; line < v; line++)
          for (let n = 0; n < of.porFila; n++) transform(of, ((group * v + line) * of.porFila + n) * 64, middle, muestras, line * 8 * width + n * 8, width)
    }
    for (let x = 0; x < ancho; x++) {
      for (let n = 0; n < planos.length; n++) {
        const { h, v, width, muestras } = planos[n]!
        colour[n] = muestras[Math.floor((inGroup * v) / vMax) * width + Math.floor((x * h) / hMax)]!
      }
      mezcla(colour, rgba, x * 4)
    }
    lienzo.row(y, 0, 1, row, ancho)
  }
}
