// The signature is written as canonical text and hashed as it stands: libxml2 must give the same bytes.
import { createHash, verify, X509Certificate } from 'node:crypto'

import fc from 'fast-check'
import { XmlC14NMode, XmlDocument, XmlElement } from 'libxml2-wasm'
import { describe, expect, test } from 'vitest'

import type { ValorDocumento } from '../documentos/documento.ts'
import { declaracionOf, DOCUMENTOS, TIPOS_COMPROBANTE } from '../documentos/documentos.ts'
import { legalText, nodeArbitrary } from '../testing/arbitraries.ts'
import { buildFactura } from '../testing/build-factura.ts'
import { ALGORITMOS, NS_DS, NS_XADES } from './algoritmos.ts'
import { dictamenOf } from './dictamen.ts'
import { AT, buildFirmante } from './fixtures/fixtures.ts'
import type { Firmante } from './firmante.ts'
import { signingCertificateText } from './plantilla.ts'
import { signXml } from './sign.ts'
import { verifyOwnBytes } from './verify-own.ts'
import { verifyXml } from './verify.ts'

const VERSIONES = TIPOS_COMPROBANTE.flatMap((tipo) => Object.keys(DOCUMENTOS[tipo].versions).map((version) => ({ tipo, version })))
const RUNS = { numRuns: Math.ceil(Number(process.env.FC_RUNS ?? 60) / 3) }
const NAMESPACES = { ds: NS_DS, xades: NS_XADES }

// Two settings of the digest, and moduli with a length of no whole number of bytes.
const FIRMANTES: readonly Firmante[] = [
  buildFirmante('sha1'),
  buildFirmante('sha256'),
  buildFirmante('sha1', 'modulo-2052'),
  buildFirmante('sha256', 'modulo-2055'),
]
const firmantes = fc.nat(FIRMANTES.length - 1)

function firmanteAt(which: number): Firmante {
  const firmante = FIRMANTES[which]
  if (!firmante) throw new Error(`no signer ${String(which)}`)
  return firmante
}

function elementAt(document: XmlDocument, xpath: string): XmlElement {
  const node = document.get(xpath, NAMESPACES)
  if (!(node instanceof XmlElement)) throw new Error(`no ${xpath}`)
  return node
}

/** Input of the three digests and the signature value, by libxml2's own canonicalisation. */
function canonicalByLibxml(signed: string): { readonly signedInfo: string; readonly covered: readonly string[] } {
  const document = XmlDocument.fromString(signed)
  try {
    const mode = { mode: XmlC14NMode.XML_C14N_1_0 } as const
    const [signedInfo, properties, keyInfo] = ['SignedInfo', 'Object/xades:QualifyingProperties/xades:SignedProperties', 'KeyInfo'].map(
      (path) => elementAt(document, `/*/ds:Signature/ds:${path}`).canonicalizeToString(mode),
    )
    elementAt(document, '/*/ds:Signature').remove()
    return { signedInfo: signedInfo ?? '', covered: [properties ?? '', keyInfo ?? '', document.canonicalizeToString(mode)] }
  } finally {
    document.dispose()
  }
}

function expectLibxmlToAgree(signed: string, { digest, certificado }: Firmante): void {
  const { signedInfo, covered } = canonicalByLibxml(signed)
  const digests = [...signedInfo.matchAll(/<ds:DigestValue>([^<]*)</g)].map((match) => match[1])
  expect(covered.map((text) => createHash(digest).update(text).digest('base64'))).toEqual(digests)
  const value = Buffer.from(/<ds:SignatureValue[^>]*>([^<]*)</.exec(signed)?.[1] ?? '', 'base64')
  expect(verify(ALGORITMOS[digest].signName, Buffer.from(signedInfo), new X509Certificate(certificado).publicKey, value)).toBe(true)
}

describe.each(VERSIONES)('$tipo $version', ({ tipo, version }) => {
  const documento = declaracionOf(tipo)
  const tree = documento.versions[version]
  if (!tree) throw new Error(`no tree of ${tipo} ${version}`)
  const xmls = nodeArbitrary(tree).map((value) => documento.toXml({ version, ...(value as Omit<ValorDocumento, 'version'>) }))

  test('whatever it says, its signature is what libxml2 makes of it, and holds', () => {
    fc.assert(
      fc.property(xmls, firmantes, (xml, which) => {
        const firmante = firmanteAt(which)
        const signed = signXml(firmante, xml, AT)
        expectLibxmlToAgree(signed, firmante)
        expect(verifyXml(signed, AT).problemas).toEqual([])
        expect(verifyOwnBytes(Buffer.from(signed), firmante.certificado)).toEqual([])
        expect(dictamenOf(signed, AT).resultado).toBe('VALIDA')
      }),
      RUNS,
    )
  }, 60_000)
})

test('an issuer of any characters is canonical in the signature too', () => {
  const xml = DOCUMENTOS.factura.toXml(buildFactura())
  fc.assert(
    fc.property(legalText(0, 60), firmantes, (issuer, which) => {
      const firmante = firmanteAt(which)
      const { digestUri } = ALGORITMOS[firmante.digest]
      const one = { ...firmante, signingCertificate: signingCertificateText({ digestUri, digest: 'AAAA', issuer, serial: '1' }) }
      expectLibxmlToAgree(signXml(one, xml, AT), one)
    }),
    RUNS,
  )
}, 60_000)
