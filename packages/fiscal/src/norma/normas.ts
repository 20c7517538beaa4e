/** Legal facts of a date and their sources: one question over all dated parameters and tables, for the page of legal parameters. */
import { tablaFeriados, NACIONALES } from './dias-habiles.ts'
import { enmiendasInForce, type Enmienda } from './enmienda.ts'
import type { Fecha } from '../valor/fecha.ts'
import { tablaIce, tablaIrbpnr, type TarifaIce } from '../impuesto/ice.ts'
import { tablaTurismo, TEXTO_TURISMO } from '../impuesto/iva-turismo.ts'
import { tablaIva } from '../impuesto/iva.ts'
import { displayMonto, displayPorcentaje, fitsDecimals, montoOf, plainMonto, type Monto } from '../valor/monto.ts'
import { tablaFormasPago } from '../documento/pagos.ts'
import { isNombreParametro, PARAMETRO_FICHAS, tablaParametros, type Unidad } from './parametros.ts'
import { tablaPresuntivas } from '../retencion/retencion-presuntiva.ts'
import { displayPorcentajes, tablaRetencion } from '../retencion/retencion-tarifas.ts'
import { tablaSustentos } from '../retencion/sustento.ts'
import { TEMAS, type Tema } from './tema.ts'
import { isVigente, type Confianza, type Vigencia } from './vigencia.ts'

export const CONFIANZA_LABEL: Readonly<Record<Confianza, string>> = { V: 'Texto oficial', M: 'Una fuente', R: 'Por confirmar' }

/** A legal fact in one period. */
export interface Norma extends Vigencia {
  tema: Tema
  /** Name of the parameter, or the SRI's code; unique within a theme on any day. */
  codigo: string
  nombre: string
  /** Amounts and percentages ×10^6; absent when the law leaves a choice, or has no value. */
  valor?: number | boolean
  /** The value as text: «15%», «$50.00», «5 días». */
  texto: string
  /** Whether it was not seen in an official text, and is to be confirmed first. */
  unconfirmed: boolean
}

function displayValor(valor: number | boolean, unidad: Unidad): string {
  if (typeof valor === 'boolean') return valor ? 'Sí' : 'No'
  if (unidad === 'DOLARES') return displayMonto(montoOf(valor))
  if (unidad === 'PORCENTAJE') return displayPorcentaje(valor)
  return unidad === 'DIAS' ? `${valor} días` : `Día ${valor}`
}

const vigenciaOf = ({ validFrom, validTo, source, confidence, note, enmienda }: Vigencia): Vigencia & { unconfirmed: boolean } => ({
  ...(validFrom === undefined ? {} : { validFrom }),
  ...(validTo === undefined ? {} : { validTo }),
  ...(note === undefined ? {} : { note }),
  ...(enmienda === undefined ? {} : { enmienda }),
  source,
  confidence,
  unconfirmed: confidence !== 'V',
})

/** The facts of a theme: the program's rows with these enmiendas. */
type Listado = (enmiendas: readonly Enmienda[]) => Norma[]

const parametros: Listado = (enmiendas) =>
  tablaParametros.rowsWith(enmiendas).flatMap((one) => {
    if (!isNombreParametro(one.codigo)) return []
    const { nombre, unidad } = PARAMETRO_FICHAS[one.codigo]
    return [
      {
        tema: 'PARAMETRO' as const,
        codigo: one.codigo,
        nombre,
        valor: one.valor,
        texto: displayValor(one.valor, unidad),
        ...vigenciaOf(one),
      },
    ]
  })

const iva: Listado = (enmiendas) =>
  tablaIva.rowsWith(enmiendas).map((one) => ({
    tema: 'IVA',
    codigo: one.codigoPorcentaje,
    nombre: one.label,
    valor: one.tarifa,
    texto: displayPorcentaje(one.tarifa),
    ...vigenciaOf(one),
  }))

const turismo: Listado = (enmiendas) =>
  tablaTurismo
    .rowsWith(enmiendas)
    .map((one) => ({ tema: 'IVA_TURISMO', codigo: one.codigo, nombre: one.nombre, texto: TEXTO_TURISMO, ...vigenciaOf(one) }))

/** Two decimals, or all decimals of a finer rate. */
const displayTarifa = (monto: Monto): string => (fitsDecimals(monto) ? displayMonto(monto) : `$${plainMonto(monto)}`)

