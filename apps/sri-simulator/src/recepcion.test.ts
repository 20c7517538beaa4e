import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createAutoridadAjena } from './autoridad/raiz.ts'
import { instantText } from './reloj.ts'
import {
  claveFor,
  codigosOf,
  estadoOf,
  facturaXml,
  fechaOf,
  issueFor,
  RUC,
  startEscenario,
  type Escenario,
  type FacturaDePrueba,
} from './testing/escenario.ts'
import type { FirmaDePrueba } from './testing/firmar.ts'

let e: Escenario
let next = 0

beforeAll(async () => {
  e = await startEscenario()
})
afterAll(() => e.close())

interface Destino {
  readonly recepcion: string
  readonly autorizacion: string
  readonly codigos: string[]
}

async function fate(
  change: (xml: string) => string = (xml) => xml,
  firma: Partial<FirmaDePrueba> = {},
  tamper: (xml: string) => string = (xml) => xml,
  options: FacturaDePrueba = {},
): Promise<Destino> {
  next += 1
  const factura = { secuencial: next, ...options }
  const received = await e.validar(tamper(e.sign(change(facturaXml(factura)), firma)))
  const authorised = await e.autorizar(claveFor(factura))
  return { recepcion: estadoOf(received), autorizacion: estadoOf(authorised), codigos: [...codigosOf(received), ...codigosOf(authorised)] }
}

const returned = (codigo: string): Destino => ({ recepcion: 'DEVUELTA', autorizacion: '', codigos: [codigo] })
const notAuthorised = (codigo: string): Destino => ({ recepcion: 'RECIBIDA', autorizacion: 'NO AUTORIZADO', codigos: [codigo] })
const AUTHORISED: Destino = { recepcion: 'RECIBIDA', autorizacion: 'AUTORIZADO', codigos: ['60'] }
const put = (tag: string, value: string) => (xml: string) => xml.replace(new RegExp(`<${tag}>[^<]*`), `<${tag}>${value}`)

