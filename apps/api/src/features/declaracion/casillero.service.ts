import type { DocumentoCasillero, Listing } from '@yupana/contract'
import {
  casillerosOf,
  CODIGO_SIN_RETENCION,
  fila103De,
  FILAS_103,
  filaDeCasillero,
  FORMULARIO_104,
  IMPUESTO_RETENIDO,
  type Fecha,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { filaDe } from './cifras-periodo.service.ts'
import type { Cual } from './declaracion.sql.ts'
import { listCompras, listRecibidas, listRetenciones, listVentas } from './detalle.sql.ts'
import { sumCompras, type GrupoVenta } from './sumas.sql.ts'
import { readVentasPorPeriodo } from './venta-mes.service.ts'

interface Pagina {
  page: number
  size: number
}

/** Which box, and the day on which it is opened. */
interface Pedido {
  casillero: string
  hoy: Fecha
}

const none = ({ page, size }: Pagina): Listing<DocumentoCasillero> => ({
  content: [],
  totalElements: 0,
  totalPages: 0,
  number: page,
  size,
  exact: true,
})

const GRAVADAS = ['ventas_gravadas', 'ventas_activos_gravadas', 'ventas_tarifa_variable', 'ventas_5']

/** Groups of the sales of the period, as they are kept. */
const ventasDe = async (tx: Tx, cual: Cual, hoy: Fecha): Promise<GrupoVenta[]> =>
  (await readVentasPorPeriodo(tx, cual, [cual.periodo], hoy)).get(cual.periodo.codigo)?.grupos ?? []

async function list104(tx: Tx, cual: Cual, { casillero: codigo, hoy }: Pedido, pagina: Pagina): Promise<Listing<DocumentoCasillero>> {
  const ambito = { ...cual, ...cual.periodo }
  const place = filaDeCasillero(FORMULARIO_104, codigo)
  if (place?.lado === 'ventas') {
    const grupos = (await ventasDe(tx, cual, hoy)).filter((grupo) => filaDe.ventas(grupo) === place.fila.clave)
    return listVentas(tx, ambito, grupos, place.columna, pagina)
  }
  if (place) {
    const grupos = (await sumCompras(tx, ambito)).filter((grupo) => filaDe.compras(grupo) === place.fila.clave)
    return listCompras(tx, ambito, grupos, place.columna, pagina)
  }
  if (codigo === '480' || codigo === '481') {
    const grupos = await ventasDe(tx, cual, hoy)
    const taken = grupos.filter((grupo) => GRAVADAS.includes(filaDe.ventas(grupo)) && grupo.a_credito === (codigo === '481'))
    return listVentas(tx, ambito, taken, 'neto', pagina)
  }
  const origen = casillerosOf(FORMULARIO_104).find((casillero) => casillero.codigo === codigo)?.origen
  if (origen?.de === 'RETENCION_RECIBIDA') return listRecibidas(tx, ambito, IMPUESTO_RETENIDO.IVA, pagina)
  if (origen?.de !== 'RETENCION_IVA') return none(pagina)
  const de = { impuesto: IMPUESTO_RETENIDO.IVA, codigos: [origen.codigo], columna: 'valor', sinRetencion: false } as const
  return listRetenciones(tx, ambito, de, pagina)
}

function list103(tx: Tx, cual: Cual, codigo: string, pagina: Pagina): Promise<Listing<DocumentoCasillero>> {
  const hasta: Fecha = cual.periodo.hasta
  const columna = FILAS_103.some(({ base }) => base === codigo) ? 'base' : 'valor'
  const codigos = FILAS_103.flatMap((fila) => (fila.base === codigo || fila.retenido === codigo ? fila.codigos : [])).filter((one) => {
    const fila = fila103De(one, hasta)
    return fila?.base === codigo || fila?.retenido === codigo
  })
  if (codigos.length === 0) return Promise.resolve(none(pagina))
  const sinRetencion = columna === 'base' && codigos.includes(CODIGO_SIN_RETENCION)
  return listRetenciones(tx, { ...cual, ...cual.periodo }, { impuesto: IMPUESTO_RETENIDO.RENTA, codigos, columna, sinRetencion }, pagina)
}

/** The documents behind a box, by day; none of a box that others make. */
export const listCasillero = (tx: Tx, cual: Cual, pedido: Pedido, pagina: Pagina): Promise<Listing<DocumentoCasillero>> => {
  if (cual.formulario === '104') return list104(tx, cual, pedido, pagina)
  return cual.formulario === '103' ? list103(tx, cual, pedido.casillero, pagina) : Promise.resolve(none(pagina))
}
