import type { RentaDeGastos, ResumenGastos, SituacionPersonal } from '@yupana/contract'
import {
  CATEGORIA_GASTO_LABEL,
  categoriasGastoOf,
  condicionAt,
  daysBetween,
  estimateRenta,
  fechaIn,
  impuestoRimpeOf,
  proyectarAnio,
  rebajaGastosPersonales,
  shareOf,
  sum,
  tablaRentaOf,
  techoGastosPersonales,
  type Fecha,
  type Monto,
} from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { netoDeVentas } from '../cifras/cifras.door.ts'
import { identificacionOf } from '../perfil/perfil.door.ts'
import { cualesOf } from './recibido.service.ts'
import { sumRecibidos } from './recibido.sql.ts'
import { readSituacion } from './situacion.service.ts'
import * as situacion from './situacion.sql.ts'
import * as sql from './gasto-personal.sql.ts'

const TODO = 100_000_000

/** What of a sum the taxpayer declares. */
export const propio = (monto: Monto, compartido: boolean, { parte_propia }: Pick<SituacionPersonal, 'parte_propia'>): Monto =>
  compartido ? shareOf(monto, parte_propia, TODO) : monto

type Suma = Pick<sql.SumaGasto, 'monto' | 'compartido'>

const gastadoOf = (sumas: readonly Suma[], suya: SituacionPersonal): Monto =>
  Math.max(0, sum(sumas.map(({ monto, compartido }) => propio(monto, compartido, suya))))

/** Days of the year that have passed, and how many it has. */
function diasOf(anio: number, hoy: Fecha): { dias: number; delAnio: number } {
  const delAnio = daysBetween(`${anio}-01-01`, `${anio}-12-31`) + 1
  if (hoy > `${anio}-12-31`) return { dias: delAnio, delAnio }
  return { dias: Math.max(0, daysBetween(`${anio}-01-01`, hoy) + 1), delAnio }
}

/** The RUC of a natural person is the cédula and 001. */
const isOfPerson = (ruc: string, propia: string | null) =>
  propia !== null && Number(ruc[2]) < 6 && ruc.slice(0, 10) === propia.slice(0, 10) && ruc.endsWith('001')

const REGIMEN = { RIMPE: 'EMPRENDEDOR', NEGOCIO_POPULAR: 'NEGOCIO_POPULAR' } as const
const regimenOf = (valor: string | undefined): RentaDeGastos['regimen'] =>
  valor === 'RIMPE' || valor === 'NEGOCIO_POPULAR' ? REGIMEN[valor] : 'GENERAL'

interface DeEmpresa {
  regimen: RentaDeGastos['regimen']
  ingresos: Monto
}

/** What the company of which this person is the taxpayer sold so far in the year, and under which régimen. */
async function deEmpresa(tx: Tx, session: SesionAbierta, anio: number, hoy: Fecha): Promise<DeEmpresa> {
  const hasta = hoy < `${anio}-12-31` ? hoy : `${anio}-12-31`
  const condiciones = await situacion.readCondiciones(tx, session.empresaId)
  return {
    regimen: regimenOf(condicionAt(condiciones, 'REGIMEN', hasta)?.valor),
    ingresos: Math.max(
      0,
      await netoDeVentas(tx, session, { desde: `${anio}-01-01`, hasta: hasta < `${anio}-01-01` ? `${anio}-01-01` : hasta }),
    ),
  }
}

function rentaOf(anio: number, origen: RentaDeGastos['origen'], { regimen, ingresos }: DeEmpresa, suya: SituacionPersonal, rebaja: Monto) {
  const retenido = suya.retenido ?? 0
  const tabla = tablaRentaOf(anio).anio
  if (regimen !== 'GENERAL') {
    const causado = impuestoRimpeOf(regimen, anio, ingresos) ?? null
    const a_pagar = causado === null ? null : sum([causado, -retenido])
    return { origen, regimen, ingresos, deducciones: 0, base: ingresos, causado, rebaja: 0, retenido, a_pagar, tabla }
  }
  const deducciones = suya.deducciones ?? 0
  const { base, causado, rebaja: taken, aPagar } = estimateRenta({ anio, ingresos, deducciones, rebaja, retenido })
  return { origen, regimen, ingresos, deducciones, base, causado, rebaja: taken, retenido, a_pagar: aPagar, tabla }
}

/** A year of a person's expenses against its ceiling, and what they take off the tax. */
export async function readResumen({ clock }: Pick<Deps, 'clock'>, tx: Tx, session: SesionAbierta, anio: number): Promise<ResumenGastos> {
  const { usuarioId, name, surname, ruc } = session
  const ahora = clock.now()
  const hoy = fechaIn(ahora)
  const identificacion = await identificacionOf(tx, session, ahora)
  const suya = await readSituacion(tx, usuarioId, anio)
  const sumas = await sql.sumGastos(tx, usuarioId, anio)
  const { documentos, perdidos } = await sql.countDocumentos(tx, usuarioId, anio)
  const cuentan = sumas.filter(({ perdido }) => !perdido)
  const categorias = categoriasGastoOf(anio).map(({ categoria, detalle, casillero, note }) => ({
    categoria,
    nombre: CATEGORIA_GASTO_LABEL[categoria],
    detalle,
    casillero,
    nota: note ?? null,
    gastado: gastadoOf(
      cuentan.filter((one) => one.categoria === categoria),
      suya,
    ),
  }))
  const ofEmpresa = suya.ingresos === null && isOfPerson(ruc, identificacion) ? await deEmpresa(tx, session, anio, hoy) : undefined
  const ingresos = suya.ingresos ?? ofEmpresa?.ingresos
  const techo = techoGastosPersonales({ ...suya, anio, ingresos })
  const gastado = sum(categorias.map((one) => one.gastado))
  const rebaja = rebajaGastosPersonales(techo, gastado)
  const { dias, delAnio } = diasOf(anio, hoy)
  const alFinal = proyectarAnio(gastado, dias, delAnio)
  const origen = suya.ingresos === null ? ('EMPRESA' as const) : ('DECLARADO' as const)
  const de = ofEmpresa ?? (suya.ingresos === null ? undefined : { regimen: 'GENERAL' as const, ingresos: suya.ingresos })
  return {
    anio,
    identificacion,
    nombre: `${name} ${surname}`.trim(),
    situacion: suya,
    techo: { canasta: techo.canasta, canastas: techo.canastas, tasa: techo.tasa, gasto: techo.gasto, rebaja: techo.rebaja },
    fuentes: techo.fuentes.map(({ source, confidence, note }) => ({ source, confidence, ...(note !== undefined && { note }) })),
    categorias,
    documentos,
    gastado,
    cuenta: Math.min(gastado, techo.gasto),
    rebaja,
    proyectado: { gastado: alFinal, rebaja: rebajaGastosPersonales(techo, alFinal) },
    perdido: {
      documentos: perdidos,
      gastado: gastadoOf(
        sumas.filter(({ perdido }) => perdido),
        suya,
      ),
    },
    por_clasificar: await sumRecibidos(tx, cualesOf(session, anio, identificacion, suya)),
    renta: de ? rentaOf(anio, origen, de, suya, rebaja) : null,
  }
}
