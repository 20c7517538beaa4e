import { CompressionType, FilterType, ResizeFilterType, ResizeFit, Transformer } from '@napi-rs/image'

import { ImagenError, type Medida } from './imagen.ts'

/** Points of a picture, four bytes each: red, green, blue, opacity. */
export interface Puntos extends Medida {
  readonly rgba: Uint8Array
}

/** Channels and bytes of each, by the library's number of the kind of colour. */
const KINDS: readonly (readonly [channels: number, bytes: number])[] = [
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 1],
  [1, 2],
  [2, 2],
  [3, 2],
  [4, 2],
]

/**
 * The points of a PNG or JPEG of any kind at a size; of sixteen bits the upper eight count. Where nothing shines through, the whole of it
 * stays with the library, which shrinks it as it unpacks. @throws ImagenError when it is not whole
 */
export function unpack(bytes: Buffer, { ancho, alto }: Medida, a: Medida, aplanada: boolean): Puntos {
  const imagen = new Transformer(bytes)
  const kind = kindOf(imagen)
  const isSmaller = a.ancho !== ancho || a.alto !== alto
  if (kind.channels % 2 === 1)
    return toRgba((isSmaller ? imagen.resize(a.ancho, a.alto, ResizeFilterType.Triangle, ResizeFit.Fill) : imagen).rawPixelsSync(), a, kind)
  const puntos = toRgba(imagen.rawPixelsSync(), { ancho, alto }, kind)
  if (aplanada) flatten(puntos)
  return isSmaller ? resized(puntos, a) : puntos
}

interface Kind {
  channels: number
  /** Of one channel. */
  width: number
}

/** Unpacks it, to tell what its points are. @throws ImagenError */
function kindOf(imagen: Transformer): Kind {
  try {
    const kind = KINDS[imagen.metadataSync().colorType]
    if (kind) return { channels: kind[0], width: kind[1] }
  } catch {
    // What the library says names bytes, not what to do.
  }
  throw new ImagenError('está dañada')
}

function toRgba(raw: Uint8Array, { ancho, alto }: Medida, { channels, width }: Kind): Puntos {
  if (raw.length !== ancho * alto * channels * width) throw new ImagenError('está dañada')
  if (channels === 4 && width === 1) return { ancho, alto, rgba: raw }
  const rgba = new Uint8Array(ancho * alto * 4)
  const isColor = channels > 2
  const hasOpacity = channels % 2 === 0
  const step = channels * width
  // The upper byte of sixteen bits comes second.
  for (let from = width - 1, to = 0; to < rgba.length; from += step, to += 4) {
    rgba[to] = raw[from]!
    rgba[to + 1] = raw[isColor ? from + width : from]!
    rgba[to + 2] = raw[isColor ? from + 2 * width : from]!
    rgba[to + 3] = hasOpacity ? raw[from + (channels - 1) * width]! : 255
  }
  return { ancho, alto, rgba }
}

function isOpaque({ rgba }: Puntos): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false
  return true
}

/** In place: what shines through shows white, as paper does. */
function flatten({ rgba }: Puntos): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const opacity = rgba[at + 3]!
    if (opacity === 255) continue
    for (let c = at; c < at + 3; c++) rgba[c] = Math.round((rgba[c]! * opacity + 255 * (255 - opacity)) / 255)
    rgba[at + 3] = 255
  }
}

/** In place: colours as strong as they are seen, so that those of clear points do not run into their neighbours; and back. */
function weigh({ rgba }: Puntos, isBack = false): void {
  for (let at = 0; at < rgba.length; at += 4) {
    const opacity = rgba[at + 3]!
    if (opacity === 255) continue
    for (let c = at; c < at + 3; c++)
      rgba[c] = isBack
        ? opacity === 0
          ? 0
          : Math.min(255, Math.round((rgba[c]! * 255) / opacity))
        : Math.round((rgba[c]! * opacity) / 255)
  }
}

/** The points at another size; those given are used up. */
function resized(puntos: Puntos, { ancho, alto }: Medida): Puntos {
  weigh(puntos)
  const rgba = Transformer.fromRgbaPixels(puntos.rgba, puntos.ancho, puntos.alto)
    .resize(ancho, alto, ResizeFilterType.Triangle, ResizeFit.Fill)
    .rawPixelsSync()
  const small = { ancho, alto, rgba }
  weigh(small, true)
  return small
}

/** Without opacity when every point is opaque: a PDF takes such a picture as it is. */
export function toPng(puntos: Puntos): Buffer {
  const { ancho, alto, rgba } = puntos
  const imagen = isOpaque(puntos) ? new Transformer(pnmOf(puntos)) : Transformer.fromRgbaPixels(rgba, ancho, alto)
  return imagen.pngSync({ compressionType: CompressionType.Best, filterType: FilterType.Up })
}

/** Red, green and blue alone, in the plainest format that the library reads. */
function pnmOf({ ancho, alto, rgba }: Puntos): Buffer {
  const head = Buffer.from(`P6\n${ancho} ${alto}\n255\n`)
  const pnm = Buffer.alloc(head.length + ancho * alto * 3)
  head.copy(pnm)
  for (let from = 0, to = head.length; from < rgba.length; from += 4, to += 3) for (let c = 0; c < 3; c++) pnm[to + c] = rgba[from + c]!
  return pnm
}
