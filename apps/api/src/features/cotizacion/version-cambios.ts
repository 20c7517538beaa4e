import { isDeepStrictEqual } from 'node:util'
import { MAX_LINEAS_NOMBRADAS, type CambiosCotizacion, type CotizacionForm } from '@yupana/contract'

import type { Ofrecido } from './version.sql.ts'

type Linea = CotizacionForm['lineas'][number]

const cuales = (lineas: readonly Linea[]) => ({
  cuantas: lineas.length,
  primeras: lineas.slice(0, MAX_LINEAS_NOMBRADAS).map(({ descripcion }) => descripcion),
})

/** Lines by product: for several lines of one product, the first is compared with the first. */
function byProducto(lineas: readonly Linea[]): Map<string, Linea[]> {
  const found = new Map<string, Linea[]>()
  for (const linea of lineas) {
    const producto = linea.producto_id ?? `${linea.codigo ?? ''}|${linea.descripcion}`
    const iguales = found.get(producto)
    if (iguales) iguales.push(linea)
    else found.set(producto, [linea])
  }
  return found
}

function lineasCambiadas(antes: readonly Linea[], ahora: readonly Linea[]) {
  const quedan = byProducto(antes)
  const agregadas: Linea[] = []
  const cambiadas: Linea[] = []
  for (const [producto, lineas] of byProducto(ahora)) {
    const viejas = quedan.get(producto) ?? []
    for (const linea of lineas) {
      const vieja = viejas.shift()
      if (!vieja) agregadas.push(linea)
      else if (!isDeepStrictEqual(vieja, linea)) cambiadas.push(linea)
    }
  }
  return { agregadas: cuales(agregadas), cambiadas: cuales(cambiadas), quitadas: cuales([...quedan.values()].flat()) }
}

/** Whether the client reads the same offer. */
export const isMismaOferta = (one: Ofrecido, other: Ofrecido): boolean => isDeepStrictEqual(leido(one), leido(other))

const leido = ({ fecha_emision, vence, total, entrada, calculo, emisor }: Ofrecido) => ({
  fecha_emision,
  vence,
  total,
  entrada,
  calculo,
  emisor,
})

/** The differences a client reads. */
export function cambiosDe(antes: Ofrecido, ahora: Ofrecido): CambiosCotizacion {
  const [una, otra] = [antes.entrada, ahora.entrada]
  const pares = {
    cliente: [una.comprador, otra.comprador],
    fecha: [antes.fecha_emision, ahora.fecha_emision],
    validez: [antes.vence, ahora.vence],
    modo: [una.modo, otra.modo],
    condiciones: [una.condiciones, otra.condiciones],
    info_adicional: [una.info_adicional, otra.info_adicional],
    emisor: [antes.emisor, ahora.emisor],
  } as const
  const campos = Object.entries(pares).filter(([, [before, after]]) => !isDeepStrictEqual(before, after))
  return { campos: campos.map(([campo]) => campo as keyof typeof pares), ...lineasCambiadas(una.lineas, otra.lineas) }
}
