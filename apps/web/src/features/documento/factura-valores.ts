import type { Comprador, Contexto, FacturaForm, FacturaFormInput, Persona } from '@yupana/contract'
import { CONSUMIDOR_FINAL, displayMonto, FORMA_PAGO_EFECTIVO, isEmail, parseEntrada, TIPO_IDENTIFICACION, TIPO_IVA, type Fecha, type ModoPrecio, type Monto } from '@yupana/fiscal'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import type { Cargos } from '../../domain/totales-panel/use-totales.ts'
import { emptyLinea, isEmptyLinea, lineaFormOf, lineaValoresOf, type LineaValores } from '../../domain/lineas-editor/linea-valores.ts'
import { reglasOf } from '../../domain/lineas-editor/reglas-linea.ts'

/** Who buys; the e-mails of this document are a field of their own. */
export interface CompradorValores {
  persona_id?: string
  tipo_identificacion: Comprador['tipo_identificacion']
  identificacion: string
  razon_social: string
  direccion?: string
  telefono?: string
}

export const UNIDADES_TIEMPO = ['dias', 'meses', 'anios'] as const
export type UnidadTiempo = (typeof UNIDADES_TIEMPO)[number]

/** One payment as it is typed; an empty total takes what is left to pay. */
export interface PagoValores {
  forma_pago: string
  total: string
  plazo: string
  unidad_tiempo: UnidadTiempo
}

/** Parts of a factura without fields in the editor: kept as they came, sent as they came. */
export type Aparte = Partial<Omit<FacturaForm, (typeof EDITADOS)[number]>>
const EDITADOS = [
  'establecimiento', 'punto', 'fecha_emision', 'modo', 'comprador', 'lineas', 'pagos', 'propina', 'guia_remision', 'placa', 'info_adicional',
] as const satisfies readonly (keyof FacturaForm)[]

/** The form of the editor: what was typed, as text. */
export interface FacturaValores {
  comprador: CompradorValores | null
  correos: string
  fecha_emision: Fecha
  /** Establecimiento and punto, `001-001`. */
  serie: string
  modo: ModoPrecio
  lineas: LineaValores[]
  pagos: PagoValores[]
  /** Cash handed over; it stays on the screen. */
  recibido: string
  propina: string
  guia_remision: string
  placa: string
  info_adicional: { nombre: string; valor: string }[]
  /** What the factura it began with carries and the editor has no fields for; absent for most. */
  aparte?: Aparte | undefined
}

export const emptyPago = (total = ''): PagoValores => ({ forma_pago: FORMA_PAGO_EFECTIVO, total, plazo: '', unidad_tiempo: 'dias' })

/** Cantón of the establishment that sells, where it was said. */
export const cantonOf = ({ puntos }: Pick<Contexto, 'puntos'>, serie: string): string | null =>
  puntos.find(({ establecimiento, punto }) => `${establecimiento}-${punto}` === serie)?.canton ?? null

export const emptyFactura = (hoy: Fecha, serie: string): FacturaValores => ({
  comprador: null, correos: '', fecha_emision: hoy, serie, modo: 'NETO', lineas: [emptyLinea()], pagos: [emptyPago()], recibido: '', propina: '', guia_remision: '', placa: '',
  info_adicional: [],
})

export const CONSUMIDOR: CompradorValores = {
  tipo_identificacion: TIPO_IDENTIFICACION.CONSUMIDOR_FINAL, identificacion: CONSUMIDOR_FINAL.identificacion, razon_social: CONSUMIDOR_FINAL.razonSocial,
}

export const isConsumidorFinal = (comprador: CompradorValores | null) => comprador?.tipo_identificacion === TIPO_IDENTIFICACION.CONSUMIDOR_FINAL

export const compradorOf = (persona: Persona): CompradorValores => ({
  persona_id: persona.id, tipo_identificacion: persona.tipo_identificacion, identificacion: persona.identificacion, razon_social: persona.razon_social,
  ...(persona.direccion !== null && { direccion: persona.direccion }),
  ...(persona.telefonos[0] !== undefined && { telefono: persona.telefonos[0] }),
})

/** Several addresses stand in one field, apart by comma, semicolon or space. */
export const correosOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** The first address that is none. */
export const wrongCorreo = (text: string): string | undefined => correosOf(text).find((correo) => !isEmail(correo))

/** The cents of a typed amount; nothing typed or nothing readable is zero. */
export function montoOf(text: string): Monto {
  const entrada = parseEntrada(text, 2)
  return entrada.ok ? entrada.monto : 0
}

/** What each payment comes to: the first one left empty takes what the others leave of the total. */
export function totalesOfPagos(pagos: readonly PagoValores[], total: Monto): Monto[] {
  const open = pagos.findIndex((pago) => pago.total.trim() === '')
  const typed = pagos.map((pago) => montoOf(pago.total))
  const rest = typed.reduce((left, monto, at) => (at === open ? left : left - monto), total)
  return typed.map((monto, at) => (at === open ? Math.max(rest, 0) : monto))
}

export const rubrosOf = ({ rubros_terceros: rubros = [] }: Aparte): Monto => rubros.reduce((sum, { total }) => sum + total, 0)

function exportacionOf({ exportacion }: Aparte): Monto {
  if (!exportacion) return 0
  const { flete, seguro, gastos_aduaneros: aduana, gastos_transporte: transporte } = exportacion
  return flete + seguro + aduana + transporte
}

/** What is charged beside the lines, whole cents. */
export const cargosOf = ({ propina, aparte = {} }: Pick<FacturaValores, 'propina' | 'aparte'>): Cargos => ({ propina: montoOf(propina), otros: rubrosOf(aparte) + exportacionOf(aparte) })

