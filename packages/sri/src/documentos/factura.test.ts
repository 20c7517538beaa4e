import { describe, expect, test } from 'vitest'

import { buildFactura } from '../testing/build-factura.ts'
import { XmlError } from '../xml/xml-error.ts'
import { facturaFromXml, facturaToXml, leerFactura, validateFactura } from './factura.ts'

const xml = facturaToXml(buildFactura())

const refusalOf = (text: string): XmlError => {
  try {
    facturaFromXml(text)
  } catch (error) {
    if (error instanceof XmlError) return error
  }
  throw new Error('it was accepted')
}

describe('facturaFromXml refuses, naming the element,', () => {
  test.each([
    ['an unknown element', xml.replace('<moneda>', '<regalo>1</regalo><moneda>'), 'regalo'],
    ['a misordered element', xml.replace(/(<estab>\d+<\/estab>)(<ptoEmi>\d+<\/ptoEmi>)/, '$2$1'), 'estab'],
    ['a missing element', xml.replace(/<importeTotal>.*<\/importeTotal>/, ''), 'importeTotal'],
    ['a repeated element', xml.replace(/(<moneda>DOLAR<\/moneda>)/, '$1$1'), 'moneda'],
    ['an overlong element (O-111)', xml.replace(/(<descripcion>)[^<]*/, `$1${'é'.repeat(301)}`), 'descripcion'],
    ['a number with letters', xml.replace(/(<cantidad>)[^<]*/, '$1dos'), 'cantidad'],
    ['a third decimal', xml.replace(/(<importeTotal>)[^<]*/, '$11.234'), 'importeTotal'],
    ['a day that does not exist', xml.replace(/(<fechaEmision>)[^<]*/, '$131/02/2026'), 'fechaEmision'],
    ['a sixteenth campoAdicional', xml.replace(/<infoAdicional>.*<\/infoAdicional>/, `<infoAdicional>${'<campoAdicional nombre="a">b</campoAdicional>'.repeat(16)}</infoAdicional>`), 'infoAdicional'],
    ['a campoAdicional without name', xml.replace('<campoAdicional nombre="Email">', '<campoAdicional>'), 'campoAdicional'],
    ['stray text', xml.replace('<detalles>', '<detalles>hola'), 'detalles'],
    ['an element of another namespace', xml.replace('<moneda>', '<moneda xmlns="urn:x">'), 'moneda'],
    ['another document', xml.replaceAll('factura', 'notaCredito'), 'notaCredito'],
    ['an unknown version', xml.replace('version="1.1.0"', 'version="9.9.9"'), 'factura'],
    ['an element of a later version', facturaToXml({ ...buildFactura(), version: '2.1.0', otrosRubrosTerceros: [{ concepto: 'x', total: 0 }] }).replace('version="2.1.0"', 'version="1.1.0"'), 'otrosRubrosTerceros'],
  ])('%s', (_, text, elemento) => {
    expect(refusalOf(text)).toMatchObject({ code: 'STRUCTURE', elemento })
    expect(refusalOf(text).message).toContain(`<${elemento}>`)
  })

  test('300 code points beyond the basic plane pass', () => {
    const text = xml.replace(/(<descripcion>)[^<]*/, `$1${'😀'.repeat(300)}`)
    expect(facturaFromXml(text).detalles[0]?.descripcion).toBe('😀'.repeat(300))
  })
})

