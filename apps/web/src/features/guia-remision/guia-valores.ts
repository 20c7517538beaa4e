import type { Contexto, Destinatario, GuiaRemisionForm, GuiaRemisionFormInput } from '@yupana/contract'
import { MOTIVOS_TRASLADO, parseEntrada, TIPO_IDENTIFICACION, type Fecha, type Monto } from '@yupana/fiscal'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import { camposFormOf, hasCampos, type CampoValores } from '../../domain/emision/campos-valores.ts'
import { compradorOfForm, correosOf, type CompradorValores } from '../../domain/emision/comprador-valores.ts'
import { puntoFormOf, serieOf } from '../../domain/emision/series.ts'
import type { Armada, Receptor, ValoresEmision } from '../../domain/emision/tipo-documento.ts'

/** Goods as typed. */
export interface DetalleValores {
  producto_id?: string | undefined
  codigo: string
  codigo_auxiliar: string
  descripcion: string
  cantidad: string
  detalles: { nombre: string; valor: string }[]
}

/** A receiver with the reason and its document; an empty `cod_doc` means none. */
export interface DestinatarioValores {
  persona: CompradorValores | null
  correos: string
  direccion: string
  /** A usual reason, or `OTRO_MOTIVO`. */
  motivo: string
  otro_motivo: string
  ruta: string
  establecimiento_destino: string
  doc_aduanero: string
  cod_doc: string
  numero: string
  fecha: Fecha
  autorizacion: string
  detalles: DetalleValores[]
}

export const OTRO_MOTIVO = ''

/** The form of a guía: its `comprador` is unused, each destinatario has its own identification. */
export interface GuiaValores extends ValoresEmision {
  transportista: CompradorValores | null
  placa: string
  otra_placa: boolean
  dir_partida: string
  fecha_ini: Fecha
  fecha_fin: Fecha
  destinatarios: DestinatarioValores[]
  info_adicional: CampoValores[]
}

export const emptyDetalle = (): DetalleValores => ({ codigo: '', codigo_auxiliar: '', descripcion: '', cantidad: '', detalles: [] })

export const emptyDestinatario = (): DestinatarioValores => ({
  persona: null,
  correos: '',
  direccion: '',
  motivo: MOTIVOS_TRASLADO[0] ?? OTRO_MOTIVO,
  otro_motivo: '',
  ruta: '',
  establecimiento_destino: '',
  doc_aduanero: '',
  cod_doc: '',
  numero: '',
  fecha: '',
  autorizacion: '',
  detalles: [],
})

export const emptyGuia = (hoy: Fecha, serie: string): GuiaValores => ({
  comprador: null,
  correos: '',
  fecha_emision: hoy,
  serie,
  transportista: null,
  placa: '',
  otra_placa: false,
  dir_partida: '',
  fecha_ini: hoy,
  fecha_fin: hoy,
  destinatarios: [emptyDestinatario()],
  info_adicional: [],
})

/** Goods leave from the issuing establishment, unless the user types another address. */
export function withPartida(valores: GuiaValores, { puntos }: Pick<Contexto, 'puntos'>): GuiaValores {
  const punto = puntos.find((one) => serieOf(one) === valores.serie)
  return valores.dir_partida === '' && punto ? { ...valores, dir_partida: punto.direccion } : valores
}

export const isEmptyDetalle = ({ codigo, descripcion, cantidad }: DetalleValores): boolean =>
  [codigo, descripcion, cantidad].every((text) => text.trim() === '')

export const isWorthKeeping = ({ transportista, placa, destinatarios, info_adicional: campos }: GuiaValores): boolean =>
  transportista !== null ||
  placa !== '' ||
  hasCampos(campos) ||
  destinatarios.length > 1 ||
  destinatarios.some(({ persona, numero, detalles }) => persona !== null || numero !== '' || !detalles.every(isEmptyDetalle))

/** The first receiver and the number of others; the mails of all. */
export function receptorOf({ destinatarios }: GuiaValores): Receptor | undefined {
  const [first] = destinatarios
  if (!first?.persona) return undefined
  const more = destinatarios.length - 1
  return {
    nombre: first.persona.razon_social + (more > 0 ? ` y ${more} más` : ''),
    identificacion: first.persona.identificacion,
    correos: [...new Set(destinatarios.flatMap(({ correos }) => correosOf(correos)))],
  }
}

export const motivoOf = ({ motivo, otro_motivo }: Pick<DestinatarioValores, 'motivo' | 'otro_motivo'>): string =>
  motivo === OTRO_MOTIVO ? otro_motivo.trim() : motivo

/** ×10⁶; unreadable text counts as 0. */
export function cantidadOf({ cantidad }: Pick<DetalleValores, 'cantidad'>): Monto {
  const entrada = parseEntrada(cantidad, 6)
  return entrada.ok ? entrada.monto : 0
}

/** The goods to send, each with its row on the screen. */
export const detallesOf = ({ detalles }: Pick<DestinatarioValores, 'detalles'>) =>
  detalles.flatMap((detalle, fila) => (isEmptyDetalle(detalle) ? [] : [{ fila, detalle }]))

const text = (value: string) => value.trim() || undefined

