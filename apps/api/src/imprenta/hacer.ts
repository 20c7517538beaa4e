import { renderCotizacion, renderRide } from '@yupana/sri'

import { ImagenError } from '../imagen/imagen.ts'
import { rehacerImagen } from '../imagen/rehacer.ts'
import type { Pedido, Respuesta } from './mensaje.ts'

/** Does one piece of work of the press, in whichever thread it is called. */
export async function hacer(pedido: Pedido): Promise<Respuesta> {
  try {
    if (pedido.que === 'ride') return { ok: true, bytes: await renderRide(pedido.xml, pedido.opciones), tipo: 'application/pdf' }
    if (pedido.que === 'cotizacion')
      return { ok: true, bytes: await renderCotizacion(pedido.cotizacion, pedido.opciones), tipo: 'application/pdf' }
    return { ok: true, ...rehacerImagen(Buffer.from(pedido.bytes), pedido.exigencia) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { ok: false, error: message, motivo: error instanceof ImagenError ? message : undefined }
  }
}
