import type { Contexto, Cotizacion, CotizacionForm, CotizacionFormInput } from '@yupana/contract'
import { VALIDEZ_MAX_DIAS, type Fecha, type ModoPrecio } from '@yupana/fiscal'

import { camposFormOf, reviseCampos, reviseTexto, type CampoValores } from '../../domain/emision/campos-valores.ts'
import { compradorOfForm, CONSUMIDOR, correosOf, reviseComprador } from '../../domain/emision/comprador-valores.ts'
import { cantonOf, puntoFormOf, serieOf } from '../../domain/emision/series.ts'
import { firstOfEach, SIN_PUNTO, type Hallazgo, type ValoresEmision } from '../../domain/emision/tipo-documento.ts'
import {
  campoOfEditor,
  emptyLinea,
  isEmptyLinea,
  lineaFormOf,
  lineaValoresOf,
  type LineaValores,
} from '../../domain/lineas-editor/linea-valores.ts'
import { problemasOfLineas } from '../../domain/lineas-editor/linea-problemas.ts'
import { reglasOf } from '../../domain/lineas-editor/reglas-linea.ts'
import { totalesOfLineas } from '../../domain/totales-panel/use-totales.ts'

/** The form of the editor, as typed. */
export interface CotizacionValores extends ValoresEmision {
  modo: ModoPrecio
  /** Price list of the document, and whether the user chose it. */
  lista: number
  lista_dicha?: boolean | undefined
  lineas: LineaValores[]
  validez_dias: number | undefined
  condiciones: string
  info_adicional: CampoValores[]
}

const VALIDEZ_USUAL = 15

export const emptyCotizacion = (hoy: Fecha, serie: string): CotizacionValores => ({
  comprador: null,
  correos: '',
  fecha_emision: hoy,
  serie,
  modo: 'NETO',
  lista: 0,
  lineas: [emptyLinea()],
  validez_dias: VALIDEZ_USUAL,
  condiciones: '',
  info_adicional: [],
})

/** The values of a stored form. */
export const valoresOf = (form: CotizacionForm, fecha: Fecha): CotizacionValores => ({
  comprador: compradorOfForm(form.comprador),
  correos: form.comprador.correos.join(', '),
  fecha_emision: fecha,
  serie: serieOf(form),
  modo: form.modo,
  lista: form.lista ?? 0,
  lineas: [...form.lineas.map(lineaValoresOf), emptyLinea()],
  validez_dias: form.validez_dias,
  condiciones: form.condiciones ?? '',
  info_adicional: form.info_adicional,
})

export const valoresOfGuardada = ({ form, fecha_emision }: Cotizacion): CotizacionValores => valoresOf(form, fecha_emision)

/** The lines to send, each with its row on the screen; empty and unreadable lines are left out. */
const lineasOf = ({ lineas }: Pick<CotizacionValores, 'lineas'>) =>
  lineas.flatMap((linea, fila) => {
    const form = isEmptyLinea(linea) ? undefined : lineaFormOf(linea)
    return form ? [{ fila, form }] : []
  })

/** The body of a form. Call `revisar` first: unreadable values are left out. */
export function armar(valores: CotizacionValores): CotizacionFormInput {
  return {
    ...puntoFormOf(valores.serie),
    fecha_emision: valores.fecha_emision || undefined,
    validez_dias: valores.validez_dias ?? 0,
    modo: valores.modo,
    ...(valores.lista > 0 && { lista: valores.lista }),
    comprador: { ...(valores.comprador ?? CONSUMIDOR), correos: correosOf(valores.correos) },
    lineas: lineasOf(valores).map(({ form }) => form),
    condiciones: valores.condiciones.replace(/\s+/g, ' ').trim() || undefined,
    info_adicional: camposFormOf(valores.info_adicional),
  }
}

/** The field of the screen for a field name of the server. */
export function campoOf(campo: string, valores: CotizacionValores): string {
  if (campo.startsWith('comprador.correos')) return 'correos'
  if (campo.startsWith('comprador')) return 'comprador'
  if (campo === 'establecimiento' || campo === 'punto') return 'serie'
  return campoOfEditor(
    campo,
    lineasOf(valores).map(({ fila }) => fila),
  )
}

const MAX_CONDICIONES = 1000

function reviseValidez({ fecha_emision: fecha, validez_dias: dias }: CotizacionValores, hoy: Fecha): Hallazgo[] {
  const isDays = dias !== undefined && dias >= 1 && dias <= VALIDEZ_MAX_DIAS
  return [
    ...(fecha > hoy ? [{ campo: 'fecha_emision', message: 'La fecha de la cotización no puede ser futura.' }] : []),
    ...(isDays ? [] : [{ campo: 'validez_dias', message: `Indique de 1 a ${VALIDEZ_MAX_DIAS} días.` }]),
  ]
}

/** All problems that the server would refuse, in the order of the screen; the first of each field. */
export function revisar(valores: CotizacionValores, { hoy, condiciones, materiales, puntos }: Contexto): Hallazgo[] {
  const fecha = valores.fecha_emision || hoy
  const reglas = reglasOf(valores.modo, fecha, condiciones, 0, cantonOf({ puntos }, valores.serie))
  const totales = totalesOfLineas(valores.lineas, { modo: valores.modo, fecha })
  return firstOfEach([
    ...reviseComprador(valores, 'Elija el cliente, o consumidor final.').problemas,
    ...reviseValidez(valores, hoy),
    ...(valores.serie === '' ? [SIN_PUNTO] : []),
    ...problemasOfLineas(valores.lineas, reglas, materiales),
    ...(valores.lineas.every(isEmptyLinea) ? [{ campo: 'lineas.0.codigo', message: 'Agregue al menos una línea.' }] : []),
    ...(totales ? [] : [{ campo: 'lineas.0.precio', message: 'Los valores superan el máximo que un comprobante admite.' }]),
    ...(valores.condiciones.trim() === '' ? [] : reviseTexto('condiciones', valores.condiciones, MAX_CONDICIONES)),
    ...reviseCampos(valores.info_adicional),
  ])
}
