import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { EJEMPLOS, FIXTURES, openCarpeta, type Carpeta } from '../testing/cli.ts'

const ejemplo = (name: string) => path.join(EJEMPLOS, `${name}.xml`)
// One pixel.
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

describe('yupana ride', () => {
  let carpeta: Carpeta
  beforeAll(() => void (carpeta = openCarpeta()))
  afterAll(() => carpeta.remove())

  it.each([
    'factura-2.1.0-completa',
    'liquidacionCompra-1.1.0',
    'notaCredito-1.1.0',
    'notaDebito-1.0.0',
    'guiaRemision-1.1.0',
    'comprobanteRetencion-2.0.0',
  ])('writes the PDF of %s beside it', async (name) => {
    carpeta.take(ejemplo(name))
    expect((await carpeta.run(['ride', `${name}.xml`])).code).toBe(0)
    expect(
      readFileSync(carpeta.at(`${name}.pdf`))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('gives other pages for a ticket, a logo, a mark and an authorisation', async () => {
    writeFileSync(carpeta.at('logo.png'), PNG)
    const xml = ejemplo('factura-1.1.0')
    const variants = [
      [],
      ['--formato', 'ticket'],
      ['--logo', 'logo.png'],
      ['--marca', 'anulado', '--marca', 'SIMULADOR'],
      ['--fecha-autorizacion', '2026-11-20T10:00:00-05:00'],
    ]
    const runs = await Promise.all(variants.map((more) => carpeta.run(['ride', xml, '--salida', '-', ...more])))
    for (const { code, bytes, err } of runs)
      expect([code, bytes.subarray(0, 5).toString(), err.slice(0, 6)]).toEqual([0, '%PDF-', '✔ RIDE'])
    expect(new Set(runs.map(({ bytes }) => bytes.toString('base64'))).size).toBe(variants.length)
  })

  it('never overwrites a file unless told to', async () => {
    writeFileSync(carpeta.at('hecho.pdf'), 'no tocar')
    const args = ['ride', ejemplo('factura-1.1.0'), '--salida', 'hecho.pdf']
    expect([(await carpeta.run(args)).code, readFileSync(carpeta.at('hecho.pdf'), 'utf8')]).toEqual([2, 'no tocar'])
    const { code, out } = await carpeta.run([...args, '--forzar', '--json'])
    expect([code, (JSON.parse(out) as { salida: string }).salida]).toEqual([0, 'hecho.pdf'])
  })

  it.each([
    ['a logo that is no picture', ['--logo', path.join(FIXTURES, 'README.md')], /PNG o JPEG/],
    ['a format that does not exist', ['--formato', 'a3'], /a4 o ticket/],
    ['a mark that does not exist', ['--marca', 'PAGADO'], /SIMULADOR, PRUEBAS/],
    ['a number of authorisation without its date', ['--numero-autorizacion', '1'], /necesita --fecha-autorizacion/],
    ['an answer in JSON and a PDF in the same place', ['--salida', '-', '--json'], /diga otra con --salida/],
  ])('refuses %s', async (_what, more, message) => {
    const { code, out, err } = await carpeta.run(['ride', ejemplo('factura-1.1.0'), '--salida', 'z.pdf', ...more])
    expect(code).toBe(2)
    expect(out + err).toMatch(message)
  })

  it('answers no for what is no document of the SRI', async () => {
    const { code, err } = await carpeta.run(['ride', '-'], { stdin: '<otro/>' })
    expect([code, err]).toEqual([1, expect.stringContaining('no un comprobante electrónico del SRI')])
  })
})
