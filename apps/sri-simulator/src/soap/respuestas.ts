// Writes the answers. All fields are optional in the WSDL; undefined ones are left out.
import type { Mensaje } from '../errores.ts'
import { AUTORIZAR, AUTORIZAR_LOTE, CONSULTAR, CONSULTAR_NEGOCIABLE, VALIDAR, type Operacion } from './servicios.ts'

export interface RespuestaRecepcion {
  readonly estado: 'RECIBIDA' | 'DEVUELTA'
  readonly comprobantes: readonly { readonly clave: string; readonly mensajes: readonly Mensaje[] }[]
}

export interface Autorizacion {
  readonly estado: string
  readonly numeroAutorizacion?: string
  readonly fechaAutorizacion?: string
  readonly ambiente?: string
  readonly comprobante?: string
  readonly mensajes?: readonly Mensaje[]
}

export interface RespuestaConsulta {
  readonly estadoConsulta?: string
  readonly clave: string
  readonly mensajes: readonly Mensaje[]
  readonly estadoAutorizacion?: string
  readonly tipoComprobante?: string
  readonly rucEmisor?: string
  readonly fechaAutorizacion?: string
}

export interface RespuestaNegociable {
  readonly estadoConsulta?: string
  readonly clave: string
  readonly mensajes: readonly Mensaje[]
  readonly estadoConfirmacion?: 'SI'
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// oxlint-disable-next-line no-control-regex -- these would make the whole answer unreadable
const UNREADABLE = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => ESCAPES[c] ?? c).replace(UNREADABLE, '�')

const tag = (name: string, text: string | undefined): string => (text === undefined ? '' : `<${name}>${escape(text)}</${name}>`)
const cdata = (text: string): string => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
const list = (name: string, items: readonly string[]): string =>
  items.length === 0 ? `<${name}/>` : `<${name}>${items.join('')}</${name}>`

const mensajeXml = (m: Mensaje): string =>
  `<mensaje>${tag('identificador', m.identificador)}${tag('mensaje', m.mensaje)}${tag('informacionAdicional', m.informacionAdicional)}${tag('tipo', m.tipo)}</mensaje>`

const envelope = (body: string): string =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>${body}</soap:Body></soap:Envelope>`

const answer = (operacion: Operacion, inner: string): string =>
  envelope(
    `<ns2:${operacion.nombre}Response xmlns:ns2="${operacion.namespace}"><${operacion.respuesta}>${inner}</${operacion.respuesta}></ns2:${operacion.nombre}Response>`,
  )

export const faultXml = (text: string, code = 'soap:Server'): string =>
  envelope(`<soap:Fault><faultcode>${code}</faultcode><faultstring>${escape(text)}</faultstring></soap:Fault>`)

export const recepcionXml = ({ estado, comprobantes }: RespuestaRecepcion): string =>
  answer(
    VALIDAR,
    tag('estado', estado) +
      list(
        'comprobantes',
        comprobantes.map((c) => `<comprobante>${tag('claveAcceso', c.clave)}${list('mensajes', c.mensajes.map(mensajeXml))}</comprobante>`),
      ),
  )

const autorizacionXml = (a: Autorizacion): string =>
  `<autorizacion>${tag('estado', a.estado)}${tag('numeroAutorizacion', a.numeroAutorizacion)}${tag('fechaAutorizacion', a.fechaAutorizacion)}${tag('ambiente', a.ambiente)}` +
  (a.comprobante === undefined ? '' : `<comprobante>${cdata(a.comprobante)}</comprobante>`) +
  `${a.mensajes === undefined ? '' : list('mensajes', a.mensajes.map(mensajeXml))}</autorizacion>`

export function autorizacionesXml(clave: string, autorizaciones: readonly Autorizacion[], numero = autorizaciones.length): string {
  return answer(
    AUTORIZAR,
    tag('claveAccesoConsultada', clave) +
      tag('numeroComprobantes', String(numero)) +
      list('autorizaciones', autorizaciones.map(autorizacionXml)),
  )
}

export const loteXml = (clave: string, autorizaciones: readonly Autorizacion[]): string =>
  answer(
    AUTORIZAR_LOTE,
    tag('claveAccesoLoteConsultada', clave) +
      tag('numeroComprobantesLote', String(autorizaciones.length)) +
      list('autorizaciones', autorizaciones.map(autorizacionXml)),
  )

export const consultaXml = (r: RespuestaConsulta): string =>
  answer(
    CONSULTAR,
    tag('estadoConsulta', r.estadoConsulta) +
      tag('claveAcceso', r.clave) +
      list('mensajes', r.mensajes.map(mensajeXml)) +
      tag('estadoAutorizacion', r.estadoAutorizacion) +
      tag('tipoComprobante', r.tipoComprobante) +
      tag('rucEmisor', r.rucEmisor) +
      tag('fechaAutorizacion', r.fechaAutorizacion),
  )

export const negociableXml = (r: RespuestaNegociable): string =>
  answer(
    CONSULTAR_NEGOCIABLE,
    tag('estadoConsulta', r.estadoConsulta) +
      tag('claveAcceso', r.clave) +
      list('mensajes', r.mensajes.map(mensajeXml)) +
      tag('estadoConfirmacion', r.estadoConfirmacion),
  )
