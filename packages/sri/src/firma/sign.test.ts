import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { SignedXml } from 'xml-crypto'
import { describe, expect, it } from 'vitest'

import { REFERENCIA } from '../testing/referencia.ts'
import { AT, buildFirmante, COMPROBANTE } from './fixtures/fixtures.ts'
import type { Firmante } from './firmante.ts'
import { signXml } from './sign.ts'
import { verifyOwnBytes } from './verify-own.ts'
import { verifyXml } from './verify.ts'

const hasXmlsec = spawnSync('xmlsec1', ['--version']).status === 0
const ejemplos = path.join(import.meta.dirname, '../../ejemplos')
const EJEMPLOS = readdirSync(ejemplos).filter((name) => name.endsWith('.xml'))
const vectors = path.join(REFERENCIA, 'sri/vectors/xml')

/** Independent verifiers with their own canonicalisations: xml-crypto always, xmlsec1 if installed. */
function expectOthersToAccept(signed: string, firmante: Firmante): void {
  const pem = pemOf(firmante)
  const checker = new SignedXml({ publicCert: pem })
  checker.loadSignature(signed.slice(signed.indexOf('<ds:Signature '), signed.lastIndexOf('</')))
  expect(checker.checkSignature(signed)).toBe(true)
  expect(checker.getSignedReferences()).toHaveLength(3)
  if (hasXmlsec) runXmlsec(signed, pem)
}

const pemOf = ({ certificado }: Firmante): string =>
  `-----BEGIN CERTIFICATE-----\n${certificado.toString('base64')}\n-----END CERTIFICATE-----\n`

