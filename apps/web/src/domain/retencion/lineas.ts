import type { DocSustentoForm, PropuestaRetencion } from '@yupana/contract'
import {
  add,
  IMPUESTO_RETENIDO,
  inRange,
  isFecha,
  largest,
  parseEntrada,
  sum,
  valorRetenidoOf,
  type Fecha,
  type Monto,
  type Porcentaje,
} from '@yupana/fiscal'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import { REQUERIDO } from '../emision/campos-valores.ts'
import { montoOf } from '../emision/pagos-valores.ts'
import type { Hallazgo } from '../emision/tipo-documento.ts'

export type LineaForm = DocSustentoForm['retenciones'][number]
type Impuesto = LineaForm['impuesto']

/** A withholding as typed text. */
export interface LineaRetencion {
  impuesto: Impuesto
  codigo: string
  base: string
  porcentaje: string
  /** Only for dividends and bananas. */
  fecha_pago: Fecha
  impuesto_renta: string
  ejercicio: string
  cajas: string
  precio: string
}

export const emptyLinea = (impuesto: Impuesto = IMPUESTO_RETENIDO.RENTA): LineaRetencion => ({
  impuesto,
  codigo: '',
  base: '',
  porcentaje: '',
  fecha_pago: '',
  impuesto_renta: '',
  ejercicio: '',
  cajas: '',
  precio: '',
})

const isEmptyLinea = ({ codigo, base }: LineaRetencion): boolean => codigo === '' && base.trim() === ''

/** The non-empty withholdings, each with its row on the screen. */
export const retencionesOf = ({ retenciones }: { retenciones: readonly LineaRetencion[] }) =>
  retenciones.flatMap((linea, fila) => (isEmptyLinea(linea) ? [] : [{ fila, linea }]))

/** ×10⁶. */
export const porcentajeOf = ({ porcentaje }: Pick<LineaRetencion, 'porcentaje'>): Porcentaje => {
  const entrada = parseEntrada(porcentaje, 2)
  return entrada.ok ? Math.max(entrada.monto, 0) : 0
}

/** Amount withheld by a line, ×10⁶; an amount out of range counts as 0 and is reported by its field. */
export function valorOf(linea: Pick<LineaRetencion, 'base' | 'porcentaje'>): Monto {
  return inRange(() => valorRetenidoOf(largest(montoOf(linea.base), 0), porcentajeOf(linea))) ?? 0
}

/** Amount withheld by tax, and in total. */
export function retenidoPor(lineas: readonly LineaRetencion[]): { total: Monto; porImpuesto: ReadonlyMap<string, Monto> } {
  const porImpuesto = new Map<string, Monto>()
  for (const { linea } of retencionesOf({ retenciones: lineas }))
    porImpuesto.set(linea.impuesto, add(porImpuesto.get(linea.impuesto) ?? 0, valorOf(linea)))
  return { total: sum(porImpuesto.values()), porImpuesto }
}

/** Whether the code needs the boxes of bananas. */
export const isBanano = ({ impuesto, codigo }: Pick<LineaRetencion, 'impuesto' | 'codigo'>): boolean =>
  impuesto === '1' && (codigo === '338' || codigo === '340')

/** Whether it is a distribution of dividends, which needs its day, the tax of the company and the year. */
export const isDividendo = ({ cod_sustento }: { cod_sustento: string }, { impuesto }: Pick<LineaRetencion, 'impuesto'>): boolean =>
  cod_sustento === '10' && impuesto === '1'

const cajasOf = ({ cajas }: LineaRetencion): number => (/^\d{1,7}$/.test(cajas.trim()) ? Number(cajas) : 0)

export const precioOf = ({ precio }: LineaRetencion): Monto => {
  const entrada = parseEntrada(precio, 6)
  return entrada.ok ? largest(entrada.monto, 0) : 0
}

/** The line as sent. */
export const lineaFormOf = (doc: { cod_sustento: string }, linea: LineaRetencion): LineaForm => ({
  impuesto: linea.impuesto,
  codigo: linea.codigo,
  base: largest(montoOf(linea.base), 0),
  porcentaje: porcentajeOf(linea),
  ...(isDividendo(doc, linea) && {
    dividendos: {
      fecha_pago: linea.fecha_pago,
      impuesto_renta: largest(montoOf(linea.impuesto_renta), 0),
      ejercicio: linea.ejercicio,
    },
  }),
  ...(isBanano(linea) && { banano: { cajas: cajasOf(linea), precio: precioOf(linea) } }),
})

