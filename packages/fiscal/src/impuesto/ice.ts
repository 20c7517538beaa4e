/** ICE and IRBPNR rates as dated data (O-92). Only the codes are certain: the ficha prints the rates of 2023. */
import { tablaOf, vigenciaOf } from '../norma/enmienda.ts'
import type { Fecha } from '../valor/fecha.ts'
import type { IceEntrada, IrbpnrEntrada } from './linea.ts'
import { displayMonto, displayPorcentaje, fromDecimal, type Monto } from '../valor/monto.ts'
import { readDolares, readIce } from '../norma/norma-valor.ts'
import type { Problema } from '../valor/problema.ts'
import { ICE_ADUANA, ICE_INTERNO, type FilaIce } from '../tablas/ice.ts'
import { isVigente, vigenteAt, type Vigencia } from '../norma/vigencia.ts'

export interface TarifaIce extends Vigencia {
  /** SRI table 18. */
  codigo: string
  nombre: string
  /** Percentage ×10^6 over the net amount. */
  adValorem?: Monto
  /** Dollars ×10^6 for each unit. */
  especifico?: Monto
  /** Unit of the specific rate: «litro de alcohol puro». */
  unidad?: string
  /** Charged by customs on imports, never on a document of ours. */
  aduana: boolean
}

export interface TarifaIrbpnr extends Vigencia {
  codigo: string
  nombre: string
  /** Dollars ×10^6 for each bottle. */
  especifico: Monto
}

const TABLA_18 = 'Ficha técnica offline v2.34, tabla 18'
/** The periods of the ICE rates printed in the ficha (2023): taken as valid from 2024 on too, still to be confirmed. */
const PERIODOS: readonly Vigencia[] = [
  {
    validFrom: '2024-01-01',
    source: TABLA_18,
    confidence: 'R',
    note: 'Última tarifa que imprime la ficha (2023): confirme la que fija la norma vigente',
  },
  { validFrom: '2023-02-01', validTo: '2023-12-31', source: TABLA_18, confidence: 'V' },
]

const tarifasOf =
  (aduana: boolean) =>
  ([codigo, nombre, adValorem, especifico, unidad]: FilaIce): TarifaIce[] =>
    PERIODOS.map((periodo) => ({
      codigo,
      nombre,
      ...(adValorem === null ? {} : { adValorem: fromDecimal(adValorem) }),
      ...(especifico === undefined ? {} : { especifico: fromDecimal(especifico) }),
      ...(unidad === undefined ? {} : { unidad }),
      aduana,
      ...periodo,
    }))

/** ICE codes of the program for all periods, newest first within a code. */
export const TARIFAS_ICE: readonly TarifaIce[] = [...ICE_INTERNO.flatMap(tarifasOf(false)), ...ICE_ADUANA.flatMap(tarifasOf(true))]

export const TARIFAS_IRBPNR: readonly TarifaIrbpnr[] = [
  {
    codigo: '5001',
    nombre: 'Impuesto redimible a las botellas plásticas no retornables',
    especifico: fromDecimal(0.02),
    source: 'Ficha técnica offline v2.32, anexo 1',
    confidence: 'V',
    note: 'Fuera de la base del IVA',
  },
]

export const tablaIce = tablaOf<TarifaIce>({
  temas: ['ICE'],
  base: TARIFAS_ICE,
  codigoOf: ({ codigo }) => codigo,
  read: (enmienda, known) => {
    const valor = readIce(enmienda.valor)
    return valor && { codigo: enmienda.codigo, nombre: enmienda.nombre, ...valor, aduana: known?.aduana ?? false, ...vigenciaOf(enmienda) }
  },
})

export const tablaIrbpnr = tablaOf<TarifaIrbpnr>({
  temas: ['IRBPNR'],
  base: TARIFAS_IRBPNR,
  codigoOf: ({ codigo }) => codigo,
  read: (enmienda) => {
    const especifico = readDolares(enmienda.valor.replace(/\s+por botella$/i, ''))
    return especifico === undefined ? undefined : { codigo: enmienda.codigo, nombre: enmienda.nombre, especifico, ...vigenciaOf(enmienda) }
  },
})

/** The code on that day, or undefined when it does not hold then. */
export const iceAt = (codigo: string, fecha: Fecha): TarifaIce | undefined =>
  tablaIce.rows().find((tarifa) => tarifa.codigo === codigo && isVigente(tarifa, fecha))

/** The codes that a document of that day may carry; customs' own are left out. */
export const iceTarifasAt = (fecha: Fecha): TarifaIce[] => tablaIce.rows().filter((tarifa) => !tarifa.aduana && isVigente(tarifa, fecha))

/** IRBPNR on that day. */
export const irbpnrAt = (fecha: Fecha): TarifaIrbpnr | undefined => vigenteAt(tablaIrbpnr.rows(), fecha)

/** Problems of an ICE that cannot be charged: an unknown code, or a code of customs. `campo` is the path of the ICE. */
export function checkIce(ice: IceEntrada, fecha: Fecha, campo: string): Problema[] {
  const tarifa = iceAt(ice.codigoPorcentaje, fecha)
  if (tarifa === undefined) return [{ campo, mensaje: `El código de ICE ${ice.codigoPorcentaje} no consta en la tabla 18 del SRI.` }]
  if (tarifa.aduana) return [{ campo, mensaje: `El código de ICE ${ice.codigoPorcentaje} lo cobra la aduana: no va en un comprobante.` }]
  return ice.tarifa === undefined && ice.especifico === undefined ? [{ campo, mensaje: 'Indique la tarifa del ICE.' }] : []
}

/** Rates that differ from the table: only warnings, because the table may be older than the law. */
export function iceWarnings(ice: IceEntrada, fecha: Fecha, campo: string): Problema[] {
  const tarifa = iceAt(ice.codigoPorcentaje, fecha)
  if (tarifa === undefined) return []
  const known = tarifa.confidence === 'V' ? 'La tabla del SRI' : 'La última tabla conocida del SRI'
  const differs = <T extends number>(name: string, mine: T | undefined, theirs: T | undefined, show: (rate: T) => string): Problema[] =>
    mine === undefined || mine === theirs
      ? []
      : [
          {
            campo: `${campo}.${name}`,
            mensaje: `${known} trae ${theirs === undefined ? 'otra forma de cálculo' : show(theirs)} para el código ${tarifa.codigo}. Confirme la tarifa.`,
          },
        ]
  return [
    ...differs('tarifa', ice.tarifa, tarifa.adValorem, displayPorcentaje),
    ...differs<Monto>(
      'especifico',
      ice.especifico,
      tarifa.especifico,
      (monto) => `${displayMonto(monto)} por ${tarifa.unidad ?? 'unidad'}`,
    ),
  ]
}

/** Warning about an IRBPNR rate other than that of the day. */
export function irbpnrWarnings(irbpnr: IrbpnrEntrada, fecha: Fecha, campo: string): Problema[] {
  const tarifa = irbpnrAt(fecha)
  if (tarifa === undefined || tarifa.especifico === irbpnr.tarifa) return []
  return [{ campo: `${campo}.tarifa`, mensaje: `El IRBPNR es de ${displayMonto(tarifa.especifico)} por botella. Confirme la tarifa.` }]
}