function runXmlsec(signed: string, pem: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'firma-'))
  try {
    const [xml, certificado] = [path.join(folder, 'a.xml'), path.join(folder, 'a.pem')]
    writeFileSync(xml, signed)
    writeFileSync(certificado, pem)
    const root = /<(\w+) id="comprobante"/.exec(signed)?.[1] ?? ''
    const ids = ['--id-attr:Id', 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties', '--id-attr:Id', 'KeyInfo', '--id-attr:id', root]
    execFileSync('xmlsec1', ['--verify', '--pubkey-cert-pem', certificado, ...ids, xml], { stdio: 'pipe' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe.each(['sha1', 'sha256'] as const)('signXml with %s', (digest) => {
  const firmante = buildFirmante(digest)
  const signed = signXml(firmante, COMPROBANTE, AT)

  it('is accepted by independent verifiers, by our own and by the check before sending', () => {
    expectOthersToAccept(signed, firmante)
    expect(verifyXml(signed, AT)).toMatchObject({
      valid: true,
      problemas: [],
      cubre: ['propiedades de la firma', 'certificado', 'comprobante'],
    })
    expect(verifyOwnBytes(Buffer.from(signed), firmante.certificado)).toEqual([])
  })

  it('leaves the document as it was, with the signature as last child of the root', () => {
    const start = signed.indexOf('<ds:Signature ')
    const end = signed.indexOf('</ds:Signature>') + '</ds:Signature>'.length
    expect(signed.slice(0, start) + signed.slice(end)).toBe(COMPROBANTE)
    expect(signed.slice(end)).toBe('</factura>')
  })

  it.each(EJEMPLOS)('signs the example %s, whatever its root, so that others accept it', (name) => {
    const xml = signXml(firmante, readFileSync(path.join(ejemplos, name), 'utf8'), AT)
    expectOthersToAccept(xml, firmante)
    expect(verifyXml(xml, AT)).toMatchObject({ valid: true, problemas: [] })
    expect(verifyOwnBytes(Buffer.from(xml), firmante.certificado)).toEqual([])
  })

  it.each(readdirSync(vectors).filter((name) => name.endsWith('.xml')))('signs %s so that others accept it', (name) => {
    const xml = signXml(firmante, readFileSync(path.join(vectors, name), 'utf8'), AT)
    expectOthersToAccept(xml, firmante)
    expect(verifyXml(xml).problemas).toEqual([])
  })
})

describe('signXml', () => {
  const firmante = buildFirmante()

  it('is held to account by independent verifiers that refuse a changed document', () => {
    const changed = signXml(firmante, COMPROBANTE, AT).replace('<ruc>1790012344001', '<ruc>1790012344002')
    expect(() => {
      expectOthersToAccept(changed, firmante)
    }).toThrow()
    if (hasXmlsec)
      expect(() => {
        runXmlsec(changed, pemOf(firmante))
      }).toThrow(/Command failed/)
  })

  it('gives the same bytes for the same document, certificate and instant', () => {
    expect(signXml(firmante, COMPROBANTE, AT)).toBe(signXml(buildFirmante(), COMPROBANTE, AT))
  })

  it('writes the signing time in Ecuador, in whole seconds and never in the future', () => {
    expect(signXml(firmante, COMPROBANTE, AT)).toContain('<etsi:SigningTime>2026-11-20T10:30:00-05:00</etsi:SigningTime>')
    const midnight = new Date('2027-01-01T04:59:59.999Z')
    expect(signXml(firmante, COMPROBANTE, midnight)).toContain('>2026-12-31T23:59:59-05:00<')
  })

  it('writes the issuer by RFC 2253: most specific first, escapes, e-mail and organizationIdentifier as hexadecimal', () => {
    const issuer = /<ds:X509IssuerName>(.*)<\/ds:X509IssuerName>/.exec(signXml(firmante, COMPROBANTE, AT))?.[1]
    expect(issuer).toBe(
      'CN=AC DE PRUEBAS UANATACA,1.2.840.113549.1.9.1=#0c12616340707275656261732e6578616d706c65,' +
        '2.5.4.97=#0c1356415445432d31373930303939393939303031,OU=\\ Entidad \\+ Certificación \\= «Ñandú»\\ ,O=Pruebas Cia. Ltda.\\, Quito,C=EC',
    )
  })

  it('writes the serial number in decimal without losing any of its 160 bits, and the modulus without a leading zero', () => {
    const signed = signXml(firmante, COMPROBANTE, AT)
    const serial = BigInt(/<ds:X509SerialNumber>(\d+)</.exec(signed)?.[1] ?? 0)
    expect(serial.toString(2)).toHaveLength(160)
    const modulus = Buffer.from(/<ds:Modulus>([^<]+)</.exec(signed)?.[1] ?? '', 'base64')
    expect(modulus).toHaveLength(256)
    expect(modulus[0]).toBeGreaterThan(0x7f)
  })

  it.each(['modulo-2052', 'modulo-2055'])('signs with %s, whose length is no whole number of bytes, as others read it', (name) => {
    const odd = buildFirmante('sha1', name)
    const signed = signXml(odd, COMPROBANTE, AT)
    expectOthersToAccept(signed, odd)
    const modulus = Buffer.from(/<ds:Modulus>([^<]+)</.exec(signed)?.[1] ?? '', 'base64')
    expect(modulus).toHaveLength(257)
    expect(modulus[0]).toBeGreaterThan(0)
    expect(verifyXml(signed, AT).problemas).toEqual([])
    expect(verifyOwnBytes(Buffer.from(signed), odd.certificado)).toEqual([])
  })

  it('signs a document whose attributes say «/>», which canonical text leaves as it is', () => {
    const signed = signXml(firmante, COMPROBANTE.replace('nombre="Correo', 'nombre="a/>b Correo'), AT)
    expectOthersToAccept(signed, firmante)
    expect(verifyXml(signed, AT).problemas).toEqual([])
    expect(verifyOwnBytes(Buffer.from(signed), firmante.certificado)).toEqual([])
  })

  it('signs a document with a line break after its root, which is not covered', () => {
    const signed = signXml(firmante, `${COMPROBANTE}\n`, AT)
    expectOthersToAccept(signed, firmante)
    expect(verifyOwnBytes(Buffer.from(signed), firmante.certificado)).toEqual([])
  })

  it.each([
    ['a comment', COMPROBANTE.replace('<vacio>', '<!-- x --><vacio>')],
    ['an empty element not expanded', COMPROBANTE.replace('<vacio></vacio>', '<vacio/>')],
    ['an empty element with attributes not expanded', COMPROBANTE.replace('<vacio></vacio>', '<vacio a="/>" b=""/>')],
    ['a carriage return', COMPROBANTE.replace('\n  dos', '\r\n  dos')],
    ['CDATA', COMPROBANTE.replace('<vacio>', '<vacio><![CDATA[x]]>')],
    ['a reference that canonical text does not have', COMPROBANTE.replace('Ñ', '&#209;')],
    ['another id', COMPROBANTE.replace('id="comprobante"', 'id="otro"')],
    ['a namespace on the root', COMPROBANTE.replace(' version="1.1.0"', ' version="1.1.0" xmlns:xsi="urn:x"')],
    ['text after the root', `${COMPROBANTE}x`],
    ['a byte order mark', `\ufeff${COMPROBANTE}`],
    ['a signature', signXml(firmante, COMPROBANTE, AT)],
    ['nothing', ''],
  ])('refuses a document with %s', (_what, xml) => {
    expect(() => signXml(firmante, xml, AT)).toThrow(expect.objectContaining({ code: 'XML_NO_FIRMABLE' }))
  })

  it('refuses to prepare a key that is not RSA', () => {
    expect(() => buildFirmante('sha1', 'ec')).toThrow(expect.objectContaining({ code: 'LLAVE_NO_RSA' }))
  })
})
