import type { Comprobante } from '../documentos/documentos.ts'
import { readComprobante } from '../documentos/read-comprobante.ts'
import type { AutorizacionLeida } from '../documentos/unwrap-autorizacion.ts'
import { instanteSri } from '../soap/instante-sri.ts'
import { renderA4 } from './dibujo/a4.ts'
import { isPrintable } from './fuentes/cobertura.ts'
import { loadCodigoBarras } from './dibujo/codigo-barras.ts'
import type { Total } from './contenido/contenido.ts'
import { contenidoOf } from './contenido/contenidos.ts'
import { fechaHora } from './contenido/formato.ts'
import { loadFuentes } from './fuentes/fuentes.ts'
import type { Autorizacion } from './dibujo/marco.ts'
import { marcasOf, type Marca } from './dibujo/marcas.ts'
import { renderTicket } from './dibujo/ticket.ts'
import { XmlError } from '../xml/xml-error.ts'

export interface OpcionesRide {
  /** 'A4' pages, or one strip of 80 mm paper. */
  readonly formato: 'A4' | 'TICKET'
  /** PNG or JPEG; anything else is left out. Never a path or an address. */
  readonly logo?: Uint8Array | undefined
  /** PRUEBAS and PENDIENTE are added automatically if the document needs them. */
  readonly marcas: readonly Marca[]
  /** Date and number of the SRI's authorisation, verbatim; only needed when the XML is not inside its `<autorizacion>`. */
  readonly autorizacion?: { readonly fecha: string; readonly numero?: string | undefined } | undefined
  readonly vendedor?: string | undefined
  /** Name of the printing product, at the foot and in the properties; characters missing in the font are left out. */
  readonly producto: string
}

/**
 * The printed representation of a document as a PDF, from its XML alone: signed, or inside the `<autorizacion>` of the SRI.
 * The same XML and options, the name among them, always give the same bytes (O-105). Throws `XmlError` when the XML is no comprobante.
 */
export async function renderRide(xml: string, opciones: OpcionesRide): Promise<Uint8Array> {
  const leido = readComprobante(xml)
  return renderRideComprobante(leido, { ...opciones, autorizacion: opciones.autorizacion ?? authorized(leido.autorizacion) })
}

/** Rows of totals as printed in the RIDE, from the XML alone, for other displays. Throws `XmlError` when the XML is no comprobante. */
export const totalesRide = (xml: string): readonly Total[] => summed(() => contenidoOf(readComprobante(xml)).totales)

/** The RIDE of a draft, from a document without XML. */
export async function renderRideComprobante(comprobante: Comprobante, opciones: OpcionesRide): Promise<Uint8Array> {
  const { autorizacion, formato, logo, vendedor, producto } = opciones
  const contenido = summed(() => contenidoOf(comprobante, vendedor))
  const { claveAcceso } = contenido.clave
  const presentacion = {
    fuentes: await loadFuentes(),
    marcas: marcasOf(opciones.marcas, {
      ambiente: comprobante.documento.infoTributaria.ambiente,
      isAuthorized: autorizacion !== undefined,
    }),
    autorizacion: shown(autorizacion, claveAcceso),
    modulos: claveAcceso === undefined ? undefined : await loadCodigoBarras(claveAcceso),
    logo,
    producto: printed(producto),
  }
  return formato === 'A4' ? renderA4(contenido, presentacion) : renderTicket(contenido, presentacion)
}

/** A name with only the characters of the font. */
export const printed = (texto: string): string => [...texto].filter(isPrintable).join('').replace(/\s+/g, ' ').trim()

/** In a foreign document each amount may fit, but not their sum. */
function summed<T>(build: () => T): T {
  try {
    return build()
  } catch (error) {
    if (error instanceof RangeError) throw new XmlError('LIMIT', 'Los valores del documento son demasiado grandes para imprimirse.')
    throw error
  }
}

const authorized = (leida: AutorizacionLeida | undefined): OpcionesRide['autorizacion'] =>
  leida?.estado === 'AUTORIZADO' ? { fecha: leida.fechaAutorizacion ?? '', numero: leida.numeroAutorizacion } : undefined

/** The number of an offline authorisation is the clave de acceso; only old answers have another. */
function shown(autorizacion: OpcionesRide['autorizacion'], claveAcceso: string | undefined): Autorizacion {
  if (autorizacion === undefined) return { numero: 'Pendiente', fecha: 'Pendiente' }
  return {
    numero: autorizacion.numero ?? claveAcceso ?? '',
    fecha: fechaHora(autorizacion.fecha),
    instant: instanteSri(autorizacion.fecha),
  }
}
