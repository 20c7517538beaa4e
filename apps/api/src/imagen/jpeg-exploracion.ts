import { ImagenError, type Medida } from './imagen.ts'

// The coded scans of a JPEG to the coefficients of its blocks (ITU-T T.81, sections F and G).

export interface Componente {
  readonly id: number
  /** Samples of it in the widest and highest component's block of blocks. */
  readonly h: number
  readonly v: number
  /** Quantisation table. */
  readonly tabla: number
}

export interface Cuadro extends Medida {
  readonly profundidad: number
  readonly isProgressive: boolean
  readonly componentes: readonly Componente[]
}

/** The blocks of one component, in rows, each of 64 coefficients in their natural order, to be multiplied by the table. */
export interface Bloques {
  readonly componente: Componente
  readonly porFila: number
  readonly coeficientes: Int16Array
  readonly cuantizacion: Uint16Array
}

/** The zigzag order; some places more for runs that pass the end. */
const NATURAL = Uint8Array.from([
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38,
  31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
])
const broken = () => new ImagenError('está dañada')

interface Huffman {
  /** By length of the code: the largest of that length, and where its values begin. */
  readonly largest: Int32Array
  readonly offset: Int32Array
  readonly values: Uint8Array
}

function huffmanOf(counts: Uint8Array, values: Uint8Array): Huffman {
  const largest = new Int32Array(17).fill(-1)
  const offset = new Int32Array(17)
  for (let length = 1, code = 0, at = 0; length <= 16; length++, code <<= 1) {
    const count = counts[length - 1]!
    offset[length] = at - code
    if (count > 0) largest[length] = code + count - 1
    code += count
    at += count
  }
  return { largest, offset, values }
}

class Bits {
  readonly #datos: Uint8Array
  #at = 0
  #byte = 0
  #left = 0

  constructor(datos: Uint8Array) {
    this.#datos = datos
  }

