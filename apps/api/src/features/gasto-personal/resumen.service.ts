import type { RentaDeGastos, ResumenGastos, SituacionPersonal } from '@yupana/contract'
import {
  CATEGORIA_GASTO_LABEL,
  categoriasGastoOf,
  daysBetween,
  fechaIn,
  largest,
  proyectarAnio,
  rebajaGastosPersonales,
  rentaAnualOf,
  shareOf,
  smallest,
  sum,
  techoGastosPersonales,
  type Fecha,
  type Monto,
} from '@yupana/fiscal'

import type { Deps } from '../../deps.ts'
import type { Tx } from '../../db/transaction.ts'
import type { SesionAbierta } from '../../plugins/sesion/session.ts'
import { identificacionOf } from '../perfil/perfil.door.ts'
import { isOfPerson, readDeEmpresa, type DeEmpresa } from './de-empresa.service.ts'
import { cualesOf } from './recibido.service.ts'
import { sumRecibidos } from './recibido.sql.ts'
import { readSituacion } from './situacion.service.ts'
import * as sql from './gasto-personal.sql.ts'

const TODO = 100_000_000

/** The taxpayer's share of an amount. */
export const propio = (monto: Monto, compartido: boolean, { parte_propia }: Pick<SituacionPersonal, 'parte_propia'>): Monto =>
  compartido ? shareOf(monto, parte_propia, TODO) : monto

type Suma = Pick<sql.SumaGasto, 'monto' | 'compartido'>

const gastadoOf = (sumas: readonly Suma[], suya: SituacionPersonal): Monto =>
  largest(0, sum(sumas.map(({ monto, compartido }) => propio(monto, compartido, suya))))

/** Days of the year that have passed, and its length. */
function diasOf(anio: number, hoy: Fecha): { dias: number; delAnio: number } {
  const delAnio = daysBetween(`${anio}-01-01`, `${anio}-12-31`) + 1
  if (hoy > `${anio}-12-31`) return { dias: delAnio, delAnio }
  return { dias: Math.max(0, daysBetween(`${anio}-01-01`, hoy) + 1), delAnio }
}

function rentaOf(anio: number, origen: RentaDeGastos['origen'], de: DeEmpresa, suya: SituacionPersonal, rebaja: Monto): RentaDeGastos {
  const { regimen, ingresos } = de
  const retenido = suya.retenido ?? de.retenido
  const entrada = { anio, ingresos, deducciones: suya.deducciones ?? de.gastos, rebaja, retenido }
  const { deducciones, base, causado = null, rebaja: taken, aPagar = null, tabla } = rentaAnualOf(regimen, entrada)
  return { origen, regimen, ingresos, deducciones, base, causado, rebaja: taken, retenido, a_pagar: aPagar, tabla }
}

/** A person's expenses of a year against the ceiling, and the tax rebate they give. */
export async function readResumen({ clock }: Pick<Deps, 'clock'>, tx: Tx, session: SesionAbierta, anio: number): Promise<ResumenGastos> {
  const { usuarioId, name, surname, ruc } = session
  const ahora = clock.now()
  const hoy = fechaIn(ahora)
  const identificacion = await identificacionOf(tx, session, ahora)
  const suya = await readSituacion(tx, usuarioId, anio)
  const lector = sql.lectorOf(session)
  const sumas = await sql.sumGastos(tx, lector, anio)
  const { documentos, perdidos } = await sql.countDocumentos(tx, lector, anio)
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
  const ofEmpresa = suya.ingresos === null && isOfPerson(ruc, identificacion) ? await readDeEmpresa(tx, session, anio, hoy) : undefined
  const ingresos = suya.ingresos ?? ofEmpresa?.ingresos
  const techo = techoGastosPersonales({ ...suya, anio, ingresos })
  const gastado = sum(categorias.map((one) => one.gastado))
  const rebaja = rebajaGastosPersonales(techo, gastado)
  const { dias, delAnio } = diasOf(anio, hoy)
  const alFinal = proyectarAnio(gastado, dias, delAnio)
  const origen = suya.ingresos === null ? ('EMPRESA' as const) : ('DECLARADO' as const)
  const de =
    ofEmpresa ??
    (suya.ingresos === null ? undefined : { regimen: 'GENERAL' as const, ingresos: suya.ingresos, gastos: 0, retenido: 0, hasta: hoy })
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
    cuenta: smallest(gastado, techo.gasto),
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
