/** Effect of a change of a dated fact, and whether the change is allowed. */
import { NACIONALES } from './dias-habiles.ts'
import type { Enmienda } from './enmienda.ts'
import { addDays, displayFecha, isFecha, type Fecha } from '../valor/fecha.ts'
import { TEXTO_TURISMO } from '../impuesto/iva-turismo.ts'
import { nombreLugar } from '../impuesto/lugar.ts'
import { fromUnits, type Monto } from '../valor/monto.ts'
import { isPorcentaje, readDias, readDolares, readIce, readPorcentaje, readTipos } from './norma-valor.ts'
import { normasOf, TEXTO_VIGENTE, type Norma } from './normas.ts'
import { isNombreParametro, PARAMETRO_FICHAS, readParametro, type Unidad } from './parametros.ts'
import type { Problema } from '../valor/problema.ts'
import { nombreComprobanteAts } from '../documento/comprobante-ats.ts'
import { readPorcentajes } from '../tablas/impreso.ts'
import type { Tema } from './tema.ts'
import { byNewest, isVigente, type Tramo } from './vigencia.ts'

export interface CambioNorma {
  problemas: Problema[]
  /** The periods of the code after the change, newest first. */
  periodos: Norma[]
  /** Whether the change alters a day before today; documents issued then stay as they are. */
  cambiaPasado: boolean
}

const UNIDAD_EJEMPLO: Readonly<Record<Unidad, string>> = {
  DOLARES: '50.00',
  PORCENTAJE: '10%',
  DIAS: '5 días',
  DIA_DEL_MES: 'Día 7',
  SI_NO: 'Sí',
}

/** Example of the value of a theme; undefined for a theme whose codes have no value. */
export function ejemploOf(tema: Tema, codigo = ''): string | undefined {
  if (tema === 'PARAMETRO') return isNombreParametro(codigo) ? UNIDAD_EJEMPLO[PARAMETRO_FICHAS[codigo].unidad] : '50.00'
  return EJEMPLOS[tema]
}
const EJEMPLOS: Readonly<Record<Exclude<Tema, 'PARAMETRO'>, string | undefined>> = {
  IVA: '15%',
  IVA_TURISMO: TEXTO_TURISMO,
  ICE: '75% + $10.00 por litro de alcohol puro',
  IRBPNR: '$0.02',
  RETENCION_RENTA: '2% (o «12 o 14», «1 a 2», «hasta 25»)',
  RETENCION_IVA: '30%',
  RETENCION_ISD: '5%',
  RETENCION_PRESUNTIVA: '0.2',
  FORMA_PAGO: undefined,
  SUSTENTO: '01, 03, 41',
  FERIADO: '01/01, 16/02, 17/02',
}

const within = (value: Monto | undefined, most: number): boolean => value !== undefined && value <= fromUnits(most)

function isPlausibleParametro(codigo: string, valor: string): boolean {
  if (!isNombreParametro(codigo)) return false
  const {
    unidad,
    rango: [desde, hasta],
  } = PARAMETRO_FICHAS[codigo]
  const read = readParametro(codigo, valor)
  if (typeof read !== 'number') return read !== undefined
  const scale = unidad === 'DOLARES' || unidad === 'PORCENTAJE' ? fromUnits(1) : 1
  return desde * scale <= read && read <= hasta * scale
}

function isPlausibleRetencion(valor: string, most: number): boolean {
  const { porcentaje, opciones = [], rango = [], texto } = readPorcentajes(valor)
  const figures = [...(porcentaje === undefined ? [] : [porcentaje]), ...opciones, ...rango]
  return figures.length > 0 ? figures.every((one) => isPorcentaje(one, most)) : texto !== undefined && !/\d/.test(texto)
}

function isPlausibleIce(valor: string): boolean {
  const read = readIce(valor)
  return (
    read !== undefined &&
    (read.adValorem === undefined || isPorcentaje(read.adValorem, 300)) &&
    (read.especifico === undefined || within(read.especifico, 1000))
  )
}

