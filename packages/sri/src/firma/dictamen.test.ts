import { SignedXml } from 'xml-crypto'
import { describe, expect, it } from 'vitest'

import { buildFactura } from '../testing/build-factura.ts'
import { DOCUMENTOS } from '../documentos/documentos.ts'
import { dictamenOf, type ResultadoFirma } from './dictamen.ts'
import { AT, buildFirmante, COMPROBANTE, readFixture } from './fixtures/fixtures.ts'
import { resign } from './fixtures/resign.ts'
import { TAMPERED } from './fixtures/tampered.ts'
import { signXml } from './sign.ts'

const firmante = buildFirmante()
const good = signXml(firmante, COMPROBANTE, AT)
const pem = `-----BEGIN CERTIFICATE-----\n${firmante.certificado.toString('base64')}\n-----END CERTIFICATE-----\n`

function change(from: string | RegExp, to: string, text = good): string {
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`nothing to change: ${String(from)}`)
  return changed
}

/** Foreign verifiers accept the signature too. */
function expectOthersToAccept(signed: string): void {
  const checker = new SignedXml({ publicCert: pem })
  checker.loadSignature(signed.slice(signed.indexOf('<ds:Signature '), signed.lastIndexOf('</')))
  expect(checker.checkSignature(signed)).toBe(true)
}

describe('dictamenOf a signature of ours', () => {
  it.each(['sha1', 'sha256'] as const)('says what each of the three references covers (%s)', (digest) => {
    const { resultado, resumen, referencias, defectos, fuera, algoritmo } = dictamenOf(signXml(buildFirmante(digest), COMPROBANTE, AT), AT)
    const name = digest === 'sha1' ? 'SHA-1' : 'SHA-256'
    expect({ resultado, defectos, fuera, algoritmo }).toEqual({
      resultado: 'VALIDA',
      defectos: [],
      fuera: [],
      algoritmo: `RSA-${name.replace('-', '')}`,
    })
    expect(resumen).toBe('La firma es válida: el comprobante está completo y tal como se firmó.')
    expect(referencias.map(({ frase }) => frase)).toEqual([
      `Cubre las propiedades de la firma: la hora en que se hizo y el certificado que declara (resumen ${name}): está tal como se firmó.`,
      `Cubre el certificado y la llave pública que acompañan a la firma (resumen ${name}): está tal como se firmó.`,
      `Cubre el comprobante completo, de su primera etiqueta a la última, sin la propia firma (resumen ${name}): está tal como se firmó.`,
    ])
  })

  it('says when it was signed, by whom, who issued the certificate and that it was valid then', () => {
    expect(dictamenOf(good)).toMatchObject({
      firmadoEn: '2026-11-20T15:30:00.000Z',
      certificado: {
        titular: 'PERSONA FICTICIA DE PRUEBA',
        entidad: 'UANATACA',
        ruc: '1790012344001',
        cedula: '0923456784',
        vigenteAlFirmar: true,
        emisor:
          'CN=AC DE PRUEBAS UANATACA, E=ac@pruebas.example, organizationIdentifier=VATEC-1790099999001, OU= Entidad + Certificación = «Ñandú» , O=Pruebas Cia. Ltda., Quito, C=EC',
      },
    })
  })

  it('notes a certificate of another RUC than the document, without calling it wrong', () => {
    const { resultado, notas } = dictamenOf(signXml(buildFirmante('sha1', 'otro-ruc'), DOCUMENTOS.factura.toXml(buildFactura()), AT))
    expect(resultado).toBe('VALIDA')
    expect(notas).toContain(
      'El certificado es del RUC 0923456784001 y el comprobante del RUC 1790012344001: puede ser la firma de su representante.',
    )
  })
})

/** Fixtures with a valid signature in a form that the SRI refuses; the other tampered ones are invalid. */
const DE_OTRA_FORMA = new Set([
  'canonicalizacion-exclusiva',
  'no-cubre-el-certificado',
  'object-reference-ajeno',
  'target-ajeno',
  'emisor-distinto',
  'serie-distinta',
  'serie-en-hexadecimal',
  'firmado-en-el-futuro',
  'sin-hora-de-firma',
])

