import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, it } from 'vitest'

import { AT, buildFirmante, COMPROBANTE, leerP12, readFixture } from './fixtures/fixtures.ts'
import { resign } from './fixtures/resign.ts'
import { TAMPERED } from './fixtures/tampered.ts'
import { signXml } from './sign.ts'
import { verifyOwnBytes } from './verify-own.ts'
import { verifyXml } from './verify.ts'

// REGENERATE=1 writes the files again from `tampered.ts` (needed after the .p12 files change).
if (process.env.REGENERATE === '1') {
  const folder = path.join(import.meta.dirname, 'fixtures/tampered')
  mkdirSync(folder, { recursive: true })
  for (const { name, build } of TAMPERED) writeFileSync(path.join(folder, `${name}.xml`), build())
}

const firmante = buildFirmante()

describe('verifyXml refuses', () => {
  it.each(TAMPERED.map(({ name, problema }) => [name, problema] as const))('%s', (name, problema) => {
    const { valid, problemas } = verifyXml(readFixture(`tampered/${name}.xml`).toString('utf8'), AT)
    expect(valid).toBe(false)
    expect(problemas.join('\n')).toMatch(problema)
  })

  it('says no more than the one thing that is wrong in a document signed again', () => {
    for (const name of ['emisor-distinto', 'serie-distinta', 'firmado-en-el-futuro', 'no-cubre-el-certificado', 'target-ajeno'])
      expect(verifyXml(readFixture(`tampered/${name}.xml`).toString('utf8'), AT).problemas).toHaveLength(1)
  })

  it.each(['', 'hola', '<factura id="comprobante">', '<!DOCTYPE a><a/>'])('unreadable text %j with a reason', (text) => {
    expect(verifyXml(text).problemas[0]).toMatch(/^El XML no se puede leer/)
  })
})

describe('verifyXml accepts', () => {
  const good = signXml(firmante, COMPROBANTE, AT)

  it('a signature in the form of other signers: other prefixes and order, broken lines, the chain, another issuer spelling', () => {
    const chain = leerP12('aes-256')
      .cadena.map((der) => `<ds:X509Certificate>${der.toString('base64')}</ds:X509Certificate>`)
      .join('')
    const references = good.match(/<ds:Reference .*?<\/ds:Reference>/g) ?? []
    const other = good
      .replace(references.join(''), [...references].reverse().join('\n'))
      .replace(' xmlns:etsi="http://uri.etsi.org/01903/v1.3.2#"', '')
      .replace('<etsi:QualifyingProperties', '<etsi:QualifyingProperties xmlns:etsi="http://uri.etsi.org/01903/v1.3.2#"')
      .replaceAll('etsi:', 'xades:')
      .replaceAll(':etsi=', ':xades=')
      .replace('<ds:X509Data>', `<ds:X509Data>${chain}`)
      .replace(
        /<ds:X509IssuerName>.*<\/ds:X509IssuerName>/,
        '<ds:X509IssuerName>CN=AC de Pruebas UANATACA, EMAILADDRESS=ac@pruebas.example, OID.2.5.4.97=VATEC-1790099999001, OU=" Entidad + Certificación = «Ñandú» ", O="Pruebas Cia. Ltda., Quito", C=EC</ds:X509IssuerName>',
      )
      .replace(/<ds:Modulus>[^<]+/, (text) => text.replace(/.{70}/g, '$&\n'))
    const signed = resign(firmante, other)
    expect(verifyXml(signed, AT)).toMatchObject({ valid: true, problemas: [] })
    expect(verifyXml(signed).certificado?.titular).toBe('PERSONA FICTICIA DE PRUEBA')
  })

  it('what canonicalisation allows: a comment, another quote, CRLF line ends, no XML declaration', () => {
    const same = good.replace('<vacio>', '<!-- nota --><vacio>').replace('id="comprobante"', "id='comprobante'").replaceAll('\n', '\r\n')
    expect(verifyXml(same.slice(same.indexOf('<factura'))).problemas).toEqual([])
  })

  it('an Id that is repeated and that no reference uses, which is only said; one that a reference uses is a forgery (O-120)', () => {
    const withIds = (id: string) =>
      resign(firmante, good.replace('</factura>', '').replace('<vacio>', `<a id="${id}"/><b Id="${id}"/><vacio>`) + '</factura>')
    expect(verifyXml(withIds('suelto'), AT)).toMatchObject({ valid: true, problemas: [], repetidos: ['suelto'] })
    const [, usado = ''] = /<ds:Reference[^>]* URI="#(Certificate[^"]*)"/.exec(good) ?? []
    expect(verifyXml(withIds(usado), AT)).toMatchObject({
      valid: false,
      problemas: [`El identificador «${usado}» está repetido: no se sabe qué elemento cubre la firma.`],
    })
  })

  it('says when it was signed and by whom', () => {
    const { signingTime, certificado } = verifyXml(good)
    expect(signingTime).toEqual(new Date('2026-11-20T15:30:00Z'))
    expect(certificado?.der).toEqual(firmante.certificado)
  })
})

describe('verifyOwnBytes', () => {
  const good = signXml(firmante, COMPROBANTE, AT)

  it.each(TAMPERED.slice(0, 9).map(({ name }) => name))('refuses %s', (name) => {
    expect(verifyOwnBytes(readFixture(`tampered/${name}.xml`), firmante.certificado)).not.toEqual([])
  })

  it('refuses a document signed with another certificate', () => {
    expect(verifyOwnBytes(Buffer.from(good), buildFirmante('sha1', 'otro-ruc').certificado)).toEqual([
      'El comprobante está firmado con otro certificado.',
    ])
  })

  it('refuses bytes with a byte order mark, re-encoded, cut short, doubled or empty', () => {
    for (const bytes of [
      Buffer.from(`\ufeff${good}`),
      Buffer.from(good, 'latin1'),
      Buffer.from(good.slice(0, -5)),
      Buffer.from(good + good),
      Buffer.alloc(0),
    ])
      expect(verifyOwnBytes(bytes, firmante.certificado)).not.toEqual([])
  })

  it('refuses any single changed character', () => {
    for (let at = 0; at < good.length; at += 7) {
      const changed = good.slice(0, at) + (good[at] === 'A' ? 'B' : 'A') + good.slice(at + 1)
      const problemas = verifyOwnBytes(Buffer.from(changed), firmante.certificado)
      expect(problemas, `character ${String(at)}: ${good.slice(at - 10, at + 10)}`).not.toEqual([])
    }
  })
})
