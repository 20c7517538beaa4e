import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildClaveAcceso } from '@yupana/fiscal'
import { comprobanteToXml, readComprobante, type Comprobante } from '@yupana/sri'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { EJEMPLOS, FIXTURES, openCarpeta, type Carpeta } from '../testing/cli.ts'

const vectores = path.resolve(import.meta.dirname, '../../../../referencia/sri/vectors/xml')

/** A factura of that day, its clave included. */
function facturaOf(fechaEmision: string): string {
  const { documento } = readComprobante(readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'))) as Extract<Comprobante, { tipo: 'factura' }>
  const { infoTributaria, infoFactura } = documento
  const claveAcceso = buildClaveAcceso({ ...infoTributaria, fechaEmision, codigoNumerico: '12345678' })
  return comprobanteToXml({ tipo: 'factura', documento: { ...documento, infoTributaria: { ...infoTributaria, claveAcceso }, infoFactura: { ...infoFactura, fechaEmision } } })
}

describe('yupana validar', () => {
  let carpeta: Carpeta
  beforeAll(() => void (carpeta = openCarpeta()))
  afterAll(() => carpeta.remove())

  it('takes unsigned files of every type and version', async () => {
    const files = readdirSync(EJEMPLOS).filter((name) => name.endsWith('.xml')).map((name) => path.join(EJEMPLOS, name))
    const { code, out } = await carpeta.run(['validar', ...files])
    expect(code, out).toBe(0)
    expect(out.match(/firmado: +no\n/g)).toHaveLength(files.length)
  })

  it('takes every document of the reference', async () => {
    const files = readdirSync(vectores).filter((name) => name.endsWith('.xml')).map((name) => path.join(vectores, name))
    const { code, out } = await carpeta.run(['validar', ...files])
    expect(code, out).toBe(0)
  })

  it('applies no rule about today: a day long past or far ahead is as good', async () => {
    for (const fecha of ['2015-01-02', '2099-12-31']) {
      writeFileSync(carpeta.at(`${fecha}.xml`), facturaOf(fecha))
      const { code, out } = await carpeta.run(['validar', `${fecha}.xml`])
      expect([code, out.includes('firmado:   no')], out).toEqual([0, true])
    }
  })

  it('names the field of each problem', async () => {
    const xml = readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'), 'utf8')
    const { code, out } = await carpeta.run(['validar', '-', '--json'], { stdin: xml.replace(/<importeTotal>[^<]*/, '<importeTotal>1.00') })
    expect(code).toBe(1)
    const { valido, firmado, problemas } = JSON.parse(out) as { valido: boolean; firmado: boolean; problemas: { campo: string }[] }
    expect([valido, firmado]).toEqual([false, false])
    expect(problemas.map(({ campo }) => campo)).toContain('infoFactura.importeTotal')
  })

  it('checks the arithmetic of the document\'s own day (error 52): quantity by price, sums, base by rate', async () => {
    const xml = readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'), 'utf8')
    const camposOf = async (changed: string) => {
      const { code, out } = await carpeta.run(['validar', '-', '--json'], { stdin: changed })
      return [code, ...(JSON.parse(out) as { problemas: { campo: string }[] }).problemas.map(({ campo }) => campo)]
    }
    expect(await camposOf(xml)).toEqual([0])
    expect(await camposOf(xml.replace(/<cantidad>[^<]*/, '<cantidad>77.000000'))).toEqual([1, 'detalles[0].precioTotalSinImpuesto'])
    expect(await camposOf(xml.replace(/<cantidad>[^<]*/, '<cantidad>9007199254.000000'))).toEqual([1, 'detalles'])
    const total = /(<totalImpuesto>.*?<valor>)[^<]*/s
    expect(await camposOf(xml.replace(total, '$10.07'))).toContain('infoFactura.totalConImpuestos[0].valor')
  })

  it('reads a document that was wrapped twice, and says so of one wrapped without end', async () => {
    const wrap = (inner: string) => `<autorizacion><estado>AUTORIZADO</estado><comprobante><![CDATA[${inner.replaceAll(']]>', ']]]]><![CDATA[>')}]]></comprobante></autorizacion>`
    const xml = readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'), 'utf8')
    expect((await carpeta.run(['validar', '-'], { stdin: wrap(wrap(xml)) })).code).toBe(0)
    const { code, out } = await carpeta.run(['validar', '-'], { stdin: wrap(wrap(wrap(wrap(xml)))) })
    expect([code, out.includes('envuelto en más de 3 autorizaciones')], out).toEqual([1, true])
  })

  it('counts an unknown element, a broken signature and an unreadable file as problems', async () => {
    const xml = readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'), 'utf8')
    const unknown = await carpeta.run(['validar', '-'], { stdin: xml.replace('</infoTributaria>', '<otro>x</otro></infoTributaria>') })
    expect([unknown.code, unknown.out.includes('El elemento <otro> no se espera')]).toEqual([1, true])
    const firmado = await carpeta.run(['validar', '-', '--json'], { stdin: xml.replace('</factura>', '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"></ds:Signature></factura>') })
    expect([firmado.code, (JSON.parse(firmado.out) as { firmado: boolean }).firmado]).toEqual([1, true])
    expect((await carpeta.run(['validar', path.join(FIXTURES, 'README.md')])).code).toBe(1)
  })
})
