// Legal contents of the RIDE of each type besides the factura (sri §12), from its golden example.
import { montoOf } from '@yupana/fiscal'
import { describe, expect, it } from 'vitest'

import { comprobanteToXml, type Comprobante, type TipoComprobante } from '../documentos/documentos.ts'
import type { Retencion2 } from '../documentos/retencion/retencion-tree.ts'
import { ejemplo } from '../testing/ejemplo.ts'
import type { Marca } from './dibujo/marcas.ts'
import { renderRide, renderRideComprobante, type OpcionesRide } from './ride.ts'
import { readPdf } from './testing/read-pdf.ts'

const AUTORIZADO = { fecha: '2026-11-20T10:15:30-05:00' }
const opcionesOf = (formato: OpcionesRide['formato'], marcas: readonly Marca[] = []): OpcionesRide => ({
  formato,
  marcas,
  producto: 'Yupana',
  autorizacion: AUTORIZADO,
})
const textOf = async (comprobante: Comprobante, formato: OpcionesRide['formato'], marcas?: readonly Marca[]): Promise<string> =>
  readPdf(await renderRide(comprobanteToXml(comprobante), opcionesOf(formato, marcas))).pages.join('\n')

const CABECERA = [
  'EMPRESA FICTICIA & ASOCIADOS S.A.S.',
  'Ficticia Ñandú',
  '1790012344001',
  'Av. Inventada N1-23 y Calle Ejemplo',
  '20/11/2026 10:15:30',
  'NORMAL',
  'RUC Proveedor',
]

interface Caso {
  readonly comprobante: Comprobante
  readonly dice: readonly string[]
}

const CASOS: Readonly<Record<Exclude<TipoComprobante, 'factura'>, Caso>> = {
  notaCredito: {
    comprobante: { tipo: 'notaCredito', documento: ejemplo<'notaCredito'>('notaCredito-1.1.0') },
    dice: [
      'NOTA DE CRÉDITO',
      '001-001-000000011',
      'PERSONA FICTICIA DE PRUEBA',
      '0923456784',
      '20/11/2026',
      'FACTURA 001-001-000000001',
      '18/11/2026',
      'Devolución de un artículo & descuento posterior',
      'P-001',
      '$19.99',
      'SUBTOTAL 15%',
      'SUBTOTAL 0%',
      'SUBTOTAL SIN IMPUESTOS',
      '$26.33',
      'TOTAL DESCUENTO',
      '$1.99',
      'IVA 15%',
      '$2.70',
      'VALOR TOTAL',
      '$29.03',
      '5368',
    ],
  },
  notaDebito: {
    comprobante: { tipo: 'notaDebito', documento: ejemplo<'notaDebito'>('notaDebito-1.0.0') },
    dice: [
      'NOTA DE DÉBITO',
      '001-001-000000012',
      'COMERCIAL EJEMPLO CÍA. LTDA.',
      '1791234567001',
      'FACTURA 001-001-000000001',
      'Interés por mora de octubre',
      '$50.00',
      'Gestión de cobro & correo',
      '$12.50',
      'SUBTOTAL 15%',
      '$62.50',
      '$9.38',
      '$71.88',
      'SISTEMA FINANCIERO',
      'dias',
      'CONTRIBUYENTE RÉGIMEN RIMPE',
    ],
  },
  guiaRemision: {
    comprobante: { tipo: 'guiaRemision', documento: ejemplo<'guiaRemision'>('guiaRemision-1.1.0') },
    dice: [
      'GUÍA DE REMISIÓN',
      '001-001-000000013',
      'TRANSPORTES FICTICIOS S.A.',
      '1790012344001',
      'ABC0123',
      'Bodega Ejemplo, km 7½',
      '20/11/2026',
      '22/11/2026',
      'PERSONA FICTICIA DE PRUEBA',
      '0923456784',
      'Calle Falsa 123',
      'Quito - Ambato',
      'FACTURA 001-001-000000001',
      'Producto tarifa cero',
      '1.50',
      'Lote: L-7',
      'Traslado entre establecimientos',
      'Sucursal Cuenca',
      '028-2026-10-00012345',
      'Estantería metálica',
      '1.25',
    ],
  },
  liquidacionCompra: {
    comprobante: { tipo: 'liquidacionCompra', documento: ejemplo<'liquidacionCompra'>('liquidacionCompra-1.1.0-reembolso') },
    dice: [
      'LIQUIDACIÓN DE COMPRA',
      '001-001-000000015',
      'EMPLEADO FICTICIO DE PRUEBA',
      '0923456784',
      'Reembolso de gastos de viaje',
      'SUBTOTAL NO OBJETO DE IVA',
      '$60.00',
      'SISTEMA FINANCIERO',
      '002-001-000000456',
      '1791234567001',
    ],
  },
  comprobanteRetencion: {
    comprobante: { tipo: 'comprobanteRetencion', documento: ejemplo<'comprobanteRetencion'>('comprobanteRetencion-2.0.0') },
    dice: [
      'COMPROBANTE DE RETENCIÓN',
      '001-001-000000016',
      'PROVEEDOR FICTICIO',
      '1712345675001',
      'Factura',
      '001-001-000000123',
      'Nota o boleta de venta',
      '$100.00',
      'RENTA',
      '312',
      '1.75%',
      '$0.58',
      'IVA',
      '30%',
      '$4.50',
      'TOTAL RETENIDO',
      '$8.58',
    ],
  },
}