/** The line of a stored form. */
export const lineaOf = ({ impuesto, codigo, base, porcentaje, dividendos, banano }: LineaForm): LineaRetencion => ({
  impuesto,
  codigo,
  base: entradaOf(base),
  porcentaje: entradaOf(porcentaje, 0),
  fecha_pago: dividendos?.fecha_pago ?? '',
  impuesto_renta: entradaOf(dividendos?.impuesto_renta),
  ejercicio: dividendos?.ejercicio ?? '',
  cajas: banano ? String(banano.cajas) : '',
  precio: entradaOf(banano?.precio),
})

/** The lines of a proposal; what it leaves open is empty. */
export const lineasDePropuesta = ({ renta, iva }: Pick<PropuestaRetencion, 'renta' | 'iva'>): LineaRetencion[] =>
  [
    { ...renta, impuesto: IMPUESTO_RETENIDO.RENTA },
    { ...iva, impuesto: IMPUESTO_RETENIDO.IVA },
  ].flatMap(({ impuesto, codigo, base, porcentaje }) =>
    codigo === null ? [] : [{ ...emptyLinea(impuesto), codigo, base: entradaOf(base), porcentaje: entradaOf(porcentaje, 0) }],
  )

const ofLinea = ({ impuesto, codigo, base, porcentaje }: LineaRetencion) => [impuesto, codigo, base, porcentaje].join(' ')

/** Whether the lines equal the proposal. */
export const areProposed = (propuesta: PropuestaRetencion, lineas: readonly LineaRetencion[]): boolean =>
  lineas.map(ofLinea).join('|') === lineasDePropuesta(propuesta).map(ofLinea).join('|')

/** Problems of an amount that cannot be read. */
export function amount(campo: string, typed: string, { decimals = 2, isRequired = true } = {}): Hallazgo[] {
  if (typed.trim() === '') return isRequired ? [{ campo, message: REQUERIDO }] : []
  const entrada = parseEntrada(typed, decimals)
  if (!entrada.ok) return [{ campo, message: entrada.problem }]
  return entrada.monto < 0 ? [{ campo, message: 'Tiene que ser como mínimo 0.' }] : []
}

const NO_ES_FECHA = 'Ingrese una fecha válida: dd/mm/aaaa.'
export const day = (campo: string, fecha: string, isRequired = true): Hallazgo[] => {
  if (fecha === '') return isRequired ? [{ campo, message: REQUERIDO }] : []
  return isFecha(fecha) ? [] : [{ campo, message: NO_ES_FECHA }]
}

/** Problems of one withholding that cannot be read. */
export const reviseLinea = (doc: { cod_sustento: string }, linea: LineaRetencion, campo: string): Hallazgo[] => [
  ...(linea.codigo === '' ? [{ campo: `${campo}.codigo`, message: 'Elija el código de retención.' }] : []),
  ...amount(`${campo}.base`, linea.base),
  ...amount(`${campo}.porcentaje`, linea.porcentaje),
  ...(isBanano(linea)
    ? [
        ...(/^[1-9]\d{0,6}$/.test(linea.cajas.trim()) ? [] : [{ campo: `${campo}.cajas`, message: 'Indique cuántas cajas.' }]),
        ...amount(`${campo}.precio`, linea.precio, { decimals: 6 }),
      ]
    : []),
  ...(isDividendo(doc, linea)
    ? [
        ...day(`${campo}.fecha_pago`, linea.fecha_pago),
        ...amount(`${campo}.impuesto_renta`, linea.impuesto_renta),
        ...(/^\d{4}$/.test(linea.ejercicio) ? [] : [{ campo: `${campo}.ejercicio`, message: 'Indique el año de la utilidad.' }]),
      ]
    : []),
]

/** Field names of the server and the law that differ on the screen. A wrong tax is corrected by its code. */
const NOMBRES: Readonly<Record<string, string>> = {
  impuesto: 'codigo',
  codigoRetencion: 'codigo',
  baseImponible: 'base',
  porcentajeRetener: 'porcentaje',
  valorRetenido: 'base',
  compraCajBanano: 'cajas',
  banano: 'cajas',
  dividendos: 'fecha_pago',
}
export const campoDeLinea = (name: string): string => {
  const [own = name] = name.replace(/^(?:dividendos|banano)\./, '').split('.')
  return NOMBRES[own] ?? own
}