describe('reception and authorisation', () => {
  it('authorises a correct invoice and gives back its very bytes', async () => {
    const factura = { secuencial: 900_000 }
    const signed = e.sign(facturaXml(factura).replace('nombre="RUC', 'nombre="]]> RUC'))
    expect(estadoOf(await e.validar(signed))).toBe('RECIBIDA')
    const { text } = await e.autorizar(claveFor(factura))
    const comprobante = /<comprobante><!\[CDATA\[([^]*)\]\]><\/comprobante>/.exec(text)?.[1]?.replaceAll(']]]]><![CDATA[>', ']]>')
    expect(comprobante).toBe(signed)
    expect(text).toMatch(/<fechaAutorizacion>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d-05:00</)
    expect(text).toContain(`<numeroAutorizacion>${claveFor(factura)}<`)
    expect(text).toContain('<numeroComprobantes>1<')
    const libro = (await e.control('GET', `libro/${claveFor(factura)}`)) as { intentos: { sha256: string }[] }
    expect(libro.intentos.map((i) => i.sha256)).toEqual([createHash('sha256').update(signed).digest('hex')])
  })

  const cases: readonly (readonly [string, Destino, () => Promise<Destino>])[] = [
    ['an invoice as it should be', AUTHORISED, () => fate()],
    ['35 an element missing', returned('35'), () => fate((xml) => xml.replace(/<dirMatriz>.*<\/dirMatriz>/, ''))],
    ['35 not well formed', returned('35'), () => fate(undefined, {}, (xml) => xml.replace('</factura>', ''))],
    ['35 a DOCTYPE', returned('35'), () => fate(undefined, {}, (xml) => xml.replace('<factura', '<!DOCTYPE a [<!ENTITY b "c">]><factura'))],
    ['35 another encoding', returned('35'), () => fate(undefined, {}, (xml) => xml.replace('UTF-8', 'ISO-8859-1'))],
    ['26 more than 320 KB', returned('26'), () => fate((xml) => xml.replace('</factura>', `${' '.repeat(330_000)}</factura>`))],
    ['36 an unknown version', returned('36'), () => fate((xml) => xml.replace('version="1.1.0"', 'version="3.0.0"'))],
    ['48 an unknown document', returned('48'), () => fate((xml) => xml.replaceAll('factura', 'proforma'))],
    ['47 codDoc of another document', returned('47'), () => fate(put('codDoc', '04'))],
    ['46 a RUC that cannot be', notAuthorised('46'), () => fate(undefined, {}, undefined, { ruc: '9990012344001' })],
    [
      '58 check digit',
      notAuthorised('58'),
      async () => {
        next += 1
        const clave = claveFor({ secuencial: next })
        const wrong = `${clave.slice(0, 48)}${(Number(clave[48]) + 1) % 10}`
        const received = await e.validar(e.sign(facturaXml({ secuencial: next }).replaceAll(clave, wrong)))
        const authorised = await e.autorizar(wrong)
        return { recepcion: estadoOf(received), autorizacion: estadoOf(authorised), codigos: codigosOf(authorised) }
      },
    ],
    ['58 series differs from the key', notAuthorised('58'), () => fate(put('ptoEmi', '002'))],
    ['58 date differs from the key', notAuthorised('58'), () => fate(put('fechaEmision', fechaOf(Date.now() - 86_400_000)))],
    ['65 tomorrow', returned('65'), () => fate(undefined, {}, undefined, { fecha: fechaOf(Date.now() + 86_400_000) })],
    ['65 more than 90 days ago', returned('65'), () => fate(undefined, {}, undefined, { fecha: fechaOf(Date.now() - 91 * 86_400_000) })],
    ['90 days ago is still taken', AUTHORISED, () => fate(undefined, {}, undefined, { fecha: fechaOf(Date.now() - 90 * 86_400_000) })],
    ['67 a day that does not exist', returned('67'), () => fate(undefined, {}, undefined, { fecha: '31/02/2026' })],
    [
      '69 a final consumer above 50 dollars',
      notAuthorised('69'),
      () =>
        fate((xml) => put('tipoIdentificacionComprador', '07')(put('identificacionComprador', '9999999999999')(xml)), {}, undefined, {
          lineas: 5,
        }),
    ],
    [
      'a final consumer up to 50 dollars',
      AUTHORISED,
      () =>
        fate((xml) => put('tipoIdentificacionComprador', '07')(put('identificacionComprador', '9999999999999')(xml)), {}, undefined, {
          lineas: 4,
        }),
    ],
    [
      '62 warns of a cédula with a wrong digit',
      { ...AUTHORISED, codigos: ['60', '62'] },
      () => fate(put('identificacionComprador', '0923456785')),
    ],
    ['production has no warning 60', { ...AUTHORISED, codigos: [] }, () => fate(undefined, {}, undefined, { ambiente: '2' })],
    ['52 line total', notAuthorised('52'), () => fate(put('precioTotalSinImpuesto', '10.02'))],
    [
      '52 header IVA',
      notAuthorised('52'),
      () => fate((xml) => xml.replace('<valor>1.50</valor></totalImpuesto>', '<valor>1.52</valor></totalImpuesto>')),
    ],
    ['52 total', notAuthorised('52'), () => fate(put('importeTotal', '11.60'))],
    ['52 payments', notAuthorised('52'), () => fate((xml) => xml.replace('<total>11.50', '<total>11.00'))],
    [
      '52 tip above 10 %',
      notAuthorised('52'),
      () => fate((xml) => put('importeTotal', '13.50')(put('propina', '2.00')(xml)).replace('<total>11.50', '<total>13.50')),
    ],
    ['52 a rate of another code', notAuthorised('52'), () => fate((xml) => xml.replaceAll('<codigoPorcentaje>4', '<codigoPorcentaje>2'))],
    [
      'one cent is tolerated',
      AUTHORISED,
      () => fate((xml) => xml.replace('<valor>1.50</valor></totalImpuesto>', '<valor>1.51</valor></totalImpuesto>')),
    ],
  ]
  it.each(cases)('%s', async (_title, expected, run) => {
    expect(await run()).toEqual(expected)
  })

  it('43 answers a key that is authorised, 45 a number used under another key', async () => {
    const first = e.sign(facturaXml({ secuencial: 800_001 }))
    await e.validar(first)
    expect(codigosOf(await e.validar(first))).toEqual(['43'])
    expect(codigosOf(await e.validar(e.sign(facturaXml({ secuencial: 800_001, codigo: '87654321' }))))).toEqual(['45'])
  })

  it('70 answers a key that is being processed, and its authorisation shows only when due', async () => {
    await e.control('POST', 'config', { retrasoMs: 60_000 })
    const signed = e.sign(facturaXml({ secuencial: 800_002 }))
    expect(estadoOf(await e.validar(signed))).toBe('RECIBIDA')
    expect(codigosOf(await e.validar(signed))).toEqual(['70'])
    expect((await e.autorizar(claveFor({ secuencial: 800_002 }))).text).toContain('<numeroComprobantes>0<')
    await e.control('POST', 'config', { pendiente: 'en-proceso' })
    expect(estadoOf(await e.autorizar(claveFor({ secuencial: 800_002 })))).toBe('EN PROCESO')
    await e.control('POST', 'config', { retrasoMs: 0, pendiente: 'vacia' })
  })

  it('a document not authorised is corrected with its number and key, and both answers are kept', async () => {
    const factura = { secuencial: 800_003 }
    await e.validar(e.sign(put('importeTotal', '99.00')(facturaXml(factura))))
    expect(estadoOf(await e.validar(e.sign(facturaXml(factura))))).toBe('RECIBIDA')
    const { text } = await e.autorizar(claveFor(factura))
    expect([...text.matchAll(/<estado>([^<]*)/g)].map((m) => m[1])).toEqual(['NO AUTORIZADO', 'AUTORIZADO'])
  })

  it('only the first group that fails is told', async () => {
    expect(
      await fate(
        (xml) => put('importeTotal', '99.00')(put('ptoEmi', '002')(xml)),
        {},
        (xml) => xml.replace('FICTICIA', 'FALSA'),
      ),
    ).toEqual(notAuthorised('58'))
  })
})

