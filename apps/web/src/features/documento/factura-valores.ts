import type { Contexto, FacturaForm, FacturaFormInput, Persona } from '@yupana/contract'
import { FORMA_PAGO_EFECTIVO, nearestMonto, parseEntrada, TIPO_IVA, type Fecha, type ModoPrecio, type Monto } from '@yupana/fiscal'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import { camposFormOf, hasCampos, type CampoValores } from '../../domain/emision/campos-valores.ts'
import { compradorOf, compradorOfForm, CONSUMIDOR, correosOf } from '../../domain/emision/comprador-valores.ts'
import { emptyPago, montoOf, pagosFormOf, pagosOf, totalesOfPagos, type PagoValores } from '../../domain/emision/pagos-valores.ts'
import { puntoFormOf, serieOf } from '../../domain/emision/series.ts'
import type { Armada, ValoresEmision } from '../../domain/emision/tipo-documento.ts'
import { totalesOfLineas, type Cargos } from '../../domain/totales-panel/use-totales.ts'
import {
  campoOfEditor,
  emptyLinea,
  isEmptyLinea,
  lineaFormOf,
  lineaValoresOf,
  type LineaValores,
} from '../../domain/lineas-editor/linea-valores.ts'
import { reglasOf } from '../../domain/lineas-editor/reglas-linea.ts'

/** Special parts of a factura, as their dialogs or the stored form have them. */
export type Aparte = Partial<Omit<FacturaForm, (typeof EDITADOS)[number]>>
const EDITADOS = [
  'establecimiento',
  'punto',
  'fecha_emision',
  'modo',
  'lista',
  'comprador',
  'lineas',
  'pagos',
  'propina',
  'guia_remision',
  'placa',
  'info_adicional',
] as const satisfies readonly (keyof FacturaForm)[]

/** The form of the editor, as typed text. */
export interface FacturaValores extends ValoresEmision {
  modo: ModoPrecio
  /** Price list of the document, and whether the user chose it. */
  lista: number
  lista_dicha?: boolean | undefined
  lineas: LineaValores[]
  pagos: PagoValores[]
  /** Received cash; it stays on the screen. */
  recibido: string
  propina: string
  guia_remision: string
  placa: string
  info_adicional: CampoValores[]
  /** Absent for most facturas. */
  aparte?: Aparte | undefined
}

export const emptyFactura = (hoy: Fecha, serie: string): FacturaValores => ({
  comprador: null,
  correos: '',
  fecha_emision: hoy,
  serie,
  modo: 'NETO',
  lista: 0,
  lineas: [emptyLinea()],
  pagos: [emptyPago()],
  recibido: '',
  propina: '',
  guia_remision: '',
  placa: '',
  info_adicional: [],
})

export const rubrosOf = ({ rubros_terceros: rubros = [] }: Aparte): Monto => nearestMonto(rubros.reduce((sum, { total }) => sum + total, 0))

function exportacionOf({ exportacion }: Aparte): Monto {
  if (!exportacion) return 0
  const { flete, seguro, gastos_aduaneros: aduana, gastos_transporte: transporte } = exportacion
  return nearestMonto(flete + seguro + aduana + transporte)
}

/** Charges beside the lines, in whole cents. */
export const cargosOf = ({ propina, aparte = {} }: Pick<FacturaValores, 'propina' | 'aparte'>): Cargos => ({
  propina: montoOf(propina),
  otros: nearestMonto(rubrosOf(aparte) + exportacionOf(aparte)),
})

export const totalesOf = (valores: FacturaValores, fecha: Fecha) =>
  totalesOfLineas(valores.lineas, { modo: valores.modo, fecha }, cargosOf(valores))

/** Cash part of the payments. */
export const efectivoOf = (pagos: readonly PagoValores[], total: Monto): Monto =>
  nearestMonto(
    totalesOfPagos(pagos, total).reduce<number>(
      (cash, monto, at) => (pagos[at]?.forma_pago === FORMA_PAGO_EFECTIVO ? cash + monto : cash),
      0,
    ),
  )

/** Change for the received cash; undefined before any is received, negative if it is too little. */
export function cambioOf({ recibido, pagos }: Pick<FacturaValores, 'recibido' | 'pagos'>, total: Monto): Monto | undefined {
  const entrada = parseEntrada(recibido, 2)
  return entrada.ok ? nearestMonto(entrada.monto - efectivoOf(pagos, total)) : undefined
}

/** Whether the typed data is worth keeping. */
export const isWorthKeeping = (valores: FacturaValores): boolean =>
  valores.comprador !== null ||
  valores.lineas.some((linea) => !isEmptyLinea(linea)) ||
  valores.guia_remision !== '' ||
  valores.placa !== '' ||
  valores.aparte !== undefined ||
  hasCampos(valores.info_adicional)

