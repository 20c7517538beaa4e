import { createPrivateKey } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildClaveAcceso } from '@yupana/fiscal'
import { comprobanteToXml, createFirmante, readComprobante, readP12, signXml, type Comprobante } from '@yupana/sri'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PASSWORD, EJEMPLOS, FIXTURES, openCarpeta, type Carpeta } from '../testing/cli.ts'

const vectores = path.resolve(import.meta.dirname, '../../../../referencia/sri/vectors/xml')

/** A factura of that day, its clave included. */
function facturaOf(fechaEmision: string): string {
  const { documento } = readComprobante(readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'))) as Extract<Comprobante, { tipo: 'factura' }>
  const { infoTributaria, infoFactura } = documento
  const claveAcceso = buildClaveAcceso({ ...infoTributaria, fechaEmision, codigoNumerico: '12345678' })
  return comprobanteToXml({
    tipo: 'factura',
    documento: { ...documento, infoTributaria: { ...infoTributaria, claveAcceso }, infoFactura: { ...infoFactura, fechaEmision } },
  })
}

describe('yupana validar', () => {
  let carpeta: Carpeta
  beforeAll(() => void (carpeta = openCarpeta()))
  afterAll(() => carpeta.remove())

  it('takes unsigned files of every type and version', async () => {
    const files = readdirSync(EJEMPLOS)
      .filter((name) => name.endsWith('.xml'))
      .map((name) => path.join(EJEMPLOS, name))
    const { code, out } = await carpeta.run(['validar', ...files])
    expect(code, out).toBe(0)
    expect(out.match(/firmado: +no\n/g)).toHaveLength(files.length)
  })

  it('takes every document of the reference', async () => {
    const files = readdirSync(vectores)
      .filter((name) => name.endsWith('.xml'))
      .map((name) => path.join(vectores, name))
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

  it("checks the arithmetic of the document's own day (error 52): quantity by price, sums, base by rate", async () => {
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
    const wrap = (inner: string) =>
      `<autorizacion><estado>AUTORIZADO</estado><comprobante><![CDATA[${inner.replaceAll(']]>', ']]]]><![CDATA[>')}]]></comprobante></autorizacion>`
    const xml = readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'), 'utf8')
    expect((await carpeta.run(['validar', '-'], { stdin: wrap(wrap(xml)) })).code).toBe(0)
    const { code, out } = await carpeta.run(['validar', '-'], { stdin: wrap(wrap(wrap(wrap(xml)))) })
    expect([code, out.includes('envuelto en más de 3 autorizaciones')], out).toEqual([1, true])
  })

  it("says when it was authorised in Ecuador's time, also by an old envelope, and quotes a date that nobody can read", async () => {
    const xml = readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'), 'utf8')
    const outOf = async (fecha: string) =>
      (
        await carpeta.run(['validar', '-'], {
          stdin: `<autorizacion><estado>AUTORIZADO</estado><fechaAutorizacion>${fecha}</fechaAutorizacion><comprobante><![CDATA[${xml}]]></comprobante></autorizacion>`,
        })
      ).out
    for (const fecha of ['24/07/2013 10:32:11', '2013-07-24T10:32:11.000-05:00', '2013-07-24T15:32:11Z'])
      expect(await outOf(fecha)).toMatch(/Autorización: +AUTORIZADO el 24\/07\/2013 10:32:11 \(hora del Ecuador\)\n/)
    expect(await outOf('Wed Jul 24 10:32')).toContain('AUTORIZADO con fecha «Wed Jul 24 10:32», que no se entiende')
  })

  it('takes the word of the SRI for the document it names alone: by its clave, or by the older number with its RUC (O-120)', async () => {
    const xml = readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'), 'utf8')
    const [clave = ''] = /(?<=<claveAcceso>)\d{49}/.exec(xml) ?? []
    const [ruc = ''] = /(?<=<ruc>)\d{13}/.exec(xml) ?? []
    const run = async (numero: string) =>
      await carpeta.run(['validar', '-'], {
        stdin: `<autorizacion><estado>AUTORIZADO</estado><numeroAutorizacion>${numero}</numeroAutorizacion><comprobante><![CDATA[${xml}]]></comprobante></autorizacion>`,
      })
    for (const numero of [clave, ` ${clave} `, `24072013103211${ruc}0123456789`, '']) expect((await run(numero)).code, numero).toBe(0)
    for (const numero of ['9'.repeat(49), `2407201310321117900123450010123456789`, 'x']) {
      const { code, out } = await run(numero)
      expect([code, out.includes(`numeroAutorizacion: La autorización ${numero} no es de este comprobante.`)], out).toEqual([1, true])
    }
  })

  it('only notes what is slight in a document that others signed and the SRI authorised, and takes it from nobody else (O-120)', async () => {
    const at = new Date('2026-11-20T15:30:00Z')
    const { certificado, privateKey } = readP12(readFileSync(path.join(FIXTURES, 'p12/aes-256.p12')), PASSWORD, at)
    const firmante = createFirmante({
      certificado,
      privateKey: createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }),
      digest: 'sha1',
    })
    const autorizada = (xml: string) =>
      `<autorizacion><estado>AUTORIZADO</estado><comprobante><![CDATA[${xml}]]></comprobante></autorizacion>`
    const hallazgosOf = async (stdin: string) => {
      const { valido, problemas, avisos } = JSON.parse((await carpeta.run(['validar', '-', '--json'], { stdin })).out) as Record<
        'problemas' | 'avisos',
        { campo: string }[]
      > & { valido: boolean }
      return { valido, problemas: problemas.map(({ campo }) => campo), avisos: avisos.map(({ campo }) => campo) }
    }
    const xml = readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'), 'utf8')
    const cero = /<totalImpuesto><codigo>2<\/codigo><codigoPorcentaje>0<.*?<\/totalImpuesto>/
    const base = /(<baseImponible>)54.00/
    const firmada = signXml(firmante, xml.replace(cero, '').replace(base, '$154.01'), at).replace(
      '<ds:KeyInfo',
      '<ds:Object Id="a"></ds:Object><ds:Object Id="a"></ds:Object><ds:KeyInfo',
    )
    const [totales, campoBase] = ['infoFactura.totalConImpuestos', 'infoFactura.totalConImpuestos[0].baseImponible']
    expect(await hallazgosOf(autorizada(firmada))).toEqual({ valido: true, problemas: [], avisos: [totales, campoBase, 'Signature'] })
    expect(await hallazgosOf(firmada)).toEqual({ valido: false, problemas: [totales, campoBase, 'Signature'], avisos: [] })
    expect(await hallazgosOf(autorizada(xml.replace(cero, '')))).toMatchObject({ valido: false, problemas: [totales] })
    expect(await hallazgosOf(autorizada(signXml(firmante, xml.replace(base, '$154.02'), at)))).toMatchObject({
      valido: false,
      problemas: [campoBase],
    })
    expect((await hallazgosOf(autorizada(firmada.replace('>74.10<', '>74.11<')))).valido).toBe(false)
    expect((await carpeta.run(['validar', '-'], { stdin: autorizada(firmada) })).out).toContain(
      '! Avisos (el SRI lo autorizó así; no cuentan como problemas):',
    )
  })

  it('counts an unknown element, a broken signature and an unreadable file as problems', async () => {
    const xml = readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'), 'utf8')
    const unknown = await carpeta.run(['validar', '-'], { stdin: xml.replace('</infoTributaria>', '<otro>x</otro></infoTributaria>') })
    expect([unknown.code, unknown.out.includes('El elemento <otro> no se espera')]).toEqual([1, true])
    const firmado = await carpeta.run(['validar', '-', '--json'], {
      stdin: xml.replace('</factura>', '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"></ds:Signature></factura>'),
    })
    expect([firmado.code, (JSON.parse(firmado.out) as { firmado: boolean }).firmado]).toEqual([1, true])
    expect((await carpeta.run(['validar', path.join(FIXTURES, 'README.md')])).code).toBe(1)
  })
})
