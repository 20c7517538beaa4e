/** A picture taken apart: `bytes` without metadata. */
export interface Imagen {
  tipo: 'image/png' | 'image/jpeg'
  ancho: number
  alto: number
  bytes: Buffer
  /** Unpacks the picture to see that it is whole; to be called once its size is known to be bearable. */
  checkPixels(): Promise<void>
}

/** Why a picture is not taken; completes «La imagen …». */
export class ImagenError extends Error {
  override readonly name = 'ImagenError'
}
