import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PASSWORD, EJEMPLOS, FIXTURES, openCarpeta, type Carpeta } from '../testing/cli.ts'

const TIPOS = [
  'factura-1.1.0',
  'factura-2.1.0-completa',
  'liquidacionCompra-1.1.0',
  'notaCredito-1.1.0',
  'notaDebito-1.0.0',
  'guiaRemision-1.1.0',
  'comprobanteRetencion-2.0.0',
]
const p12 = (name: string) => path.join(FIXTURES, 'p12', `${name}.p12`)
const conPassword = { env: { YUPANA_CLAVE_P12: PASSWORD } }

describe('yupana firmar', () => {
  let carpeta: Carpeta
  beforeAll(() => {
    carpeta = openCarpeta()
    writeFileSync(carpeta.at('clave.txt'), `${PASSWORD}\n`)
  })
  afterAll(() => carpeta.remove())

  it('signs each type, and what it signs verifies and validates', async () => {
    const firmados: string[] = []
    for (const tipo of TIPOS) {
      carpeta.take(path.join(EJEMPLOS, `${tipo}.xml`))
      const { code, err } = await carpeta.run(['firmar', `${tipo}.xml`, '--p12', p12('aes-256'), '--clave-archivo', 'clave.txt'])
      expect([code, err]).toEqual([0, ''])
      firmados.push(`${tipo}-firmado.xml`)
    }
    const verificados = await carpeta.run(['verificar', ...firmados, '--json', '--estricto'])
    expect(verificados.code).toBe(0)
    expect(
      verificados.out
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { resultado: string }).resultado),
    ).toEqual(firmados.map(() => 'VALIDA'))
    const validados = await carpeta.run(['validar', ...firmados])
    expect(validados.code).toBe(0)
    expect(validados.out.match(/firmado: +sí\./g)).toHaveLength(TIPOS.length)
  })

  it('never overwrites a file unless told to', async () => {
    carpeta.take(path.join(EJEMPLOS, 'factura-1.1.0.xml'), 'a.xml')
    writeFileSync(carpeta.at('hecho.xml'), 'no tocar')
    const args = ['firmar', 'a.xml', '--p12', p12('aes-256'), '--salida', 'hecho.xml']
    const refused = await carpeta.run(args, conPassword)
    expect([refused.code, readFileSync(carpeta.at('hecho.xml'), 'utf8')]).toEqual([2, 'no tocar'])
    expect(refused.err).toMatch(/ya existe \(use --forzar/)
    expect((await carpeta.run([...args, '--forzar', '--sha256', '--json'], conPassword)).code).toBe(0)
    expect(readFileSync(carpeta.at('hecho.xml'), 'utf8')).toContain('xmldsig-more#rsa-sha256')
  })

  it('reads standard input and writes standard output, saying what it did apart', async () => {
    const source = readFileSync(path.join(EJEMPLOS, 'notaDebito-1.0.0.xml'))
    const { code, out, err } = await carpeta.run(['firmar', '-', '--p12', p12('aes-256')], { ...conPassword, stdin: source })
    expect(code).toBe(0)
    expect(err).toMatch(/^✔ Firmado y verificado\n/)
    expect((await carpeta.run(['verificar', '-'], { stdin: out })).code).toBe(0)
  })

  it('signs what is indented, in ISO-8859-1 or inside <autorizacion>, in canonical form', async () => {
    const source = readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'), 'utf8')
    const indented = source.replaceAll('><', '>\r\n  <').replace('UTF-8', 'ISO-8859-1')
    const wrapped = `<autorizacion><comprobante><![CDATA[${source}]]></comprobante></autorizacion>`
    for (const stdin of [Buffer.from(indented, 'latin1'), Buffer.from(wrapped)]) {
      const { code, out } = await carpeta.run(['firmar', '-', '--p12', p12('aes-256')], { ...conPassword, stdin })
      expect(code).toBe(0)
      expect(out).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><factura id="comprobante"/)
      expect((await carpeta.run(['validar', '-'], { stdin: out })).code).toBe(0)
    }
  })

  it.each([
    ['a certificate of another RUC', 'otro-ruc', 'OTRO_RUC'],
    ['an expired one', 'caducado', 'CADUCADO'],
    ['a short key', 'rsa-1024', 'LLAVE_CORTA'],
    ['a file that is no .p12', 'bytes-al-azar', 'NO_ES_P12'],
  ])('refuses %s and writes nothing', async (_what, name, codigo) => {
    const source = readFileSync(path.join(EJEMPLOS, 'factura-1.1.0.xml'))
    const { code, out } = await carpeta.run(['firmar', '-', '--p12', p12(name), '--salida', `no-${name}.xml`, '--json'], {
      ...conPassword,
      stdin: source,
    })
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({ error: { codigo } })
    expect(() => readFileSync(carpeta.at(`no-${name}.xml`))).toThrow(/ENOENT/)
  })

  it('refuses what is signed already', async () => {
    const { code, err } = await carpeta.run(
      ['firmar', path.join(FIXTURES, 'tampered/comprobante-alterado.xml'), '--p12', p12('aes-256'), '--salida', 'x.xml'],
      conPassword,
    )
    expect(code).toBe(1)
    expect(err).not.toBe('')
  })

  it('takes no password as an argument, and repeats none anywhere', async () => {
    const source = path.join(EJEMPLOS, 'factura-1.1.0.xml')
    const common = ['firmar', source, '--p12', p12('aes-256'), '--salida', 'y.xml']
    const runs = await Promise.all([
      carpeta.run([...common, '--clave', 'SECRETO-1']),
      carpeta.run([...common, '--contraseña=SECRETO-1']),
      carpeta.run([...common, 'SECRETO-1']),
      carpeta.run(common),
      carpeta.run(common, { env: { YUPANA_CLAVE_P12: 'SECRETO-1' } }),
    ])
    expect(runs.map(({ code }) => code)).toEqual([2, 2, 2, 2, 1])
    for (const { out, err } of runs) expect(out + err).not.toContain('SECRETO-1')
    expect(runs[0]?.err).toMatch(/nunca va como argumento/)
    expect(runs[3]?.err).toMatch(/No hay una terminal/)
    expect(runs[4]?.err).toMatch(/La contraseña no abre el archivo/)
  })
})
