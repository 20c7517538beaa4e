/** What a file is told that is something else. */
export const OTRA = 'no es PNG ni JPEG'

/** Why a picture is not taken; completes «La imagen …». */
export class ImagenError extends Error {
  override readonly name = 'ImagenError'
  /** It is neither PNG nor JPEG. */
  get isOther(): boolean {
    return this.message === OTRA
  }
}

export interface Medida {
  readonly ancho: number
  readonly alto: number
}

/** What a picture has to become. */
export interface Exigencia {
  /** Longest side of what is taken. */
  readonly maxLado: number
  /** Shortest side of what is taken. */
  readonly minLado?: number
  /** A photograph weighs what it weighs: a JPEG stays one. */
  readonly isFoto?: boolean
  /** No more pixels than this; larger ones are made smaller, in proportion. */
  readonly caja: Medida
  /** Transparent parts become white, as on paper. */
  readonly aplanada: boolean
}

export interface ImagenHecha {
  readonly tipo: 'image/png' | 'image/jpeg'
  readonly bytes: Uint8Array
}

/** A picture whose size is known, to be unpacked once that is bearable. */
export interface ImagenLeida extends Medida {
  readonly tipo: 'image/png' | 'image/jpeg'
  /** Bytes of its points, all at once. */
  readonly desempacada: number
  /** The picture without metadata. */
  readonly limpia: Buffer
  /**
   * It is already as it should be: eight bits, red, green and blue (for a JPEG also grey), opaque where that is asked, of a sound weight.
   */
  isSimple(aplanada: boolean): boolean
}
