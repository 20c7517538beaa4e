import {
  displayFecha,
  mesesDeDeclaracion,
  nombrePeriodoFiscal,
  parsePeriodoFiscal,
  type CodigoFormulario,
  type Fecha,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { readCondiciones, type Condicion } from '../comprobante/armado/armado.door.ts'
import * as sql from './declaracion.sql.ts'

/** A form and the code of its period. */
export interface Pedido {
  formulario: CodigoFormulario
  periodo: string
}

/** @throws 422 for a form that is monthly, and for a period that has not begun */
export function cualOf({ empresaId, ambiente }: sql.Lugar, { formulario, periodo: codigo }: Pedido, hoy: Fecha): sql.Cual {
  const periodo = parsePeriodoFiscal(codigo)
  if (!periodo) throw errors.field('PERIODO', 'periodo', 'Indique el período, por ejemplo 2026-09 o 2026-S1.')
  if (formulario === '103' && periodo.meses === 6)
    throw errors.field('PERIODO', 'periodo', 'El formulario 103 se declara cada mes: indique un mes, por ejemplo 2026-09.')
  if (periodo.desde > hoy) throw errors.field('PERIODO', 'periodo', `${nombrePeriodoFiscal(periodo)} todavía no empieza.`)
  return { empresaId, ambiente, formulario, periodo }
}

/** Facts that decide which periods a company has. */
export interface Periodicidad {
  condiciones: readonly Condicion[]
  primero: string | null
}

export async function readPeriodicidad(tx: Tx, lugar: sql.Lugar): Promise<Periodicidad> {
  const { condiciones } = await readCondiciones(tx, lugar.empresaId)
  return { condiciones, primero: await sql.readPrimerDia(tx, lugar) }
}

/** @throws 422 for months of a company that declares by half-years, the other way round, and for days before the first document */
export function checkPeriodo({ formulario, periodo }: sql.Cual, { condiciones, primero }: Periodicidad): void {
  const meses = mesesDeDeclaracion(formulario, condiciones, periodo.desde)
  if (meses !== periodo.meses)
    throw errors.field('PERIODO', 'periodo', `En ese período la empresa declara ${meses === 6 ? 'cada semestre' : 'cada mes'}.`)
  if (primero !== null && periodo.hasta < primero)
    throw errors.field('PERIODO', 'periodo', `El primer documento de la empresa es del ${displayFecha(primero)}.`)
}
