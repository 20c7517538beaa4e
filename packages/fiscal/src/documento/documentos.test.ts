import { describe, expect, it } from 'vitest'

import { checkAritmetica } from '../impuesto/aritmetica.ts'
import { checkGuia } from './guia-remision.ts'
import { checkLiquidacion } from './liquidacion-compra.ts'
import { parseMonto } from '../valor/monto.ts'
import { checkNotaDebito, notaDebitoOf } from '../nota/nota-debito.ts'
import { checkRetencion } from '../retencion/retencion-check.ts'
import { readReferenciaText } from '../testing/referencia.ts'
import { totalesOf } from '../impuesto/totales.ts'

// Checks the sample documents of the reference. Each is one line, and the tags read here have no attributes.
const all = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))].map((match) => match[1] ?? '')
const one = (xml: string, tag: string): string => {
  const [first] = all(xml, tag)
  if (first === undefined) throw new Error(`${tag} missing`)
  return first
}
const m = (xml: string, tag: string) => parseMonto(one(xml, tag))!
const fecha = (xml: string, tag: string): string => one(xml, tag).split('/').reverse().join('-')
const read = (name: string): string => readReferenciaText(`sri/vectors/xml/${name}.xml`)
const impuestosOf = (xml: string, tag: string) =>
  all(xml, tag).map((impuesto) => ({
    codigo: one(impuesto, 'codigo'),
    codigoPorcentaje: one(impuesto, 'codigoPorcentaje'),
    baseImponible: m(impuesto, 'baseImponible'),
    valor: m(impuesto, 'valor'),
    ...(all(impuesto, 'tarifa').length > 0 ? { tarifa: m(impuesto, 'tarifa') } : {}),
  }))
const pagosOf = (xml: string) => all(xml, 'pago').map((pago) => ({ formaPago: one(pago, 'formaPago'), total: m(pago, 'total') }))
const detallesOf = (xml: string) =>
  all(one(xml, 'detalles'), 'detalle').map((detalle) => ({
    cantidad: m(detalle, 'cantidad'),
    precioUnitario: m(detalle, 'precioUnitario'),
    descuento: m(detalle, 'descuento'),
    precioTotalSinImpuesto: m(detalle, 'precioTotalSinImpuesto'),
    impuestos: impuestosOf(detalle, 'impuesto'),
  }))