describe('signature', () => {
  const otherThan = (char: string) => (char === 'A' ? 'B' : 'A')
  const breaks: readonly (readonly [string, (xml: string) => string])[] = [
    ['a changed amount', (xml) => xml.replace('<importeTotal>11.50', '<importeTotal>11.51')],
    ['a changed signing time', (xml) => xml.replace(/(<etsi:SigningTime>)\d{4}/, '$12014')],
    ['a changed key', (xml) => xml.replace(/(?<=<ds:Modulus>.{20})./, otherThan)],
    ['a changed signature value', (xml) => xml.replace(/(?<=<ds:SignatureValue Id="Value-1">.{20})./, otherThan)],
    ['pretty printing', (xml) => xml.replace('<infoFactura>', '\n  <infoFactura>')],
    ['carriage returns', (xml) => xml.replace('Quito', 'Quito&#13;')],
    ['a byte order mark', (xml) => `\ufeff${xml}`],
    [
      'a second reference to other data',
      (xml) => xml.replace('</ds:SignedInfo>', '<ds:Reference URI="#otro"></ds:Reference></ds:SignedInfo>'),
    ],
    ['a further object in the signature', (xml) => xml.replace('</ds:Signature>', '<ds:Object Id="Object-2"></ds:Object></ds:Signature>')],
    ['a namespace declared on the root afterwards', (xml) => xml.replace('<factura ', '<factura xmlns:x="urn:x" ')],
  ]
  it.each(breaks)('39 for %s', async (_title, tamper) => {
    expect(await fate(undefined, {}, tamper)).toEqual(notAuthorised('39'))
  })

  it.each(['propiedades', 'clave', 'documento'])('39 when the reference «%s» is missing', async (name) => {
    expect(await fate(undefined, { omit: [name] })).toEqual(notAuthorised('39'))
  })

  it('39 without signature', async () => {
    expect(await fate(undefined, {}, (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, ''))).toEqual(notAuthorised('39'))
  })

  it('SHA-256 is taken too', async () => {
    expect(await fate(undefined, { digest: 'sha256' })).toEqual(AUTHORISED)
  })

  it('39 for a signing time ahead of the clock of the authority', async () => {
    expect(await fate(undefined, { at: instantText(Date.now() + 10 * 60_000) })).toEqual(notAuthorised('39'))
  })

  it('39 for an issuer or a serial number that is not the certificate’s', async () => {
    expect(await fate(undefined, { issuerName: 'CN=Otra,O=Otra,C=EC' })).toEqual(notAuthorised('39'))
    expect(await fate(undefined, { serial: '1' })).toEqual(notAuthorised('39'))
  })

  const certificates: readonly (readonly [string, string, Parameters<typeof issueFor>[1]])[] = [
    ['of another RUC', '39', { titular: { nombre: 'Otra', ruc: '0193456782001', cedula: '0923456784' } }],
    ['of 1024 bits', '39', { tamano: 1024 }],
    ['for encryption', '39', { uso: 'cifrado' }],
    ['not yet valid', '39', { desde: Date.now() + 86_400_000 }],
    ['expired', '42', { desde: 0, hasta: Date.now() - 86_400_000 }],
  ]
  it.each(certificates)('a certificate %s is refused with %s', async (_title, codigo, peticion) => {
    const { key, certificado } = await issueFor(e.autoridad, peticion)
    expect(await fate(undefined, { privateKey: key, certificado })).toEqual(notAuthorised(codigo))
  })

  it('a natural person signs with the cédula of the RUC', async () => {
    const { key, certificado } = await issueFor(e.autoridad, { titular: { nombre: 'Persona', cedula: '1712345675' } })
    expect(await fate(undefined, { privateKey: key, certificado }, undefined, { ruc: '1712345675001' })).toEqual(AUTHORISED)
  })

  it('40 when the certificate is no certificate', async () => {
    expect(
      (await fate(undefined, { certificado: e.firma.certificado }, (xml) => xml.replace(/<ds:X509Data>.*<\/ds:X509Data>/, ''))).codigos[0],
    ).toMatch(/39|40/)
  })

  it('an unknown authority is taken with a notice in lenient mode and refused with 39 in strict mode', async () => {
    const { key, certificado } = await issueFor(await createAutoridadAjena())
    const factura = { secuencial: 700_001 }
    await e.validar(e.sign(facturaXml(factura), { privateKey: key, certificado }))
    expect((await e.autorizar(claveFor(factura))).text).toMatch(/AUTORIZADO<[^]*No existe un certificado root registrado/)
    await e.control('POST', 'config', { modo: 'estricto' })
    expect(await fate(undefined, { privateKey: key, certificado })).toEqual(notAuthorised('39'))
    expect(await fate()).toEqual(AUTHORISED)
    await e.control('POST', 'config', { modo: 'permisivo' })
  })
})

