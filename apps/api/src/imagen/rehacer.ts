import { type Exigencia, ImagenError, type ImagenHecha, type ImagenLeida, OTRA } from './imagen.ts'
import { isJpeg, openJpeg } from './jpeg.ts'
import { isPng, openPng } from './png.ts'
import { fitted, Reductor } from './reductor.ts'

function open(bytes: Buffer): ImagenLeida {
  if (isPng(bytes)) return openPng(bytes)
  if (isJpeg(bytes)) return openJpeg(bytes)
  throw new ImagenError(OTRA)
}

/**
 * A stranger's picture made anew: without metadata, eight bits of red, green and blue, no larger than needed. One that is like that already
 * stays as it is, to the byte. For a thread that can be ended: a picture may ask for seconds of work. @throws ImagenError
 */
export async function rehacerImagen(bytes: Buffer, { maxLado, caja, aplanada }: Exigencia): Promise<ImagenHecha> {
  const imagen = open(bytes)
  const { ancho, alto, tipo, limpia } = imagen
  if (ancho > maxLado || alto > maxLado) throw new ImagenError(`mide ${ancho} × ${alto} píxeles; el máximo es ${maxLado} por lado`)
  const medida = fitted(imagen, caja)
  const isKept = medida.ancho === ancho && medida.alto === alto && imagen.isSimple(aplanada)
  // A JPEG is not unpacked to be printed: its own bytes go into the PDF.
  if (isKept && tipo === 'image/jpeg') return { tipo, bytes: limpia }
  const reductor = new Reductor(imagen, medida)
  await imagen.read(reductor)
  return isKept ? { tipo, bytes: limpia } : { tipo: 'image/png', bytes: reductor.toPng(aplanada) }
}