describe('dictamenOf a signature that is wrong', () => {
  it.each(TAMPERED.map(({ name, problema }) => [name, problema] as const))(
    '%s: says what is wrong and what that means',
    (name, problema) => {
      const { resultado, resumen, defectos } = dictamenOf(readFixture(`tampered/${name}.xml`), AT)
      const expected: ResultadoFirma = name === 'sin-firma' ? 'SIN_FIRMA' : DE_OTRA_FORMA.has(name) ? 'CON_REPAROS' : 'INVALIDA'
      expect(resultado).toBe(expected)
      expect(resumen).toMatch(/\.$/)
      expect(defectos.map(({ motivo }) => motivo).join('\n')).toMatch(problema)
      for (const { motivo, significado } of defectos) for (const text of [motivo, significado]) expect(text).toMatch(/^[A-ZÁÉÍÓÚ].*\.$/)
    },
  )

  it('puts what breaks the signature before what is only of another form', () => {
    const changed = change('1790012344001', '1790012344002', readFixture('tampered/target-ajeno.xml').toString('utf8'))
    expect(dictamenOf(changed).defectos.map(({ clase }) => clase)).toEqual(['ROTA', 'FORMA'])
  })

  it.each([
    ['nothing', ''],
    ['no XML', 'hola'],
    ['cut short', good.slice(0, 900)],
    ['a DOCTYPE', `<!DOCTYPE a>${good.slice(good.indexOf('<factura'))}`],
  ])('%s: it cannot be read', (_what, text) => {
    const { resultado, defectos } = dictamenOf(Buffer.from(text))
    expect(resultado).toBe('ILEGIBLE')
    expect(defectos[0]?.motivo).toMatch(/^El XML no se puede leer: /)
  })
})

