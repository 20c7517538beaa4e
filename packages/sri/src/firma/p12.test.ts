import { createPrivateKey, X509Certificate } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { readCertificado } from './certificado.ts'
import { CLAVE, CLAVE_NO_ASCII, leerP12, readFixture } from './fixtures/fixtures.ts'
import { P12Error } from './p12-error.ts'
import { readP12 } from './p12.ts'

const codeOf = (read: () => unknown): string => {
  try {
    read()
  } catch (error) {
    if (error instanceof P12Error) {
      expect(error.message).toMatch(/[.]$/)
      expect(error.consejo).not.toBe('')
      return error.code
    }
    throw error
  }
  return 'ABIERTO'
}

describe('readP12 opens', () => {
  it.each([
    ['rc2-40', CLAVE],
    ['rc2-128', CLAVE],
    ['tripledes', CLAVE],
    ['tripledes-dos-llaves', CLAVE],
    ['aes-128', CLAVE],
    ['aes-256', CLAVE],
    ['aes-256-clave-no-ascii', CLAVE_NO_ASCII],
    ['rc2-40-clave-no-ascii', CLAVE_NO_ASCII],
    ['mac-sha512', CLAVE],
    ['clave-vacia', ''],
    ['sin-mac', CLAVE],
    ['forge-clave-no-ascii', 'contraseña'],
  ])('%s, with the key that belongs to its certificate and the CA apart', (name, password) => {
    const { privateKey, certificado, cadena } = leerP12(name, password)
    const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
    expect(new X509Certificate(certificado).checkPrivateKey(key)).toBe(true)
    expect(cadena).toHaveLength(1)
    expect(readCertificado(cadena[0] ?? certificado).isCa).toBe(true)
  })

  it('chooses the pair for signing although the CA and the encryption pair come first and are newer', () => {
    expect(readCertificado(leerP12('dos-llaves').certificado).usos).toEqual(['digitalSignature', 'nonRepudiation'])
  })

  it.each(['ec', 'rsa-1024', 'caducado', 'sin-uso-de-firma'])('%s: what the certificate lacks is for the diagnosis to say', (name) => {
    expect(leerP12(name).certificado.length).toBeGreaterThan(0)
  })

  it('a file followed by stray bytes', () => {
    expect(readP12(Buffer.concat([readFixture('p12/aes-256.p12'), Buffer.from('\n')]), CLAVE).cadena).toHaveLength(1)
  })
})

describe('readP12 refuses', () => {
  it.each([
    ['truncado', 'DANADO'],
    ['bytes-al-azar', 'NO_ES_P12'],
    ['pem-dentro', 'ES_PEM'],
    ['solo-certificado', 'SOLO_CERTIFICADO'],
    ['secuencias-anidadas', 'DANADO'],
    ['sin-llave', 'SIN_LLAVE'],
    ['sin-certificado', 'SIN_CERTIFICADO'],
    ['llave-ajena', 'LLAVE_NO_CORRESPONDE'],
    ['iteraciones-excesivas', 'DERIVACION_EXCESIVA'],
  ])('%s: %s', (name, code) => {
    expect(codeOf(() => leerP12(name))).toBe(code)
  })

  it.each(['rc2-40', 'tripledes', 'aes-256', 'sin-mac', 'aes-256-clave-no-ascii'])('%s with another password', (name) => {
    expect(codeOf(() => leerP12(name, 'clave-segura1'))).toBe('CLAVE_INCORRECTA')
    expect(codeOf(() => leerP12(name, ''))).toBe('CLAVE_INCORRECTA')
  })

  it('an empty file and one above 64 KB, before looking at it', () => {
    expect(codeOf(() => readP12(new Uint8Array(), CLAVE))).toBe('VACIO')
    expect(codeOf(() => readP12(Buffer.alloc(65_537, 0x30), CLAVE))).toBe('DEMASIADO_GRANDE')
  })

  it('any file with one byte changed or cut short, with a reason and never with another error', () => {
    const whole = readFixture('p12/rc2-40.p12')
    for (let at = 0; at < whole.length; at += 97) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 0x55
      codeOf(() => readP12(changed, CLAVE))
      expect(codeOf(() => readP12(whole.subarray(0, at), CLAVE))).not.toBe('ABIERTO')
    }
  })
})
