// Every code of the authority, caused by a document or by a state. The table of README.md names the same causes.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { claveOf, documentoXml, VERSIONES, type DocumentoDePrueba } from './testing/documentos.ts'
import { claveFor, codigosOf, estadoOf, facturaXml, fechaOf, issueFor, RUC, startEscenario, type Escenario } from './testing/escenario.ts'
import { REFERENCIA } from './testing/referencia.ts'

const DAY = 86_400_000
let e: Escenario
let next = 0

beforeAll(async () => {
  e = await startEscenario()
})
afterAll(() => e.close())
beforeEach(async () => {
  await e.control('POST', 'reset', { libro: false })
  await e.control('POST', 'config', { retrasoMs: 0 })
})

type Cambio = (xml: string) => string
const put =
  (tag: string, value: string): Cambio =>
  (xml) =>
    xml.replace(new RegExp(`<${tag}>[^<]*`, 'g'), `<${tag}>${value}`)
const same: Cambio = (xml) => xml

interface Destino {
  readonly recepcion: string
  readonly autorizacion: string
  readonly codigos: readonly string[]
}

/** Sends a document changed before its signature, and answers its result. */
async function fate(change: Cambio = same, options: Partial<DocumentoDePrueba> = {}): Promise<Destino> {
  next += 1
  const documento = { raiz: 'factura', version: '1.1.0', secuencial: next, fecha: fechaOf(e.simulador.tribunal.now()), ...options }
  const received = await e.validar(e.sign(change(documentoXml(documento))))
  const authorised = await e.autorizar(claveOf(documento))
  return { recepcion: estadoOf(received), autorizacion: estadoOf(authorised), codigos: [...codigosOf(received), ...codigosOf(authorised)] }
}

const returned = (codigo: string): Destino => ({ recepcion: 'DEVUELTA', autorizacion: '', codigos: [codigo] })
const notAuthorised = (codigo: string): Destino => ({ recepcion: 'RECIBIDA', autorizacion: 'NO AUTORIZADO', codigos: [codigo] })
const authorised = (...codigos: string[]): Destino => ({ recepcion: 'RECIBIDA', autorizacion: 'AUTORIZADO', codigos })

const withEmisor = async (body: object, options?: Partial<DocumentoDePrueba>): Promise<Destino> => {
  await e.control('POST', 'emisor', { ruc: RUC, ...body })
  return fate(same, options)
}

async function withCertificado(peticion: Parameters<typeof issueFor>[1], change: Cambio = same, impreso?: Uint8Array): Promise<Destino> {
  next += 1
  const { key, certificado } = await issueFor(e.autoridad, peticion)
  const received = await e.validar(
    change(e.sign(facturaXml({ secuencial: next }), { certificado, privateKey: key, ...(impreso && { impreso }) })),
  )
  const told = await e.autorizar(claveFor({ secuencial: next }))
  return { recepcion: estadoOf(received), autorizacion: estadoOf(told), codigos: [...codigosOf(received), ...codigosOf(told)] }
}

const nota = { raiz: 'notaCredito', version: '1.1.0' } as const
const guia = { raiz: 'guiaRemision', version: '1.1.0' } as const

