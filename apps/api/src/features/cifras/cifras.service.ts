import { CORTES_DE, type Cifras, type Corte, type OrdenTop, type Parte, type ProductoTop, type TopProductos } from '@yupana/contract'
import {
  add,
  addDays,
  addMonths,
  comparable,
  fechaIn,
  firstOfMonth,
  moverPeriodo,
  nombreFormaPago,
  nombreSustento,
  PERIODO_REPORTE,
  rangoDeFecha,
  TIPO_MOVIMIENTO,
  type Fecha,
  type Monto,
  type PeriodoReporte,
  type Rango,
  type TipoMovimiento,
} from '@yupana/fiscal'

import type { EmpresaId } from '../../db/empresa-id.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { errors } from '../../errors.ts'
import { readResumen } from '../cartera/cartera.door.ts'
import { readVendedores } from '../comprobante/identidad/identidad.door.ts'
import { fuenteDe } from './cifra-tramo.service.ts'
import * as sql from './cifras.sql.ts'
import { sumPartes, sumProductos, type CorteSumado, type Fuente, type ProductoSumado, type Sumado } from './partes.sql.ts'

type Lugar = Pick<SesionAbierta, 'empresaId' | 'ambiente'>

interface Consulta {
  periodo: PeriodoReporte
  fecha: string
  tipo: TipoMovimiento
}

const rangoOf = ({ periodo, fecha }: Pick<Consulta, 'periodo' | 'fecha'>): Rango => {
  const rango = rangoDeFecha(periodo, fecha)
  if (!rango) throw new Error('the contract takes no other date')
  return rango
}

const DOS = (n: number) => String(n).padStart(2, '0')

/** Every bar of the period in order, empty ones included. */
function clavesOf(periodo: PeriodoReporte, { desde, hasta }: Rango): string[] {
  if (periodo === PERIODO_REPORTE.DIARIO) return Array.from({ length: 24 }, (_, hora) => DOS(hora))
  if (periodo === PERIODO_REPORTE.ANUAL) return Array.from({ length: 12 }, (_, mes) => addMonths(desde, mes))
  return daysOf({ desde, hasta })
}

function daysOf({ desde, hasta }: Rango): Fecha[] {
  const days: Fecha[] = []
  for (let day = desde; day <= hasta; day = addDays(day, 1)) days.push(day)
  return days
}

function filled(claves: readonly string[], barras: readonly sql.Barra[]): Parte[] {
  const found = new Map(barras.map((barra) => [barra.clave, barra]))
  return claves.map((clave) => ({ nombre: clave, ...(found.get(clave) ?? { clave, documentos: 0, total: 0 }) }))
}

/** Names of sales without a seller, and of the parts too small to be told apart. */
const SIN_NOMBRE = 'Sin vendedor'
const LOS_DEMAS = 'Los demás'
const named = (partes: readonly Parte[], nombreOf: Nombrar): Parte[] =>
  partes.map((parte) => ({ ...parte, nombre: parte.clave === sql.RESTO ? LOS_DEMAS : nombreOf(parte) }))

type Nombrar = (parte: Parte) => string
const asFound: Nombrar = ({ nombre }) => nombre

/** Names of the parts of each cut. */
async function nombresOf(tx: Tx, empresaId: EmpresaId, categorias: readonly string[]): Promise<Readonly<Record<Corte, Nombrar>>> {
  const vendedores = await readVendedores(tx)
  const deCategorias = categorias.length > 0 ? await sql.readNombresCategorias(tx, empresaId, categorias) : new Map<string, string>()
  return {
    establecimiento: ({ clave }) => `Establecimiento ${clave}`,
    vendedor: ({ clave }) => vendedores.get(clave) ?? SIN_NOMBRE,
    cliente: asFound,
    proveedor: asFound,
    categoria: ({ clave }) => (clave === '' ? 'Sin categoría' : (deCategorias.get(clave) ?? clave)),
    sustento: ({ clave }) => (clave === '' ? 'Liquidaciones de compra' : `${clave} ${nombreSustento(clave) ?? ''}`.trim()),
    forma_pago: ({ clave }) => nombreFormaPago(clave) ?? clave,
  }
}

