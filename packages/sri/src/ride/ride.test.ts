import { spawnSync } from 'node:child_process'

import { fromDecimal } from '@yupana/fiscal'
import { describe, expect, it, vi } from 'vitest'

import type { Marca } from './dibujo/marcas.ts'
import { renderRide, renderRideComprobante, type OpcionesRide } from './ride.ts'
import { authorised, buildDetalle, buildFactura, buildXml, CLAVE } from './testing/build-factura.ts'
import { buildPng } from './testing/build-png.ts'
import { readPdf } from './testing/read-pdf.ts'

const A4: OpcionesRide = { formato: 'A4', marcas: [], producto: 'Yupana' }
const TICKET: OpcionesRide = { formato: 'TICKET', marcas: [], producto: 'Yupana' }
const textOf = async (xml: string, opciones: OpcionesRide = A4): Promise<string> =>
  readPdf(await renderRide(xml, opciones)).pages.join('\n')
const lines = (count: number, cambios = {}) =>
  Array.from({ length: count }, (_, i) => buildDetalle({ codigoPrincipal: `P-${i + 1}`, ...cambios }))
const LARGO = 'Compañía Importadora y Comercializadora del Austro '.repeat(6).slice(0, 300)

describe.each([
  ['A4', A4],
  ['ticket', TICKET],
])('RIDE of a factura, %s', (_, opciones) => {
  it('says all that the header must say', async () => {
    const text = await textOf(authorised(buildXml()), opciones)
    for (const part of [
      'EMPRESA FICTICIA & ASOCIADOS S.A.S.',
      'Ficticia Ñandú',
      '1790012344001',
      'FACTURA',
      '001-001-000000002',
      CLAVE,
      '20/11/2026 10:15:30',
      'PRODUCCIÓN',
      'NORMAL',
      'Av. Inventada N1-23 y Calle Ejemplo',
      'Calle Ejemplo 45',
      '5368',
      'SI',
      'CONTRIBUYENTE RÉGIMEN RIMPE',
      'NAC-0001',
    ])
      expect(text).toContain(part)
  })

  it('says who buys, what, how it is paid and what it comes to', async () => {
    const text = await textOf(authorised(buildXml()), { ...opciones, vendedor: 'María Ñauta' })
    for (const part of [
      'PERSONA FICTICIA DE PRUEBA',
      '0923456784',
      '20/11/2026',
      'Calle Falsa 123',
      'María Ñauta',
      'Café tostado y molido',
      '$60.00',
      'SISTEMA FINANCIERO',
      'SUBTOTAL 15%',
      'SUBTOTAL SIN IMPUESTOS',
      'TOTAL DESCUENTO',
      'IVA 15%',
      '$9.00',
      'PROPINA',
      'VALOR TOTAL',
      '$69.00',
    ])
      expect(text).toContain(part)
  })

  it('prints the RUC of the provider (O-89)', async () => {
    expect(await textOf(buildXml(), opciones)).toContain('1791234567001')
  })

  it('O-83 names who prints, at the foot and in the properties, without what the font lacks; else nobody', async () => {
    const { pages } = readPdf(await renderRide(buildXml(), { ...opciones, producto: 'Contable 漢 Ñ' }))
    expect(pages.at(-1)).toContain('Hecho con Contable Ñ')
    expect(await textOf(buildXml(), { ...opciones, producto: ' 漢 ' })).not.toContain('Hecho con')
    const bytes = Buffer.from(await renderRide(buildXml(), { ...opciones, producto: 'Contable' })).toString('latin1')
    expect(bytes).toContain('(Contable)')
    expect(bytes).not.toContain('Yupana')
  })

  it('gives the same bytes whenever it is rendered (O-105)', async () => {
    const xml = authorised(buildXml())
    const logo = buildPng(40, 30, true)
    const first = await renderRide(xml, { ...opciones, logo })
    vi.useFakeTimers({ now: new Date('2031-01-01'), toFake: ['Date'] })
    const second = await renderRide(xml, { ...opciones, logo }).finally(() => vi.useRealTimers())
    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
  })

  it('weighs at most 60 KB with 300 lines and no logo', async () => {
    expect((await renderRide(buildXml({ detalles: lines(300) }), opciones)).length).toBeLessThan(60_000)
  })

  it('keeps letters of other alphabets and symbols as they are', async () => {
    const descripcion = 'Łódź Ελλάς Київ ñ € ½ × → ✓'
    expect(await textOf(buildXml({ detalles: [buildDetalle({ descripcion })] }), opciones)).toContain(descripcion)
  })

  it('prints the blocks a 2.1.0 adds', async () => {
    const text = await textOf(
      buildXml({
        otrosRubrosTerceros: [{ concepto: 'Tasa de bomberos', total: fromDecimal(3.5) }],
        infoSustitutivaGuiaRemision: {
          dirPartida: 'Bodega Ejemplo',
          dirDestinatario: 'Calle 9',
          fechaIniTransporte: '2026-11-20',
          fechaFinTransporte: '2026-11-21',
          razonSocialTransportista: 'TRANSPORTE FICTICIO',
          tipoIdentificacionTransportista: '04',
          rucTransportista: '1790012344001',
          placa: 'ABC0123',
          destinos: [{ motivoTraslado: 'Venta', ruta: 'Quito - Ambato' }],
        },
      }),
      opciones,
    )
    for (const part of ['Tasa de bomberos', '$3.50', 'Bodega Ejemplo', '21/11/2026', 'TRANSPORTE FICTICIO', 'ABC0123', 'Quito - Ambato'])
      expect(text).toContain(part)
  })

  it('prints without the logo when its bytes are no picture', async () => {
    const logo = Buffer.from('/etc/hostname')
    const text = await textOf(buildXml(), { ...opciones, logo })
    expect(text).toContain('VALOR TOTAL')
  })

  it.each([
    ['tall', 20, 900],
    ['wide', 900, 20],
  ])('takes a %s logo', async (_name, width, height) => {
    expect(readPdf(await renderRide(buildXml(), { ...opciones, logo: buildPng(width, height) })).pages).toHaveLength(1)
  })
})