describe('scripted issuers and receivers', () => {
  it.each(['2', '27', '34', '37', '57', '63'])('a RUC refused with %s comes back when it is settled', async (codigo) => {
    await e.control('POST', 'emisor', { ruc: RUC, codigo })
    expect(await fate()).toEqual(notAuthorised(codigo))
    await e.control('POST', 'emisor', { ruc: RUC, codigo: null })
    expect(await fate()).toEqual(AUTHORISED)
  })

  it('10 for a closed establishment, 28 already at reception, 69 and 59 for receivers', async () => {
    await e.control('POST', 'emisor', { ruc: RUC, estab: '001', codigo: '10' })
    expect(await fate()).toEqual(notAuthorised('10'))
    await e.control('POST', 'emisor', { ruc: RUC, estab: '001', codigo: null })
    await e.control('POST', 'emisor', { ruc: RUC, codigo: '28' })
    expect(await fate()).toEqual(returned('28'))
    await e.control('POST', 'emisor', { ruc: RUC, codigo: null })
    await e.control('POST', 'receptor', { identificacion: '0923456784', codigo: '69' })
    expect(await fate()).toEqual(notAuthorised('69'))
    await e.control('POST', 'receptor', { identificacion: '0923456784', codigo: '59' })
    expect((await fate()).codigos).toEqual(['60', '59'])
    await e.control('POST', 'receptor', { identificacion: '0923456784', codigo: null })
  })

  it('an annulled key shows in ConsultaComprobante, an unknown one is RECHAZADA with 99', async () => {
    const factura = { secuencial: 700_002 }
    await e.validar(e.sign(facturaXml(factura)))
    expect((await e.consultar(claveFor(factura))).text).toContain('<estadoAutorizacion>AUTORIZADO<')
    await e.control('POST', 'anular', { clave: claveFor(factura) })
    expect((await e.consultar(claveFor(factura))).text).toContain('<estadoAutorizacion>ANULADO<')
    expect((await e.consultar(claveFor({ secuencial: 700_999 }))).text).toMatch(/<estadoConsulta>RECHAZADA<[^]*<identificador>99</)
  })

  it('a lote is received whole and asked for by its own key', async () => {
    const lote = claveFor({ secuencial: 600_000, codigo: '00000001' })
    const items = [600_001, 600_002].map((secuencial) => e.sign(facturaXml({ secuencial })))
    const xml = `<?xml version="1.0" encoding="UTF-8"?><lote version="1.0.0"><claveAcceso>${lote}</claveAcceso><ruc>${RUC}</ruc><comprobantes>${items.map((item) => `<comprobante><![CDATA[${item}]]></comprobante>`).join('')}</comprobantes></lote>`
    expect(estadoOf(await e.validar(xml))).toBe('RECIBIDA')
    const { text } = await e.autorizarLote(lote)
    expect(text).toContain('<numeroComprobantesLote>2<')
    expect([...text.matchAll(/<estado>AUTORIZADO</g)]).toHaveLength(2)
  })
})
