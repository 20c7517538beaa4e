/** VAT rates as dated data (O-61, O-92). Our tax-rate ids look like SRI codes and are not: they collide at 6, 7 and 10. */
import { tablaOf, vigenciaOf } from '../norma/enmienda.ts'
import { displayFecha, type Fecha } from '../valor/fecha.ts'
import { isDiaTurismo, type LugarIva } from './iva-turismo.ts'
import { fromUnits, percentOf, type Monto, type Porcentaje } from '../valor/monto.ts'
import { readPorcentaje } from '../norma/norma-valor.ts'
import { isVigente, type Vigencia } from '../norma/vigencia.ts'

/** SRI table 16. */
export const CODIGO_IMPUESTO = { IVA: '2', ICE: '3', IRBPNR: '5' } as const

/** The specification's tax-rate ids; 8 and 9 do not exist. */
export const TIPO_IVA = {
  CERO: 1,
  DOCE: 2,
  NO_OBJETO: 3,
  EXENTO: 4,
  CINCO: 5,
  QUINCE: 6,
  TRECE: 7,
  OCHO: 10,
} as const
export type TipoIva = (typeof TIPO_IVA)[keyof typeof TIPO_IVA]

export interface TarifaIva extends Vigencia {
  /** Our id; absent for 14 %, which exists in old documents but not in products. */
  tipoIva?: number
  /** SRI table 17. */
  codigoPorcentaje: string
  /** Percentage ×10^6: 15 % is 15_000_000. */
  tarifa: Porcentaje
  /** Text in lists and in rows of totals. */
  label: string
  /** Limited rates: tourism on decreed days, or a legal rate that no decree has put to use. */
  special?: 'TURISMO' | 'SIN_USO'
}

const FICHA = 'Ficha técnica offline v2.34, tabla 17'

/** Rates of the program with an SRI code. The order is that of display: the general rate first. */
export const TARIFAS_IVA: readonly TarifaIva[] = [
  {
    tipoIva: TIPO_IVA.QUINCE,
    codigoPorcentaje: '4',
    tarifa: fromUnits(15),
    label: '15%',
    validFrom: '2024-04-01',
    source: `${FICHA}; D.E. 198`,
    confidence: 'V',
  },
  {
    tipoIva: TIPO_IVA.TRECE,
    codigoPorcentaje: '10',
    tarifa: fromUnits(13),
    label: '13%',
    validFrom: '2024-04-01',
    source: FICHA,
    confidence: 'V',
    special: 'SIN_USO',
    note: 'Sin período conocido de uso general',
  },
  {
    tipoIva: TIPO_IVA.DOCE,
    codigoPorcentaje: '2',
    tarifa: fromUnits(12),
    label: '12%',
    validFrom: '2017-06-01',
    validTo: '2024-03-31',
    source: `${FICHA}; ATS tabla 12`,
    confidence: 'V',
  },
  {
    codigoPorcentaje: '3',
    tarifa: fromUnits(14),
    label: '14%',
    validFrom: '2016-06-01',
    validTo: '2017-05-31',
    source: `${FICHA}; ATS tabla 12`,
    confidence: 'V',
  },
  {
    tipoIva: TIPO_IVA.DOCE,
    codigoPorcentaje: '2',
    tarifa: fromUnits(12),
    label: '12%',
    validTo: '2016-05-31',
    source: `${FICHA}; ATS tabla 12`,
    confidence: 'V',
  },
  {
    tipoIva: TIPO_IVA.OCHO,
    codigoPorcentaje: '8',
    tarifa: fromUnits(8),
    label: '8%',
    source: FICHA,
    confidence: 'V',
    special: 'TURISMO',
    note: 'Servicios turísticos en los días que fija un decreto',
  },
  {
    tipoIva: TIPO_IVA.CINCO,
    codigoPorcentaje: '5',
    tarifa: fromUnits(5),
    label: '5%',
    validFrom: '2024-04-01',
    source: `${FICHA}; Res. NAC-DGERCGC24-00000013`,
    confidence: 'V',
    note: 'Materiales de construcción: exige codigoAuxiliar de la tabla 31',
  },
  { tipoIva: TIPO_IVA.CERO, codigoPorcentaje: '0', tarifa: 0, label: '0%', source: FICHA, confidence: 'V' },
  { tipoIva: TIPO_IVA.NO_OBJETO, codigoPorcentaje: '6', tarifa: 0, label: 'No objeto de IVA', source: FICHA, confidence: 'V' },
  { tipoIva: TIPO_IVA.EXENTO, codigoPorcentaje: '7', tarifa: 0, label: 'Exento de IVA', source: FICHA, confidence: 'V' },
]

/** First id of rates outside the specification; the SRI's code is added to it. */
const TIPO_IVA_NUEVO = 100

