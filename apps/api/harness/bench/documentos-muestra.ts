import { buildClaveAcceso, percentOf } from '@yupana/fiscal'
import { DOCUMENTOS, type Comprobante, type InfoTributaria } from '@yupana/sri'

import { facturaMuestra } from './factura-muestra.ts'

const UNO = 1_000_000

/** The n-th document of every type; lines, reasons or withholdings are as many as the lines of its factura. */
export function documentosMuestra(n: number, lineas: number, ruc?: string): Comprobante[] {
  const factura = facturaMuestra(n, lineas, ruc)
  const { infoFactura: info, infoAdicional } = factura
  const {
    fechaEmision,
    dirEstablecimiento,
    obligadoContabilidad,
    tipoIdentificacionComprador,
    razonSocialComprador,
    identificacionComprador,
    totalSinImpuestos,
    totalConImpuestos,
    importeTotal,
    moneda,
    pagos,
  } = info
  const infoTributaria = (codDoc: string): InfoTributaria => {
    const identidad = { ...factura.infoTributaria, codDoc }
    return { ...identidad, claveAcceso: buildClaveAcceso({ ...identidad, fechaEmision, codigoNumerico: '12345678' }) }
  }
  const comprador = { tipoIdentificacionComprador, razonSocialComprador, identificacionComprador }
  const modificado = { codDocModificado: '01', numDocModificado: '001-001-000000001', fechaEmisionDocSustento: fechaEmision }
  const emisor = { dirEstablecimiento, obligadoContabilidad }
  const impuestos = totalConImpuestos.map(({ codigo, codigoPorcentaje, baseImponible, valor }) => ({
    codigo,
    codigoPorcentaje,
    baseImponible,
    valor,
  }))
  return [
    { tipo: 'factura', documento: factura },
    {
      tipo: 'liquidacionCompra',
      documento: {
        version: '1.1.0',
        infoTributaria: infoTributaria(DOCUMENTOS.liquidacionCompra.codDoc),
        infoAdicional,
        detalles: factura.detalles,
        infoLiquidacionCompra: {
          fechaEmision,
          ...emisor,
          tipoIdentificacionProveedor: '05',
          razonSocialProveedor: razonSocialComprador,
          identificacionProveedor: identificacionComprador,
          totalSinImpuestos,
          totalDescuento: 0,
          totalConImpuestos: impuestos,
          importeTotal,
          moneda,
          pagos,
        },
      },
    },
    {
      tipo: 'notaCredito',
      documento: {
        version: '1.1.0',
        infoTributaria: infoTributaria(DOCUMENTOS.notaCredito.codDoc),
        infoAdicional,
        infoNotaCredito: {
          fechaEmision,
          ...emisor,
          ...comprador,
          ...modificado,
          totalSinImpuestos,
          valorModificacion: importeTotal,
          moneda,
          totalConImpuestos: impuestos,
          motivo: 'Devolución',
        },
        detalles: factura.detalles.map(({ codigoPrincipal, codigoAuxiliar: _, ...detalle }) => ({
          ...detalle,
          codigoInterno: codigoPrincipal,
        })),
      },
    },
    {
      tipo: 'notaDebito',
      documento: {
        version: '1.0.0',
        infoTributaria: infoTributaria(DOCUMENTOS.notaDebito.codDoc),
        infoAdicional,
        infoNotaDebito: {
          fechaEmision,
          ...emisor,
          ...comprador,
          ...modificado,
          totalSinImpuestos,
          impuestos: impuestos.map((each) => ({ ...each, tarifa: 15 * UNO })),
          valorTotal: importeTotal,
          pagos,
        },
        motivos: factura.detalles.map(({ descripcion, precioTotalSinImpuesto }) => ({ razon: descripcion, valor: precioTotalSinImpuesto })),
      },
    },
    {
      tipo: 'guiaRemision',
      documento: {
        version: '1.1.0',
        infoTributaria: infoTributaria(DOCUMENTOS.guiaRemision.codDoc),
        infoAdicional,
        infoGuiaRemision: {
          ...emisor,
          dirPartida: 'Bodega Norte',
          razonSocialTransportista: 'TRANSPORTES FICTICIOS S.A.',
          tipoIdentificacionTransportista: '04',
          rucTransportista: factura.infoTributaria.ruc,
          fechaIniTransporte: fechaEmision,
          fechaFinTransporte: fechaEmision,
          placa: 'ABC0123',
        },
        destinatarios: [
          {
            identificacionDestinatario: identificacionComprador,
            razonSocialDestinatario: razonSocialComprador,
            dirDestinatario: 'Calle Larga 7-32',
            motivoTraslado: 'Venta',
            detalles: factura.detalles.map(({ codigoPrincipal, descripcion, cantidad }) => ({
              codigoInterno: codigoPrincipal,
              descripcion,
              cantidad,
            })),
          },
        ],
      },
    },
    {
      tipo: 'comprobanteRetencion',
      documento: {
        version: '2.0.0',
        infoTributaria: infoTributaria(DOCUMENTOS.comprobanteRetencion.codDoc),
        infoAdicional,
        infoCompRetencion: {
          fechaEmision,
          ...emisor,
          tipoIdentificacionSujetoRetenido: '05',
          parteRel: 'NO',
          razonSocialSujetoRetenido: razonSocialComprador,
          identificacionSujetoRetenido: identificacionComprador,
          periodoFiscal: `${fechaEmision.slice(5, 7)}/${fechaEmision.slice(0, 4)}`,
        },
        docsSustento: factura.detalles.map(({ precioTotalSinImpuesto: base }, at) => ({
          codSustento: '01',
          codDocSustento: '01',
          numDocSustento: `001001${String(at + 1).padStart(9, '0')}`,
          fechaEmisionDocSustento: fechaEmision,
          pagoLocExt: '01',
          totalSinImpuestos: base,
          importeTotal: base,
          impuestosDocSustento: [{ codImpuestoDocSustento: '2', codigoPorcentaje: '0', baseImponible: base, tarifa: 0, valorImpuesto: 0 }],
          retenciones: [
            {
              codigo: '1',
              codigoRetencion: '312',
              baseImponible: base,
              porcentajeRetener: 2 * UNO,
              valorRetenido: percentOf(base, 2 * UNO),
            },
          ],
          pagos: [{ formaPago: '20', total: base }],
        })),
      },
    },
  ]
}
