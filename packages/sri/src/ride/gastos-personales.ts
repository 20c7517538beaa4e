import { contenidoGastos, type GastosImpresos } from './contenido/gastos-personales.ts'
import { renderA4 } from './dibujo/a4.ts'
import { loadFuentes } from './fuentes/fuentes.ts'
import { printed } from './ride.ts'

/** Form SRI-GP as a PDF of A4. The same figures always give the same bytes. */
export async function renderGastosPersonales(gastos: GastosImpresos, { producto }: { readonly producto: string }): Promise<Uint8Array> {
  return renderA4(contenidoGastos(gastos), {
    fuentes: await loadFuentes(),
    marcas: [],
    autorizacion: { numero: '', fecha: '' },
    modulos: undefined,
    logo: undefined,
    producto: printed(producto),
  })
}
