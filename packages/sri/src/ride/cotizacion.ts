import { contenidoCotizacion, type CotizacionImpresa } from './contenido/cotizacion.ts'
import { renderA4 } from './dibujo/a4.ts'
import { loadFuentes } from './fuentes/fuentes.ts'
import { printed } from './ride.ts'

export interface OpcionesCotizacion {
  /** PNG or JPEG; anything else is left out. Never a path or an address. */
  readonly logo?: Uint8Array | undefined
  /** Name of the printing product; characters missing in the font are left out. */
  readonly producto: string
}

/** A quote as a PDF of A4 pages. The same quote and options always give the same bytes. */
export async function renderCotizacion(cotizacion: CotizacionImpresa, { logo, producto }: OpcionesCotizacion): Promise<Uint8Array> {
  return renderA4(contenidoCotizacion(cotizacion), {
    fuentes: await loadFuentes(),
    marcas: [],
    autorizacion: { numero: '', fecha: '' },
    modulos: undefined,
    logo,
    producto: printed(producto),
  })
}
