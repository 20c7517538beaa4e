import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ParseOption, XmlDocument, XmlElement } from 'libxml2-wasm'
import { signInvoiceXml } from 'ec-sri-invoice-signer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { writeP12, type Cifrado } from '../autoridad/pkcs12.ts'
import { wsdlOf } from '../soap/wsdl.ts'
import { claveFor, estadoOf, facturaXml, startEscenario, type Escenario } from '../testing/escenario.ts'
import { hasOficial, OFICIAL } from '../testing/referencia.ts'
import { parseName, nameMatches } from './nombre.ts'

let e: Escenario
beforeAll(async () => {
  e = await startEscenario()
})
afterAll(() => e.close())

const signWith = (secuencial: number, cifrado: Cifrado): string =>
  signInvoiceXml(
    facturaXml({ secuencial }),
    writeP12([{ ...e.firma, nombre: 'Signing Key' }], [e.autoridad.certificado.raw], 'secreto', cifrado),
    { pkcs12Password: 'secreto' },
  )

describe('signatures of others', () => {
  // This signer opens our files with any encryption, but writes modulus and exponent as the bytes of decimal digits, and the serial number
  // in hexadecimal: known causes of 39 (ficha técnica, and sri/README §8.3).
  it.each(['aes', '3des', 'rc2'] as const)('a public signer opens our .p12 (%s); its ill-written key is refused', async (cifrado) => {
    const secuencial = { aes: 1, '3des': 2, rc2: 3 }[cifrado]
    expect(estadoOf(await e.validar(signWith(secuencial, cifrado)))).toBe('RECIBIDA')
    const { text } = await e.autorizar(claveFor({ secuencial }))
    expect(text).toMatch(/<identificador>39<[^]*la clave pública escrita en la firma no es la del certificado/)
  })
})

describe('issuer names', () => {
  const encoded = [
    { oid: '2.5.4.6', value: 'EC' },
    { oid: '2.5.4.10', value: 'Lazzate Cia. Ltda., S.A.' },
    { oid: '2.5.4.97', value: 'VATES-A66721499' },
    { oid: '1.2.840.113549.1.9.1', value: 'info@ca.ec' },
  ]
  it.each([
    'E=info@ca.ec,2.5.4.97=VATES-A66721499,O=Lazzate Cia. Ltda.\\, S.A.,C=EC',
    'EMAILADDRESS=info@ca.ec, organizationIdentifier=VATES-A66721499, O="Lazzate Cia. Ltda., S.A.", C=EC',
    '1.2.840.113549.1.9.1=#160a696e666f4063612e6563,OID.2.5.4.97=VATES-A66721499,O=Lazzate Cia. Ltda.\\2C S.A.,C=EC',
  ])('%s is the same name', (text) => {
    expect(nameMatches(text, encoded)).toBe(true)
  })

  it('the other order, another value or no name at all is not', () => {
    expect(nameMatches('C=EC,O=Lazzate Cia. Ltda.\\, S.A.,2.5.4.97=VATES-A66721499,E=info@ca.ec', encoded)).toBe(false)
    expect(nameMatches('E=info@ca.ec,2.5.4.97=VATES-A66721499,O=Otra,C=EC', encoded)).toBe(false)
    expect([parseName('nada'), parseName('')]).toEqual([undefined, undefined])
  })
})

const WSDL = path.join(OFICIAL, 'wsdl')

/** Every element and complex type of the schema inside a WSDL: path, type, occurrence. */
function shapeOf(text: string | Buffer): string[] {
  const doc = XmlDocument.fromBuffer(Buffer.from(text), { option: ParseOption.XML_PARSE_NONET })
  try {
    const nodes = doc.root.find('//xs:element | //xs:complexType[@name]', { xs: 'http://www.w3.org/2001/XMLSchema' }) as XmlElement[]
    return nodes
      .map((node) => {
        const owner = node.get('ancestor::xs:complexType[@name][1]', { xs: 'http://www.w3.org/2001/XMLSchema' }) as XmlElement | null
        return [
          owner?.attr('name')?.value ?? '',
          node.name,
          ...['name', 'ref', 'type', 'minOccurs', 'maxOccurs'].map((a) => node.attr(a)?.value ?? ''),
        ].join(' ')
      })
      .sort()
  } finally {
    doc.dispose()
  }
}

describe('WSDL', () => {
  it.skipIf(!hasOficial).each([
    ['RecepcionComprobantesOffline', 'RespuestaSolicitud'],
    ['AutorizacionComprobantesOffline', 'RespuestaAutorizacion'],
  ])('%s describes the messages of the official WSDL', (servicio, unused) => {
    // One global element of each published schema belongs to no message.
    const published = shapeOf(readFileSync(path.join(WSDL, `${servicio}.pruebas.wsdl`))).filter((line) => !line.includes(` ${unused} `))
    expect(shapeOf(wsdlOf(servicio, 'http://x') ?? '')).toEqual(published)
  })
})
