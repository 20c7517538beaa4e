import { type Exigencia, ImagenError, type ImagenHecha, type ImagenLeida, type Medida, OTRA } from './imagen.ts'
import { isJpeg, openJpeg } from './jpeg.ts'
import { isPng, openPng } from './png.ts'
import { toPng, unpack } from './puntos.ts'

/** Of a picture of the largest size with eight bits; the thread holds it up to three times. */
const MOST_UNPACKED = 4096 * 4096 * 4

function open(bytes: Buffer): ImagenLeida {
  if (isPng(bytes)) return openPng(bytes)
  if (isJpeg(bytes)) return openJpeg(bytes)
  throw new ImagenError(OTRA)
}

/** The size within the box, in proportion; never larger than it is. */
function fitted({ ancho, alto }: Medida, caja: Medida): Medida {
  const scale = Math.min(1, caja.ancho / ancho, caja.alto / alto)
  return { ancho: Math.max(1, Math.round(ancho * scale)), alto: Math.max(1, Math.round(alto * scale)) }
}

/**
 * A stranger's picture made anew: without metadata, eight bits of red, green and blue, no larger than needed. One that is like that already
 * stays as it is, to the byte. For a thread of its own: a picture may ask for seconds of work. @throws ImagenError
 */
export function rehacerImagen(bytes: Buffer, { maxLado, minLado = 1, isFoto = false, caja, aplanada }: Exigencia): ImagenHecha {
  const imagen = open(bytes)
  const { ancho, alto, tipo, limpia } = imagen
  if (ancho > maxLado || alto > maxLado) throw new ImagenError(`mide ${ancho} × ${alto} píxeles; el máximo es ${maxLado} por lado`)
  if (Math.min(ancho, alto) < minLado)
    throw new ImagenError(`mide ${ancho} × ${alto} píxeles y no se leería: su lado menor tiene que medir al menos ${minLado}`)
  const medida = fitted(imagen, caja)
  const isFine = imagen.isSimple(aplanada) || (isFoto && tipo === 'image/jpeg')
  const isKept = medida.ancho === ancho && medida.alto === alto && isFine
  // A JPEG is not unpacked to be printed: its own bytes go into the PDF.
  if (isKept && tipo === 'image/jpeg') return { tipo, bytes: limpia }
  if (imagen.desempacada > MOST_UNPACKED)
    throw new ImagenError('es demasiado grande para sus 16 bits por color; guárdela con 8 bits, o más pequeña')
  const puntos = unpack(limpia, imagen, medida, aplanada)
  return isKept ? { tipo, bytes: limpia } : { tipo: 'image/png', bytes: toPng(puntos) }
}
