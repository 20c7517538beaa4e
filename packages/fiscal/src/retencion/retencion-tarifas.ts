/** Withholding rates as dated data (O-92, O-99), by the date of the withholding voucher. */
import { tablaOf, vigenciaOf } from '../norma/enmienda.ts'
import type { Fecha } from '../valor/fecha.ts'
import { displayPorcentaje, fromDecimal, fromUnits, type Porcentaje } from '../valor/monto.ts'
import { readImpreso, readPorcentajes, type FilaRetencion, type Impreso, type Porcentajes } from '../tablas/impreso.ts'
import { RENTA_NO_RESIDENTES } from '../tablas/retencion-renta-exterior.ts'
import { RENTA_ANTES_DE_2024_03, RENTA_RESIDENTES } from '../tablas/retencion-renta.ts'
import { RETENCION_ISD, RETENCION_IVA } from '../tablas/retencion-iva.ts'
import { isVigente, type Vigencia } from '../norma/vigencia.ts'

/** SRI table 19: the tax that is withheld. */
export const IMPUESTO_RETENIDO = { RENTA: '1', IVA: '2', ISD: '6' } as const
export type ImpuestoRetenido = (typeof IMPUESTO_RETENIDO)[keyof typeof IMPUESTO_RETENIDO]

export const IMPUESTO_RETENIDO_LABEL: Readonly<Record<ImpuestoRetenido, string>> = { 1: 'Renta', 2: 'IVA', 6: 'ISD' }

/** A withholding code in one period. */
export interface TarifaRetencion extends Vigencia, Porcentajes {
  impuesto: ImpuestoRetenido
  /** codigoRetencion of the XML: no two taxes share one. */
  codigo: string
  concepto: string
  /** Whether it is for payments abroad: its percentage depends on treaties, so it is proposed, never imposed. */
  noResidente?: boolean
}

const FICHA_ATS = 'Ficha técnica ATS, tabla 3.10 (desde 01/07/2024)'
const RES_26_09 = 'Res. NAC-DGERCGC26-00000009; catálogo ATS, tabla 3.10 (desde 01/03/2026)'
const TABLA_20 = 'Ficha técnica offline v2.34, tabla 20'

const renta = (codigo: string, concepto: string, impreso: Impreso, vigencia: Vigencia): TarifaRetencion => ({
  impuesto: IMPUESTO_RETENIDO.RENTA,
  codigo,
  concepto,
  ...readImpreso(impreso),
  ...vigencia,
})

const SIN_TEXTO_2024 = {
  validFrom: '2024-03-01',
  validTo: '2024-06-30',
  source: FICHA_ATS,
  confidence: 'M',
  note: 'La tabla vigente desde 01/07/2024 es casi igual a la de este período',
} as const

/** The periods of one code of table 3.10, newest first. */
function periodosOf([codigo, concepto, antes, ahora]: FilaRetencion): TarifaRetencion[] {
  const desde2024 = { validFrom: '2024-07-01', source: FICHA_ATS, confidence: 'V' } as const
  const recent =
    ahora === undefined
      ? [renta(codigo, concepto, antes, { ...desde2024, source: `${FICHA_ATS}; ${RES_26_09}` })]
      : [
          renta(codigo, concepto, ahora, { validFrom: '2026-03-01', source: RES_26_09, confidence: 'V' }),
          renta(codigo, concepto, antes, { ...desde2024, validTo: '2026-02-28' }),
        ]
  return [...recent, renta(codigo, concepto, antes, SIN_TEXTO_2024)]
}

const TRANSPORTE = 'Res. NAC-DGERCGC26-00000024 y NAC-DGERCGC26-00000028; catálogo ATS (desde 08/2026)'
const RENDIMIENTOS =
  'La transcripción de 03/2026 no trae este código: los rendimientos financieros gravados pasan al 3 % y los exentos siguen en 0'

