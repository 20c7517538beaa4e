import { renderCotizacion, renderGastosPersonales, renderHojaComercial, renderInforme, renderRide } from '@yupana/sri'

import { HojaError } from '../hoja/hoja.ts'
import { leerHoja } from '../hoja/leer-hoja.ts'
import { ImagenError } from '../imagen/imagen.ts'
import { rehacerImagen } from '../imagen/rehacer.ts'
import { leerGastos } from '../recibidos/leer-gastos.ts'
import { leerRecibidos } from '../recibidos/leer-recibidos.ts'
import { RecibidoError } from '../recibidos/recibidos.ts'
import type { Pedido, Respuesta } from './mensaje.ts'

/** Does one piece of work of the press, in whichever thread it is called. */
export async function hacer(pedido: Pedido): Promise<Respuesta> {
  try {
    if (pedido.que === 'ride') return { ok: true, bytes: await renderRide(pedido.xml, pedido.opciones), tipo: 'application/pdf' }
    if (pedido.que === 'cotizacion')
      return { ok: true, bytes: await renderCotizacion(pedido.cotizacion, pedido.opciones), tipo: 'application/pdf' }
    if (pedido.que === 'comercial')
      return { ok: true, bytes: await renderHojaComercial(pedido.hoja, pedido.opciones), tipo: 'application/pdf' }
    if (pedido.que === 'gastos')
      return { ok: true, bytes: await renderGastosPersonales(pedido.gastos, pedido.opciones), tipo: 'application/pdf' }
    if (pedido.que === 'informe') return { ok: true, bytes: await renderInforme(pedido.informe, pedido.opciones), tipo: 'application/pdf' }
    if (pedido.que === 'hoja') return { ok: true, bytes: leerHoja(Buffer.from(pedido.bytes)), tipo: 'application/x-ndjson' }
    if (pedido.que === 'recibidos') return { ok: true, bytes: leerRecibidos(pedido.archivos, pedido.destino), tipo: 'application/x-ndjson' }
    if (pedido.que === 'gastosLeidos') return { ok: true, bytes: leerGastos(pedido.archivos), tipo: 'application/x-ndjson' }
    return { ok: true, ...rehacerImagen(Buffer.from(pedido.bytes), pedido.exigencia) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const isTheirs = error instanceof ImagenError || error instanceof HojaError || error instanceof RecibidoError
    return { ok: false, error: message, motivo: isTheirs ? message : undefined }
  }
}