// Code, expected result, and its cause.
const CAUSAS: readonly (readonly [codigo: string, expected: Destino, cause: () => Promise<Destino>])[] = [
  ['2', notAuthorised('2'), () => withEmisor({ codigo: '2' })],
  ['10', notAuthorised('10'), () => withEmisor({ estab: '001', codigo: '10' })],
  ['26', returned('26'), () => fate((xml) => xml.replace('</factura>', `${' '.repeat(330_000)}</factura>`))],
  ['27', notAuthorised('27'), () => withEmisor({ codigo: '27' })],
  ['28', returned('28'), () => withEmisor({ codigo: '28' })],
  [
    '33',
    returned('33'),
    async () => {
      await e.control('POST', 'config', { maximoPorMinuto: 1 })
      await e.validar(e.sign(documentoXml({ raiz: 'factura', version: '1.1.0', secuencial: (next += 1) })))
      return fate()
    },
  ],
  ['34', notAuthorised('34'), () => withEmisor({ codDoc: '04', codigo: '34' }, nota)],
  ['35', returned('35'), () => fate((xml) => xml.replace(/<dirMatriz>.*<\/dirMatriz>/, ''))],
  ['36', returned('36'), () => fate((xml) => xml.replace('version="1.1.0"', 'version="3.0.0"'))],
  [
    '37',
    notAuthorised('37'),
    async () => {
      await e.control('POST', 'config', { ambiente: '2' })
      return fate()
    },
  ],
  ['39', notAuthorised('39'), () => withCertificado({}, (xml) => xml.replace('<importeTotal>11.50', '<importeTotal>11.51'))],
  ['40', notAuthorised('40'), () => withCertificado({}, same, Buffer.from('no es un certificado'))],
  ['42', notAuthorised('42'), () => withCertificado({ desde: 0, hasta: Date.now() - DAY })],
  [
    '43',
    returned('43'),
    async () => {
      const signed = e.sign(facturaXml({ secuencial: (next += 1), codigo: '00000043' }))
      await e.validar(signed)
      return { recepcion: 'DEVUELTA', autorizacion: '', codigos: codigosOf(await e.validar(signed)) }
    },
  ],
  [
    '45',
    returned('45'),
    async () => {
      next += 1
      await e.validar(e.sign(facturaXml({ secuencial: next })))
      const received = await e.validar(e.sign(facturaXml({ secuencial: next, codigo: '87654321' })))
      return { recepcion: estadoOf(received), autorizacion: '', codigos: codigosOf(received) }
    },
  ],
  ['46', notAuthorised('46'), () => fate(same, { ruc: '9990012344001' })],
  ['47', returned('47'), () => fate(put('codDoc', '99'))],
  ['48', returned('48'), () => fate((xml) => xml.replaceAll('factura', 'proforma'))],
  [
    '49',
    returned('49'),
    async () => {
      const received = await e.validar('')
      return { recepcion: estadoOf(received), autorizacion: '', codigos: codigosOf(received) }
    },
  ],
  [
    '50',
    returned('50'),
    async () => {
      await e.control('POST', 'fallas', { tipo: 'veredicto', fase: 'recepcion', codigo: '50' })
      return fate()
    },
  ],
  ['52', notAuthorised('52'), () => fate(put('importeTotal', '11.60'))],
  ['56', notAuthorised('56'), () => withEmisor({ estab: '001', codigo: '56' })],
  ['57', notAuthorised('57'), () => withEmisor({ codigo: '57' })],
  ['58', notAuthorised('58'), () => fate(put('ptoEmi', '002'))],
  [
    '59',
    authorised('60', '59'),
    async () => {
      await e.control('POST', 'receptor', { identificacion: '0923456784', codigo: '59' })
      return fate()
    },
  ],
  ['60', authorised('60'), () => fate()],
  ['62', authorised('60', '62'), () => fate(put('identificacionComprador', '0923456785'))],
  ['63', notAuthorised('63'), () => withEmisor({ codigo: '63' })],
  ['64', notAuthorised('64'), () => fate(put('codDocModificado', '99'), nota)],
  ['65', returned('65'), () => fate(same, { fecha: fechaOf(e.simulador.tribunal.now() + DAY) })],
  ['67', returned('67'), () => fate(same, { fecha: '31/02/2026' })],
  ['68', authorised('60', '68'), () => fate(same, nota)],
  [
    '69',
    notAuthorised('69'),
    async () => {
      await e.control('POST', 'receptor', { identificacion: '0923456784', codigo: '69' })
      return fate()
    },
  ],
  [
    '70',
    returned('70'),
    async () => {
      await e.control('POST', 'config', { retrasoMs: 3_600_000 })
      const signed = e.sign(facturaXml({ secuencial: (next += 1) }))
      await e.validar(signed)
      return { recepcion: 'DEVUELTA', autorizacion: '', codigos: codigosOf(await e.validar(signed)) }
    },
  ],
  [
    '80',
    { recepcion: '', autorizacion: 'RECHAZADA', codigos: ['80'] },
    async () => {
      const told = await e.autorizar('123')
      return { recepcion: '', autorizacion: estadoOf(told), codigos: codigosOf(told) }
    },
  ],
  ['82', returned('82'), () => fate(put('fechaIniTransporte', fechaOf(e.simulador.tribunal.now() - DAY)), guia)],
  [
    '92',
    returned('92'),
    async () => {
      await e.control('POST', 'devolucion', { identificacion: '0923456784', valor: '1.20' })
      return fate((xml) =>
        xml
          .replace('</valor></totalImpuesto>', '</valor><valorDevolucionIva>1.50</valorDevolucionIva></totalImpuesto>')
          .replace('<importeTotal>11.50', '<importeTotal>10.00')
          .replace('<total>11.50', '<total>10.00'),
      )
    },
  ],
  [
    '99',
    { recepcion: '', autorizacion: '', codigos: ['99'] },
    async () => ({ recepcion: '', autorizacion: '', codigos: codigosOf(await e.consultar(claveFor({ secuencial: 999_999 }))) }),
  ],
]

describe('codes of the authority', () => {
  it.each(CAUSAS)('%s is caused', async (_codigo, expected, cause) => {
    expect(await cause()).toEqual(expected)
  })

  it('the list is whole', () => {
    const { entries } = JSON.parse(readFileSync(path.join(REFERENCIA, 'catalogs/errores-sri.json'), 'utf8')) as {
      entries: { code: string }[]
    }
    expect(CAUSAS.map(([codigo]) => codigo)).toEqual(entries.map(({ code }) => code))
  })
})

