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

/** What was filed of periods that began between two days. */
async function readPresentadas(tx: Tx, lugar: Lugar, dias: { desde: Fecha; hasta: Fecha }): Promise<Presentada[]> {
  const filed = await readFiled(tx, lugar, dias)
  return filed.map(({ formulario, desde, meses }) => ({ formulario, periodo: periodoFiscalDe(desde, meses === 6 ? 6 : 1) }))
}

const nombreOf = ({ formulario, periodo }: Presentada) => nombreDePedida({ formulario, periodo: periodo.codigo })

/** Its name where something was filed of the days of this period, by months for half a year or the other way round. */
export async function findOtroLargo(tx: Tx, { formulario, periodo, ...lugar }: Lugar & Presentada): Promise<string | undefined> {
  const { desde, hasta, meses } = periodo
  const filed = await readPresentadas(tx, lugar, { desde: periodoFiscalDe(desde, 6).desde, hasta })
  const other = filed.find((one) => one.formulario === formulario && one.periodo.meses !== meses && one.periodo.hasta >= desde)
  return other && nombreOf(other)
}

/** Everything; nobody declares before or after. */
const SIEMPRE = { desde: '2000-01-01', hasta: '2099-12-31' }

const diasDelSemestre = ({ desde }: PeriodoFiscal): Fecha[] => {
  const semestre = periodoFiscalDe(desde, 6)
  return Array.from({ length: 6 }, (_, mes) => addMonths(semestre.desde, mes))
}

/** Conditions of the company before a change and after it. */
interface Cambio {
  antes: readonly CondicionTributaria[]
  despues: readonly CondicionTributaria[]
  /** What a refusal is about. */
  campo: string
}

/**
 * What was filed by months stays by months for the rest of its half-year, and the other way round: else its days would be declared twice
 * or not at all. What was filed as a trial binds nobody in production. @throws 422
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
