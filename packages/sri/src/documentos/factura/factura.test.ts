import { montoOf } from '@yupana/fiscal'
import { describe, expect, test } from 'vitest'

import { buildFactura } from '../../testing/build-factura.ts'
import { XmlError } from '../../xml/xml-error.ts'
import { factura } from './factura.ts'

const xml = factura.toXml(buildFactura())

const refusalOf = (text: string): XmlError => {
  try {
    factura.fromXml(text)
  } catch (error) {
    if (error instanceof XmlError) return error
  }
  throw new Error('it was accepted')
}

describe('fromXml refuses, naming the element,', () => {
  test.each([
    ['an unknown element', xml.replace('<moneda>', '<regalo>1</regalo><moneda>'), 'regalo'],
    ['a misordered element', xml.replace(/(<estab>\d+<\/estab>)(<ptoEmi>\d+<\/ptoEmi>)/, '$2$1'), 'estab'],
    ['a missing element', xml.replace(/<importeTotal>.*<\/importeTotal>/, ''), 'importeTotal'],
    ['a repeated element', xml.replace(/(<moneda>DOLAR<\/moneda>)/, '$1$1'), 'moneda'],
    ['an overlong element (O-111)', xml.replace(/(<descripcion>)[^<]*/, `$1${'é'.repeat(301)}`), 'descripcion'],
    ['a number with letters', xml.replace(/(<cantidad>)[^<]*/, '$1dos'), 'cantidad'],
    ['a third decimal', xml.replace(/(<importeTotal>)[^<]*/, '$11.234'), 'importeTotal'],
    ['a day that does not exist', xml.replace(/(<fechaEmision>)[^<]*/, '$131/02/2026'), 'fechaEmision'],
    [
      'a sixteenth campoAdicional',
      xml.replace(
        /<infoAdicional>.*<\/infoAdicional>/,
        `<infoAdicional>${'<campoAdicional nombre="a">b</campoAdicional>'.repeat(16)}</infoAdicional>`,
      ),
      'infoAdicional',
    ],
    ['a campoAdicional without name', xml.replace('<campoAdicional nombre="Email">', '<campoAdicional>'), 'campoAdicional'],
    ['stray text', xml.replace('<detalles>', '<detalles>hola'), 'detalles'],
    ['an element of another namespace', xml.replace('<moneda>', '<moneda xmlns="urn:x">'), 'moneda'],
    ['another document', xml.replaceAll('factura', 'notaCredito'), 'notaCredito'],
    ['an unknown version', xml.replace('version="1.1.0"', 'version="9.9.9"'), 'factura'],
    [
      'an element of a later version',
      factura
        .toXml({ ...buildFactura(), version: '2.1.0', otrosRubrosTerceros: [{ concepto: 'x', total: 0 }] })
        .replace('version="2.1.0"', 'version="1.1.0"'),
      'otrosRubrosTerceros',
    ],
  ])('%s', (_, text, elemento) => {
    expect(refusalOf(text)).toMatchObject({ code: 'STRUCTURE', elemento })
    expect(refusalOf(text).message).toContain(`<${elemento}>`)
  })

  test('300 code points beyond the basic plane pass', () => {
    const text = xml.replace(/(<descripcion>)[^<]*/, `$1${'😀'.repeat(300)}`)
    expect(factura.fromXml(text).detalles[0]?.descripcion).toBe('😀'.repeat(300))
  })
})

describe('toXml', () => {
  test('refuses what no tag of the version carries, instead of losing it', () => {
    expect(() => factura.toXml({ ...buildFactura(), otrosRubrosTerceros: [{ concepto: 'x', total: 0 }] })).toThrow('<otrosRubrosTerceros>')
  })
  test('refuses a character that XML forbids, naming the element', () => {
    const valor = buildFactura()
    expect(() => factura.toXml({ ...valor, infoTributaria: { ...valor.infoTributaria, dirMatriz: 'a\u0007' } })).toThrow(
      '<dirMatriz>: El carácter U+0007',
    )
  })
  test('an optional element that is undefined is not written', () => {
    expect(factura.toXml({ ...buildFactura(), infoAdicional: undefined })).not.toContain('infoAdicional')
  })
})

describe('validate', () => {
  const valor = buildFactura()
  const info = (change: Partial<typeof valor.infoFactura>) =>
    factura.validate({ ...valor, infoFactura: { ...valor.infoFactura, ...change } })

  test('finds nothing in a sound factura', () => {
    expect(factura.validate(valor)).toEqual([])
  })
  test('says field and row of what is wrong', () => {
    const detalle = valor.detalles[0]
    if (!detalle) throw new Error('no detalle')
    const wrong = { ...valor, detalles: [detalle, { ...detalle, descripcion: 'x'.repeat(301), cantidad: -1_000_000 }] }
    expect(factura.validate(wrong)).toEqual([
      { campo: 'detalles[1].descripcion', mensaje: 'El campo descripcion (fila 2 de detalles) admite hasta 300 caracteres y tiene 301.' },
      { campo: 'detalles[1].cantidad', mensaje: 'El campo cantidad (fila 2 de detalles) no puede ser negativo y vale -1.' },
    ])
  })
  test.each([
    ['infoFactura.direccionComprador', { direccionComprador: 'a\nb' }, 'El campo direccionComprador no puede contener saltos de línea.'],
    ['infoFactura.direccionComprador', { direccionComprador: '' }, 'El campo direccionComprador no puede estar vacío.'],
    ['infoFactura.propina', { propina: montoOf(5_000) }, 'El campo propina admite hasta 2 decimales y vale 0.005.'],
    [
      'infoFactura.fechaEmision',
      { fechaEmision: '2026-02-30' },
      'El campo fechaEmision debe ser una fecha válida (aaaa-mm-dd) desde el año 2000.',
    ],
    ['infoFactura.guiaRemision', { guiaRemision: '1-1-1' }, 'El campo guiaRemision debe tener la forma 001-001-000000001.'],
    ['infoFactura.obligadoContabilidad', { obligadoContabilidad: 'si' }, 'El campo obligadoContabilidad debe ser SI o NO.'],
    ['infoFactura.pagos', { pagos: [] }, 'El campo pagos necesita al menos un pago.'],
  ])('names %s', (campo, change, mensaje) => {
    expect(info(change)).toEqual([{ campo, mensaje }])
  })
  test.each([
    ['infoTributaria.claveAcceso', { fechaEmision: '2026-11-19' }],
    ['infoFactura.identificacionComprador', { tipoIdentificacionComprador: '07' }],
    ['infoFactura.importeTotal', { propina: montoOf(1_000_000) }],
    ['infoFactura.pagos', { pagos: [{ formaPago: '01', total: montoOf(1_000_000) }] }],
    ['infoFactura.pagos[0].formaPago', { pagos: [{ formaPago: '02', total: valor.infoFactura.importeTotal }] }],
    [
      'infoFactura.totalConImpuestos[2]',
      {
        totalConImpuestos: [
          ...valor.infoFactura.totalConImpuestos,
          { codigo: '2', codigoPorcentaje: '0', baseImponible: montoOf(0), valor: montoOf(0) },
        ],
      },
    ],
  ])('finds the contradiction about %s', (campo, change) => {
    expect(info(change).map((problema) => problema.campo)).toEqual([campo])
  })
})
