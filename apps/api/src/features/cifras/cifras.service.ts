import type { Cifras, Parte, ProductoTop, TopProductos } from '@yupana/contract'
import {
  addDays,
  addMonths,
  comparable,
  fechaIn,
  moverPeriodo,
  nombreFormaPago,
  PERIODO_REPORTE,
  rangoDeFecha,
  TIPO_MOVIMIENTO,
  type Fecha,
  type PeriodoReporte,
  type Rango,
  type TipoMovimiento,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { SesionAbierta } from '../../plugins/session.ts'
import { readVendedores } from '../comprobante/identidad/identidad.door.ts'
import * as sql from './cifras.sql.ts'

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

/** Every bar of the period in its order, those of nothing too. */
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

/** Those of nobody, and the rest that is too small to be told apart. */
const SIN_NOMBRE = 'Sin vendedor'
const named = (partes: readonly Parte[], nombreOf: (clave: string) => string): Parte[] =>
  partes.map((parte) => ({ ...parte, nombre: parte.clave === 'resto' ? 'Los demás' : nombreOf(parte.clave) }))

async function cortesOf(tx: Tx, ambito: sql.Ambito): Promise<Cifras['cortes']> {
  const vendedores = await readVendedores(tx)
  const clientes = await sql.sumCorte(tx, ambito, 'cliente')
  const nombres = new Map(clientes.map(({ clave, nombre }) => [clave, nombre]))
  return {
    establecimiento: named(await sql.sumCorte(tx, ambito, 'establecimiento'), (clave) => `Establecimiento ${clave}`),
    vendedor: named(await sql.sumCorte(tx, ambito, 'vendedor'), (clave) => vendedores.get(clave) ?? SIN_NOMBRE),
    cliente: named(clientes, (clave) => nombres.get(clave) ?? clave),
    forma_pago: named(await sql.sumFormasPago(tx, ambito), (clave) => nombreFormaPago(clave) ?? clave),
  }
}

/** A period beside the one before it. Amounts ×10⁶. */
export async function readCifras({ clock }: Pick<Deps, 'clock'>, tx: Tx, lugar: Lugar, consulta: Consulta): Promise<Cifras> {
  const { periodo, tipo } = consulta
  const rango = rangoOf(consulta)
  const ambito = { ...lugar, rango, tipo }
  const antes = comparable(periodo, rango, fechaIn(clock.now()))
  return {
    rango,
    actual: await sql.sumDocumentos(tx, ambito),
    anterior: { rango: antes, cifra: await sql.sumDocumentos(tx, { ...ambito, rango: antes }) },
    serie: filled(clavesOf(periodo, rango), await sql.sumBarras(tx, ambito, periodo)),
    cortes: await cortesOf(tx, ambito),
  }
}

const TOP = 50
const SIN_VENTAS = 20
type Orden = 'total' | 'cantidad'

const ranked = (productos: readonly sql.ProductoSumado[], orden: Orden) =>
  productos.toSorted((a, b) => b[orden] - a[orden] || (a.nombre < b.nombre ? -1 : 1))

/** What was sold most, where it stood in the period before, and what stopped being sold. */
export async function readTop(
  tx: Tx,
  lugar: Lugar,
  { orden, ...consulta }: Omit<Consulta, 'tipo'> & { orden: Orden },
): Promise<TopProductos> {
  const rango = rangoOf(consulta)
  const anterior = moverPeriodo(consulta.periodo, rango, -1)
  const ambito = { ...lugar, tipo: TIPO_MOVIMIENTO.VENTAS }
  const ahora = ranked(await sql.sumProductos(tx, { ...ambito, rango }), orden)
  const antes = ranked(await sql.sumProductos(tx, { ...ambito, rango: anterior }), orden)
  const lugares = new Map(antes.map(({ clave }, at) => [clave, at + 1]))
  const vendidos = new Set(ahora.map(({ clave }) => clave))
  const row = ({ clave, ...producto }: sql.ProductoSumado): ProductoTop => ({ ...producto, antes: lugares.get(clave) ?? null })
  return {
    rango,
    anterior,
    productos: ahora.slice(0, TOP).map(row),
    sin_ventas: antes
      .filter(({ clave }) => !vendidos.has(clave))
      .slice(0, SIN_VENTAS)
      .map(row),
  }
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
    dias: filled(daysOf(ultimos), await sql.sumBarras(tx, { ...ambito, rango: ultimos }, PERIODO_REPORTE.MENSUAL)),
  }
}

/** Sales of these days without taxes, credit notes taken off. */
export const netoDeVentas = async (tx: Tx, lugar: Lugar, rango: Rango): Promise<number> =>
  (await sql.sumDocumentos(tx, { ...lugar, rango, tipo: TIPO_MOVIMIENTO.VENTAS })).neto