/** Fields of the editor for field names of the server that differ. */
const CAMPO: Readonly<Record<string, string>> = {
  'comprador.identificacion': 'comprador',
  'comprador.razon_social': 'comprador',
  'comprador.direccion': 'comprador',
  'comprador.telefono': 'comprador',
  establecimiento: 'serie',
  punto: 'serie',
}

function campoOf(campo: string, filas: readonly number[], aparte: Aparte = {}): string {
  const parte = Object.keys(aparte).find((name) => campo.startsWith(name))
  if (parte !== undefined) return `aparte.${parte}`
  return campo.startsWith('comprador.correos') ? 'correos' : (CAMPO[campo] ?? campoOfEditor(campo, filas))
}

/** The body of a form: readable lines, and payments as amounts. Call `revisar` first: unreadable values are left out. */
export function armar(valores: FacturaValores, total: Monto): Armada & { form: FacturaFormInput } {
  const lineas = valores.lineas.flatMap((linea, fila) => {
    const form = isEmptyLinea(linea) ? undefined : lineaFormOf(linea)
    return form ? [{ fila, form }] : []
  })
  const text = (value: string) => value.trim() || undefined
  // Empty lines are left out, so each sent line keeps its row in the editor.
  const filas = lineas.map(({ fila }) => fila)
  return {
    campoOf: (campo) => campoOf(campo, filas, valores.aparte),
    form: {
      ...puntoFormOf(valores.serie),
      fecha_emision: valores.fecha_emision || undefined,
      modo: valores.modo,
      ...(valores.lista > 0 && { lista: valores.lista }),
      comprador: { ...(valores.comprador ?? CONSUMIDOR), correos: correosOf(valores.correos) },
      lineas: lineas.map(({ fila, form }) => ({ ...form, linea_cotizacion: valores.lineas[fila]?.linea_cotizacion })),
      pagos: pagosFormOf(valores.pagos, total),
      propina: montoOf(valores.propina),
      guia_remision: text(valores.guia_remision),
      placa: text(valores.placa),
      info_adicional: camposFormOf(valores.info_adicional),
      ...valores.aparte,
    },
  }
}

/** Special parts of a form; undefined if there are none. */
function aparteOf(form: FacturaForm): Aparte | undefined {
  const rest = Object.entries(form).filter(
    ([name, part]) => !EDITADOS.some((editado) => editado === name) && (Array.isArray(part) ? part.length > 0 : part !== undefined),
  )
  return rest.length > 0 ? (Object.fromEntries(rest) as Aparte) : undefined
}

/** A factura with only a client, on that client's days of credit. */
export const formOfPersona = (persona: Persona): FacturaForm => ({
  establecimiento: '',
  punto: '',
  modo: 'NETO',
  ...(persona.lista_precios !== null && { lista: persona.lista_precios }),
  comprador: { ...compradorOf(persona), correos: persona.correos },
  lineas: [],
  pagos: [{ forma_pago: emptyPago().forma_pago, total: 0, ...(persona.dias_credito > 0 && { plazo: persona.dias_credito }) }],
  propina: 0,
  info_adicional: [],
  rubros_terceros: [],
})

/** Data of the editor about a line that sells a quote. */
function cotizadaOf(linea: FacturaForm['lineas'][number] & { aviso?: string }, { cotizacion_id: id, modo }: FacturaForm) {
  if (id === undefined) return undefined
  const { cantidad, descuento, linea_cotizacion, ice, irbpnr, aviso } = linea
  return { linea_cotizacion, aviso, cotizada: { cantidad, descuento, modo, unidades: { ice: ice?.unidades, irbpnr: irbpnr?.unidades } } }
}

/** The values of a stored form, for a duplicate, the last sale or a correction. */
export function valoresOf(form: FacturaForm, fecha: Fecha): FacturaValores {
  return {
    comprador: compradorOfForm(form.comprador),
    correos: form.comprador.correos.join(', '),
    fecha_emision: fecha,
    serie: serieOf(form),
    modo: form.modo,
    lista: form.lista ?? 0,
    lineas: [...form.lineas.map((linea) => ({ ...lineaValoresOf(linea), ...cotizadaOf(linea, form) })), emptyLinea()],
    pagos: pagosOf(form.pagos),
    recibido: '',
    propina: form.propina > 0 ? entradaOf(form.propina) : '',
    guia_remision: form.guia_remision ?? '',
    placa: form.placa ?? '',
    info_adicional: form.info_adicional,
    aparte: aparteOf(form),
  }
}

/** The form under the rules of its day: a negocio popular has no rates, no ICE and no tip, whatever the form had before (O-102). */
export function withReglas(valores: FacturaValores, { hoy, condiciones }: Pick<Contexto, 'hoy' | 'condiciones'>): FacturaValores {
  if (!reglasOf(valores.modo, valores.fecha_emision || hoy, condiciones).negocioPopular) return valores
  return { ...valores, propina: '', lineas: valores.lineas.map((linea) => ({ ...linea, iva: TIPO_IVA.CERO, ice: undefined })) }
}