describe('all documents', () => {
  it.each(VERSIONES)('%s %s is authorised', async (raiz, version) => {
    const warnings = raiz.startsWith('nota') ? ['60', '68'] : ['60']
    expect(await fate(same, { raiz, version })).toEqual(authorised(...warnings))
  })

  it.each(VERSIONES)(
    '%s %s is refused with 35 when an element is missing, with 39 when it was changed after signing',
    async (raiz, version) => {
      expect(await fate((xml) => xml.replace(/<dirMatriz>.*<\/dirMatriz>/, ''), { raiz, version })).toEqual(returned('35'))
      next += 1
      const documento = { raiz, version, secuencial: next }
      await e.validar(e.sign(documentoXml(documento)).replace('FICTICIA', 'FALSA'))
      expect(codigosOf(await e.autorizar(claveOf(documento)))).toEqual(['39'])
    },
  )

  // The figure of each type that the others must match; a guía has none.
  it.each([
    ['factura', '2.1.0', 'importeTotal'],
    ['liquidacionCompra', '1.1.0', 'importeTotal'],
    ['notaCredito', '1.0.0', 'valorModificacion'],
    ['notaDebito', '1.0.0', 'valorTotal'],
    ['comprobanteRetencion', '1.0.0', 'valorRetenido'],
    ['comprobanteRetencion', '2.0.0', 'valorRetenido'],
  ])('%s %s is refused with 52 for its %s', async (raiz, version, tag) => {
    expect(await fate(put(tag, '7.77'), { raiz, version })).toEqual(notAuthorised('52'))
  })

  it.each([
    ['notaDebito', '1.0.0', 'codDocModificado'],
    ['comprobanteRetencion', '1.0.0', 'codDocSustento'],
    ['comprobanteRetencion', '2.0.0', 'codDocSustento'],
  ])('%s %s is refused with 64 for its %s', async (raiz, version, tag) => {
    expect(await fate(put(tag, '99'), { raiz, version })).toEqual(notAuthorised('64'))
  })

  it('a nota of an authorised invoice carries no warning 68, one of an invoice not authorised does', async () => {
    const secuencial = 500_000
    const number = '001-001-000500000'
    const sent = async (xml: string) => estadoOf(await e.validar(e.sign(xml)))
    expect(
      await sent(documentoXml({ raiz: 'factura', version: '1.1.0', secuencial }).replace('<importeTotal>11.50', '<importeTotal>99.00')),
    ).toBe('RECIBIDA')
    expect(await fate(put('numDocModificado', number), nota)).toEqual(authorised('60', '68'))
    expect(await sent(documentoXml({ raiz: 'factura', version: '1.1.0', secuencial }))).toBe('RECIBIDA')
    expect(await fate(put('numDocModificado', number), nota)).toEqual(authorised('60'))
  })

  it('a revoked certificate is refused with 42, and taken again when that is settled', async () => {
    const serial = BigInt(`0x${e.autoridad.certificado.serialNumber}`).toString()
    await e.control('POST', 'certificado', { serial, revocado: true })
    expect(await fate()).toEqual(authorised('60'))
    const own = serialOf()
    await e.control('POST', 'certificado', { serial: own, revocado: true })
    expect(await fate()).toEqual(notAuthorised('42'))
    await e.control('POST', 'certificado', { serial: own, revocado: false })
    expect(await fate()).toEqual(authorised('60'))
  })

  it('an address is heard again in the next minute', async () => {
    await e.control('POST', 'config', { maximoPorMinuto: 1 })
    await fate()
    await e.control('POST', 'avanzar', { ms: 60_000 })
    expect((await fate()).recepcion).toBe('RECIBIDA')
  })
})

describe('the order of the checks: only the first group that fails is told', () => {
  const schema = (xml: string): string => xml.replace(/<dirMatriz>.*<\/dirMatriz>/, '')
  // Each document also fails in every later group.
  const late: Cambio = (xml) => put('importeTotal', '99.00')(xml)
  it('size before schema', async () => {
    expect((await fate((xml) => schema(late(xml)).replace('</factura>', `${' '.repeat(330_000)}</factura>`))).codigos).toEqual(['26'])
  })
  it('schema before issuer', async () => {
    await e.control('POST', 'emisor', { ruc: RUC, codigo: '28' })
    expect((await fate((xml) => schema(late(xml)))).codigos).toEqual(['35'])
  })
  it('issuer before key', async () => {
    await e.control('POST', 'emisor', { ruc: RUC, codigo: '2' })
    expect((await fate((xml) => put('ptoEmi', '002')(late(xml)))).codigos).toEqual(['2'])
  })
  it('key before signature', async () => {
    await e.control('POST', 'certificado', { serial: serialOf(), revocado: true })
    expect((await fate((xml) => put('ptoEmi', '002')(late(xml)))).codigos).toEqual(['58'])
  })
  it('signature before date and receiver', async () => {
    await e.control('POST', 'certificado', { serial: serialOf(), revocado: true })
    expect((await fate(late, { fecha: fechaOf(e.simulador.tribunal.now() - 200 * DAY) })).codigos).toEqual(['42'])
  })
  it('date and receiver before arithmetic', async () => {
    await e.control('POST', 'receptor', { identificacion: '0923456784', codigo: '69' })
    expect((await fate(late)).codigos).toEqual(['69'])
  })
})

const serialOf = (): string => BigInt(`0x${new X509Certificate(e.firma.certificado).serialNumber}`).toString()