describe('dictamenOf signatures of other signers', () => {
  const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
  const codigos = (signed: string) => dictamenOf(signed, AT).defectos.map(({ codigo }) => codigo)

  it('exclusive canonicalisation everywhere: it holds, and the SRI would refuse it', () => {
    const transform = `<ds:Transform Algorithm="${EXCLUSIVE}"></ds:Transform>`
    const everywhere = change('http://www.w3.org/TR/2001/REC-xml-c14n-20010315', EXCLUSIVE)
      .replace('</ds:Transforms>', `${transform}</ds:Transforms>`)
      .replace(/(<ds:Reference (?:Type|URI)[^>]*>)(<ds:DigestMethod)/g, `$1<ds:Transforms>${transform}</ds:Transforms>$2`)
    const signed = resign(firmante, everywhere)
    expectOthersToAccept(signed)
    expect(dictamenOf(signed, AT)).toMatchObject({
      resultado: 'CON_REPAROS',
      referencias: [{ intacta: true }, { intacta: true }, { intacta: true }],
    })
    expect(new Set(codigos(signed))).toEqual(new Set(['OTRA_CANONICALIZACION']))
    expect(dictamenOf(signed.replace('1790012344001', '1790012344002')).resultado).toBe('INVALIDA')
  })

  it('exclusive canonicalisation with a list of prefixes', () => {
    const listed = `${EXCLUSIVE}"><ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="ds etsi #default"></ec:InclusiveNamespaces></ds:CanonicalizationMethod>`
    const signed = resign(firmante, change('http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></ds:CanonicalizationMethod>', listed))
    expectOthersToAccept(signed)
    expect(dictamenOf(signed, AT).resultado).toBe('CON_REPAROS')
  })

  it('SHA-256 for digests and value: valid, and noted', () => {
    const stronger = good
      .replaceAll('http://www.w3.org/2000/09/xmldsig#sha1', 'http://www.w3.org/2001/04/xmlenc#sha256')
      .replace('http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
      .replace(
        /(<etsi:CertDigest>.*?<ds:DigestValue>)[^<]*/,
        /<etsi:CertDigest>.*?<ds:DigestValue>[^<]*/.exec(signXml(buildFirmante('sha256'), COMPROBANTE, AT))?.[0] ?? '',
      )
    const signed = resign(firmante, stronger)
    expectOthersToAccept(signed)
    const { resultado, notas, algoritmo } = dictamenOf(signed, AT)
    expect({ resultado, algoritmo }).toEqual({ resultado: 'VALIDA', algoritmo: 'RSA-SHA256' })
    expect(notas[0]).toMatch(/más fuerte que SHA-1/)
  })

  it('other prefixes, the default one too, and the whole root by an empty URI', () => {
    const empty = resign(firmante, change('URI="#comprobante"', 'URI=""'))
    expect(dictamenOf(empty, AT).resultado).toBe('VALIDA')
    expect(dictamenOf(empty, AT).referencias.at(-1)?.frase).toContain(
      'la referencia no nombra: vacía (URI="") significa el documento entero',
    )
    expect(dictamenOf(resign(firmante, change(' URI="#comprobante"', ''))).defectos.map(({ motivo }) => motivo)).toContain(
      'Una referencia de la firma no dice qué parte del documento cubre (le falta el atributo URI).',
    )
    const xades = resign(firmante, good.replaceAll('etsi:', 'xades132:').replace('xmlns:etsi', 'xmlns:xades132'))
    expect(dictamenOf(xades, AT).resultado).toBe('VALIDA')
    const unprefixed = resign(firmante, good.replaceAll('<ds:', '<').replaceAll('</ds:', '</').replace('xmlns:ds=', 'xmlns='))
    expect(dictamenOf(unprefixed, AT)).toMatchObject({ resultado: 'VALIDA', defectos: [] })
  })

  it('no issuer and serial number, SigningCertificateV2, another version of XAdES: the digest of the certificate says who', () => {
    const sinEmisor = resign(firmante, change(/<etsi:IssuerSerial>.*<\/etsi:IssuerSerial>/, ''))
    expect(codigos(sinEmisor)).toEqual(['EMISOR_DISTINTO', 'SERIE_DISTINTA'])
    const v2 = resign(
      firmante,
      change(/<etsi:IssuerSerial>.*<\/etsi:IssuerSerial>/, '').replaceAll('etsi:SigningCertificate>', 'etsi:SigningCertificateV2>'),
    )
    expect(codigos(v2)).toEqual(['CERTIFICADO_V2'])
    const older = resign(firmante, good.replaceAll('01903/v1.3.2#', '01903/v1.2.2#'))
    expect(codigos(older)).toEqual(['XADES_DE_OTRA_VERSION'])
    for (const signed of [sinEmisor, v2, older]) expect(dictamenOf(signed).resultado).toBe('CON_REPAROS')
  })

  it('X509Data with issuer and serial number, subject and chain beside the certificate', () => {
    const more =
      '<ds:X509IssuerSerial><ds:X509IssuerName>CN=X</ds:X509IssuerName><ds:X509SerialNumber>1</ds:X509SerialNumber></ds:X509IssuerSerial><ds:X509SubjectName>CN=X</ds:X509SubjectName>'
    expect(dictamenOf(resign(firmante, change('<ds:X509Data>', `<ds:X509Data>${more}`)), AT).resultado).toBe('VALIDA')
    expect(dictamenOf(resign(firmante, change(/<ds:KeyValue>.*<\/ds:KeyValue>/, '')), AT).resultado).toBe('VALIDA')
  })
})

describe('dictamenOf says what lies outside the signature', () => {
  const wrap = (inner: string) =>
    `<?xml version="1.0"?><autorizacion><estado>AUTORIZADO</estado><comprobante>${inner}</comprobante></autorizacion>`
  const canonical = good.slice(good.indexOf('<factura'))
  const AUTORIZACION = 'La autorización del SRI que lo envuelve (estado, número y fecha) no la protege esta firma: se confirma en el SRI.'

  it.each([
    ['CDATA', `<![CDATA[${good}]]>`, 1],
    ['escaped text', good.replaceAll('&', '&amp;').replaceAll('<', '&lt;'), 1],
    ['elements', canonical, 2],
  ])('the <autorizacion> around a document held as %s', (_how, inner, count) => {
    const { resultado, fuera } = dictamenOf(wrap(inner), AT)
    expect(resultado).toBe('VALIDA')
    expect(fuera).toHaveLength(count)
    expect(fuera[0]).toBe(AUTORIZACION)
  })

  it('a namespace of the envelope does not reach the document inside', () => {
    expect(dictamenOf(wrap(canonical).replace('<autorizacion>', '<autorizacion xmlns:soap="urn:soap" xml:lang="es">')).resultado).toBe(
      'VALIDA',
    )
  })

  it('comments, but not what only looks like one', () => {
    expect(dictamenOf(good.replace('<vacio>', '<!-- nota --><vacio>')).fuera).toEqual([
      'Los comentarios del XML: la firma no los toma en cuenta.',
    ])
    expect(dictamenOf(resign(firmante, good.replace('<vacio>', '<vacio><![CDATA[<!-- x -->]]>'))).fuera).toEqual([])
  })

  it('other objects and unsigned properties inside the signature, but not an object that is signed', () => {
    const unsigned = change(
      '</etsi:QualifyingProperties>',
      '<etsi:UnsignedProperties></etsi:UnsignedProperties></etsi:QualifyingProperties>',
    )
    expect(dictamenOf(unsigned).fuera).toEqual(['<etsi:UnsignedProperties>, dentro del elemento de la firma: ninguna referencia lo cubre.'])
    expect(dictamenOf(change('</ds:Signature>', '<ds:Object><otro></otro></ds:Object></ds:Signature>')).fuera).toEqual([
      '<otro>, dentro del elemento de la firma: ninguna referencia lo cubre.',
    ])
    const reference =
      '<ds:Reference URI="#mas"><ds:DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"></ds:DigestMethod><ds:DigestValue></ds:DigestValue></ds:Reference></ds:SignedInfo>'
    const signed = resign(
      firmante,
      change('</ds:SignedInfo>', reference).replace('</ds:Signature>', '<ds:Object Id="mas"><otro></otro></ds:Object></ds:Signature>'),
    )
    expect(dictamenOf(signed, AT)).toMatchObject({ resultado: 'VALIDA', fuera: [] })
    expect(dictamenOf(signed).referencias.at(-1)?.frase).toMatch(/^Cubre «#mas», que no es ninguna/)
  })
})