async function cortesOf(tx: Tx, { empresaId, tipo }: sql.Ambito, { cortes }: Sumado): Promise<Cifras['cortes']> {
  const categorias = (cortes.get('categoria') ?? []).map(({ clave }) => clave).filter((clave) => clave !== '' && clave !== sql.RESTO)
  const nombres = await nombresOf(tx, empresaId, categorias)
  return CORTES_DE[tipo].map((corte) => ({ corte, partes: named(cortes.get(corte) ?? [], nombres[corte]) }))
}

/** Name of one bar; persons are named by identification. */
export async function nombreDeParte(tx: Tx, { empresaId }: Lugar, { corte, clave }: sql.ParteDe): Promise<string> {
  if (corte === 'espera') return 'En espera del SRI'
  if (corte === 'hora') return `${clave}:00`
  if (clave === sql.RESTO) return LOS_DEMAS
  return (await nombresOf(tx, empresaId, corte === 'categoria' && clave !== '' ? [clave] : []))[corte]({
    clave,
    nombre: clave,
    documentos: 0,
    total: 0,
  })
}

/** A period beside the one before it. Amounts ×10⁶. */
export async function readCifras(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  lugar: Lugar,
  { withCosto, withPagar, ...consulta }: Consulta & { withCosto: boolean; withPagar: boolean },
): Promise<Cifras> {
  const { periodo, tipo } = consulta
  const hoy = fechaIn(clock.now())
  const rango = rangoOf(consulta)
  const ambito = { ...lugar, rango, tipo }
  const antes = comparable(periodo, rango, hoy)
  const isVenta = tipo === TIPO_MOVIMIENTO.VENTAS
  const deCosto: readonly CorteSumado[] = isVenta && withCosto ? ['margen'] : []
  const deBarra = periodo === PERIODO_REPORTE.DIARIO ? 'hora' : 'dia'
  const sumado = await sumOf(tx, ambito, [deBarra, 'espera', ...CORTES_DE[tipo], ...deCosto])
  const anterior = await sumOf(tx, { ...ambito, rango: antes }, ['dia', ...deCosto])
  return {
    rango,
    actual: sumado.actual,
    en_espera: sumado.enEspera,
    anterior: { rango: antes, cifra: anterior.actual },
    serie: filled(clavesOf(periodo, rango), periodo === PERIODO_REPORTE.ANUAL ? byMonth(sumado.barras) : sumado.barras),
    cortes: await cortesOf(tx, ambito, sumado),
    saldo: isVenta || withPagar ? (await readResumen(tx, lugar, hoy, { sentido: isVenta ? 'COBRAR' : 'PAGAR' })).total : null,
    margen: deCosto.length > 0 ? { actual: sumado.margen, anterior: anterior.margen } : null,
  }
}

/** Uses kept sums and adds up the rest; adds up everything when a change removed kept sums meanwhile. */
async function readSummed<T>(tx: Tx, ambito: sql.Ambito, read: (fuente: Fuente) => Promise<T | undefined>, isKept: boolean): Promise<T> {
  const live = { kept: [], live: [ambito.rango] }
  const answer = (await read(isKept ? await fuenteDe(tx, ambito, ambito.rango) : live)) ?? (await read(live))
  if (answer === undefined) throw new Error('nothing kept was asked for')
  return answer
}

/** Sums by the hour cover one day and are always added up. */
const sumOf = (tx: Tx, ambito: sql.Ambito, cortes: readonly CorteSumado[]): Promise<Sumado> =>
  readSummed(tx, ambito, (fuente) => sumPartes(tx, ambito, fuente, cortes), !cortes.includes('hora'))

/** The bars of a year, from those of its days. */
function byMonth(dias: readonly sql.Barra[]): sql.Barra[] {
  const meses = new Map<string, sql.Barra>()
  for (const { clave: dia, documentos, total } of dias) {
    const clave = firstOfMonth(dia)
    const before = meses.get(clave) ?? { clave, documentos: 0, total: 0 }
    meses.set(clave, { clave, documentos: before.documentos + documentos, total: add(before.total, total) })
  }
  return [...meses.values()]
}

