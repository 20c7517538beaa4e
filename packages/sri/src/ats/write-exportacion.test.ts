import { parseMonto } from '@yupana/fiscal'
import { describe, expect, it } from 'vitest'

import { hasOficial } from '../testing/referencia.ts'
import { openXsd } from '../testing/xsd.ts'
import type { ExportacionAts } from './ats.ts'
import { writeAts } from './write-ats.ts'

const monto = (text: string) => parseMonto(text)!
const BIENES: ExportacionAts = {
  tipoIdentificacion: '21',
  identificacion: 'DE-123456789',
  nombre: 'Müller & Söhne GmbH',
  tipoCliente: '02',
  parteRelacionada: false,
  regimen: '01',
  pais: '202',
  paisDestino: '202',
  clase: '02',
  tipo: '01',
  embarque: '2026-09-20',
  valorFob: monto('1000'),
  valorComprobante: monto('950'),
  emision: '2026-09-10',
  establecimiento: '001',
  punto: '002',
  secuencial: 77,
  autorizacion: '1'.repeat(49),
}
const CON_REFRENDO: ExportacionAts = {
  ...BIENES,
  clase: '01',
  refrendo: { distrito: '028', anio: '2026', regimen: '40', correlativo: '01234567' },
  documentoTransporte: 'BL20260920A',
}
const SERVICIO: ExportacionAts = { ...BIENES, clase: '03', ingreso: { tipo: '410', impuesto: undefined } }

async function write(...exportaciones: ExportacionAts[]): Promise<string> {
  const cabecera = {
    ruc: '1799999990001',
    razonSocial: 'EXPORTADORA',
    desde: '2026-09-01',
    meses: 1,
    establecimientos: 1,
    totalVentas: 0,
  } as const
  let xml = ''
  for await (const part of writeAts({ cabecera, compras: [], ventas: [], establecimientos: [{ codigo: '001', ventas: 0 }], exportaciones }))
    xml += part
  return xml
}
const namesOf = (xml: string) => [...xml.matchAll(/<(\w+)>[^<]*<\/\1>/g)].map(([, name]) => name)
const section = (xml: string) => /<exportaciones>.*<\/exportaciones>/.exec(xml)?.[0] ?? ''

describe('the section of exports', () => {
  it('follows the sales by establishment, and is left out where nothing left the country', async () => {
    expect(await write(BIENES)).toContain('</ventasEstablecimiento><exportaciones><detalleExportaciones><tpIdClienteEx>21<')
    expect(await write()).not.toContain('exportaciones')
  })

  it('of goods without refrendo has the client, the day on board and both values', async () => {
    expect(section(await write(BIENES))).toBe(
      '<exportaciones><detalleExportaciones><tpIdClienteEx>21</tpIdClienteEx><idClienteEx>DE123456789</idClienteEx><parteRelExp>NO</parteRelExp>' +
        '<tipoCli>02</tipoCli><denoExpCli>Muller Y Sohne GmbH</denoExpCli><tipoRegi>01</tipoRegi><paisEfecPagoGen>202</paisEfecPagoGen>' +
        '<paisEfecExp>202</paisEfecExp><exportacionDe>02</exportacionDe><tipoComprobante>01</tipoComprobante><fechaEmbarque>20/09/2026</fechaEmbarque>' +
        '<valorFOB>1000.00</valorFOB><valorFOBComprobante>950.00</valorFOBComprobante><establecimiento>001</establecimiento><puntoEmision>002</puntoEmision>' +
        `<secuencial>77</secuencial><autorizacion>${'1'.repeat(49)}</autorizacion><fechaEmision>10/09/2026</fechaEmision></detalleExportaciones></exportaciones>`,
    )
  })

  it('tells the parts of a refrendo of goods that have one, and the kind of income of a service alone', async () => {
    const goods = section(await write(CON_REFRENDO))
    expect(goods).toContain(
      '<tipoComprobante>01</tipoComprobante><distAduanero>028</distAduanero><anio>2026</anio><regimen>40</regimen>' +
        '<correlativo>01234567</correlativo><docTransp>BL20260920A</docTransp><fechaEmbarque>20/09/2026</fechaEmbarque>',
    )
    expect(namesOf(goods)).not.toContain('tipIngExt')
    const service = section(await write(SERVICIO))
    expect(service).toContain(
      '<exportacionDe>03</exportacionDe><tipIngExt>410</tipIngExt><ingExtGravOtroPais>NO</ingExtGravOtroPais><tipoComprobante>',
    )
    expect(namesOf(service)).not.toContain('distAduanero')
    const taxed = section(await write({ ...SERVICIO, ingreso: { tipo: '410', impuesto: monto('12.5') } }))
    expect(taxed).toContain('<ingExtGravOtroPais>SI</ingExtGravOtroPais><impuestoOtroPais>12.50</impuestoOtroPais>')
  })

  it('names the country by its régimen, the régimen by its name, and no client who has a RUC', async () => {
    expect(section(await write({ ...BIENES, regimen: '02', pais: '145' }))).toContain(
      '<tipoRegi>02</tipoRegi><paisEfecPagoParFis>145</paisEfecPagoParFis><paisEfecExp>202</paisEfecExp><exportacionDe>',
    )
    expect(section(await write({ ...BIENES, regimen: '03', regimenNombre: 'Zona libre de Colón' }))).toContain(
      '<tipoRegi>03</tipoRegi><denopagoRegFis>Zona libre de Colon</denopagoRegFis><paisEfecExp>202</paisEfecExp><pagoRegFis>SI</pagoRegFis><exportacionDe>',
    )
    expect(namesOf(section(await write({ ...BIENES, tipoIdentificacion: '20', identificacion: '1790012345001' })))).not.toContain('tipoCli')
  })

  it.runIf(hasOficial)('of the three kinds, of each régimen, of a RUC and of notes is valid against ats.xsd', async () => {
    const xsd = openXsd('../../tributacion/xsd/ats')
    try {
      const all = [BIENES, CON_REFRENDO, SERVICIO, { ...SERVICIO, ingreso: { tipo: '438', impuesto: monto('1') } }]
      const notes = (['04', '05'] as const).map((tipo) => ({ ...CON_REFRENDO, tipo }))
      const abroad = [
        { ...BIENES, regimen: '02' as const },
        { ...SERVICIO, regimen: '03' as const, regimenNombre: 'Régimen A.1' },
      ]
      const ruc = { ...CON_REFRENDO, tipoIdentificacion: '20' as const, identificacion: '1790012345001' }
      expect(xsd.complaint(await write(...all, ...notes, ...abroad, ruc))).toBeUndefined()
      // Counter-check: the schema refuses a document without the day of shipment.
      const broken = (await write(BIENES)).replace(/<fechaEmbarque>[^<]*<\/fechaEmbarque>/, '')
      expect(xsd.complaint(broken)).toBeDefined()
    } finally {
      xsd.dispose()
    }
  })
})