describe('marks', () => {
  const TEXTOS: [Marca, string][] = [
    ['SIMULADOR', 'SIMULADOR - SIN VALIDEZ TRIBUTARIA'],
    ['PRUEBAS', 'PRUEBAS - SIN VALIDEZ TRIBUTARIA'],
    ['PENDIENTE', 'PENDIENTE DE AUTORIZACIÓN'],
    ['BORRADOR', 'BORRADOR — SIN VALIDEZ TRIBUTARIA'],
    ['ANULADO', 'ANULADO'],
  ]

  it.each(TEXTOS)('shows %s on every page', async (marca, texto) => {
    const xml = authorised(buildXml({ detalles: lines(80) }))
    const { pages } = readPdf(await renderRide(xml, { ...A4, marcas: [marca] }))
    expect(pages.length).toBeGreaterThan(1)
    // Once across the page, once in the frame at its top.
    for (const page of pages) expect(page.split(texto)).toHaveLength(3)
    expect(await textOf(xml, { ...TICKET, marcas: [marca] })).toContain(texto)
  })

  it('adds none to an authorised document of producción', async () => {
    const text = await textOf(authorised(buildXml()))
    for (const [, texto] of TEXTOS) expect(text).not.toContain(texto)
  })

  it('marks what has no authorization as pending by itself (O-98)', async () => {
    expect(await textOf(buildXml())).toContain('PENDIENTE DE AUTORIZACIÓN')
    expect(await textOf(buildXml(), { ...A4, autorizacion: { fecha: '2026-11-20T10:15:30-05:00' } })).not.toContain('PENDIENTE')
  })

  it('marks a document of pruebas by itself (O-64)', async () => {
    const { infoTributaria } = buildFactura()
    expect(await textOf(authorised(buildXml({ infoTributaria: { ...infoTributaria, ambiente: '1' } })))).toContain('PRUEBAS - SIN VALIDEZ')
  })

  it('renders a draft that has no clave yet, without bars', async () => {
    const { infoTributaria } = buildFactura()
    const draft = buildFactura({ infoTributaria: { ...infoTributaria, claveAcceso: '', secuencial: '' } })
    const [page = ''] = readPdf(await renderRideComprobante({ tipo: 'factura', documento: draft }, { ...A4, marcas: ['BORRADOR'] })).pages
    expect(page).toContain('BORRADOR')
    expect(page).not.toContain('PENDIENTE DE')
  })
})

