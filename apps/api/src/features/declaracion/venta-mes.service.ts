import { createHash } from 'node:crypto'
import { addDays, addMonths, sum, type Fecha, type PeriodoFiscal } from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { mesesDe, type Lugar } from './declaracion.sql.ts'
import { readVentas, textosVentas, type GrupoVenta, type Ventas } from './sumas.sql.ts'
import { findVentasMes, forgetVentas, lockVentas, saveVentasMes } from './venta-mes.sql.ts'

/** Days after its end until a month's sums are kept: a younger month changes often. */
const DIAS_ASENTADO = 10
export const isAsentado = (mes: Fecha, hoy: Fecha): boolean => addDays(addMonths(mes, 1), DIAS_ASENTADO) <= hoy

/** Key that changes with the queries and with the lists of the law. */
const formulaDe = (tx: Tx, { empresaId, ambiente }: Lugar): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(textosVentas(tx, { empresaId, ambiente, desde: '2000-01-01', hasta: '2000-01-31' })))
    .digest()

const grupoKeyOf = ({ tipo, tipo_iva: tipoIva, marca, a_credito: aCredito }: GrupoVenta) => JSON.stringify([tipo, tipoIva, marca, aCredito])

/** Several months as one. */
function addVentas(meses: readonly Ventas[]): Ventas {
  const grupos = new Map<string, GrupoVenta>()
  for (const grupo of meses.flatMap((mes) => mes.grupos)) {
    const before = grupos.get(grupoKeyOf(grupo))
    grupos.set(grupoKeyOf(grupo), before ? { ...grupo, base: sum([before.base, grupo.base]), iva: sum([before.iva, grupo.iva]) } : grupo)
  }
  const count = (que: Exclude<keyof Ventas, 'grupos'>) => meses.reduce((total, mes) => total + mes[que], 0)
  return {
    grupos: [...grupos.values()],
    emitidos: count('emitidos'),
    anulados: count('anulados'),
    notas_sin_factura: count('notas_sin_factura'),
    identificacion_larga: count('identificacion_larga'),
  }
}

/** Sums of each month, kept or added up now; a month that ended a while ago is kept, unless another request keeps sums of the company. */
async function readMeses(tx: Tx, lugar: Lugar, meses: readonly Fecha[], hoy: Fecha): Promise<Map<Fecha, Ventas>> {
  const formula = formulaDe(tx, lugar)
  const leidos = await findVentasMes(tx, lugar, formula, meses)
  const faltan = meses.filter((mes) => !leidos.has(mes))
  if (faltan.length === 0) return leidos
  const lock = faltan.some((mes) => isAsentado(mes, hoy)) && (await lockVentas(tx, lugar))
  const foto = lock && lock.taken ? await forgetVentas(tx, lugar, formula) : undefined
  for (const mes of faltan) {
    const cifras = await readVentas(tx, { ...lugar, desde: mes, hasta: addDays(addMonths(mes, 1), -1) })
    leidos.set(mes, cifras)
    if (lock && foto !== undefined && isAsentado(mes, hoy) && mes < lock.mes) await saveVentasMes(tx, lugar, { mes, formula, foto, cifras })
  }
  return leidos
}

/** Kept sums of these months. */
export async function readMesesGuardados(tx: Tx, lugar: Lugar, meses: readonly Fecha[], hoy: Fecha): Promise<Set<Fecha>> {
  await readMeses(tx, lugar, meses, hoy)
  return new Set((await findVentasMes(tx, lugar, formulaDe(tx, lugar), meses)).keys())
}

/** Sums of sales of each period, by its code. */
export async function readVentasPorPeriodo(
  tx: Tx,
  lugar: Lugar,
  periodos: readonly PeriodoFiscal[],
  hoy: Fecha,
): Promise<Map<string, Ventas>> {
  const begun = (periodo: PeriodoFiscal) => mesesDe(periodo).filter((mes) => mes <= hoy)
  const meses = await readMeses(tx, lugar, [...new Set(periodos.flatMap(begun))], hoy)
  return new Map(periodos.map((periodo) => [periodo.codigo, addVentas(begun(periodo).flatMap((mes) => meses.get(mes) ?? []))]))
}