const destinatarioFormOf = (valores: DestinatarioValores) => ({
  ...(valores.persona ?? { tipo_identificacion: TIPO_IDENTIFICACION.CEDULA, identificacion: '', razon_social: '' }),
  correos: correosOf(valores.correos),
  direccion: valores.direccion.trim(),
  motivo: motivoOf(valores),
  doc_aduanero: text(valores.doc_aduanero),
  establecimiento_destino: text(valores.establecimiento_destino),
  ruta: text(valores.ruta),
  ...(valores.cod_doc !== '' && {
    sustento: { cod_doc: valores.cod_doc, numero: valores.numero.trim(), fecha: valores.fecha, autorizacion: text(valores.autorizacion) },
  }),
  detalles: detallesOf(valores).map(({ detalle }) => ({
    producto_id: detalle.producto_id,
    codigo: text(detalle.codigo),
    codigo_auxiliar: text(detalle.codigo_auxiliar),
    descripcion: detalle.descripcion.trim(),
    cantidad: cantidadOf(detalle),
    detalles_adicionales: detalle.detalles,
  })),
})

/** Fields of the screen for field names of server and law that differ. */
const RAIZ: Readonly<Record<string, string>> = {
  establecimiento: 'serie',
  punto: 'serie',
  dirPartida: 'dir_partida',
  fechaIniTransporte: 'fecha_ini',
  fechaFinTransporte: 'fecha_fin',
}
const SUYO: Readonly<Record<string, string>> = {
  tipo_identificacion: 'persona',
  identificacion: 'persona',
  identificacionDestinatario: 'persona',
  razon_social: 'persona',
  razonSocialDestinatario: 'persona',
  telefono: 'persona',
  dirDestinatario: 'direccion',
  motivoTraslado: 'motivo',
  codEstabDestino: 'establecimiento_destino',
  codDocSustento: 'cod_doc',
  numDocSustento: 'numero',
  numAutDocSustento: 'autorizacion',
  fechaEmisionDocSustento: 'fecha',
}

/** The field of the screen for a field name of the server or the law. */
export function campoOf(campo: string, { destinatarios }: Pick<GuiaValores, 'destinatarios'>): string {
  if (/transportista/i.test(campo)) return 'transportista'
  const [, at, rest] = /^destinatarios\.(\d+)\.(.+)$/.exec(campo) ?? []
  const destinatario = destinatarios[Number(at)]
  if (rest === undefined || !destinatario) return RAIZ[campo] ?? campo
  const [, n, name = ''] = /^detalles\.(\d+)\.(.+)$/.exec(rest) ?? []
  if (n !== undefined) return `destinatarios.${at}.detalles.${detallesOf(destinatario)[Number(n)]?.fila ?? n}.${name}`
  const own = rest.replace(/^sustento\./, '').replace(/^correos\..*/, 'correos')
  const known = SUYO[own] ?? own
  return `destinatarios.${at}.${known === 'motivo' && destinatario.motivo === OTRO_MOTIVO ? 'otro_motivo' : known}`
}

export function armar(valores: GuiaValores): Armada & { form: GuiaRemisionFormInput } {
  const { transportista } = valores
  return {
    campoOf: (campo) => campoOf(campo, valores),
    form: {
      ...puntoFormOf(valores.serie),
      fecha_emision: valores.fecha_emision || undefined,
      transportista: {
        tipo_identificacion: transportista?.tipo_identificacion ?? TIPO_IDENTIFICACION.RUC,
        identificacion: transportista?.identificacion ?? '',
        razon_social: transportista?.razon_social ?? '',
      },
      placa: valores.placa.trim(),
      otra_placa: valores.otra_placa,
      dir_partida: valores.dir_partida.trim(),
      fecha_ini: valores.fecha_ini,
      fecha_fin: valores.fecha_fin,
      destinatarios: valores.destinatarios.map(destinatarioFormOf),
      info_adicional: camposFormOf(valores.info_adicional),
    },
  }
}

/** The values of a stored form or of a factura. */
export function destinatarioOf(form: Destinatario): DestinatarioValores {
  const { sustento, motivo } = form
  const isUsual = MOTIVOS_TRASLADO.includes(motivo)
  return {
    persona: form.identificacion === '' ? null : compradorOfForm(form),
    correos: form.correos.join(', '),
    direccion: form.direccion,
    motivo: isUsual ? motivo : OTRO_MOTIVO,
    otro_motivo: isUsual ? '' : motivo,
    ruta: form.ruta ?? '',
    establecimiento_destino: form.establecimiento_destino ?? '',
    doc_aduanero: form.doc_aduanero ?? '',
    cod_doc: sustento?.cod_doc ?? '',
    numero: sustento?.numero ?? '',
    fecha: sustento?.fecha ?? '',
    autorizacion: sustento?.autorizacion ?? '',
    detalles: form.detalles.map((detalle) => ({
      producto_id: detalle.producto_id,
      codigo: detalle.codigo ?? '',
      codigo_auxiliar: detalle.codigo_auxiliar ?? '',
      descripcion: detalle.descripcion,
      cantidad: entradaOf(detalle.cantidad, 0),
      detalles: detalle.detalles_adicionales,
    })),
  }
}

/** The values of a stored form; one begun from a factura has no dates yet. */
export const valoresOf = (form: GuiaRemisionForm, fecha: Fecha): GuiaValores => ({
  comprador: null,
  correos: '',
  fecha_emision: fecha,
  serie: serieOf(form),
  transportista: form.transportista.identificacion === '' ? null : { ...form.transportista },
  placa: form.placa,
  otra_placa: form.otra_placa,
  dir_partida: form.dir_partida,
  fecha_ini: form.fecha_ini || fecha,
  fecha_fin: form.fecha_fin || fecha,
  destinatarios: form.destinatarios.map(destinatarioOf),
  info_adicional: form.info_adicional,
})
