import { contenidoHoja, type HojaComercial } from './contenido/hoja-comercial.ts'
import type { OpcionesCotizacion } from './cotizacion.ts'
import { renderA4 } from './dibujo/a4.ts'
import { loadFuentes } from './fuentes/fuentes.ts'
import { renderTicket } from './dibujo/ticket.ts'
import { printed, type OpcionesRide } from './ride.ts'

export interface OpcionesHoja extends OpcionesCotizacion {
  readonly formato: OpcionesRide['formato']
}

/** A commercial sheet as a PDF. The same sheet and options always give the same bytes. */
export async function renderHojaComercial(hoja: HojaComercial, { formato, logo, producto }: OpcionesHoja): Promise<Uint8Array> {
  const contenido = contenidoHoja(hoja)
  const presentacion = {
    fuentes: await loadFuentes(),
    marcas: [],
    autorizacion: { numero: '', fecha: '' },
    modulos: undefined,
    logo,
    producto: printed(producto),
  }
  return formato === 'A4' ? renderA4(contenido, presentacion) : renderTicket(contenido, presentacion)
}