function isPlausibleCalendario(valor: string, { validFrom, validTo }: Tramo): boolean {
  const year = validFrom?.slice(0, 4)
  return (
    readDias(valor)?.every(
      (day) => isFecha(`${year}-${day}`) && isVigente({ ...(validFrom && { validFrom }), ...(validTo && { validTo }) }, `${year}-${day}`),
    ) === true
  )
}

/** Whether the words can be read and their figures are plausible. */
const PLAUSIBLE: Readonly<Record<Tema, (valor: string, enmienda: Enmienda) => boolean>> = {
  PARAMETRO: (valor, { codigo }) => isPlausibleParametro(codigo, valor),
  IVA: (valor) => isPorcentaje(readPorcentaje(valor), 30),
  IVA_TURISMO: (valor) => readPorcentaje(valor) === readPorcentaje(TEXTO_TURISMO),
  ICE: isPlausibleIce,
  IRBPNR: (valor) => within(readDolares(valor.replace(/\s+por botella$/i, '')), 10),
  RETENCION_RENTA: (valor) => isPlausibleRetencion(valor, 100),
  RETENCION_IVA: (valor) => isPlausibleRetencion(valor, 100),
  RETENCION_ISD: (valor) => isPlausibleRetencion(valor, 20),
  RETENCION_PRESUNTIVA: (valor) => isPorcentaje(readPorcentaje(valor), 100),
  FORMA_PAGO: (valor) => valor === TEXTO_VIGENTE,
  SUSTENTO: (valor) => readTipos(valor)?.every((tipo) => nombreComprobanteAts(tipo) !== undefined) === true,
  FERIADO: isPlausibleCalendario,
}

const CODIGO: Readonly<Record<Tema, RegExp>> = {
  PARAMETRO: /^[a-zA-Z]+$/,
  IVA: /^\d{1,4}$/,
  IVA_TURISMO: /^(EC|\d{2}|\d{4})$/,
  ICE: /^\d{4}$/,
  IRBPNR: /^\d{4}$/,
  RETENCION_RENTA: /^[A-Z0-9]{3,5}$/,
  RETENCION_IVA: /^\d{1,3}$/,
  RETENCION_ISD: /^\d{4}$/,
  RETENCION_PRESUNTIVA: /^\d{1,4}$/,
  FORMA_PAGO: /^\d{2}$/,
  SUSTENTO: /^\d{2}$/,
  FERIADO: new RegExp(`^${NACIONALES}$`),
}

function checkPalabras(enmienda: Enmienda): Problema[] {
  const { tema, codigo, nombre, valor, validFrom, validTo, source } = enmienda
  const problemas: Problema[] = []
  const add = (campo: string, mensaje: string): void => void problemas.push({ campo, mensaje })
  const isNoPlace = tema === 'IVA_TURISMO' && nombreLugar(codigo) === undefined
  if (!CODIGO[tema].test(codigo) || isNoPlace || (tema === 'PARAMETRO' && !isNombreParametro(codigo)))
    return [{ campo: 'codigo', mensaje: `El código ${codigo} no puede ser de este tema.` }]
  if (nombre.trim() === '') add('nombre', 'Escriba el nombre.')
  if (source.trim() === '') add('fuente', 'Escriba la fuente: ley, resolución o ficha.')
  if (validFrom !== undefined && validTo !== undefined && validTo < validFrom)
    add('hasta', 'La fecha final no puede ser anterior a la inicial.')
  if (tema === 'FERIADO' && valor !== null && (validFrom === undefined || validTo?.slice(0, 4) !== validFrom.slice(0, 4)))
    add('hasta', 'El calendario va por años: la vigencia empieza y termina en el mismo.')
  if (tema === 'IVA_TURISMO' && valor !== null && (validFrom === undefined || validTo === undefined))
    add('hasta', 'Un decreto dice desde qué día y hasta cuál.')
  if (valor !== null && !PLAUSIBLE[tema](valor, enmienda))
    add('valor', `Valor no válido o fuera de lo razonable. Escríbalo así: ${ejemploOf(tema, codigo) ?? TEXTO_VIGENTE}.`)
  return problemas
}