describe('leerFactura', () => {
  const wrap = (inner: string) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<autorizacion>\n<estado>AUTORIZADO</estado><numeroAutorizacion>1</numeroAutorizacion><fechaAutorizacion class="fechaAutorizacion">20/11/2026 18:05:13</fechaAutorizacion><ambiente>PRUEBAS</ambiente><comprobante>${inner}</comprobante><mensajes/></autorizacion>`
  const autorizacion = { estado: 'AUTORIZADO', numeroAutorizacion: '1', fechaAutorizacion: '20/11/2026 18:05:13', ambiente: 'PRUEBAS' }
  const escaped = xml.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

  test.each([
    ['CDATA', `<![CDATA[\n${xml}\n]]>`, xml],
    ['escaped text', escaped, xml],
    ['elements', xml.slice(xml.indexOf('?>') + 2), undefined],
  ])('opens an <autorizacion> that holds the document as %s', (_, inner, own) => {
    expect(leerFactura(wrap(inner))).toEqual({ factura: buildFactura(), avisos: [], autorizacion, xml: own })
    expect(facturaFromXml(wrap(inner))).toEqual(buildFactura())
  })

  test('reads ISO-8859-1 and a byte order mark', () => {
    const latin = Buffer.from(xml.replace('UTF-8', 'ISO-8859-1'), 'latin1')
    expect(leerFactura(latin).factura).toEqual(buildFactura())
    expect(leerFactura(Buffer.from(`\uFEFF${xml}`)).factura).toEqual(buildFactura())
    expect(leerFactura(`\uFEFF${xml}`).factura).toEqual(buildFactura())
  })

  test('reads a signed, indented document with a schema location', () => {
    const wild = xml
      .replace('<factura ', '<factura xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="factura.xsd" ')
      .replaceAll('><', '>\r\n  <')
      .replace('</factura>', '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo/></ds:Signature></factura>')
    expect(leerFactura(wild)).toMatchObject({ factura: buildFactura(), avisos: [] })
    expect(facturaFromXml(wild)).toEqual(buildFactura())
  })

  test('notes unknown elements and goes on', () => {
    const { factura, avisos } = leerFactura(xml.replace('</infoTributaria>', '<regimenMicroempresas>SI</regimenMicroempresas></infoTributaria>'))
    expect(factura).toEqual(buildFactura())
    expect(avisos).toEqual([{ elemento: 'regimenMicroempresas', mensaje: 'El elemento <regimenMicroempresas> no se espera dentro de <infoTributaria>.' }])
  })

  test('notes a text that breaks its rule and keeps it', () => {
    const { factura, avisos } = leerFactura(xml.replace(/<dirMatriz>.*<\/dirMatriz>/, '<dirMatriz></dirMatriz>'))
    expect([factura.infoTributaria.dirMatriz, avisos.map(({ elemento }) => elemento)]).toEqual(['', ['dirMatriz']])
  })

  test('reads every spelling of a decimal that the XSD allows', () => {
    const spelt = (text: string) => leerFactura(xml.replace(/(<cantidad>)[^<]*/, `$1${text}`)).factura.detalles[0]?.cantidad
    expect([' +2.50 ', '.5', '007.', '1.500000000', '-0'].map(spelt)).toEqual([2_500_000, 500_000, 7_000_000, 1_500_000, 0])
  })

  test('still refuses what has no value: a mandatory element that is absent', () => {
    expect(() => leerFactura(xml.replace(/<ruc>.*<\/ruc>/, ''))).toThrow('Falta el elemento <ruc> dentro de <infoTributaria>.')
  })
})

describe('facturaToXml', () => {
  test('refuses what no tag of the version carries, instead of losing it', () => {
    expect(() => facturaToXml({ ...buildFactura(), otrosRubrosTerceros: [{ concepto: 'x', total: 0 }] })).toThrow('<otrosRubrosTerceros>')
  })
  test('refuses a character that XML forbids, naming the element', () => {
    const factura = buildFactura()
    expect(() => facturaToXml({ ...factura, infoTributaria: { ...factura.infoTributaria, dirMatriz: 'a\u0007' } })).toThrow('<dirMatriz>: El carácter U+0007')
  })
  test('an optional element that is undefined is not written', () => {
    expect(facturaToXml({ ...buildFactura(), infoAdicional: undefined })).not.toContain('infoAdicional')
  })
})

describe('validateFactura', () => {
  const factura = buildFactura()
  const info = (change: Partial<typeof factura.infoFactura>) => validateFactura({ ...factura, infoFactura: { ...factura.infoFactura, ...change } })

  test('finds nothing in a sound factura', () => {
    expect(validateFactura(factura)).toEqual([])
  })
  test('says field and row of what is wrong', () => {
    const detalle = factura.detalles[0]
    if (!detalle) throw new Error('no detalle')
    const wrong = { ...factura, detalles: [detalle, { ...detalle, descripcion: 'x'.repeat(301), cantidad: -1_000_000 }] }
    expect(validateFactura(wrong)).toEqual([
      { campo: 'detalles[1].descripcion', mensaje: 'El campo descripcion (fila 2 de detalles) admite hasta 300 caracteres y tiene 301.' },
      { campo: 'detalles[1].cantidad', mensaje: 'El campo cantidad (fila 2 de detalles) no puede ser negativo y vale -1.' },
    ])
  })
  test.each([
    ['infoFactura.direccionComprador', { direccionComprador: 'a\nb' }, 'El campo direccionComprador no puede contener saltos de línea.'],
    ['infoFactura.direccionComprador', { direccionComprador: '' }, 'El campo direccionComprador no puede estar vacío.'],
    ['infoFactura.propina', { propina: 5_000 }, 'El campo propina admite hasta 2 decimales y vale 0.005.'],
    ['infoFactura.fechaEmision', { fechaEmision: '2026-02-30' }, 'El campo fechaEmision debe ser una fecha válida (aaaa-mm-dd) desde el año 2000.'],
    ['infoFactura.guiaRemision', { guiaRemision: '1-1-1' }, 'El campo guiaRemision debe tener la forma 001-001-000000001.'],
    ['infoFactura.obligadoContabilidad', { obligadoContabilidad: 'si' }, 'El campo obligadoContabilidad debe ser SI o NO.'],
    ['infoFactura.pagos', { pagos: [] }, 'El campo pagos necesita al menos un pago.'],
  ])('names %s', (campo, change, mensaje) => {
    expect(info(change)).toEqual([{ campo, mensaje }])
  })
  test.each([
    ['infoTributaria.claveAcceso', { fechaEmision: '2026-11-19' }],
    ['infoFactura.identificacionComprador', { tipoIdentificacionComprador: '07' }],
    ['infoFactura.importeTotal', { propina: 1_000_000 }],
    ['infoFactura.pagos', { pagos: [{ formaPago: '01', total: 1_000_000 }] }],
    ['infoFactura.pagos[0].formaPago', { pagos: [{ formaPago: '02', total: factura.infoFactura.importeTotal }] }],
    ['infoFactura.totalConImpuestos[2]', { totalConImpuestos: [...factura.infoFactura.totalConImpuestos, { codigo: '2', codigoPorcentaje: '0', baseImponible: 0, valor: 0 }] }],
  ])('finds the contradiction about %s', (campo, change) => {
    expect(info(change).map((problema) => problema.campo)).toEqual([campo])
  })
})
