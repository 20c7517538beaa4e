import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readP12 } from '@yupana/sri'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PASSWORD, EJEMPLOS, FIXTURES, openCarpeta, type Carpeta } from '../testing/cli.ts'

const p12 = (name: string) => path.join(FIXTURES, 'p12', `${name}.p12`)
const conPassword = { env: { YUPANA_CLAVE_P12: PASSWORD } }

describe('yupana certificado', () => {
  let carpeta: Carpeta
  let der: Buffer
  beforeAll(() => {
    carpeta = openCarpeta()
    der = readP12(readFileSync(p12('aes-256')), PASSWORD).certificado
    writeFileSync(carpeta.at('a.cer'), der)
    writeFileSync(
      carpeta.at('a.pem'),
      `Bag Attributes\n-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    )
  })
  afterAll(() => carpeta.remove())

  it('says holder, issuer, entity, serial, validity, uses, RUC and size of a .p12', async () => {
    const { code, out } = await carpeta.run(['certificado', p12('aes-256')], conPassword)
    expect(code).toBe(0)
    for (const line of [
      /✔ Sirve para firmar/,
      /Titular: +PERSONA FICTICIA/,
      /RUC: +1790012344001/,
      /Cédula: +0923456784/,
      /Emisor: +CN=AC DE PRUEBAS UANATACA, E=ac@/,
      /Entidad: +UANATACA/,
      /Serie: +\d{45,}/,
      /Hasta: +31\/12\/2035/,
      /Usos: +firma digital, no repudio/,
      /RSA de 2048 bits/,
      /en el archivo, y corresponde/,
      /Otros: +AC DE PRUEBAS UANATACA/,
    ])
      expect(out).toMatch(line)
    expect(out).not.toContain(PASSWORD)
  })

  it('reads a certificate alone, in DER or PEM, and that of a signed document, without a password', async () => {
    const signing = ['firmar', path.join(EJEMPLOS, 'factura-1.1.0.xml'), '--p12', p12('aes-256'), '--salida', 'a.xml']
    expect((await carpeta.run(signing, conPassword)).code).toBe(0)
    for (const file of ['a.cer', 'a.pem', 'a.xml']) {
      const { code, out } = await carpeta.run(['certificado', file, '--json'])
      expect(code).toBe(0)
      expect(JSON.parse(out)).toMatchObject({
        apto: true,
        conLlave: false,
        certificado: { titular: 'PERSONA FICTICIA DE PRUEBA', entidad: 'UANATACA', bits: 2048 },
      })
    }
  })

  it.each([
    ['caducado', [], /El certificado está caducado: venció el .*Renueve/],
    ['otro-ruc', ['--ruc', '1790012344001'], /El certificado es de otro RUC: 0923456784001\. Suba/],
    ['rsa-1024', [], /menos de 2048 bits: 1024 bits\. Pida/],
    ['sin-uso-de-firma', [], /no es de tipo firma digital/],
    ['ec', [], /no es RSA/],
  ])('%s: answers no, with the reason and what to do', async (name, more, message) => {
    const { code, out } = await carpeta.run(['certificado', p12(name), ...more], conPassword)
    expect([code, out]).toEqual([1, expect.stringMatching(message)])
  })

  it('a wrong password, a broken file: answers no, with advice', async () => {
    const wrong = await carpeta.run(['certificado', p12('aes-256')], { env: { YUPANA_CLAVE_P12: 'otra' } })
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('La contraseña no abre el archivo. Revise mayúsculas')])
    expect((await carpeta.run(['certificado', p12('truncado')], conPassword)).code).toBe(1)
  })

  it('takes the first line of a file as the password, of any characters', async () => {
    writeFileSync(carpeta.at('clave.txt'), '\ufeffcontraseña-Ñandú-€\r\notra\r\n')
    expect((await carpeta.run(['certificado', p12('aes-256-clave-no-ascii'), '--clave-archivo', 'clave.txt'])).code).toBe(0)
  })

  it('lists the entities and where each writes what', async () => {
    const { code, out } = await carpeta.run(['certificado', '--entidades'])
    expect(code).toBe(0)
    expect(out).toContain(
      'UANATACA: cédula en 1.3.6.1.4.1.47286.102.3.1 y RUC en 1.3.6.1.4.1.47286.102.3.11, en los nombres alternativos del titular\n',
    )
  })
})