describe('pages', () => {
  it('repeats the head of the table and counts the pages', async () => {
    const { pages } = readPdf(await renderRide(authorised(buildXml({ detalles: lines(300) })), A4))
    expect(pages.length).toBeGreaterThan(4)
    pages.forEach((page, i) => expect(page).toContain(`Página ${i + 1} de ${pages.length}`))
    for (const page of pages.slice(0, -1)) expect(page).toContain('Descripción')
    expect(pages.join('\n').match(/P-\d+/g)).toHaveLength(300)
  })

  it('loses no word of texts of 300 characters', async () => {
    const words = LARGO.trim().split(/\s+/).length
    const only = (text: string): number => (text.match(/Compañía|Importadora|Comercializadora|del|Austro|\by\b/g) ?? []).length
    const text = await textOf(
      authorised(buildXml({ detalles: [buildDetalle({ descripcion: LARGO })], infoAdicional: [{ nombre: 'Nota', valor: LARGO }] })),
    )
    expect(only(text)).toBeGreaterThanOrEqual(words * 2 - 2)
  })

  it('gives the ticket one page of 80 mm, as long as its lines', async () => {
    const short = readPdf(await renderRide(buildXml(), TICKET))
    const long = readPdf(await renderRide(buildXml({ detalles: lines(300) }), TICKET))
    expect([short.pages.length, long.pages.length]).toEqual([1, 1])
    expect(short.width).toBeCloseTo(226.77, 1)
    expect(long.height).toBeGreaterThan(short.height + 299 * 15)
  })

  it('goes on with another strip when one page may not be taller', async () => {
    const detallesAdicionales = Array.from({ length: 3 }, (_, i) => ({ nombre: `Nota ${i}`, valor: LARGO }))
    const { pages, height } = readPdf(
      await renderRide(buildXml({ detalles: lines(100, { descripcion: LARGO, detallesAdicionales }) }), TICKET),
    )
    expect(pages.length).toBeGreaterThan(1)
    expect(height).toBeLessThanOrEqual(14_400)
  })

  it('splits a row that is taller than a page instead of running off it', async () => {
    const detallesAdicionales = Array.from({ length: 3 }, () => ({ nombre: 'W'.repeat(300), valor: 'W'.repeat(300) }))
    const monto = fromDecimal(999_999_999.123456)
    const detalle = buildDetalle({
      cantidad: fromDecimal(1),
      precioUnitario: monto,
      precioSinSubsidio: monto,
      codigoPrincipal: 'W'.repeat(25),
      codigoAuxiliar: 'X'.repeat(25),
      unidadMedida: 'X'.repeat(50),
      descripcion: 'W'.repeat(300),
      detallesAdicionales,
    })
    const { pages, lowest } = readPdf(await renderRide(authorised(buildXml({ detalles: [detalle] })), A4))
    expect(pages.join('').match(/W/g)).toHaveLength(2100 + 25)
    expect(pages.length).toBeGreaterThan(2)
    for (const y of lowest) expect(y).toBeGreaterThan(34)
  })

  it('keeps to the page with 15 additional fields of 300 characters', async () => {
    const infoAdicional = Array.from({ length: 15 }, (_, i) => ({ nombre: `Campo ${i}`, valor: LARGO }))
    const { pages, lowest } = readPdf(await renderRide(authorised(buildXml({ detalles: lines(25), infoAdicional })), A4))
    expect(pages.length).toBeGreaterThan(1)
    for (const y of lowest) expect(y).toBeGreaterThan(34)
    expect(pages.join('\n').match(/VALOR TOTAL/g)).toHaveLength(1)
  })
})

const pdftotext = spawnSync('pdftotext', ['-v']).error === undefined

it.skipIf(!pdftotext)('can be read by another program', async () => {
  const { stdout } = spawnSync('pdftotext', ['-layout', '-', '-'], {
    input: await renderRide(authorised(buildXml()), A4),
    encoding: 'utf8',
  })
  expect(stdout).toMatch(/VALOR TOTAL\s+\$69\.00/)
  expect(stdout).toContain('Ñandú')
})