const casos = Object.entries(CASOS)

describe.each(casos)('RIDE of %s', (_, { comprobante, dice }) => {
  it.each(['A4', 'TICKET'] as const)('says all that its type must say (%s)', async (formato) => {
    const text = (await textOf(comprobante, formato)).replaceAll('\n', ' ')
    for (const part of [...CABECERA, ...dice, comprobante.documento.infoTributaria.claveAcceso]) expect(text).toContain(part)
  })

  it('carries its marks: the trial by itself, the others when asked', async () => {
    const text = await textOf(comprobante, 'A4', ['ANULADO'])
    expect(text).toContain('PRUEBAS - SIN VALIDEZ TRIBUTARIA')
    expect(text).toContain('ANULADO')
    expect(text).not.toContain('PENDIENTE')
    const pending = readPdf(
      await renderRide(comprobanteToXml(comprobante), { formato: 'A4', marcas: ['SIMULADOR'], producto: 'Yupana' }),
    ).pages.join('\n')
    expect(pending).toContain('PENDIENTE DE AUTORIZACIÓN')
    expect(pending).toContain('SIMULADOR - SIN VALIDEZ TRIBUTARIA')
  })

  it('is drawn as a draft without clave or number', async () => {
    const { infoTributaria } = comprobante.documento
    const documento = { ...comprobante.documento, infoTributaria: { ...infoTributaria, claveAcceso: '', secuencial: '' } }
    const render = () =>
      renderRideComprobante({ ...comprobante, documento } as Comprobante, { formato: 'A4', marcas: ['BORRADOR'], producto: 'Yupana' })
    const [first, second] = [await render(), await render()]
    expect(readPdf(first).pages.join('\n')).toContain('BORRADOR — SIN VALIDEZ TRIBUTARIA')
    expect(Buffer.from(second).equals(Buffer.from(first))).toBe(true)
  })

  it('weighs at most 60 KB without logo', async () => {
    expect((await renderRide(comprobanteToXml(comprobante), opcionesOf('A4'))).length).toBeLessThan(60_000)
  })
})

const LARGO = 'Compañía Importadora y Comercializadora del Austro '.repeat(6).slice(0, 300).trim()