/** Codes whose periods follow other dates than the rest of the table. */
const RENTA_PROPIOS: readonly TarifaRetencion[] = [
  {
    ...renta('310', 'Servicio de transporte privado de pasajeros o transporte público o privado de carga', '0 o 1', {
      validFrom: '2026-08-01',
      source: TRANSPORTE,
      confidence: 'R',
      note: '1 % o 0 % según quién paga y cómo factura la operadora; la condición del 0 % no está confirmada',
    }),
    porcentaje: fromUnits(1),
  },
  renta('310', 'Servicio de transporte privado de pasajeros o transporte público o privado de carga', 1, {
    validFrom: '2024-07-01',
    validTo: '2026-07-31',
    source: `${FICHA_ATS}; ${RES_26_09}`,
    confidence: 'V',
  }),
  {
    ...renta('332E', 'Valores entregados por las cooperativas de transporte a sus socios', '0 o 1', {
      validFrom: '2026-08-01',
      source: TRANSPORTE,
      confidence: 'R',
      note: 'El catálogo imprime 0/1; la condición no está confirmada',
    }),
    porcentaje: 0,
  },
  renta('332E', 'Valores entregados por las cooperativas de transporte a sus socios', 0, {
    validFrom: '2024-07-01',
    validTo: '2026-07-31',
    source: `${FICHA_ATS}; ${RES_26_09}`,
    confidence: 'V',
  }),
  ...dividendos('326', 'Dividendos distribuidos que correspondan al impuesto a la renta único establecido en el art. 27 de la LRTI'),
  ...dividendos('327', 'Dividendos distribuidos a personas naturales residentes'),
  ...rendimientos('323M', 'Rendimientos financieros: Inversiones en títulos valores en renta fija gravados', 2, 3),
  ...rendimientos('323N', 'Rendimientos financieros: Inversiones en títulos valores en renta fija exentos', 0, 0),
  ...rendimientos(
    '323O',
    'Intereses y demás rendimientos financieros pagados a bancos y otras entidades sometidas al control de la Superintendencia de Bancos y de la Economía Popular y Solidaria',
    0,
    0,
  ),
  ...rendimientos('323P', 'Intereses pagados por entidades del sector público a favor de sujetos pasivos', 2, 3),
]

function dividendos(codigo: string, concepto: string): TarifaRetencion[] {
  return [
    renta(codigo, concepto, '12 o 14', { validFrom: '2025-09-01', source: 'Catálogo ATS (desde 09/2025)', confidence: 'V' }),
    renta(codigo, concepto, 'hasta 25', {
      validFrom: '2024-07-01',
      validTo: '2025-08-31',
      source: FICHA_ATS,
      confidence: 'M',
      note: 'Las transcripciones no coinciden: una trae «12 o 14» desde 07/2024',
    }),
  ]
}

function rendimientos(codigo: string, concepto: string, antes: number, ahora: number): TarifaRetencion[] {
  return [
    renta(codigo, concepto, ahora, { validFrom: '2026-03-01', source: RES_26_09, confidence: 'M', note: RENDIMIENTOS }),
    renta(codigo, concepto, antes, { validFrom: '2024-07-01', validTo: '2026-02-28', source: FICHA_ATS, confidence: 'V' }),
  ]
}

const HISTORICA = {
  validTo: '2024-02-29',
  source: 'Tabla anterior a 03/2024, recordada',
  confidence: 'R',
  note: 'Solo para leer documentos de entonces',
} as const
const nombreOf = (codigo: string): string =>
  RENTA_RESIDENTES.find(([one]) => one === codigo)?.[1] ?? RENTA_PROPIOS.find((one) => one.codigo === codigo)?.concepto ?? codigo

