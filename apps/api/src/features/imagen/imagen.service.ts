import {
  AVATAR_MAX_LADO,
  FIRMA_FOTO_MAX_LADO,
  FIRMA_FOTO_MIN_LADO,
  LOGO_MAX_SIDE,
  PRODUCTO_IMAGEN_LADO,
  PRODUCTO_MINI_LADO,
} from '@yupana/contract'

import type { Deps } from '../../deps.ts'
import { AppError, errors } from '../../errors.ts'
import { type Exigencia, ImagenError } from '../../imagen/imagen.ts'

export interface Imagen {
  bytes: Buffer
  tipo: string
}

/** The space for the logo on A4, 258 × 84 points, at 300 points an inch. */
const CAJA_IMPRESA = { ancho: 1075, alto: 350 }

/** Requirements of each picture. The operator's logo is on a bar of any colour, and keeps its transparency. */
export const EXIGENCIAS = {
  'El logo': { maxLado: LOGO_MAX_SIDE, caja: CAJA_IMPRESA, aplanada: true },
  'El logo de la instalación': { maxLado: LOGO_MAX_SIDE, caja: { ancho: 1024, alto: 1024 }, aplanada: false },
  'El avatar': { maxLado: AVATAR_MAX_LADO, caja: { ancho: AVATAR_MAX_LADO, alto: AVATAR_MAX_LADO }, aplanada: false },
  'La imagen del producto': {
    maxLado: 2 * PRODUCTO_IMAGEN_LADO,
    caja: { ancho: PRODUCTO_IMAGEN_LADO, alto: PRODUCTO_IMAGEN_LADO },
    aplanada: false,
  },
  'La miniatura': {
    maxLado: PRODUCTO_IMAGEN_LADO,
    caja: { ancho: PRODUCTO_MINI_LADO, alto: PRODUCTO_MINI_LADO },
    aplanada: false,
  },
  'La foto': {
    maxLado: FIRMA_FOTO_MAX_LADO,
    minLado: FIRMA_FOTO_MIN_LADO,
    isFoto: true,
    caja: { ancho: FIRMA_FOTO_MAX_LADO, alto: FIRMA_FOTO_MAX_LADO },
    aplanada: true,
  },
  'La imagen adjunta': {
    maxLado: FIRMA_FOTO_MAX_LADO,
    isFoto: true,
    caja: { ancho: FIRMA_FOTO_MAX_LADO, alto: FIRMA_FOTO_MAX_LADO },
    aplanada: true,
  },
} as const satisfies Record<string, Exigencia>

/** PNG or JPEG by its content, not by its name; converted in the press. @throws 422 with the reason · 429, 503 when too many wait */
export async function rehacer(
  { imprenta }: Pick<Deps, 'imprenta'>,
  quien: string,
  nombre: keyof typeof EXIGENCIAS,
  bytes: Buffer,
): Promise<Imagen> {
  try {
    const hecha = await imprenta.imagen(quien, bytes, EXIGENCIAS[nombre])
    return { tipo: hecha.tipo, bytes: Buffer.from(hecha.bytes) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'PRINTING_FAILED')
      throw errors.field('IMAGE', 'file', 'La imagen pide demasiado trabajo; guárdela más pequeña.')
    throw error instanceof ImagenError
      ? errors.field(
          'IMAGE',
          'file',
          error.isOther
            ? `${nombre} tiene que ser una imagen PNG o JPEG.`
            : `${nombre.includes('foto') ? nombre : 'La imagen'} ${error.message}.`,
        )
      : error
  }
}