const TOP = 50
const SIN_VENTAS = 20

const ranked = (productos: readonly ProductoSumado[], orden: OrdenTop) =>
  productos.toSorted((a, b) => (b[orden] ?? -Infinity) - (a[orden] ?? -Infinity) || (a.nombre < b.nombre ? -1 : 1))

export interface ConsultaTop extends Omit<Consulta, 'tipo'>, sql.CualesProductos {
  orden: OrdenTop
  withCosto: boolean
}

/**
 * Products sold, in the order asked for, with their place in the period before; and that period. @throws 403 for margins without the right
 * to costs
 */
export async function readProductos(tx: Tx, lugar: Lugar, { orden, withCosto, ...consulta }: ConsultaTop) {
  if (orden === 'margen' && !withCosto) throw errors.forbidden()
  const rango = rangoOf(consulta)
  const anterior = moverPeriodo(consulta.periodo, rango, -1)
  const listed = async (de: Rango) => {
    const ambito = { ...lugar, rango: de, tipo: TIPO_MOVIMIENTO.VENTAS }
    const read = (fuente: Fuente) => sumProductos(tx, ambito, fuente, consulta, withCosto)
    return ranked(await readSummed(tx, ambito, read, consulta.bodegaId === undefined), orden)
  }
  const ahora = await listed(rango)
  const antes = await listed(anterior)
  const lugares = new Map(antes.map(({ clave }, at) => [clave, at + 1]))
  const row = ({ clave, ...producto }: ProductoSumado): ProductoTop => ({ ...producto, antes: lugares.get(clave) ?? null })
  const vendidos = new Set(ahora.map(({ clave }) => clave))
  return { rango, anterior, productos: ahora.map(row), sinVentas: antes.filter(({ clave }) => !vendidos.has(clave)).map(row) }
}

/** The most sold products with their place in the period before, and those no longer sold. */
export async function readTop(tx: Tx, lugar: Lugar, consulta: ConsultaTop): Promise<TopProductos> {
  const { rango, anterior, productos, sinVentas } = await readProductos(tx, lugar, consulta)
  return { rango, anterior, productos: productos.slice(0, TOP), sin_ventas: sinVentas.slice(0, SIN_VENTAS) }
}

/** Net sales of today and of this month, each beside the period before, and of each of the last thirty days. */
export async function readVentasDeInicio(tx: Tx, lugar: Lugar, hoy: Fecha) {
  const ambito = { ...lugar, tipo: TIPO_MOVIMIENTO.VENTAS }
  const beside = async (periodo: PeriodoReporte) => {
    const fecha = periodo === PERIODO_REPORTE.DIARIO ? hoy : `${hoy.slice(0, 8)}01`
    const rango = rangoOf({ periodo, fecha })
    const antes = comparable(periodo, rango, hoy)
    return {
      rango,
      cifra: await sql.sumDocumentos(tx, { ...ambito, rango }),
      anterior: { rango: antes, cifra: await sql.sumDocumentos(tx, { ...ambito, rango: antes }) },
    }
  }
  const ultimos = { desde: addDays(hoy, -29), hasta: hoy }
  return {
    hoy: await beside(PERIODO_REPORTE.DIARIO),
    mes: await beside(PERIODO_REPORTE.MENSUAL),
    dias: filled(daysOf(ultimos), await sql.sumDias(tx, { ...ambito, rango: ultimos })),
  }
}

/** Sales of these days without taxes, credit notes taken off. */
export const netoDeVentas = async (tx: Tx, lugar: Lugar, rango: Rango): Promise<Monto> =>
  (await sql.sumDocumentos(tx, { ...lugar, rango, tipo: TIPO_MOVIMIENTO.VENTAS })).neto

/** Expenses of these days without taxes, credits of suppliers taken off. */
export const netoDeGastos = async (tx: Tx, lugar: Lugar, rango: Rango): Promise<Monto> =>
  (await sql.sumDocumentos(tx, { ...lugar, rango, tipo: TIPO_MOVIMIENTO.GASTOS })).neto
