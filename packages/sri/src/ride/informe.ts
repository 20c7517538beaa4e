import { contenidoInforme, type InformeImpreso } from './contenido/informe.ts'
import { renderA4 } from './dibujo/a4.ts'
import { loadFuentes } from './fuentes/fuentes.ts'
import { printed } from './ride.ts'

const sinGlifosAjenos = ({ tablas, ...informe }: InformeImpreso): InformeImpreso => ({
  ...informe,
  razonSocial: printed(informe.razonSocial),
  tablas: tablas.map(({ filas, ...tabla }) => ({ ...tabla, filas: filas.map((fila) => fila.map(printed)) })),
})

/** A report or a working paper as a PDF of A4. The same figures always give the same bytes. */
export async function renderInforme(informe: InformeImpreso, { producto }: { readonly producto: string }): Promise<Uint8Array> {
  return renderA4(contenidoInforme(sinGlifosAjenos(informe)), {
    fuentes: await loadFuentes(),
    marcas: [],
    autorizacion: { numero: '', fecha: '' },
    modulos: undefined,
    logo: undefined,
    producto: printed(producto),
  })
}