/** What is still missing (positive) or too much (negative). */
export const missingOf = (pagos: readonly PagoValores[], total: Monto): Monto => totalesOfPagos(pagos, total).reduce((left, monto) => left - monto, total)

/** The cash among the payments. */
export const efectivoOf = (pagos: readonly PagoValores[], total: Monto): Monto =>
  totalesOfPagos(pagos, total).reduce((cash, monto, at) => (pagos[at]?.forma_pago === FORMA_PAGO_EFECTIVO ? cash + monto : cash), 0)

/** What is given back of the cash received; undefined while nothing was received, negative while it is not enough. */
export function cambioOf({ recibido, pagos }: Pick<FacturaValores, 'recibido' | 'pagos'>, total: Monto): Monto | undefined {
  const entrada = parseEntrada(recibido, 2)
  return entrada.ok ? entrada.monto - efectivoOf(pagos, total) : undefined
}

/** Whether anything was typed that somebody would miss. */
export const isWorthKeeping = (valores: FacturaValores): boolean =>
  valores.comprador !== null || valores.lineas.some((linea) => !isEmptyLinea(linea)) || valores.guia_remision !== '' || valores.placa !== '' ||
  valores.info_adicional.some(({ nombre, valor }) => nombre !== '' || valor !== '')

export interface Armada {
  form: FacturaFormInput
  /** Place in the editor of each line that is sent: empty ones are dropped. */
  filas: number[]
}

const pagoFormOf = (pago: PagoValores, total: Monto): FacturaForm['pagos'][number] => {
  const plazo = /^\d{1,5}$/.test(pago.plazo.trim()) ? Number(pago.plazo) : 0
  return { forma_pago: pago.forma_pago, total, ...(plazo > 0 && { plazo, unidad_tiempo: pago.unidad_tiempo }) }
}

/** What is sent of a form: its readable lines, its payments in amounts. Ask for problems first; what cannot be read is left out. */
export function armar(valores: FacturaValores, total: Monto): Armada {
  const lineas = valores.lineas.flatMap((linea, fila) => {
    const form = isEmptyLinea(linea) ? undefined : lineaFormOf(linea)
    return form ? [{ fila, form }] : []
  })
  const [establecimiento = '', punto = ''] = valores.serie.split('-')
  const totales = totalesOfPagos(valores.pagos, total)
  const text = (value: string) => value.trim() || undefined
  return {
    filas: lineas.map(({ fila }) => fila),
    form: {
      establecimiento, punto, fecha_emision: valores.fecha_emision || undefined, modo: valores.modo,
      comprador: { ...(valores.comprador ?? CONSUMIDOR), correos: correosOf(valores.correos) },
      lineas: lineas.map(({ form }) => form),
      pagos: valores.pagos.map((pago, at) => pagoFormOf(pago, totales[at] ?? 0)),
      propina: montoOf(valores.propina),
      guia_remision: text(valores.guia_remision),
      placa: text(valores.placa),
      info_adicional: valores.info_adicional.filter(({ nombre, valor }) => nombre.trim() !== '' && valor.trim() !== ''),
      ...valores.aparte,
    },
  }
}

const isUnidad = (text: string | undefined): text is UnidadTiempo => UNIDADES_TIEMPO.some((unidad) => unidad === text)

/** What of a form has no fields in the editor; nothing where there is none. */
function aparteOf(form: FacturaForm): Aparte | undefined {
  const rest = Object.entries(form).filter(([name, part]) => !EDITADOS.some((editado) => editado === name) && (Array.isArray(part) ? part.length > 0 : part !== undefined))
  return rest.length > 0 ? (Object.fromEntries(rest) as Aparte) : undefined
}

/** Back from a stored form, for a duplicate, the last sale or a correction. */
export function valoresOf(form: FacturaForm, fecha: Fecha): FacturaValores {
  const { correos, persona_id, tipo_identificacion, identificacion, razon_social, direccion, telefono } = form.comprador
  const isSingle = form.pagos.length === 1
  return {
    comprador: {
      tipo_identificacion, identificacion, razon_social,
      ...(persona_id !== undefined && { persona_id }), ...(direccion !== undefined && { direccion }), ...(telefono !== undefined && { telefono }),
    },
    correos: correos.join(', '),
    fecha_emision: fecha,
    serie: `${form.establecimiento}-${form.punto}`,
    modo: form.modo,
    lineas: [...form.lineas.map(lineaValoresOf), emptyLinea()],
    pagos: form.pagos.map((pago) => ({
      forma_pago: pago.forma_pago, total: isSingle ? '' : entradaOf(pago.total), plazo: pago.plazo ? String(pago.plazo) : '',
      unidad_tiempo: isUnidad(pago.unidad_tiempo) ? pago.unidad_tiempo : 'dias',
    })),
    recibido: '',
    propina: form.propina > 0 ? entradaOf(form.propina) : '',
    guia_remision: form.guia_remision ?? '',
    placa: form.placa ?? '',
    info_adicional: form.info_adicional,
    aparte: aparteOf(form),
  }
}

/** The form under the rules of its day: a negocio popular has no rates, no ICE and no tip, whatever it began with (O-102). */
export function withReglas(valores: FacturaValores, { hoy, condiciones }: Pick<Contexto, 'hoy' | 'condiciones'>): FacturaValores {
  if (!reglasOf(valores.modo, valores.fecha_emision || hoy, condiciones).negocioPopular) return valores
  return { ...valores, propina: '', lineas: valores.lineas.map((linea) => ({ ...linea, iva: TIPO_IVA.CERO, ice: undefined })) }
}

/** How a draft is told apart in a list: its client and its total. */
export const resumenOf = ({ comprador }: FacturaValores, total: Monto) => ({ cliente: comprador?.razon_social ?? 'Sin cliente', total: displayMonto(total) })
