import {
  addDays,
  addMonths,
  displayFecha,
  mesesDeDeclaracion,
  periodoFiscalDe,
  type CodigoFormulario,
  type CondicionTributaria,
  type Fecha,
  type PeriodoFiscal,
} from '@yupana/fiscal'

import type { Tx } from '../../db/transaction.ts'
import { errors } from '../../errors.ts'
import { nombreDePedida } from './comprada.service.ts'
import { readFiled, type Lugar } from './declaracion.sql.ts'

interface Presentada {
  formulario: CodigoFormulario
  periodo: PeriodoFiscal
}

/** Filings of periods that began between two days. */
async function readPresentadas(tx: Tx, lugar: Lugar, dias: { desde: Fecha; hasta: Fecha }): Promise<Presentada[]> {
  const filed = await readFiled(tx, lugar, dias)
  return filed.map(({ formulario, desde, meses }) => ({ formulario, periodo: periodoFiscalDe(desde, meses === 6 ? 6 : 1) }))
}

const nombreOf = ({ formulario, periodo }: Presentada) => nombreDePedida({ formulario, periodo: periodo.codigo })

/** Name of a filed period of the other length (month or half-year) that shares days with this one. */
export async function findOtroLargo(tx: Tx, { formulario, periodo, ...lugar }: Lugar & Presentada): Promise<string | undefined> {
  const { desde, hasta, meses } = periodo
  const filed = await readPresentadas(tx, lugar, { desde: periodoFiscalDe(desde, 6).desde, hasta })
  const other = filed.find((one) => one.formulario === formulario && one.periodo.meses !== meses && one.periodo.hasta >= desde)
  return other && nombreOf(other)
}

/** Beyond any period that is declared. */
const SIEMPRE = { desde: '2000-01-01', hasta: '2099-12-31' }

const diasDelSemestre = ({ desde }: PeriodoFiscal): Fecha[] => {
  const semestre = periodoFiscalDe(desde, 6)
  return Array.from({ length: 6 }, (_, mes) => addMonths(semestre.desde, mes))
}

/** Conditions of the company before a change and after it. */
interface Cambio {
  antes: readonly CondicionTributaria[]
  despues: readonly CondicionTributaria[]
  /** Form field that a refusal names. */
  campo: string
}

/**
 * A half-year that was begun by months ends by months, and the other way round: else days would be declared twice or not at all. Trial
 * filings do not bind production. @throws 422
 */
export async function checkCambio(tx: Tx, { empresaId, ambiente }: Lugar, { antes, despues, campo }: Cambio): Promise<void> {
  const ambientes = new Set<Lugar['ambiente']>([ambiente, 'PRODUCCION'])
  const filed: Presentada[] = []
  for (const one of ambientes) filed.push(...(await readPresentadas(tx, { empresaId, ambiente: one }, SIEMPRE)))
  const [last] = filed
    .filter(({ formulario, periodo }) =>
      diasDelSemestre(periodo).some(
        (dia) =>
          mesesDeDeclaracion(formulario, antes, dia) === periodo.meses && mesesDeDeclaracion(formulario, despues, dia) !== periodo.meses,
      ),
    )
    .toSorted((a, b) => (a.periodo.hasta < b.periodo.hasta ? 1 : -1))
  if (!last) return
  const { meses, desde } = last.periodo
  const otra = meses === 1 ? 'dentro de su semestre' : 'mes por mes'
  const libre = displayFecha(addDays(periodoFiscalDe(desde, 6).hasta, 1))
  throw errors.field(
    'PRESENTADA',
    campo,
    `Ya se presentó ${nombreOf(last)}: con este cambio se declararía otra vez, ${otra}. El cambio puede regir desde el ${libre}.`,
  )
}
