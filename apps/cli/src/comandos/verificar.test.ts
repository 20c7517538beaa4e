import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { EJEMPLOS, FIXTURES, openCarpeta, type Carpeta } from '../testing/cli.ts'

const tampered = (name: string) => path.join(FIXTURES, 'tampered', `${name}.xml`)

describe('yupana verificar', () => {
  let carpeta: Carpeta
  beforeAll(() => void (carpeta = openCarpeta()))
  afterAll(() => carpeta.remove())

  it('says what is wrong, what that means, what is covered and by whom, and answers no', async () => {
    const { code, out } = await carpeta.run(['verificar', tampered('comprobante-alterado')])
    expect(code).toBe(1)
    expect(out).toContain('✖ La firma NO es válida')
    expect(out).toContain('El comprobante fue alterado después de firmarse: su resumen no coincide. Alguien cambió estos bytes')
    expect(out).toContain('NO se puede dar por intacto.')
    expect(out).toMatch(/Titular: +PERSONA FICTICIA DE PRUEBA/)
  })

  it('answers no for a document that is not signed, not XML, or one bad among several, a line of JSON for each', async () => {
    const files = [
      path.join(EJEMPLOS, 'factura-1.1.0.xml'),
      tampered('firma-hmac'),
      path.join(FIXTURES, 'README.md'),
      tampered('target-ajeno'),
    ]
    const { code, out } = await carpeta.run(['verificar', '--json', ...files])
    expect(code).toBe(1)
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { archivo: string; resultado: string })
    expect(lines.map(({ archivo, resultado }) => [archivo, resultado])).toEqual(
      files.map((file, at) => [file, ['SIN_FIRMA', 'INVALIDA', 'ILEGIBLE', 'CON_REPAROS'][at]]),
    )
  })

  it('a signature of another form holds, unless the form is asked about', async () => {
    expect((await carpeta.run(['verificar', tampered('target-ajeno')])).code).toBe(0)
    expect((await carpeta.run(['verificar', tampered('target-ajeno'), '--estricto'])).code).toBe(1)
  })

  it('says what lies outside the signature', async () => {
    const stdin = `<autorizacion><comprobante><![CDATA[${readFileSync(tampered('target-ajeno'), 'utf8')}]]></comprobante></autorizacion>`
    const { out } = await carpeta.run(['verificar', '-'], { stdin })
    expect(out).toContain('La autorización del SRI que lo envuelve')
  })

  it('a file that is not there is wrong use', async () => {
    const { code, err } = await carpeta.run(['verificar', 'no-hay.xml'])
    expect([code, err]).toEqual([2, '✖ No se pudo leer no-hay.xml: no existe.\n  Ayuda: yupana verificar --help\n'])
  })
})