function displayIce({ adValorem, especifico, unidad }: Pick<TarifaIce, 'adValorem' | 'especifico' | 'unidad'>): string {
  const parts = [
    ...(adValorem === undefined ? [] : [displayPorcentaje(adValorem)]),
    ...(especifico === undefined ? [] : [`${displayTarifa(especifico)} por ${unidad ?? 'unidad'}`]),
  ]
  return parts.length === 0 ? 'Sin tarifa en la tabla' : parts.join(' + ')
}

const ice: Listado = (enmiendas) =>
  tablaIce
    .rowsWith(enmiendas)
    .map((one) => ({ tema: 'ICE', codigo: one.codigo, nombre: one.nombre, texto: displayIce(one), ...vigenciaOf(one) }))

const irbpnr: Listado = (enmiendas) =>
  tablaIrbpnr.rowsWith(enmiendas).map((one) => ({
    tema: 'IRBPNR',
    codigo: one.codigo,
    nombre: one.nombre,
    valor: one.especifico,
    texto: `${displayTarifa(one.especifico)} por botella`,
    ...vigenciaOf(one),
  }))

const retencion =
  (tema: 'RETENCION_RENTA' | 'RETENCION_IVA' | 'RETENCION_ISD', impuesto: string): Listado =>
  (enmiendas) =>
    tablaRetencion
      .rowsWith(enmiendas)
      .filter((one) => one.impuesto === impuesto)
      .map((one) => ({
        tema,
        codigo: one.codigo,
        nombre: one.concepto,
        ...(one.porcentaje === undefined ? {} : { valor: one.porcentaje }),
        texto: displayPorcentajes(one),
        ...vigenciaOf(one),
      }))

const presuntivas: Listado = (enmiendas) =>
  tablaPresuntivas.rowsWith(enmiendas).map((one) => ({
    tema: 'RETENCION_PRESUNTIVA',
    codigo: one.codigoPorcentaje,
    nombre: one.concepto,
    valor: one.tarifa,
    texto: plainMonto(one.tarifa),
    ...vigenciaOf(one),
  }))

/** Text for a code that has no value. */
export const TEXTO_VIGENTE = 'Se puede usar'

const formasPago: Listado = (enmiendas) =>
  tablaFormasPago
    .rowsWith(enmiendas)
    .map((one) => ({ tema: 'FORMA_PAGO', codigo: one.codigo, nombre: one.nombre, texto: TEXTO_VIGENTE, ...vigenciaOf(one) }))

const sustentos: Listado = (enmiendas) =>
  tablaSustentos.rowsWith(enmiendas).map((one) => ({
    tema: 'SUSTENTO',
    codigo: one.codigo,
    nombre: one.nombre,
    texto: `Comprobantes ${one.tipos.join(', ')}`,
    ...vigenciaOf(one),
  }))

const feriados: Listado = (enmiendas) =>
  tablaFeriados.rowsWith(enmiendas).map((one) => ({
    tema: 'FERIADO',
    codigo: NACIONALES,
    nombre: `Días de descanso de ${one.validFrom?.slice(0, 4) ?? ''}`,
    texto: one.dias.map((day) => `${day.slice(3)}/${day.slice(0, 2)}`).join(', '),
    ...vigenciaOf(one),
  }))

const NORMAS: Readonly<Record<Tema, Listado>> = {
  PARAMETRO: parametros,
  IVA: iva,
  IVA_TURISMO: turismo,
  ICE: ice,
  IRBPNR: irbpnr,
  RETENCION_RENTA: retencion('RETENCION_RENTA', '1'),
  RETENCION_IVA: retencion('RETENCION_IVA', '2'),
  RETENCION_ISD: retencion('RETENCION_ISD', '6'),
  RETENCION_PRESUNTIVA: presuntivas,
  FORMA_PAGO: formasPago,
  SUSTENTO: sustentos,
  FERIADO: feriados,
}

/** Facts of a theme in all periods, in the order of its table; newest first within a code. */
export const normasOf = (tema: Tema, enmiendas: readonly Enmienda[] = enmiendasInForce()): Norma[] => NORMAS[tema](enmiendas)

/** Facts of a day, theme by theme, or of one theme. */
export const normasAt = (fecha: Fecha, tema?: Tema): Norma[] =>
  (tema === undefined ? TEMAS : [tema]).flatMap((one) => normasOf(one).filter((norma) => isVigente(norma, fecha)))

/** The fact of a code on a date, with value, validity, source and confidence. */
export const normaAt = (tema: Tema, codigo: string, fecha: Fecha): Norma | undefined =>
  normasOf(tema).find((norma) => norma.codigo === codigo && isVigente(norma, fecha))