/** Withholding codes of the program for all periods, newest first within a code. */
export const TARIFAS_RETENCION: readonly TarifaRetencion[] = [
  ...RENTA_RESIDENTES.flatMap(periodosOf),
  ...RENTA_PROPIOS,
  ...RENTA_ANTES_DE_2024_03.map(([codigo, porcentaje, concepto]) => renta(codigo, concepto ?? nombreOf(codigo), porcentaje, HISTORICA)),
  ...RENTA_NO_RESIDENTES.map(([codigo, concepto, impreso, note]): TarifaRetencion => ({
    ...renta(codigo, `Pago a no residentes: ${concepto}`, impreso, {
      validFrom: '2024-07-01',
      source: note === undefined ? FICHA_ATS : `${FICHA_ATS}; catálogo ATS posterior`,
      confidence: note === undefined ? 'V' : 'M',
    }),
    noResidente: true,
    ...(note === undefined ? {} : { note }),
  })),
  ...RETENCION_IVA.map(([codigo, porcentaje, concepto, note]): TarifaRetencion => ({
    impuesto: IMPUESTO_RETENIDO.IVA,
    codigo,
    concepto,
    ...readImpreso(porcentaje),
    source: TABLA_20,
    confidence: 'V',
    ...(note === undefined ? {} : { note }),
  })),
  ...RETENCION_ISD.map(([codigo, porcentaje, validFrom, validTo, note]): TarifaRetencion => ({
    impuesto: IMPUESTO_RETENIDO.ISD,
    codigo,
    concepto: `Impuesto a la salida de divisas ${displayPorcentaje(fromDecimal(porcentaje))}`,
    ...readImpreso(porcentaje),
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validTo === undefined ? {} : { validTo }),
    source: TABLA_20,
    confidence: 'V',
    ...(note === undefined ? {} : { note }),
  })),
]

const IMPUESTO_OF: Readonly<Record<string, ImpuestoRetenido>> = { RETENCION_RENTA: '1', RETENCION_IVA: '2', RETENCION_ISD: '6' }

export const tablaRetencion = tablaOf<TarifaRetencion>({
  temas: ['RETENCION_RENTA', 'RETENCION_IVA', 'RETENCION_ISD'],
  base: TARIFAS_RETENCION,
  codigoOf: ({ codigo }) => codigo,
  read: (enmienda, known) => {
    const impuesto = IMPUESTO_OF[enmienda.tema]
    const { codigo, nombre: concepto } = enmienda
    return (
      impuesto && {
        impuesto,
        codigo,
        concepto,
        ...readPorcentajes(enmienda.valor),
        ...(known?.noResidente ? { noResidente: true } : {}),
        ...vigenciaOf(enmienda),
      }
    )
  },
})

/** «323 M», as the table prints it, is 323M in the XML. */
export const normalizeCodigoRetencion = (codigo: string): string => codigo.replaceAll(' ', '').toUpperCase()

/** The code on the date of the voucher, or undefined when it does not hold then. */
export const retencionAt = (codigo: string, fecha: Fecha): TarifaRetencion | undefined =>
  tablaRetencion.rows().find((tarifa) => tarifa.codigo === codigo && isVigente(tarifa, fecha))

/** Every code of a tax that may be used on that date, in the order of the table. */
export const retencionesAt = (impuesto: ImpuestoRetenido, fecha: Fecha): TarifaRetencion[] =>
  tablaRetencion.rows().filter((tarifa) => tarifa.impuesto === impuesto && isVigente(tarifa, fecha))

/** Whether the table prints this percentage for the code. Percentage ×10^6. */
export function admitsPorcentaje({ porcentaje, opciones, rango }: Porcentajes, valor: Porcentaje): boolean {
  if (opciones) return opciones.includes(valor)
  if (rango) return rango[0] <= valor && valor <= rango[1]
  return porcentaje === undefined ? valor >= 0 && valor <= fromUnits(100) : valor === porcentaje
}

/** The percentages in a message: «3%», «25 o 37». */
export const displayPorcentajes = ({ porcentaje, texto }: Porcentajes): string =>
  texto ?? (porcentaje === undefined ? '' : displayPorcentaje(porcentaje))