/** The rates, with amendments. */
export const tablaIva = tablaOf<TarifaIva>({
  temas: ['IVA'],
  base: TARIFAS_IVA,
  codigoOf: ({ codigoPorcentaje }) => codigoPorcentaje,
  newFirst: true,
  read: (enmienda, known) => {
    const tarifa = readPorcentaje(enmienda.valor)
    if (tarifa === undefined) return undefined
    const { codigo: codigoPorcentaje, nombre: label } = enmienda
    // An enmienda puts an unused rate to use; the rate of tourism stays limited to its days.
    const special = known?.special === 'TURISMO' ? { special: known.special } : {}
    return {
      tipoIva: known?.tipoIva ?? TIPO_IVA_NUEVO + Number(codigoPorcentaje),
      codigoPorcentaje,
      tarifa,
      label,
      ...special,
      ...vigenciaOf(enmienda),
    }
  },
})

/** The rate of our id on that day; undefined when it does not hold then. whyNotTarifaIva tells whether a company may charge it. */
export const tarifaIvaAt = (tipoIva: number, fecha: Fecha): TarifaIva | undefined =>
  tablaIva.rows().find((tarifa) => tarifa.tipoIva === tipoIva && isVigente(tarifa, fecha))

const NOBODY: LugarIva = { turismo: false }

/** Rates that may be charged on that day, in order of display; without `lugar` only those open to every company (O-61, O-121). */
export const tarifasIvaAt = (fecha: Fecha, lugar: LugarIva = NOBODY): TarifaIva[] =>
  tablaIva
    .rows()
    .filter((tarifa) => tarifa.tipoIva !== undefined && isVigente(tarifa, fecha) && whyNotSpecial(tarifa, fecha, lugar) === undefined)

function whyNotSpecial({ special, label }: TarifaIva, fecha: Fecha, { turismo, canton }: LugarIva): string | undefined {
  if (special === undefined) return undefined
  if (special === 'SIN_USO') return `La tarifa de IVA ${label} existe en la ley pero no está en uso: elija otra.`
  if (!turismo)
    return `La tarifa de IVA ${label} es solo de empresas de servicios turísticos: esta no consta como tal el ${displayFecha(fecha)} en sus condiciones tributarias.`
  return isDiaTurismo(fecha, canton)
    ? undefined
    : `El ${displayFecha(fecha)} no es un día decretado para la tarifa de IVA ${label}${canton === undefined ? '' : ' en el cantón de este establecimiento'}.`
}

/** Reason why a rate may not be charged on that day; undefined when it may. */
export function whyNotTarifaIva(tipoIva: number, fecha: Fecha, lugar: LugarIva): string | undefined {
  const tarifa = tarifaIvaAt(tipoIva, fecha)
  return tarifa ? whyNotSpecial(tarifa, fecha, lugar) : `La tarifa de IVA elegida no está vigente el ${displayFecha(fecha)}.`
}

/** Our id of the general rate on that day: the highest rate open to every company. */
export const tipoIvaGeneralAt = (fecha: Fecha): number =>
  tarifasIvaAt(fecha).sort((a, b) => b.tarifa - a.tarifa)[0]?.tipoIva ?? TIPO_IVA.CERO

/** The rate of an SRI code, for reading documents: the one in force on the day, else any period of that code. */
export const tarifaIvaOfCodigo = (codigoPorcentaje: string, fecha: Fecha): TarifaIva | undefined => {
  const same = tablaIva.rows().filter((tarifa) => tarifa.codigoPorcentaje === codigoPorcentaje)
  return same.find((tarifa) => isVigente(tarifa, fecha)) ?? same[0]
}

/** The SRI's code of our id; undefined for an id that does not exist. */
export const codigoPorcentajeOf = (tipoIva: number): string | undefined =>
  tablaIva.rows().find((tarifa) => tarifa.tipoIva === tipoIva)?.codigoPorcentaje

/** Our id of an SRI code; undefined for 14 % and unknown codes. */
export const tipoIvaOf = (codigoPorcentaje: string): number | undefined =>
  tablaIva.rows().find((tarifa) => tarifa.codigoPorcentaje === codigoPorcentaje)?.tipoIva

/** Name of our rate: «15%», «Exento de IVA». From the period of that day, else from any other. */
export function labelOfTipoIva(tipoIva: number, fecha?: Fecha): string | undefined {
  const same = tablaIva.rows().filter((tarifa) => tarifa.tipoIva === tipoIva)
  return (same.find((tarifa) => fecha !== undefined && isVigente(tarifa, fecha)) ?? same[0])?.label
}

/** VAT of one base, rounded to the cent. tarifa ×10^6. */
export const ivaOf = (base: Monto, tarifa: Porcentaje): Monto => percentOf(base, tarifa)
