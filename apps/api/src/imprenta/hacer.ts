import { renderCotizacion, renderRide } from '@yupana/sri'

import { HojaError } from '../hoja/hoja.ts'
import { leerHoja } from '../hoja/leer-hoja.ts'
import { ImagenError } from '../imagen/imagen.ts'
import { rehacerImagen } from '../imagen/rehacer.ts'
import type { Pedido, Respuesta } from './mensaje.ts'

/** Does one piece of work of the press, in whichever thread it is called. */
export async function hacer(pedido: Pedido): Promise<Respuesta> {
  try {
    if (pedido.que === 'ride') return { ok: true, bytes: await renderRide(pedido.xml, pedido.opciones), tipo: 'application/pdf' }
    if (pedido.que === 'cotizacion')
      return { ok: true, bytes: await renderCotizacion(pedido.cotizacion, pedido.opciones), tipo: 'application/pdf' }
    if (pedido.que === 'hoja') return { ok: true, bytes: leerHoja(Buffer.from(pedido.bytes)), tipo: 'application/x-ndjson' }
    return { ok: true, ...rehacerImagen(Buffer.from(pedido.bytes), pedido.exigencia) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { ok: false, error: message, motivo: error instanceof ImagenError || error instanceof HojaError ? message : undefined }
  }
}
