import { montoOf } from '@yupana/fiscal'
import { describe, expect, test } from 'vitest'

import { buildFactura } from '../testing/build-factura.ts'
import { ejemplo } from '../testing/ejemplo.ts'
import { DOCUMENTOS } from './documentos.ts'
import type { Factura } from './factura/factura-tree.ts'
import { readComprobante } from './read-comprobante.ts'

const { factura } = DOCUMENTOS
const xml = factura.toXml(buildFactura())

describe('readComprobante', () => {
  const wrap = (inner: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<autorizacion>\n<estado>AUTORIZADO</estado><numeroAutorizacion>1</numeroAutorizacion><fechaAutorizacion class="fechaAutorizacion">20/11/2026 18:05:13</fechaAutorizacion><ambiente>PRUEBAS</ambiente><comprobante>${inner}</comprobante><mensajes/></autorizacion>`
  const autorizacion = { estado: 'AUTORIZADO', numeroAutorizacion: '1', fechaAutorizacion: '20/11/2026 18:05:13', ambiente: 'PRUEBAS' }
  const escaped = xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

  test.each([
    ['CDATA', `<![CDATA[\n${xml}\n]]>`, xml],
    ['escaped text', escaped, xml],
    ['elements', xml.slice(xml.indexOf('?>') + 2), undefined],
  ])('opens an <autorizacion> that holds the document as %s', (_, inner, own) => {
    expect(readComprobante(wrap(inner))).toEqual({ tipo: 'factura', documento: buildFactura(), avisos: [], autorizacion, xml: own })
    expect(factura.fromXml(wrap(inner))).toEqual(buildFactura())
  })

  test('reads ISO-8859-1 and a byte order mark', () => {
    const latin = Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1')
    expect(readComprobante(latin).documento).toEqual(buildFactura())
    expect(readComprobante(Buffer.from(`\uFEFF${xml}`)).documento).toEqual(buildFactura())
    expect(readComprobante(`\uFEFF${xml}`).documento).toEqual(buildFactura())
  })

  test('reads a signed, indented document with a schema location', () => {
    const wild = xml
      .replace('<factura ', '<factura xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="factura.xsd" ')
      .replaceAll('><', '>\r\n  <')
      .replace('</factura>', '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo/></ds:Signature></factura>')
    expect(readComprobante(wild)).toMatchObject({ documento: buildFactura(), avisos: [] })
    expect(factura.fromXml(wild)).toEqual(buildFactura())
  })

  test('notes unknown elements and goes on', () => {
    const { documento, avisos } = readComprobante(
      xml.replace('</infoTributaria>', '<regimenMicroempresas>SI</regimenMicroempresas></infoTributaria>'),
    )
    expect(documento).toEqual(buildFactura())
    expect(avisos).toEqual([
      { elemento: 'regimenMicroempresas', mensaje: 'El elemento <regimenMicroempresas> no se espera dentro de <infoTributaria>.' },
    ])
  })

  test('notes a text that breaks its rule and keeps it', () => {
    const { documento, avisos } = readComprobante(xml.replace(/<dirMatriz>.*<\/dirMatriz>/, '<dirMatriz></dirMatriz>'))
    expect([documento.infoTributaria.dirMatriz, avisos.map(({ elemento }) => elemento)]).toEqual(['', ['dirMatriz']])
  })

  test('reads every spelling of a decimal that the XSD allows', () => {
    const spelt = (text: string) =>
      (readComprobante(xml.replace(/(<cantidad>)[^<]*/, `$1${text}`)).documento as Factura).detalles[0]?.cantidad
    expect([' +2.50 ', '.5', '007.', '1.500000000', '-0'].map(spelt)).toEqual([2_500_000, 500_000, 7_000_000, 1_500_000, 0])
  })

  test('still refuses what has no value: a mandatory element that is absent', () => {
    expect(() => readComprobante(xml.replace(/<ruc>.*<\/ruc>/, ''))).toThrow('Falta el elemento <ruc> dentro de <infoTributaria>.')
  })

  test.each([
    [
      'the whole answer of the SRI',
      `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ns2:autorizacionComprobanteResponse xmlns:ns2="http://ec.gob.sri.ws.autorizacion"><RespuestaAutorizacionComprobante><claveAccesoConsultada>1</claveAccesoConsultada><autorizaciones><autorizacion><estado>NO AUTORIZADO</estado><comprobante/></autorizacion>${wrap(escaped).slice(39)}</autorizaciones></RespuestaAutorizacionComprobante></ns2:autorizacionComprobanteResponse></soap:Body></soap:Envelope>`,
    ],
    ['white space before the declaration', `\n   ${wrap(escaped)}`],
    ['the English name of the wrapper', wrap(escaped).replaceAll('autorizacion>', 'Authorization>')],
  ])('reads %s', (_, text) => {
    expect(readComprobante(text)).toMatchObject({ tipo: 'factura', documento: buildFactura(), avisos: [], autorizacion })
  })

  test('reads what was wrapped more than once: the innermost authorisation counts, the outer ones where it is silent', () => {
    const outer = (inner: string) =>
      `<autorizacion><estado>ENVIADO</estado><ambiente>PRODUCCION</ambiente><comprobante><![CDATA[${inner}]]></comprobante></autorizacion>`
    expect(readComprobante(outer(wrap(escaped)))).toMatchObject({ documento: buildFactura(), autorizacion, xml })
    expect(
      readComprobante(outer(`<autorizacion><numeroAutorizacion>7</numeroAutorizacion><comprobante>${escaped}</comprobante></autorizacion>`))
        .autorizacion,
    ).toEqual({ estado: 'ENVIADO', numeroAutorizacion: '7', fechaAutorizacion: undefined, ambiente: 'PRODUCCION' })
    expect(readComprobante(`<autorizacion><comprobante>${wrap(escaped).slice(39)}</comprobante></autorizacion>`)).toMatchObject({
      documento: buildFactura(),
      autorizacion,
    })
    const often = (times: number): string =>
      times === 0 ? xml.slice(xml.indexOf('?>') + 2) : `<autorizacion><comprobante>${often(times - 1)}</comprobante></autorizacion>`
    expect(readComprobante(often(3)).documento).toEqual(buildFactura())
    expect(() => readComprobante(often(4))).toThrow('El comprobante está envuelto en más de 3 autorizaciones.')
  })

  test('leaves out an optional number or date that is empty, with a remark', () => {
    const { documento, avisos } = readComprobante(xml.replace(/<propina>[^<]*<\/propina>/, '<propina> </propina>'))
    expect([(documento as Factura).infoFactura.propina, avisos]).toEqual([
      undefined,
      [{ elemento: 'propina', mensaje: 'El elemento <propina> está vacío.' }],
    ])
    expect(() => factura.fromXml(xml.replace(/<propina>[^<]*<\/propina>/, '<propina/>'))).toThrow('<propina>')
  })

  test('keeps the rates and forms of payment of other times', () => {
    const old = buildFactura()
    const total = { codigo: '2', codigoPorcentaje: '3', baseImponible: montoOf(66_000_000), tarifa: 14_000_000, valor: montoOf(9_240_000) }
    const then = {
      ...old,
      version: '1.0.0' as const,
      detalles: [],
      infoFactura: {
        ...old.infoFactura,
        fechaEmision: '2016-08-01',
        totalConImpuestos: [total],
        pagos: [{ formaPago: '10', total: montoOf(0) }],
      },
    }
    const text = factura.toXml({ ...then, detalles: ejemplo<'factura'>('factura-1.1.0-exportacion').detalles })
    expect(readComprobante(text)).toMatchObject({
      avisos: [],
      documento: { version: '1.0.0', infoFactura: { totalConImpuestos: [total], pagos: [{ formaPago: '10' }] } },
    })
  })

  test('reads a version nobody declares as the newest, with a remark', () => {
    expect(readComprobante(xml.replace('version="1.1.0"', 'version="3.0.0"'))).toMatchObject({
      documento: { version: '2.1.0' },
      avisos: [{ elemento: 'factura', mensaje: 'La versión «3.0.0» de <factura> no se conoce.' }],
    })
  })

  test('joins containers of payments that the schema lets a nota de débito repeat', () => {
    const { notaDebito } = DOCUMENTOS
    const valor = ejemplo<'notaDebito'>('notaDebito-1.0.0')
    const split = notaDebito.toXml(valor).replace('</pago><pago>', '</pago></pagos><pagos><pago>')
    expect(split).toContain('</pagos><pagos>')
    expect(notaDebito.fromXml(split)).toEqual(valor)
  })

  test.each([
    [
      'another document',
      '<lote version="1.0.0"><ruc>1</ruc></lote>',
      'El documento es <lote> y no un comprobante electrónico del SRI (<factura>, ',
    ],
    [
      'a root of another namespace',
      xml.replace('<factura ', '<factura xmlns="urn:x" '),
      'El documento es <factura> y se esperaba <factura>.',
    ],
    [
      'an authorization without document',
      '<autorizacion><estado>AUTORIZADO</estado></autorizacion>',
      'no contiene el elemento <comprobante>',
    ],
    [
      'an authorization whose document is empty',
      '<autorizacion><comprobante> </comprobante></autorizacion>',
      'tiene vacío el elemento <comprobante>',
    ],
    [
      'an answer without authorization',
      '<RespuestaAutorizacionComprobante><autorizaciones/></RespuestaAutorizacionComprobante>',
      'no contiene ninguna autorización',
    ],
    [
      'a DOCTYPE inside the wrapped document',
      `<autorizacion><comprobante><![CDATA[<!DOCTYPE a>${xml}]]></comprobante></autorizacion>`,
      'DOCTYPE',
    ],
    ['text that is cut off', xml.slice(0, -10), 'truncado'],
    ['what is no XML', 'RUC_EMISOR\tCLAVE_ACCESO', 'texto fuera de su elemento raíz'],
  ])('refuses %s', (_, text, message) => {
    expect(() => readComprobante(text)).toThrow(message)
  })

  test('refuses bytes that are not in the encoding they name', () => {
    expect(() => readComprobante(Buffer.from(xml, 'latin1'))).toThrow('dice estar en UTF-8')
  })
})
