/** What holds on a date and why: one question over every dated parameter and table, for the page of legal parameters. */
import type { Fecha } from './fecha.ts'
import { TARIFAS_ICE, TARIFAS_IRBPNR, type TarifaIce } from './ice.ts'
import { TARIFAS_IVA } from './iva.ts'
import { displayMonto, displayPorcentaje, plainMonto, type Monto } from './monto.ts'
import { FORMAS_PAGO } from './pagos.ts'
import { PARAMETROS, type NombreParametro, type Parametro } from './parametros.ts'
import { TARIFAS_PRESUNTIVAS } from './retencion-presuntiva.ts'
import { displayPorcentajes, TARIFAS_RETENCION } from './retencion-tarifas.ts'
import { FERIADOS, FERIADOS_FUENTE } from './tablas/feriados.ts'
import { SUSTENTOS } from './tablas/sustento.ts'
import { isVigente, type Confianza, type Vigencia } from './vigencia.ts'

export const TEMA_LABEL = {
  PARAMETRO: 'Parámetros',
  IVA: 'Tarifas de IVA',
  ICE: 'Tarifas de ICE',
  IRBPNR: 'IRBPNR',
  RETENCION_RENTA: 'Retención de renta',
  RETENCION_IVA: 'Retención de IVA',
  RETENCION_ISD: 'Retención de ISD',
  RETENCION_PRESUNTIVA: 'Retención presuntiva',
  FORMA_PAGO: 'Formas de pago',
  SUSTENTO: 'Sustento tributario',
  FERIADO: 'Feriados nacionales',
} as const
export type Tema = keyof typeof TEMA_LABEL
export const TEMAS = Object.keys(TEMA_LABEL) as Tema[]

export const CONFIANZA_LABEL: Readonly<Record<Confianza, string>> = { V: 'Texto oficial', M: 'Una fuente', R: 'Por confirmar' }

/** One legal fact in one period. */
export interface Norma extends Vigencia {
  tema: Tema
  /** Name of the parameter, or the SRI's code; unique within a theme on any day. */
  codigo: string
  nombre: string
  /** Amounts and percentages ×10^6; absent where the law leaves a choice or there is none. */
  valor?: Monto | boolean
  /** The value as people read it: «15%», «$50.00», «5 días». */
  texto: string
  /** Not seen in an official text: to be confirmed before relying on it. */
  unconfirmed: boolean
}

type Unidad = 'DOLARES' | 'PORCENTAJE' | 'DIAS' | 'DIA_DEL_MES' | 'SI_NO'

const PARAMETRO_INFO: Readonly<Record<NombreParametro, readonly [nombre: string, unidad: Unidad]>> = {
  consumidorFinalMaximo: ['Máximo de una factura a consumidor final', 'DOLARES'],
  bancarizacionMinimo: ['Valor desde el que se paga por el sistema financiero', 'DOLARES'],
  propinaMaxima: ['Propina máxima sobre el subtotal', 'PORCENTAJE'],
  toleranciaIva: ['Diferencia admitida entre el IVA y base por tarifa', 'DOLARES'],
  consumidorFinalModificable: ['Una factura a consumidor final se puede anular o acreditar', 'SI_NO'],
  anulacionDia: ['Día del mes siguiente hasta el que se anula en línea', 'DIA_DEL_MES'],
  anulacionAceptacionDias: ['Días hábiles del receptor para aceptar una anulación', 'DIAS'],
  retencionRentaMinimo: ['Base hasta la que no se retiene renta', 'DOLARES'],
  retencionIvaMinimo: ['Base hasta la que no se propone retener IVA', 'DOLARES'],
  retencionPlazoDias: ['Plazo para emitir la retención', 'DIAS'],
  transporteComercialPlaca: ['El transporte comercial lleva placa en la factura', 'SI_NO'],
}

function displayValor(valor: Monto | boolean, unidad: Unidad): string {
  if (typeof valor === 'boolean') return valor ? 'Sí' : 'No'
  if (unidad === 'DOLARES') return displayMonto(valor)
  if (unidad === 'PORCENTAJE') return displayPorcentaje(valor)
  return unidad === 'DIAS' ? `${valor} días` : `Día ${valor}`
}

const vigenciaOf = ({ validFrom, validTo, source, confidence, note }: Vigencia): Vigencia & { unconfirmed: boolean } => ({
  ...(validFrom === undefined ? {} : { validFrom }),
  ...(validTo === undefined ? {} : { validTo }),
  ...(note === undefined ? {} : { note }),
  source,
  confidence,
  unconfirmed: confidence !== 'V',
})

