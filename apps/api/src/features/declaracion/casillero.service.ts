import type { DocumentoCasillero, Listing } from '@yupana/contract'
import {
  casillerosOf,
  CODIGO_SIN_RETENCION,
  esDeOtraTarifa,
  fila103De,
  filaDeCasillero,
  FILAS_103,
  FORMULARIO_104,
  IMPUESTO_RETENIDO,
  ivaGeneralDe,
  negate,
  sobraDe,
  subtract,
  sum,
  type Columna,
  type Fecha,
  type Fila,
  type Lado,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { listingPage } from '../../http/listing.ts'
import { listGrupos } from './casillero-guardado.service.ts'
import type { Lista } from './casillero-guardado.sql.ts'
import { esNota, filaDe } from './cifras-periodo.service.ts'
import { listContados } from './conteo.sql.ts'
import type { Cual } from './declaracion.sql.ts'
import { listRecibidas, listRetenciones, type Pagina } from './detalle.sql.ts'
import type { Ambito } from './lineas.sql.ts'
import { readCualesCompra, sumCompras, sumRetenciones, type CualCompra, type GrupoVenta } from './sumas.sql.ts'
import { RENGLONES_ATS } from './talon-ats.ts'
import { readDiferencias } from './tarifa-anterior.service.ts'
import { listValorados } from './tarifa-anterior.sql.ts'
import { readVentasPorPeriodo } from './venta-mes.service.ts'

type Sobrante = NonNullable<ReturnType<typeof sobraDe>>

/** Which box, and the day on which it is opened. */
interface Pedido {
  casillero: string
  hoy: Fecha
}

const none = (pagina: Pagina): Listing<DocumentoCasillero> => listingPage([], 0, pagina)

const GRAVADAS = ['ventas_gravadas', 'ventas_activos_gravadas', 'ventas_tarifa_variable', 'ventas_5']

/** Groups of sales of the period, from what is kept. */
const ventasDe = async (tx: Tx, cual: Cual, hoy: Fecha): Promise<GrupoVenta[]> =>
  (await readVentasPorPeriodo(tx, cual, [cual.periodo], hoy)).get(cual.periodo.codigo)?.grupos ?? []

/** The documents' company, environment and period, and the day on which the box is opened. */
interface Abierto extends Ambito, Cual {
  hoy: Fecha
}

/** Sales or purchases of the period by group, each with the row it falls into. */
interface Lados {
  ventas: GrupoVenta[]
  compras: CualCompra[]
}

/** Documents of the groups of one side that fall into these rows. */
async function listFilas(
  tx: Tx,
  ambito: Abierto,
  lado: Lado,
  filas: readonly Fila[],
  columna: Columna,
  { ventas, compras }: Lados,
  pagina: Pagina,
): Promise<Listing<DocumentoCasillero>> {
  const ids = filas.map(({ id }) => id)
  const lista: Lista =
    lado === 'ventas'
      ? { lado, grupos: ventas.filter((one) => ids.includes(filaDe.ventas(one))), columna }
      : { lado, grupos: compras.filter((one) => ids.includes(filaDe.compras(one))), columna }
  const page = await listGrupos(tx, ambito, ambito.hoy, lista, pagina)
  if (columna !== 'impuesto') return page
  const diferencias = await readDiferencias(tx, ambito, lado, filas, { ventas, compras })
  return { ...page, content: page.content.map((one) => ({ ...one, valor: subtract(one.valor, diferencias.get(one.id) ?? 0) })) }
}

const filasDe = (lado: Lado): readonly Fila[] => FORMULARIO_104.secciones.flatMap((one) => (one.lado === lado ? (one.filas ?? []) : []))

/** Credit notes beyond their row: documents of the rows that would be negative, with what they take off as a positive amount. */
async function listSobra(tx: Tx, ambito: Abierto, { lado, que }: Sobrante, grupos: Lados, pagina: Pagina) {
  const columna = que === 'iva' ? 'impuesto' : 'neto'
  const compras = lado === 'compras' ? await sumCompras(tx, ambito) : []
  const of = (fila: Fila) =>
    lado === 'ventas'
      ? grupos.ventas.filter((one) => filaDe.ventas(one) === fila.id)
      : compras.filter((one) => filaDe.compras(one) === fila.id)
  const netoOf = (fila: Fila) =>
    sum(
      of(fila).map((one) => {
        const iva = esDeOtraTarifa({ tipoIva: one.tipo_iva, esNota: esNota(one.tipo) }, fila, ambito.hasta)
          ? ivaGeneralDe(one.base, ambito.hasta)
          : one.iva
        const valor = columna === 'neto' ? one.base : iva
        return esNota(one.tipo) ? negate(valor) : valor
      }),
    )
  const filas = filasDe(lado).filter((fila) => (fila.impuesto === undefined) === (que === 'cero') && netoOf(fila) < 0)
  const page = await listFilas(tx, ambito, lado, filas, columna, grupos, pagina)
  return { ...page, content: page.content.map((one) => ({ ...one, valor: negate(one.valor) })) }
}

/** Credit notes of another rate, with the difference that goes into one of two boxes. */
async function listDiferencias(tx: Tx, ambito: Ambito, { lado, que }: Sobrante, grupos: Lados, pagina: Pagina) {
  const diferencias = await readDiferencias(tx, ambito, lado, filasDe(lado), grupos)
  const taken = new Map(
    [...diferencias].map(([id, valor]) => [id, que === 'aPagar' ? valor : negate(valor)] as const).filter(([, valor]) => valor > 0),
  )
  return listValorados(tx, ambito, lado === 'ventas' ? 'DOCUMENTO' : 'COMPRA', taken, pagina)
}

async function list104(tx: Tx, cual: Cual, { casillero: codigo, hoy }: Pedido, pagina: Pagina): Promise<Listing<DocumentoCasillero>> {
  const ambito = { ...cual, ...cual.periodo, hoy }
  const place = filaDeCasillero(FORMULARIO_104, codigo)
  const sobra = sobraDe(codigo)
  const lado = place?.lado ?? sobra?.lado
  const grupos: Lados = {
    ventas: lado === 'ventas' || codigo === '480' || codigo === '481' ? await ventasDe(tx, cual, hoy) : [],
    compras: lado === 'compras' ? await readCualesCompra(tx, ambito) : [],
  }
  if (place) return listFilas(tx, ambito, place.lado, [place.fila], place.columna, grupos, pagina)
  if (sobra) return (sobra.que === 'aPagar' || sobra.que === 'aFavor' ? listDiferencias : listSobra)(tx, ambito, sobra, grupos, pagina)
  if (codigo === '480' || codigo === '481') {
    const taken = grupos.ventas.filter((grupo) => GRAVADAS.includes(filaDe.ventas(grupo)) && grupo.a_credito === (codigo === '481'))
    return listGrupos(tx, cual, hoy, { lado: 'ventas', grupos: taken, columna: 'neto' }, pagina)
  }
  const origen = casillerosOf(FORMULARIO_104).find((casillero) => casillero.codigo === codigo)?.origen
  if (origen?.de === 'CONTEO') return listContados(tx, ambito, origen.que, pagina)
  if (origen?.de === 'RETENCION_RECIBIDA') return listRecibidas(tx, ambito, IMPUESTO_RETENIDO.IVA, pagina)
  if (origen?.de !== 'RETENCION_IVA') return none(pagina)
  const de = { impuesto: IMPUESTO_RETENIDO.IVA, codigos: [origen.codigo], columna: 'valor', sinRetencion: false } as const
  return listRetenciones(tx, ambito, de, pagina)
}

/** A line of the talón resumen. */
async function listAts(tx: Tx, cual: Cual, { casillero: codigo, hoy }: Pedido, pagina: Pagina): Promise<Listing<DocumentoCasillero>> {
  const ambito = { ...cual, ...cual.periodo }
  const renglon = Object.hasOwn(RENGLONES_ATS, codigo) ? RENGLONES_ATS[codigo] : undefined
  if (renglon === undefined) return none(pagina)
  if (renglon.de === 'ventas') {
    const grupos = (await ventasDe(tx, cual, hoy)).filter(renglon.takes)
    return listGrupos(tx, cual, hoy, { lado: 'ventas', grupos, columna: renglon.columna }, pagina)
  }
  if (renglon.de === 'compras') {
    const grupos = (await readCualesCompra(tx, ambito)).filter(renglon.takes)
    return listGrupos(tx, cual, hoy, { lado: 'compras', grupos, columna: renglon.columna }, pagina)
  }
  if (renglon.de === 'recibidas') return listRecibidas(tx, ambito, renglon.impuesto, pagina)
  const codigos = (await sumRetenciones(tx, ambito)).filter(({ impuesto }) => impuesto === renglon.impuesto).map((one) => one.codigo)
  return listRetenciones(tx, ambito, { impuesto: renglon.impuesto, codigos, columna: 'valor', sinRetencion: false }, pagina)
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

/** The documents behind a box, by day; none for a box computed from others. */
export const listCasillero = (tx: Tx, cual: Cual, pedido: Pedido, pagina: Pagina): Promise<Listing<DocumentoCasillero>> => {
  if (cual.formulario === '104') return list104(tx, cual, pedido, pagina)
  return cual.formulario === '103' ? list103(tx, cual, pedido.casillero, pagina) : listAts(tx, cual, pedido, pagina)
}
