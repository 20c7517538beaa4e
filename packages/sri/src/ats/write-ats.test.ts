import { readFileSync } from 'node:fs'

import { parseMonto, sum, type Monto } from '@yupana/fiscal'
import { describe, expect, it } from 'vitest'

import { hasOficial, REFERENCIA } from '../testing/referencia.ts'
import { canonicalByLibxml, openXsd } from '../testing/xsd.ts'
import { nombreAts, textoAts, type CompraAts, type VentaAts } from './ats.ts'
import { writeAts, type ContenidoAts } from './write-ats.ts'

interface Linea {
  tarifa: number | string
  base: string
  iva?: string
}
interface Documento {
  id: string
  tipo: string
  numero: string
  fecha: string
  tpId: string
  cliente: string
  prov: string
  sustento: string
  formaPago?: string
  modifica?: string
  lineas: Linea[]
  retRecibida?: { iva: string; renta: string }
  retRenta?: { codigo: string; base: string; pct: string; valor: string }
  retIva?: { pct: number; valor: string }
}

const vector = (name: string) => readFileSync(`${REFERENCIA}/tributacion/vectors/${name}`, 'utf8')
const mes = JSON.parse(vector('mes-2026-09.json')) as { ventas: Documento[]; compras: Documento[] }
const monto = (text = '0'): Monto => parseMonto(text)!
const NADA = { noGravada: monto(), cero: monto(), gravada: monto(), exenta: monto(), ice: monto(), iva: monto() }
const baseOf = ({ lineas }: Documento, ...tarifas: (number | string)[]) =>
  sum(lineas.filter(({ tarifa }) => tarifas.includes(tarifa)).map(({ base }) => monto(base)))
const ivaOf = ({ lineas }: Documento) => sum(lineas.map(({ iva }) => monto(iva)))
const partsOf = ({ numero, fecha }: Documento, autorizacion?: string) => {
  const [establecimiento = '', punto = '', secuencial = ''] = numero.split('-')
  const compact = `${fecha.replaceAll('-', '')}${numero.replaceAll('-', '')}`
  return { establecimiento, punto, secuencial: Number(secuencial), autorizacion: autorizacion ?? compact.padEnd(49, '1') }
}
const CODIGO_XML: Record<number, string> = { 30: '1', 70: '2', 100: '3' }

let voucher = 700
const compraOf = (documento: Documento): CompraAts => {
  const { retRenta, retIva, modifica } = documento
  const retenido = retRenta && retRenta.pct !== '0.00'
  if (retenido) voucher += 1
  const original = mes.compras.find(({ id }) => id === modifica)
  return {
    ...partsOf(documento),
    sustento: documento.sustento,
    tipoIdentificacion: documento.tpId as '01',
    identificacion: documento.prov,
    nombre: 'PROVEEDOR',
    parteRelacionada: false,
    tipo: documento.tipo,
    registro: documento.fecha,
    emision: documento.fecha,
    bases: { noGravada: 0, cero: baseOf(documento, 0), gravada: baseOf(documento, 15, 5), exenta: 0, ice: 0, iva: ivaOf(documento) },
    retencionesIva: retIva ? { [CODIGO_XML[retIva.pct] ?? '']: monto(retIva.valor) } : {},
    formasPago: documento.formaPago ? [documento.formaPago] : [],
    airs: retRenta
      ? [{ codigo: retRenta.codigo, base: monto(retRenta.base), porcentaje: monto(retRenta.pct), valor: monto(retRenta.valor) }]
      : [],
    retencion: retenido
      ? {
          establecimiento: '001',
          punto: '001',
          secuencial: voucher,
          autorizacion: `${'2'.repeat(46)}${voucher}`,
          fecha: documento.fecha,
        }
      : undefined,
    modificado: original && { tipo: original.tipo, ...partsOf(original) },
  }
}
const ventaOf = (documento: Documento): VentaAts => ({
  tipoIdentificacion: documento.tpId as '04',
  identificacion: documento.cliente,
  nombre: 'CLIENTE',
  parteRelacionada: false,
  tipo: documento.tipo === '01' ? '18' : documento.tipo,
  emision: 'E',
  comprobantes: 1,
  bases: {
    noGravada: baseOf(documento, 'no_objeto', 'exento'),
    cero: baseOf(documento, 0),
    gravada: baseOf(documento, 15, 5),
    ice: 0,
    iva: ivaOf(documento),
  },
  retencionIva: monto(documento.retRecibida?.iva),
  retencionRenta: monto(documento.retRecibida?.renta),
  formasPago: documento.formaPago ? [documento.formaPago] : [],
})

