import { LOGO_MAX_SIDE } from '@yupana/contract'

import { errors } from '../../errors.ts'
import { type Imagen, ImagenError } from './logo.ts'
import { cleanJpeg, isJpeg } from './logo-jpeg.ts'
import { cleanPng, isPng } from './logo-png.ts'

const refuse = (reason: string) => errors.field('IMAGE', 'file', `La imagen ${reason}.`)

interface Exigencia {
  /** As the refusal begins: «El logo». */
  nombre: string
  maxLado: number
}

/** PNG or JPEG by its content, not by its name; without metadata. @throws 422 with the reason */
export async function cleanImagen(bytes: Buffer, { nombre, maxLado }: Exigencia): Promise<Pick<Imagen, 'bytes' | 'tipo'>> {
  if (!isPng(bytes) && !isJpeg(bytes)) throw errors.field('IMAGE', 'file', `${nombre} tiene que ser una imagen PNG o JPEG.`)
  try {
    const imagen = isPng(bytes) ? await cleanPng(bytes) : cleanJpeg(bytes)
    if (imagen.ancho > maxLado || imagen.alto > maxLado) throw refuse(`mide ${imagen.ancho} × ${imagen.alto} píxeles; el máximo es ${maxLado} por lado`)
    await imagen.checkPixels()
    return imagen
  } catch (error) {
    throw error instanceof ImagenError ? refuse(error.message) : error
  }
}

export const cleanLogo = (bytes: Buffer) => cleanImagen(bytes, { nombre: 'El logo', maxLado: LOGO_MAX_SIDE })