describe('the sample documents keep the rules', () => {
  it.each(['factura_1.1.0', 'factura_2.1.0_sustitutiva_guia', 'notaCredito_1.1.0', 'liquidacionCompra_1.1.0'])('%s', (name) => {
    const xml = read(name)
    const documento = {
      detalles: detallesOf(xml),
      totalSinImpuestos: m(xml, 'totalSinImpuestos'),
      totalConImpuestos: impuestosOf(one(xml, 'totalConImpuestos'), 'totalImpuesto'),
    }
    expect(documento.detalles.length).toBeGreaterThan(0)
    expect(checkAritmetica(documento, fecha(xml, 'fechaEmision'))).toEqual([])
  })
  it('liquidacionCompra_1.1.0: supplier, taxes and payments', () => {
    const xml = read('liquidacionCompra_1.1.0')
    const lineas = detallesOf(xml).map(({ impuestos, ...detalle }) => ({
      ...detalle,
      iva: { codigoPorcentaje: impuestos[0]?.codigoPorcentaje ?? '', tarifa: impuestos[0]?.tarifa ?? 0 },
    }))
    const entrada = { modo: 'NETO' as const, lineas }
    const totales = totalesOf(entrada)
    expect(totales.importeTotal).toBe(m(xml, 'importeTotal'))
    const proveedor = {
      tipoIdentificacionProveedor: one(xml, 'tipoIdentificacionProveedor'),
      identificacionProveedor: one(xml, 'identificacionProveedor'),
    }
    expect(
      checkLiquidacion({ ruc: one(xml, 'ruc'), ...proveedor, entrada, totales, pagos: pagosOf(xml) }, fecha(xml, 'fechaEmision')),
    ).toEqual({ problemas: [], advertencias: [] })
  })
  it('notaDebito_1.0.0', () => {
    const xml = read('notaDebito_1.0.0')
    const iva = { codigoPorcentaje: one(xml, 'codigoPorcentaje'), tarifa: m(xml, 'tarifa') }
    const motivos = all(xml, 'motivo').map((motivo) => ({ razon: one(motivo, 'razon'), valor: m(motivo, 'valor'), iva }))
    expect(notaDebitoOf(motivos).valorTotal).toBe(m(xml, 'valorTotal'))
    const modificado = {
      codDocModificado: one(xml, 'codDocModificado'),
      numDocModificado: one(xml, 'numDocModificado'),
      fechaEmisionDocSustento: fecha(xml, 'fechaEmisionDocSustento'),
    }
    const comprador = {
      tipoIdentificacionComprador: one(xml, 'tipoIdentificacionComprador'),
      identificacionComprador: one(xml, 'identificacionComprador'),
    }
    expect(checkNotaDebito({ ...comprador, modificado, motivos, pagos: pagosOf(xml) }, fecha(xml, 'fechaEmision'))).toEqual({
      problemas: [],
      advertencias: [],
    })
  })
  it('comprobanteRetencion_2.0.0', () => {
    const xml = read('comprobanteRetencion_2.0.0')
    const docsSustento = all(xml, 'docSustento').map((doc) => ({
      codSustento: one(doc, 'codSustento'),
      codDocSustento: one(doc, 'codDocSustento'),
      numDocSustento: one(doc, 'numDocSustento'),
      fechaEmisionDocSustento: fecha(doc, 'fechaEmisionDocSustento'),
      numAutDocSustento: one(doc, 'numAutDocSustento'),
      pagoLocExt: one(doc, 'pagoLocExt'),
      totalSinImpuestos: m(doc, 'totalSinImpuestos'),
      importeTotal: m(doc, 'importeTotal'),
      pagos: pagosOf(doc),
      impuestosDocSustento: all(doc, 'impuestoDocSustento').map((impuesto) => ({
        codImpuestoDocSustento: one(impuesto, 'codImpuestoDocSustento'),
        codigoPorcentaje: one(impuesto, 'codigoPorcentaje'),
        baseImponible: m(impuesto, 'baseImponible'),
        tarifa: m(impuesto, 'tarifa'),
        valorImpuesto: m(impuesto, 'valorImpuesto'),
      })),
      retenciones: all(doc, 'retencion').map((retencion) => ({
        codigo: one(retencion, 'codigo'),
        codigoRetencion: one(retencion, 'codigoRetencion'),
        baseImponible: m(retencion, 'baseImponible'),
        porcentajeRetener: m(retencion, 'porcentajeRetener'),
        valorRetenido: m(retencion, 'valorRetenido'),
      })),
    }))
    expect(docsSustento[0]?.retenciones).toHaveLength(2)
    const sujeto = {
      tipoIdentificacionSujetoRetenido: one(xml, 'tipoIdentificacionSujetoRetenido'),
      identificacionSujetoRetenido: one(xml, 'identificacionSujetoRetenido'),
    }
    const condiciones = [{ tipo: 'AGENTE_RETENCION', desde: '2020-01-01', hasta: null, valor: one(xml, 'agenteRetencion') }]
    expect(checkRetencion({ ...sujeto, docsSustento }, { fecha: fecha(xml, 'fechaEmision'), ruc: one(xml, 'ruc'), condiciones })).toEqual({
      problemas: [],
      advertencias: [],
    })
  })
  it('guiaRemision_1.1.0', () => {
    const xml = read('guiaRemision_1.1.0')
    const texto = <K extends string>(source: string, ...tags: K[]) =>
      Object.fromEntries(tags.map((tag) => [tag, one(source, tag)])) as Record<K, string>
    const guia = {
      ...texto(xml, 'dirPartida', 'razonSocialTransportista', 'tipoIdentificacionTransportista', 'rucTransportista', 'placa'),
      // Written without the hyphen of the form's pattern.
      otraPlaca: true,
      fechaIniTransporte: fecha(xml, 'fechaIniTransporte'),
      fechaFinTransporte: fecha(xml, 'fechaFinTransporte'),
      destinatarios: all(xml, 'destinatario').map((destinatario) => ({
        ...texto(
          destinatario,
          'identificacionDestinatario',
          'razonSocialDestinatario',
          'dirDestinatario',
          'motivoTraslado',
          'codDocSustento',
          'numDocSustento',
          'numAutDocSustento',
        ),
        fechaEmisionDocSustento: fecha(destinatario, 'fechaEmisionDocSustento'),
        detalles: all(destinatario, 'detalle').map((detalle) => ({
          descripcion: one(detalle, 'descripcion'),
          cantidad: m(detalle, 'cantidad'),
        })),
      })),
    }
    const [dia, mes, anio] = [one(xml, 'claveAcceso').slice(0, 2), one(xml, 'claveAcceso').slice(2, 4), one(xml, 'claveAcceso').slice(4, 8)]
    expect(checkGuia(guia, `${anio}-${mes}-${dia}`)).toEqual({ problemas: [], advertencias: [] })
  })
})