const contenido = (change: Partial<ContenidoAts['cabecera']> = {}): ContenidoAts => {
  voucher = 700
  return {
    cabecera: {
      ruc: '1799999990001',
      razonSocial: 'COMERCIAL EJEMPLO S.A.',
      desde: '2026-09-01',
      meses: 1,
      establecimientos: 1,
      totalVentas: 0,
      ...change,
    },
    compras: mes.compras.map(compraOf),
    ventas: mes.ventas.map(ventaOf),
    establecimientos: [{ codigo: '001', ventas: 0 }],
  }
}
async function write(content: ContenidoAts): Promise<string> {
  let xml = ''
  for await (const part of writeAts(content)) xml += part
  return xml
}
const canonical = (xml: string) => canonicalByLibxml(xml.replaceAll(/>\s+</g, '><')).replaceAll('><', '>\n<').split('\n')

describe('the ATS', () => {
  it('of the fictitious month is that of the reference, element by element', async () => {
    expect(canonical(await write(contenido()))).toEqual(canonical(vector('ats-2026-09.xml')))
  })

  it.runIf(hasOficial)('is valid against ats.xsd, monthly, half-yearly, of nothing and with a passport', async () => {
    const xsd = openXsd('../../tributacion/xsd/ats')
    try {
      expect(xsd.complaint(await write(contenido()))).toBeUndefined()
      const half = await write(contenido({ desde: '2026-01-01', meses: 6 }))
      expect(half).toContain('<Mes>06</Mes><regimenMicroempresa>SI</regimenMicroempresa>')
      expect(xsd.complaint(half)).toBeUndefined()
      const { cabecera, establecimientos } = contenido()
      expect(xsd.complaint(await write({ cabecera, establecimientos, compras: [], ventas: [] }))).toBeUndefined()
      const [compra] = mes.compras.map(compraOf) as [CompraAts]
      const [venta] = mes.ventas.map(ventaOf) as [VentaAts]
      const abroad = await write({
        cabecera,
        establecimientos,
        compras: [{ ...compra, tipoIdentificacion: '03', nombre: 'Peña & Hijos Cía. Ltda.' }],
        ventas: [{ ...venta, tipoIdentificacion: '06', identificacion: 'AB1234', nombre: 'Ñandú Müller' }],
      })
      expect(abroad).toContain('<denoProv>Pena Y Hijos Cia Ltda</denoProv>')
      expect(xsd.complaint(abroad)).toBeUndefined()
      const pagoExterior = { pais: '110', convenio: false, sujetoRetencion: true, regimenFiscal: false }
      const reembolso = {
        ...partsOf(mes.compras[0]!),
        tipo: '01',
        tipoIdentificacion: '03' as const,
        identificacion: 'EXT-90210',
        fecha: '2026-09-05',
        bases: { ...NADA, cero: monto('10'), gravada: monto('20'), iva: monto('3') },
      }
      const wide = { ...compra, tipoIdentificacion: '03' as const, identificacion: 'X-1', reembolsos: [reembolso] }
      const paid = await write({
        cabecera,
        establecimientos,
        compras: (['01', '02', '03'] as const).map((regimen) => ({ ...wide, pagoExterior: { ...pagoExterior, regimen } })),
        ventas: [{ ...venta, tipoIdentificacion: '06', identificacion: 'EXT-90210-0001-9' }],
      })
      expect(xsd.complaint(paid)).toBeUndefined()
      for (const part of [
        '<idProv>0X1</idProv>',
        '<idCliente>EXT9021000019</idCliente>',
        '<totbasesImpReemb>30.00</totbasesImpReemb><pagoExterior><pagoLocExt>02</pagoLocExt><tipoRegi>01</tipoRegi><paisEfecPagoGen>110</paisEfecPagoGen><paisEfecPago>110</paisEfecPago><aplicConvDobTrib>NO</aplicConvDobTrib><pagExtSujRetNorLeg>SI</pagExtSujRetNorLeg><pagoRegFis>NO</pagoRegFis></pagoExterior>',
        '<paisEfecPagoParFis>110</paisEfecPagoParFis>',
        '<reembolso><tipoComprobanteReemb>01</tipoComprobanteReemb><tpIdProvReemb>03</tpIdProvReemb><idProvReemb>EXT90210</idProvReemb>',
        '<baseImponibleReemb>10.00</baseImponibleReemb><baseImpGravReemb>20.00</baseImpGravReemb>',
        '<montoIvaRemb>3.00</montoIvaRemb></reembolso></reembolsos></detalleCompras>',
      ])
        expect(paid).toContain(part)
      const treaty = { ...pagoExterior, regimen: '01' as const, convenio: true }
      expect(await write({ cabecera, establecimientos, compras: [{ ...wide, pagoExterior: treaty }], ventas: [] })).toContain(
        '<aplicConvDobTrib>SI</aplicConvDobTrib><pagExtSujRetNorLeg>NA</pagExtSujRetNorLeg>',
      )
    } finally {
      xsd.dispose()
    }
  })

  it('is named by its last month, and its texts are plain', () => {
    expect([nombreAts({ desde: '2026-09-01', meses: 1 }), nombreAts({ desde: '2026-07-01', meses: 6 })]).toEqual(['AT092026', 'AT122026'])
    expect(textoAts('  Ñañez & Cía. S.A. / Quito  ')).toBe('Nanez Y Cia SA Quito')
  })
})