const parametros = (): Norma[] =>
  (Object.keys(PARAMETROS) as NombreParametro[]).flatMap((codigo) => {
    const [nombre, unidad] = PARAMETRO_INFO[codigo]
    const periods: readonly Parametro<Monto | boolean>[] = PARAMETROS[codigo]
    return periods.map((period) => ({ tema: 'PARAMETRO' as const, codigo, nombre, valor: period.valor, texto: displayValor(period.valor, unidad), ...vigenciaOf(period) }))
  })

const iva = (): Norma[] =>
  TARIFAS_IVA.map((one) => ({ tema: 'IVA', codigo: one.codigoPorcentaje, nombre: one.label, valor: one.tarifa, texto: displayPorcentaje(one.tarifa), ...vigenciaOf(one) }))

function displayIce({ adValorem, especifico, unidad }: TarifaIce): string {
  const parts = [
    ...(adValorem === undefined ? [] : [displayPorcentaje(adValorem)]),
    ...(especifico === undefined ? [] : [`${displayMonto(especifico)} por ${unidad ?? 'unidad'}`]),
  ]
  return parts.length === 0 ? 'Sin tarifa en la tabla' : parts.join(' + ')
}

const ice = (): Norma[] => TARIFAS_ICE.map((one) => ({ tema: 'ICE', codigo: one.codigo, nombre: one.nombre, texto: displayIce(one), ...vigenciaOf(one) }))

const irbpnr = (): Norma[] =>
  TARIFAS_IRBPNR.map((one) => ({ tema: 'IRBPNR', codigo: one.codigo, nombre: one.nombre, valor: one.especifico, texto: `${displayMonto(one.especifico)} por botella`, ...vigenciaOf(one) }))

const retencion = (tema: 'RETENCION_RENTA' | 'RETENCION_IVA' | 'RETENCION_ISD', impuesto: string): Norma[] =>
  TARIFAS_RETENCION.filter((one) => one.impuesto === impuesto).map((one) => ({
    tema, codigo: one.codigo, nombre: one.concepto, ...(one.porcentaje === undefined ? {} : { valor: one.porcentaje }), texto: displayPorcentajes(one), ...vigenciaOf(one),
  }))

const presuntivas = (): Norma[] =>
  TARIFAS_PRESUNTIVAS.map((one) => ({ tema: 'RETENCION_PRESUNTIVA', codigo: one.codigoPorcentaje, nombre: one.concepto, valor: one.tarifa, texto: plainMonto(one.tarifa), ...vigenciaOf(one) }))

const formasPago = (): Norma[] => FORMAS_PAGO.map((one) => ({ tema: 'FORMA_PAGO', codigo: one.codigo, nombre: one.nombre, texto: 'Se puede usar', ...vigenciaOf(one) }))

const sustentos = (): Norma[] =>
  SUSTENTOS.map((one) => ({ tema: 'SUSTENTO', codigo: one.codigo, nombre: one.nombre, texto: `Comprobantes ${one.tipos.join(', ')}`, ...vigenciaOf(one) }))

const feriados = (): Norma[] =>
  Object.entries(FERIADOS).map(([year, { dias, confidence }]) => ({
    tema: 'FERIADO', codigo: 'NACIONALES', nombre: `Días de descanso de ${year}`, texto: dias.split(' ').map((day) => `${day.slice(3)}/${day.slice(0, 2)}`).join(', '),
    ...vigenciaOf({ validFrom: `${year}-01-01`, validTo: `${year}-12-31`, source: FERIADOS_FUENTE, confidence }),
  }))

const NORMAS: Readonly<Record<Tema, () => Norma[]>> = {
  PARAMETRO: parametros,
  IVA: iva,
  ICE: ice,
  IRBPNR: irbpnr,
  RETENCION_RENTA: () => retencion('RETENCION_RENTA', '1'),
  RETENCION_IVA: () => retencion('RETENCION_IVA', '2'),
  RETENCION_ISD: () => retencion('RETENCION_ISD', '6'),
  RETENCION_PRESUNTIVA: presuntivas,
  FORMA_PAGO: formasPago,
  SUSTENTO: sustentos,
  FERIADO: feriados,
}

/** Every fact of a theme in every period, as its table orders them. */
export const normasOf = (tema: Tema): Norma[] => NORMAS[tema]()

/** What holds on that day, theme by theme; of one theme when it is named. */
export const normasAt = (fecha: Fecha, tema?: Tema): Norma[] =>
  (tema === undefined ? TEMAS : [tema]).flatMap((one) => normasOf(one).filter((norma) => isVigente(norma, fecha)))

/** What holds on this date and why: value, validity, source, and whether somebody confirmed it. */
export const normaAt = (tema: Tema, codigo: string, fecha: Fecha): Norma | undefined =>
  normasOf(tema).find((norma) => norma.codigo === codigo && isVigente(norma, fecha))