/** Problem of a later period that the new one overlaps. */
function checkSolape(enmienda: Enmienda, periods: readonly Norma[]): Problema[] {
  const { validFrom, validTo } = enmienda
  const next = periods.filter((one) => one.validFrom !== undefined && (validFrom === undefined || one.validFrom > validFrom)).at(-1)
  if (next?.validFrom === undefined || (validTo !== undefined && validTo < next.validFrom)) return []
  return [
    {
      campo: 'hasta',
      mensaje: `Desde el ${displayFecha(next.validFrom)} ya rige «${next.texto}»: la vigencia termina a más tardar el ${displayFecha(addDays(next.validFrom, -1))}.`,
    },
  ]
}

/** Gaps between two periods, on which nothing holds: the first day of each gap. */
function gapsOf(periods: readonly Tramo[]): Fecha[] {
  const oldest = [...periods].sort(byNewest).reverse()
  return oldest.flatMap(({ validTo }, at) => {
    const next = oldest[at + 1]?.validFrom
    return next !== undefined && validTo !== undefined && addDays(validTo, 1) < next ? [addDays(validTo, 1)] : []
  })
}

function checkHueco(tema: Tema, was: readonly Norma[], becomes: readonly Norma[]): Problema[] {
  // Decreed days stand apart, so gaps between them are normal.
  if (tema === 'IVA_TURISMO') return []
  const [gap] = gapsOf(becomes).filter((day) => !gapsOf(was).includes(day))
  if (gap !== undefined)
    return [
      { campo: 'desde', mensaje: `Desde el ${displayFecha(gap)} no regiría nada: una vigencia empieza al día siguiente de la anterior.` },
    ]
  const isWhole = becomes.some(({ validFrom }) => validFrom === undefined) && becomes.some(({ validTo }) => validTo === undefined)
  return tema === 'PARAMETRO' && !isWhole ? [{ campo: 'hasta', mensaje: 'Un parámetro rige siempre: indique el valor que sigue.' }] : []
}

/** Whether the value differs on some day before today. */
function differsBefore(was: readonly Norma[], becomes: readonly Norma[], hoy: Fecha): boolean {
  const edges = [...was, ...becomes].flatMap(({ validFrom, validTo }) => [
    validFrom ?? '1900-01-01',
    ...(validTo === undefined ? [] : [addDays(validTo, 1)]),
  ])
  const textAt = (periods: readonly Norma[], day: Fecha) => periods.find((one) => isVigente(one, day))?.texto
  return edges.some((day) => day < hoy && textAt(was, day) !== textAt(becomes, day))
}

/** Effect of new enmiendas of one code over the present ones. The first is the one a person writes; fields are the form's. */
export function cambioOf(nuevas: readonly Enmienda[], hoy: Fecha, enmiendas: readonly Enmienda[]): CambioNorma {
  const [first] = nuevas
  if (first === undefined) return { problemas: [], periodos: [], cambiaPasado: false }
  const { tema, codigo } = first
  const periodsWith = (all: readonly Enmienda[]) => normasOf(tema, all).filter((norma) => norma.codigo === codigo)
  const words = nuevas.flatMap(checkPalabras)
  const was = periodsWith(enmiendas)
  if (words.length > 0) return { problemas: words, periodos: was, cambiaPasado: false }
  const periodos = periodsWith([...enmiendas, ...nuevas])
  return {
    problemas: [...checkSolape(first, was), ...checkHueco(tema, was, periodos)],
    periodos,
    cambiaPasado: differsBefore(was, periodos, hoy),
  }
}

/** Effect of taking back an enmienda. */
export function retiroOf(
  { id, tema, codigo }: Pick<Enmienda, 'id' | 'tema' | 'codigo'>,
  hoy: Fecha,
  enmiendas: readonly Enmienda[],
): CambioNorma {
  const periodsWith = (all: readonly Enmienda[]) => normasOf(tema, all).filter((norma) => norma.codigo === codigo)
  const [was, periodos] = [periodsWith(enmiendas), periodsWith(enmiendas.filter((one) => one.id !== id))]
  return { problemas: checkHueco(tema, was, periodos), periodos, cambiaPasado: differsBefore(was, periodos, hoy) }
}