describe('long documents', () => {
  it('prints each of 40 receivers of a guía with their goods, over pages that keep their margin', async () => {
    const documento = ejemplo<'guiaRemision'>('guiaRemision-1.1.0')
    const destinatarios = Array.from({ length: 40 }, (_, i) => ({
      ...documento.destinatarios[i % 2]!,
      dirDestinatario: LARGO,
      motivoTraslado: LARGO,
      ruta: LARGO,
      detalles: [
        { descripcion: LARGO, cantidad: 1_000_000 },
        { codigoInterno: `BIEN-${i}`, descripcion: 'Bulto', cantidad: 2_000_000 },
      ],
    }))
    const { pages, lowest } = readPdf(
      await renderRide(comprobanteToXml({ tipo: 'guiaRemision', documento: { ...documento, destinatarios } }), opcionesOf('A4')),
    )
    const text = pages.join('\n')
    expect(text.match(/Destinatario \d+ de 40/g)).toHaveLength(40)
    expect(text.match(/BIEN-\d+/g)).toHaveLength(40)
    pages.forEach((page, i) => expect(page).toContain(`Página ${i + 1} de ${pages.length}`))
    for (const y of lowest) expect(y).toBeGreaterThan(34)
  })

  it('prints 300 withholdings, repeating the head of their table', async () => {
    const documento = ejemplo<'comprobanteRetencion'>('comprobanteRetencion-2.0.0') as Retencion2
    const docsSustento = Array.from({ length: 300 }, (_, i) => ({
      ...documento.docsSustento[1]!,
      numDocSustento: `001001${String(i + 1).padStart(9, '0')}`,
    }))
    const { pages } = readPdf(
      await renderRide(comprobanteToXml({ tipo: 'comprobanteRetencion', documento: { ...documento, docsSustento } }), opcionesOf('A4')),
    )
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages.slice(0, -1)) expect(page).toContain('Ejercicio')
    expect(pages.join('\n').match(/001-001-000000\d{3}/g)?.length).toBeGreaterThanOrEqual(300)
  })
})

it('prints a retención 1.0.0 in the same table as a 2.0.0', async () => {
  const {
    infoTributaria,
    infoCompRetencion: info,
    infoAdicional,
  } = ejemplo<'comprobanteRetencion'>('comprobanteRetencion-2.0.0') as Retencion2
  const { tipoSujetoRetenido: _, parteRel: __, ...infoCompRetencion } = info
  const text = await textOf(
    {
      tipo: 'comprobanteRetencion',
      documento: {
        version: '1.0.0',
        infoTributaria,
        infoCompRetencion,
        infoAdicional,
        impuestos: [
          {
            codigo: '1',
            codigoRetencion: '312',
            baseImponible: montoOf(100_000_000),
            porcentajeRetener: 1_000_000,
            valorRetenido: montoOf(1_000_000),
            codDocSustento: '01',
            numDocSustento: '001001000000123',
            fechaEmisionDocSustento: '2018-11-19',
          },
          {
            codigo: '2',
            codigoRetencion: '1',
            baseImponible: montoOf(12_000_000),
            porcentajeRetener: 30_000_000,
            valorRetenido: montoOf(3_600_000),
          },
        ],
      },
    },
    'A4',
  )
  for (const part of ['001-001-000000123', '19/11/2018', '312', '1%', '$3.60', 'TOTAL RETENIDO', '$4.60']) expect(text).toContain(part)
})

it('names the countries of an export', async () => {
  const text = await textOf({ tipo: 'factura', documento: ejemplo<'factura'>('factura-1.1.0-exportacion') }, 'A4')
  for (const part of [
    'CIF - Róterdam',
    'ECUADOR',
    'PAISES BAJOS (HOLANDA)',
    'FLETE INTERNACIONAL',
    '$150.00',
    'SUBTOTAL SIN IMPUESTOS FOB',
  ])
    expect(text).toContain(part)
})

it('refuses, in words, amounts that fit each and whose sum does not', async () => {
  const documento = ejemplo<'comprobanteRetencion'>('comprobanteRetencion-2.0.0') as Retencion2
  const [doc] = documento.docsSustento
  const [retencion] = doc!.retenciones
  const huge = { ...retencion!, valorRetenido: montoOf(Number.MAX_SAFE_INTEGER - 1) }
  const value = { ...documento, docsSustento: [{ ...doc!, retenciones: [huge, huge] }] }
  await expect(renderRideComprobante({ tipo: 'comprobanteRetencion', documento: value }, opcionesOf('A4'))).rejects.toThrow(
    'demasiado grandes',
  )
})
