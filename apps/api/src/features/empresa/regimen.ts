import type { CondicionesConfirmadas, EmpresaPerfil } from '@yupana/contract'
import { addDays, firstOfYear, type Fecha } from '@yupana/fiscal'

type Condiciones = EmpresaPerfil['condiciones']
type Condicion = Condiciones[number]

const isRegimen = ({ tipo }: Condicion) => tipo === 'REGIMEN'

/** The régimen that is registered for a day. */
export const regimenOn = (condiciones: Condiciones, dia: Fecha): Condicion | undefined =>
  condiciones.find((one) => isRegimen(one) && one.desde <= dia && (one.hasta === null || dia <= one.hasta))

/**
 * The conditions with this régimen in force on the day; the same list if it is already. Without an earlier régimen it holds from the
 * beginning of the year, as the SRI lists it by years; another one ends the day before.
 */
export function withRegimen(condiciones: Condiciones, valor: CondicionesConfirmadas['regimen'], dia: Fecha): Condiciones {
  const present = regimenOn(condiciones, dia)
  if (present?.valor === valor) return condiciones
  if (present) {
    const nueva = { ...present, desde: dia, valor }
    const rest = condiciones.filter((one) => one !== present)
    return present.desde === dia ? [...rest, nueva] : [...rest, { ...present, hasta: addDays(dia, -1) }, nueva]
  }
  const otros = condiciones.filter(isRegimen)
  const ended = otros.flatMap(({ hasta }) => (hasta !== null && hasta < dia ? [addDays(hasta, 1)] : []))
  const coming = otros.flatMap(({ desde }) => (desde > dia ? [addDays(desde, -1)] : []))
  return [...condiciones, { tipo: 'REGIMEN', desde: [firstOfYear(dia), ...ended].sort().at(-1)!, hasta: coming.sort()[0] ?? null, valor }]
}
