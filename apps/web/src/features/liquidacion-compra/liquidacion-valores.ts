import type { Contexto, LiquidacionCompraForm, LiquidacionEmitidaFormInput } from '@yupana/contract'
import { TIPO_IDENTIFICACION, type Fecha, type ModoPrecio, type Monto } from '@yupana/fiscal'

import { camposFormOf, hasCampos, type CampoValores } from '../../domain/emision/campos-valores.ts'
import { compradorOfForm, correosOf } from '../../domain/emision/comprador-valores.ts'
import { emptyPago, pagosFormOf, pagosOf, type PagoValores } from '../../domain/emision/pagos-valores.ts'
import { puntoFormOf, serieOf } from '../../domain/emision/series.ts'
import type { ActoEmision, Armada, ValoresEmision } from '../../domain/emision/tipo-documento.ts'
import {
  campoOfEditor,
  emptyLinea,
  isEmptyLinea,
  lineaFormOf,
  lineaValoresOf,
  type LineaValores,
} from '../../domain/lineas-editor/linea-valores.ts'
import { totalesOfLineas } from '../../domain/totales-panel/use-totales.ts'
import { currentLey, emptyJunta, type JuntaValores } from './junta-valores.ts'

/** The form of a liquidación: its `comprador` is the supplier, and the company is the buyer. */
export interface LiquidacionValores extends ValoresEmision {
  modo: ModoPrecio
  lineas: LineaValores[]
  pagos: PagoValores[]
  info_adicional: CampoValores[]
  /** Vouchers paid for another person, as in the initial form; mostly none. */
  reembolsos: LiquidacionCompraForm['reembolsos']
  /** The withholding of the same step. */
  retencion: JuntaValores
  /** Tax conditions of the company, which decide the withholding; drafts do not store them. */
  condiciones: Contexto['condiciones']
}

export const emptyLiquidacion = (hoy: Fecha, serie: string): LiquidacionValores => ({
  comprador: null,
  correos: '',
  fecha_emision: hoy,
  serie,
  modo: 'NETO',
  lineas: [emptyLinea()],
  pagos: [emptyPago()],
  info_adicional: [],
  reembolsos: [],
  retencion: emptyJunta(),
  condiciones: [],
})

/** An older draft has no typed withholding. */
export const withCondiciones = (
  { retencion, ...valores }: Omit<LiquidacionValores, 'retencion'> & { retencion?: JuntaValores },
  { condiciones }: Pick<Contexto, 'condiciones'>,
): LiquidacionValores => ({ ...valores, retencion: retencion ?? emptyJunta(), condiciones })

/** Conditions that do not apply to a purchase: it pays neither ICE nor IRBPNR of ours, and its rates are the supplier's. */
const AJENAS = new Set<string>(['ICE', 'IRBPNR', 'REGIMEN'])
export const condicionesDeCompra = ({ condiciones }: Pick<Contexto, 'condiciones'>) => condiciones.filter(({ tipo }) => !AJENAS.has(tipo))

export const totalesOfLiquidacion = ({ lineas, modo }: LiquidacionValores, fecha: Fecha) => totalesOfLineas(lineas, { modo, fecha })

export const isWorthKeeping = ({ comprador, lineas, info_adicional: campos }: LiquidacionValores): boolean =>
  comprador !== null || lineas.some((linea) => !isEmptyLinea(linea)) || hasCampos(campos)

/** The lines to send, each with its row on the screen; empty and unreadable lines are left out. */
export const lineasOf = ({ lineas }: Pick<LiquidacionValores, 'lineas'>) =>
  lineas.flatMap((linea, fila) => {
    const form = isEmptyLinea(linea) ? undefined : lineaFormOf(linea)
    return form ? [{ fila, form }] : []
  })

const SERIE = ['establecimiento', 'punto']

/** The field of the screen for a field name of the server. */
export function campoOf(campo: string, filas: readonly number[], valores: Pick<LiquidacionValores, 'retencion'>): string {
  if (campo.startsWith('retencion')) return currentLey()?.campoDeJunta(campo, valores) ?? campo
  if (campo.startsWith('proveedor.correos')) return 'correos'
  if (campo.startsWith('proveedor')) return 'comprador'
  return SERIE.includes(campo) ? 'serie' : campoOfEditor(campo, filas)
}

/** The body of the form. Call `revisar` first: without a supplier there is none. */
export function armar(
  valores: LiquidacionValores,
  total: Monto,
  acto: ActoEmision = 'EMITIR',
): Armada & { form: LiquidacionEmitidaFormInput } {
  const lineas = lineasOf(valores)
  const { comprador, reembolsos, fecha_emision: fecha } = valores
  const totales = acto === 'EMITIR' ? totalesOfLiquidacion(valores, fecha) : undefined
  const retencion = totales && currentLey()?.juntaFormOf(valores, totales, fecha)
  return {
    campoOf: (campo) =>
      campoOf(
        campo,
        lineas.map(({ fila }) => fila),
        valores,
      ),
    form: {
      ...puntoFormOf(valores.serie),
      fecha_emision: valores.fecha_emision || undefined,
      modo: valores.modo,
      proveedor: {
        ...(comprador ?? { tipo_identificacion: TIPO_IDENTIFICACION.CEDULA, identificacion: '', razon_social: '' }),
        correos: correosOf(valores.correos),
      },
      lineas: lineas.map(({ form }) => form),
      pagos: pagosFormOf(valores.pagos, total),
      ...(reembolsos.length > 0 && { reembolsos }),
      info_adicional: camposFormOf(valores.info_adicional),
      ...(retencion && { retencion }),
    },
  }
}

/** The values of a stored form. */
export const valoresOf = (form: LiquidacionCompraForm, fecha: Fecha): LiquidacionValores => ({
  comprador: compradorOfForm(form.proveedor),
  correos: form.proveedor.correos.join(', '),
  fecha_emision: fecha,
  serie: serieOf(form),
  modo: form.modo,
  lineas: [...form.lineas.map(lineaValoresOf), emptyLinea()],
  pagos: pagosOf(form.pagos),
  info_adicional: form.info_adicional,
  reembolsos: form.reembolsos,
  retencion: emptyJunta(),
  condiciones: [],
})
