/** Guía de remisión, and the transport data that a factura sustitutiva shares with it (O-63, sri/README §6.5). */
import { COD_DOC } from './enumeraciones.ts'
import { daysBetween, type Fecha } from '../valor/fecha.ts'
import { checkIdentificacionDe } from '../identificacion/identificacion-por-comprobante.ts'
import type { Cantidad } from '../valor/monto.ts'
import { isAutorizacion, whyNotNumero } from '../valor/numero.ts'
import { checkPlaca } from '../identificacion/placa.ts'
import { joinRevisiones, type Problema, type Revision } from '../valor/problema.ts'
import { nombreComprobanteAts } from './comprobante-ats.ts'
import { checkTexto } from '../valor/texto.ts'

export interface Transporte {
  dirPartida: string
  razonSocialTransportista: string
  tipoIdentificacionTransportista: string
  /** RUC, cédula or other identification of the carrier: the tag's name says RUC. */
  rucTransportista: string
  fechaIniTransporte: Fecha
  fechaFinTransporte: Fecha
  placa: string
  /** Whether the user declared a motorcycle, or another plate that does not fit the pattern. */
  otraPlaca?: boolean | undefined
}

export interface Destinatario {
  identificacionDestinatario: string
  razonSocialDestinatario: string
  dirDestinatario: string
  motivoTraslado: string
  codEstabDestino?: string | undefined
  codDocSustento?: string | undefined
  /** With dashes. */
  numDocSustento?: string | undefined
  numAutDocSustento?: string | undefined
  fechaEmisionDocSustento?: Fecha | undefined
  detalles: readonly { descripcion: string; cantidad: Cantidad }[]
}

export interface GuiaDocumento extends Transporte {
  destinatarios: readonly Destinatario[]
}

/** The usual reasons of a move (Reglamento de Comprobantes de Venta, art. 30). The field takes any text. */
export const MOTIVOS_TRASLADO: readonly string[] = [
  'Venta',
  'Compra',
  'Transformación',
  'Consignación',
  'Devolución',
  'Traslado entre establecimientos de la misma empresa',
  'Traslado por emisor itinerante de comprobantes de venta',
  'Exportación',
  'Importación',
  'Traslado a recinto fiscal / depósito aduanero',
]

/** In days. The law sets no limit, but a longer transport is usually a wrong month. */
const DURACION_HABITUAL = 30
const SUSTENTO = ['numDocSustento', 'fechaEmisionDocSustento'] as const

/** Every broken rule. `fecha` is the issue date of the guía, the one inside its clave. */
export function checkGuia(guia: GuiaDocumento, fecha: Fecha): Revision {
  const destinatarios = guia.destinatarios.map((one, at) => checkDestinatario(one, fecha, `destinatarios.${at}`))
  const problemas = guia.destinatarios.length === 0 ? [{ campo: 'destinatarios', mensaje: 'Agregue al menos un destinatario.' }] : []
  return joinRevisiones(checkTransporte(guia, fecha), { problemas, advertencias: [] }, ...destinatarios)
}

/** Carrier, plate and dates. A start before the issue date is the SRI's error 82. */
export function checkTransporte(transporte: Transporte, fecha: Fecha): Revision {
  const { fechaIniTransporte: ini, fechaFinTransporte: fin } = transporte
  const problemas = [
    ...requireTextos(transporte, ['dirPartida', 'razonSocialTransportista'], ''),
    ...checkPlaca(transporte.placa, transporte.otraPlaca === true, 'placa'),
  ]
  const advertencias: Problema[] = []
  if (ini < fecha)
    problemas.push({ campo: 'fechaIniTransporte', mensaje: 'El transporte no puede empezar antes de la emisión de la guía.' })
  if (fin < ini) problemas.push({ campo: 'fechaFinTransporte', mensaje: 'El transporte no puede terminar antes de empezar.' })
  else if (daysBetween(ini, fin) > DURACION_HABITUAL)
    advertencias.push({ campo: 'fechaFinTransporte', mensaje: `El transporte dura ${daysBetween(ini, fin)} días. Confirme las fechas.` })
  const transportista = checkIdentificacionDe(
    COD_DOC.GUIA_REMISION,
    transporte.tipoIdentificacionTransportista,
    transporte.rucTransportista,
    'rucTransportista',
  )
  return joinRevisiones({ problemas, advertencias }, transportista)
}

const requireTextos = <T, K extends keyof T & string>(value: T, names: readonly K[], campo: string): Problema[] =>
  names.flatMap((name) => {
    const mensaje = checkTexto(String(value[name]), { min: 1, max: 300 })
    return mensaje === undefined ? [] : [{ campo: `${campo}${name}`, mensaje }]
  })

function checkDestinatario(one: Destinatario, fecha: Fecha, campo: string): Revision {
  const problemas = requireTextos(
    one,
    ['identificacionDestinatario', 'razonSocialDestinatario', 'dirDestinatario', 'motivoTraslado'],
    `${campo}.`,
  )
  const add = (name: string, mensaje: string): void => void problemas.push({ campo: `${campo}.${name}`, mensaje })
  if (one.codEstabDestino !== undefined && !/^\d{3}$/.test(one.codEstabDestino))
    add('codEstabDestino', 'El establecimiento de destino tiene tres dígitos.')
  if (one.detalles.length === 0) add('detalles', 'Agregue al menos un producto para este destinatario.')
  one.detalles.forEach((detalle, at) => {
    const texto = checkTexto(detalle.descripcion, { min: 1, max: 300 })
    if (texto !== undefined) add(`detalles.${at}.descripcion`, texto)
    if (detalle.cantidad <= 0) add(`detalles.${at}.cantidad`, 'La cantidad debe ser mayor que cero.')
  })
  return joinRevisiones({ problemas, advertencias: [] }, checkSustentoGuia(one, fecha, campo))
}

/** The sales document of the goods is optional; if present, its number and date are required. */
function checkSustentoGuia(one: Destinatario, fecha: Fecha, campo: string): Revision {
  const problemas: Problema[] = []
  const advertencias: Problema[] = []
  const add = (name: string, mensaje: string): void => void problemas.push({ campo: `${campo}.${name}`, mensaje })
  if (one.codDocSustento === undefined) {
    if (one.numDocSustento !== undefined || one.numAutDocSustento !== undefined || one.fechaEmisionDocSustento !== undefined)
      add('codDocSustento', 'Indique el tipo del comprobante de sustento.')
    return { problemas, advertencias }
  }
  if (nombreComprobanteAts(one.codDocSustento) === undefined)
    add('codDocSustento', `El tipo de comprobante ${one.codDocSustento} no consta en la tabla del SRI.`)
  for (const name of SUSTENTO) if (one[name] === undefined) add(name, 'Complete el número y la fecha del comprobante de sustento.')
  const whyNot = one.numDocSustento === undefined ? undefined : whyNotNumero(one.numDocSustento)
  if (whyNot !== undefined) add('numDocSustento', whyNot)
  if (one.numAutDocSustento !== undefined && !isAutorizacion(one.numAutDocSustento))
    add('numAutDocSustento', 'La autorización tiene 10, 37 o 49 dígitos.')
  if (one.fechaEmisionDocSustento !== undefined && one.fechaEmisionDocSustento > fecha)
    advertencias.push({
      campo: `${campo}.fechaEmisionDocSustento`,
      mensaje: 'El comprobante de sustento es posterior a la guía. Confirme su fecha.',
    })
  return { problemas, advertencias }
}