  bit(): number {
    if (this.#left === 0) {
      const byte = this.#datos[this.#at]
      if (byte === undefined) throw new ImagenError('está incompleta')
      // A marker inside a stretch: what follows of it is missing.
      if (byte === 0xff && this.#datos[this.#at + 1] !== 0) throw broken()
      this.#at += byte === 0xff ? 2 : 1
      this.#byte = byte
      this.#left = 8
    }
    return (this.#byte >> --this.#left) & 1
  }

  bits(count: number): number {
    let value = 0
    for (let n = 0; n < count; n++) value = (value << 1) | this.bit()
    return value
  }

  /** A number of so many bits, negative when the first of them is 0. */
  signed(count: number): number {
    if (count === 0) return 0
    const value = this.bits(count)
    return value < 1 << (count - 1) ? value - (1 << count) + 1 : value
  }

  symbol({ largest, offset, values }: Huffman): number {
    for (let length = 1, code = this.bit(); length <= 16; length++, code = (code << 1) | this.bit()) if (code <= largest[length]!) return values[code + offset[length]!] ?? 0
    throw broken()
  }

  /** Past the restart marker that has to stand here. */
  restart(): void {
    this.#left = 0
    while (this.#datos[this.#at] === 0xff && this.#datos[this.#at + 1] === 0xff) this.#at++
    const marker = this.#datos[this.#at + 1]
    if (this.#datos[this.#at] !== 0xff || marker === undefined || marker < 0xd0 || marker > 0xd7) throw broken()
    this.#at += 2
  }
}

interface Plano {
  readonly componente: Componente
  /** Blocks that the picture has, and that are stored: whole groups. */
  readonly ancho: number
  readonly alto: number
  readonly porFila: number
  readonly coeficientes: Int16Array
  cuantizacion: Uint16Array | undefined
  /** Of the last block: its mean, from which the next one differs. */
  media: number
}

interface Exploracion {
  readonly bits: Bits
  readonly desde: number
  readonly hasta: number
  readonly anterior: number
  readonly actual: number
  /** Blocks that end before their coefficients do. */
  vacios: number
}

export class Explorador {
  readonly #cuadro: Cuadro
  readonly #planos: Plano[]
  readonly #columnas: number
  readonly #filas: number
  readonly #tablas = new Map<number, Uint16Array>()
  readonly #huffman = new Map<number, Huffman>()
  #reinicio = 0

  constructor(cuadro: Cuadro) {
    this.#cuadro = cuadro
    const { ancho, alto, componentes } = cuadro
    const [hMax, vMax] = [Math.max(...componentes.map(({ h }) => h)), Math.max(...componentes.map(({ v }) => v))]
    this.#columnas = Math.ceil(ancho / 8 / hMax)
    this.#filas = Math.ceil(alto / 8 / vMax)
    this.#planos = componentes.map((componente) => {
      const { h, v } = componente
      const porFila = this.#columnas * h
      return {
        componente, porFila, ancho: Math.ceil((Math.ceil(ancho / 8) * h) / hMax), alto: Math.ceil((Math.ceil(alto / 8) * v) / vMax),
        coeficientes: new Int16Array(porFila * this.#filas * v * 64), cuantizacion: undefined, media: 0,
      }
    })
  }

  setCuantizacion(body: Buffer): void {
    for (let at = 0; at < body.length; ) {
      const head = body[at++]!
      const tabla = new Uint16Array(64)
      const size = head >> 4 === 0 ? 1 : 2
      if (at + 64 * size > body.length) throw broken()
      for (let n = 0; n < 64; n++, at += size) tabla[NATURAL[n]!] = size === 1 ? body[at]! : body.readUInt16BE(at)
      this.#tablas.set(head & 15, tabla)
    }
  }

  setHuffman(body: Buffer): void {
    for (let at = 0; at + 17 <= body.length; ) {
      const id = body[at]!
      const counts = body.subarray(at + 1, at + 17)
      const total = counts.reduce((sum, count) => sum + count, 0)
      at += 17
      if (at + total > body.length) throw broken()
      this.#huffman.set(id, huffmanOf(counts, body.subarray(at, at + total)))
      at += total
    }
  }

  setReinicio(cada: number): void {
    this.#reinicio = cada
  }

  /** @throws ImagenError */
  scan(head: Buffer, datos: Buffer): void {
    const count = head[0] ?? 0
    if (count < 1 || count > this.#planos.length || head.length < 4 + count * 2) throw broken()
    const partes = Array.from({ length: count }, (_, n) => {
      const plano = this.#planos.find(({ componente }) => componente.id === head[1 + n * 2])
      if (!plano) throw broken()
      plano.cuantizacion ??= this.#tablas.get(plano.componente.tabla)
      const tables = head[2 + n * 2]!
      return { plano, dc: this.#huffman.get(tables >> 4), ac: this.#huffman.get(0x10 | (tables & 15)) }
    })
    const [desde = 0, hasta = 63, precision = 0] = head.subarray(1 + count * 2)
    const e: Exploracion = { bits: new Bits(datos), desde, hasta: Math.min(63, hasta), anterior: precision >> 4, actual: precision & 15, vacios: 0 }
    if (desde > e.hasta || e.actual > 13 || (this.#cuadro.isProgressive && desde > 0 && count > 1)) throw broken()
    const decode = (parte: (typeof partes)[number], at: number) => this.#block(e, parte.plano, at, parte.dc, parte.ac)
    const single = count === 1 ? partes[0] : undefined
    const total = single ? single.plano.ancho * single.plano.alto : this.#columnas * this.#filas
    for (const { plano } of partes) plano.media = 0
    for (let n = 0; n < total; n++) {
      if (this.#reinicio > 0 && n > 0 && n % this.#reinicio === 0) {
        e.bits.restart()
        e.vacios = 0
        for (const { plano } of partes) plano.media = 0
      }
      if (single) {
        decode(single, (Math.floor(n / single.plano.ancho) * single.plano.porFila + (n % single.plano.ancho)) * 64)
        continue
      }
      const [row, column] = [Math.floor(n / this.#columnas), n % this.#columnas]
      for (const parte of partes) {
        const { componente: { h, v }, porFila } = parte.plano
        for (let y = 0; y < v; y++) for (let x = 0; x < h; x++) decode(parte, ((row * v + y) * porFila + column * h + x) * 64)
      }
    }
  }

  #block(e: Exploracion, plano: Plano, at: number, dc: Huffman | undefined, ac: Huffman | undefined): void {
    if (!this.#cuadro.isProgressive) {
      this.#mean(e, plano, at, dc, 0)
      fillRuns(e, plano.coeficientes, at, required(ac), 1, 63, 0)
    } else if (e.desde === 0) {
      if (e.anterior === 0) this.#mean(e, plano, at, dc, e.actual)
      else plano.coeficientes[at] = plano.coeficientes[at]! | (e.bits.bit() << e.actual)
    } else if (e.anterior === 0) fillRuns(e, plano.coeficientes, at, required(ac), e.desde, e.hasta, e.actual)
    else refineRuns(e, plano.coeficientes, at, required(ac))
  }

  #mean(e: Exploracion, plano: Plano, at: number, dc: Huffman | undefined, shift: number): void {
    plano.media += e.bits.signed(e.bits.symbol(required(dc)) & 15)
    plano.coeficientes[at] = plano.media << shift
  }

  /** All that was read. @throws ImagenError where a component never came */
  bloques(): Bloques[] {
    return this.#planos.map(({ componente, porFila, coeficientes, cuantizacion }) => {
      if (!cuantizacion) throw broken()
      return { componente, porFila, coeficientes, cuantizacion }
    })
  }
}

function required(tabla: Huffman | undefined): Huffman {
  if (!tabla) throw broken()
  return tabla
}

/** Coefficients that are new in this scan: runs of zeros, each with a number behind it. */
function fillRuns(e: Exploracion, to: Int16Array, at: number, ac: Huffman, desde: number, hasta: number, shift: number): void {
  if (e.vacios > 0) {
    e.vacios--
    return
  }
  for (let k = desde; k <= hasta; k++) {
    const symbol = e.bits.symbol(ac)
    const [run, size] = [symbol >> 4, symbol & 15]
    if (size === 0) {
      if (run < 15) {
        e.vacios = (1 << run) + e.bits.bits(run) - 1
        return
      }
      k += 15
      continue
    }
    k += run
    if (k > 63) throw broken()
    to[at + NATURAL[k]!] = e.bits.signed(size) * (1 << shift)
  }
}

/** One bit more for coefficients that are there, and new ones between them. */
function refineRuns(e: Exploracion, to: Int16Array, at: number, ac: Huffman): void {
  const step = 1 << e.actual
  const refine = (place: number) => {
    if (e.bits.bit() === 1) to[place] = to[place]! + (to[place]! < 0 ? -step : step)
  }
  let k = e.desde
  if (e.vacios === 0) {
    for (; k <= e.hasta; k++) {
      const symbol = e.bits.symbol(ac)
      let run = symbol >> 4
      let value = 0
      if ((symbol & 15) === 0) {
        if (run < 15) {
          e.vacios = (1 << run) + e.bits.bits(run)
          break
        }
      } else value = e.bits.bit() === 1 ? step : -step
      for (; k <= e.hasta; k++) {
        const place = at + NATURAL[k]!
        if (to[place] !== 0) refine(place)
        else if (run-- === 0) {
          if (value !== 0) to[place] = value
          break
        }
      }
    }
  }
  if (e.vacios > 0) {
    for (; k <= e.hasta; k++) if (to[at + NATURAL[k]!] !== 0) refine(at + NATURAL[k]!)
    e.vacios--
  }
}
