/** Last day to file a form: by the ninth digit of the RUC, moved by weekends and national holidays. */
import { siguienteHabil, isDiaHabil } from '../norma/dias-habiles.ts'
import type { Vigencia } from '../norma/vigencia.ts'
import { vigenteAt } from '../norma/vigencia.ts'
import { addDays, addMonths, firstOfMonth, type Fecha } from '../valor/fecha.ts'
import type { PeriodoFiscal } from './periodo-fiscal.ts'

export const FORMULARIOS = ['104', '103', 'ATS'] as const
export type CodigoFormulario = (typeof FORMULARIOS)[number]

export const FORMULARIO_LABEL: Readonly<Record<CodigoFormulario, string>> = {
  '104': 'IVA (formulario 104)',
  '103': 'Retenciones en la fuente de renta (formulario 103)',
  ATS: 'Anexo transaccional simplificado (ATS)',
}

/** Short names, for places where the period stands beside the name. */
export const FORMULARIO_CORTO: Readonly<Record<CodigoFormulario, string>> = { '104': 'IVA 104', '103': 'Retenciones 103', ATS: 'ATS' }

/** Name of a filed return by its place: the first is the original, later ones replace it. */
export const nombrePresentada = (n: number): string => (n === 1 ? 'Original' : `Sustitutiva ${n - 1}`)

interface Plazos extends Vigencia {
  /** Day of the month, by ninth digit of the RUC. */
  dias: Readonly<Record<string, number>>
  especial: number
}

/** Newest first. */
export const PLAZOS: readonly Plazos[] = [
  {
    dias: { 1: 10, 2: 12, 3: 14, 4: 16, 5: 18, 6: 20, 7: 22, 8: 24, 9: 26, 0: 28 },
    especial: 9,
    source: 'Reglamento a la LRTI, plazos por noveno dígito; día 9 de contribuyentes especiales según prensa de 2026',
    confidence: 'V',
    note: 'El día de los contribuyentes especiales no está confirmado: fuentes viejas dicen 11',
  },
]

/** Moves a day off to the next working day, or back to the last working day of its month. */
function moved(dia: Fecha): Fecha {
  const next = siguienteHabil(dia)
  if (next.slice(0, 7) === dia.slice(0, 7)) return next
  let last = addDays(addMonths(firstOfMonth(dia), 1), -1)
  while (!isDiaHabil(last)) last = addDays(last, -1)
  return last
}

interface Contribuyente {
  ruc: string
  especial?: boolean
}

/** The last day of a RUC in a month; `mes` is any day of that month. */
export function vencimientoEn(mes: Fecha, { ruc, especial = false }: Contribuyente): Fecha {
  const plazos = vigenteAt(PLAZOS, mes)
  const dia = especial ? plazos?.especial : plazos?.dias[ruc.charAt(8)]
  if (dia === undefined) throw new RangeError(`El noveno carácter de ${ruc} no es un dígito`)
  return moved(`${mes.slice(0, 7)}-${String(dia).padStart(2, '0')}`)
}

/** Forms 104 and 103 are due in the month after the period, the ATS one month later. */
export const vencimientoDe = (formulario: CodigoFormulario, { desde, meses }: PeriodoFiscal, contribuyente: Contribuyente): Fecha =>
  vencimientoEn(addMonths(desde, meses + (formulario === 'ATS' ? 1 : 0)), contribuyente)
