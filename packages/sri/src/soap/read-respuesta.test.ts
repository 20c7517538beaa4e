import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { REFERENCIA } from '../testing/referencia.ts'
import { readAutorizacion, readConsulta, readRecepcion } from './read-respuesta.ts'
import { SriError } from './sri-error.ts'

const CLAVE = '2011202601179001234400110010010000000011234567811'
const vectors = `${REFERENCIA}/sri/vectors/soap`
const vector = (name: string) => readFileSync(`${vectors}/${name}.xml`, 'utf8')

const soap = (inner: string) => `<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>${inner}</S:Body></S:Envelope>`
const autorizacion = (inner: string) =>
  soap(
    `<ns2:autorizacionComprobanteResponse xmlns:ns2="http://ec.gob.sri.ws.autorizacion"><RespuestaAutorizacionComprobante>${inner}</RespuestaAutorizacionComprobante></ns2:autorizacionComprobanteResponse>`,
  )
const failureOf = (act: () => unknown): SriError => {
  try {
    act()
  } catch (error) {
    if (error instanceof SriError) return error
  }
  throw new Error('no SriError was thrown')
}

describe('answers as the WSDL shapes them', () => {
  test('RECIBIDA has no messages', () => {
    expect(readRecepcion(vector('recepcion-recibida'))).toMatchObject({ estado: 'RECIBIDA', mensajes: [] })
  })
  test.each(['35', '43', '45', '65', '70'])('DEVUELTA %s is read by its identificador', (codigo) => {
    const { estado, claveAcceso, mensajes } = readRecepcion(vector(`recepcion-devuelta-${codigo}`))
    expect([estado, claveAcceso, mensajes.map((mensaje) => mensaje.identificador)]).toEqual(['DEVUELTA', CLAVE, [codigo]])
  })
  test('several messages keep their order and kind', () => {
    expect(readRecepcion(vector('recepcion-devuelta-multiple')).mensajes.map(({ identificador, tipo }) => identificador + tipo)).toEqual([
      '62ADVERTENCIA',
      '50ERROR',
    ])
  })
  test('the text of a message is the inner of the two elements called mensaje', () => {
    expect(readAutorizacion(vector('autorizacion-no-autorizado-39')).autorizaciones[0]?.mensajes[0]).toEqual({
      identificador: '39',
      mensaje: 'FIRMA INVALIDA',
      informacionAdicional: 'La firma es invalida [Firma inválida (firma y/o certificados alterados)]',
      tipo: 'ERROR',
    })
  })
  test('AUTORIZADO brings the document out of its CDATA', () => {
    const { autorizaciones, numeroComprobantes, claveAccesoConsultada } = readAutorizacion(vector('autorizacion-autorizado'))
    expect([numeroComprobantes, claveAccesoConsultada]).toEqual([1, CLAVE])
    expect(autorizaciones[0]).toMatchObject({
      estado: 'AUTORIZADO',
      numeroAutorizacion: CLAVE,
      fechaAutorizacion: '2026-11-20T18:05:13-05:00',
      ambiente: 'PRUEBAS',
    })
    expect(autorizaciones[0]?.comprobante).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><factura id="comprobante" version="1.1.0"></factura>',
    )
  })
  test('zero documents is an answer without autorizaciones', () => {
    expect(readAutorizacion(vector('autorizacion-vacia'))).toMatchObject({ numeroComprobantes: 0, autorizaciones: [] })
  })
  test('a SOAP Fault is no answer', () => {
    expect(failureOf(() => readRecepcion(vector('soap-fault')))).toMatchObject({ code: 'SOAP_FAULT', maybeDelivered: true })
  })
})

describe('answers as they are met', () => {
  test('several autorizacion are all kept, in order', () => {
    const { autorizaciones } = readAutorizacion(
      autorizacion(
        '<autorizaciones><autorizacion><estado>NO AUTORIZADO</estado></autorizacion><autorizacion><estado>AUTORIZADO</estado></autorizacion></autorizaciones>',
      ),
    )
    expect(autorizaciones.map(({ estado }) => estado)).toEqual(['NO AUTORIZADO', 'AUTORIZADO'])
  })
  test('an autorizacion without its wrapper is read all the same', () => {
    const { autorizaciones } = readAutorizacion(
      autorizacion('<numeroComprobantes>1</numeroComprobantes><autorizacion><estado>AUTORIZADO</estado></autorizacion>'),
    )
    expect(autorizaciones.map(({ estado }) => estado)).toEqual(['AUTORIZADO'])
  })
  test('an escaped document is the same as one in CDATA', () => {
    const { autorizaciones } = readAutorizacion(
      autorizacion(
        '<autorizaciones><autorizacion><comprobante>\n&lt;a&gt;1 &amp;amp; 2&lt;/a&gt;</comprobante></autorizacion></autorizaciones>',
      ),
    )
    expect(autorizaciones[0]).toMatchObject({ estado: '', comprobante: '<a>1 &amp; 2</a>', mensajes: [] })
  })
  test('an answer without any field is an answer without documents', () => {
    expect(readAutorizacion(autorizacion(''))).toMatchObject({ autorizaciones: [] })
  })
  test('a message without identificador and tipo is an error without code', () => {
    const raw = soap(
      '<r><RespuestaRecepcionComprobante><estado>DEVUELTA</estado><comprobantes><comprobante><mensajes><mensaje><mensaje>ALGO</mensaje></mensaje></mensajes></comprobante></comprobantes></RespuestaRecepcionComprobante></r>',
    )
    expect(readRecepcion(raw).mensajes).toEqual([{ identificador: '', mensaje: 'ALGO', tipo: 'ERROR' }])
  })
  test('the state of a consulta is read with its messages', () => {
    const raw = soap(
      `<r><EstadoAutorizacionComprobante><claveAcceso>${CLAVE}</claveAcceso><estadoConsulta>RECHAZADA</estadoConsulta><mensajes><mensaje><identificador>99</identificador><mensaje>ERROR</mensaje><tipo>ERROR</tipo></mensaje></mensajes></EstadoAutorizacionComprobante></r>`,
    )
    expect(readConsulta(raw)).toMatchObject({ estado: 'RECHAZADA', claveAcceso: CLAVE, mensajes: [{ identificador: '99' }] })
  })
  test.each([
    ['HTML', '<html><body>Mantenimiento<br></body></html>'],
    ['well-formed HTML', '<html><body>Mantenimiento</body></html>'],
    ['garbage', '\u0001\u0002 nada'],
    ['nothing', ''],
    ['a truncated answer', autorizacion('<autorizaciones>').slice(0, 150)],
    ['an unknown state', soap('<r><RespuestaRecepcionComprobante><estado>QUIZAS</estado></RespuestaRecepcionComprobante></r>')],
    ['another operation', autorizacion('')],
    ['a DOCTYPE', `<!DOCTYPE x>${soap('')}`],
    [
      'a state hidden deeper',
      soap('<r><x><RespuestaRecepcionComprobante><estado>RECIBIDA</estado></RespuestaRecepcionComprobante></x></r>'),
    ],
  ])('%s is not understood, and may have been delivered', (_, raw) => {
    expect(failureOf(() => readRecepcion(raw))).toMatchObject({ code: 'UNREADABLE', maybeDelivered: true, raw })
  })
})
