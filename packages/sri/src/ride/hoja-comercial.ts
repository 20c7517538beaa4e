import { contenidoHoja, type HojaComercial } from './contenido/hoja-comercial.ts'
import type { OpcionesCotizacion } from './cotizacion.ts'
import { renderA4 } from './dibujo/a4.ts'
import { loadFuentes } from './fuentes/fuentes.ts'
import { printed } from './ride.ts'

/** A commercial sheet as a PDF of A4 pages. The same sheet and options always give the same bytes. */
export async function renderHojaComercial(hoja: HojaComercial, { logo, producto }: OpcionesCotizacion): Promise<Uint8Array> {
  return renderA4(contenidoHoja(hoja), {
    fuentes: await loadFuentes(),
    marcas: [],
    autorizacion: { numero: '', fecha: '' },
    modulos: undefined,
    logo,
    producto: printed(producto),
  })
}
