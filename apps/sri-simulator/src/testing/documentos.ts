// The smallest consistent document of each type, in each of its versions.
import { claveFor, fechaOf, RUC, type FacturaDePrueba } from './escenario.ts'

export interface DocumentoDePrueba extends FacturaDePrueba {
  readonly raiz: string
  readonly version: string
}

/** All types and versions that the authority accepts. */
export const VERSIONES: readonly (readonly [raiz: string, version: string])[] = [
  ['factura', '1.0.0'],
  ['factura', '1.1.0'],
  ['factura', '2.0.0'],
  ['factura', '2.1.0'],
  ['liquidacionCompra', '1.0.0'],
  ['liquidacionCompra', '1.1.0'],
  ['notaCredito', '1.0.0'],
  ['notaCredito', '1.1.0'],
  ['notaDebito', '1.0.0'],
  ['guiaRemision', '1.0.0'],
  ['guiaRemision', '1.1.0'],
  ['comprobanteRetencion', '1.0.0'],
  ['comprobanteRetencion', '2.0.0'],
]

const CODDOC: Readonly<Record<string, string>> = {
  factura: '01',
  liquidacionCompra: '03',
  notaCredito: '04',
  notaDebito: '05',
  guiaRemision: '06',
  comprobanteRetencion: '07',
}

const pad = (n: number, length: number): string => String(n).padStart(length, '0')
const tags = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')

const IVA_10 = tags({ codigo: '2', codigoPorcentaje: '4', baseImponible: '10.00', valor: '1.50' })
const IVA_10_TARIFA = tags({ codigo: '2', codigoPorcentaje: '4', tarifa: '15.00', baseImponible: '10.00', valor: '1.50' })
const TOTALES = `<totalConImpuestos><totalImpuesto>${IVA_10}</totalImpuesto></totalConImpuestos>`
const PAGOS = `<pagos><pago>${tags({ formaPago: '20', total: '11.50' })}</pago></pagos>`

const detalle = (codigo: string): string =>
  `<detalles><detalle>${tags({ [codigo]: 'P-001', descripcion: 'Cuaderno ñandú', cantidad: '2', precioUnitario: '5', descuento: '0.00', precioTotalSinImpuesto: '10.00' })}<impuestos><impuesto>${IVA_10_TARIFA}</impuesto></impuestos></detalle></detalles>`

const modificado = (fecha: string): string =>
  tags({ codDocModificado: '01', numDocModificado: '001-001-000000001', fechaEmisionDocSustento: fecha })
const receptor = (suffix: string, tipo = '05', valor = '0923456784'): string =>
  tags({ [`tipoIdentificacion${suffix}`]: tipo, [`razonSocial${suffix}`]: 'PERSONA FICTICIA', [`identificacion${suffix}`]: valor })

const retenido = (codigo: string): string =>
  tags({ codigo: '1', codigoRetencion: codigo, baseImponible: '10.00', porcentajeRetener: '2', valorRetenido: '0.20' })

function sustentoOf(fecha: string): string {
  const impuesto = tags({ codImpuestoDocSustento: '2', codigoPorcentaje: '4', baseImponible: '10.00', tarifa: '15', valorImpuesto: '1.50' })
  return (
    `<docsSustento><docSustento>${tags({ codSustento: '01', codDocSustento: '01', numDocSustento: '001001000000001', fechaEmisionDocSustento: fecha, pagoLocExt: '01', totalSinImpuestos: '10.00', importeTotal: '11.50' })}` +
    `<impuestosDocSustento><impuestoDocSustento>${impuesto}</impuestoDocSustento></impuestosDocSustento><retenciones><retencion>${retenido('312')}</retencion></retenciones>${PAGOS}</docSustento></docsSustento>`
  )
}

// Elements after infoTributaria.
const CUERPOS: Readonly<Record<string, (fecha: string, version: string) => string>> = {
  factura: (fecha) =>
    `<infoFactura>${tags({ fechaEmision: fecha, obligadoContabilidad: 'SI' })}${receptor('Comprador')}${tags({ totalSinImpuestos: '10.00', totalDescuento: '0.00' })}${TOTALES}${tags({ propina: '0.00', importeTotal: '11.50', moneda: 'DOLAR' })}${PAGOS}</infoFactura>${detalle('codigoPrincipal')}`,
  liquidacionCompra: (fecha) =>
    `<infoLiquidacionCompra>${tags({ fechaEmision: fecha })}${receptor('Proveedor')}${tags({ totalSinImpuestos: '10.00', totalDescuento: '0.00' })}${TOTALES}${tags({ importeTotal: '11.50', moneda: 'DOLAR' })}${PAGOS}</infoLiquidacionCompra>${detalle('codigoPrincipal')}`,
  notaCredito: (fecha) =>
    `<infoNotaCredito>${tags({ fechaEmision: fecha })}${receptor('Comprador')}${modificado(fecha)}${tags({ totalSinImpuestos: '10.00', valorModificacion: '11.50', moneda: 'DOLAR' })}${TOTALES}<motivo>Devolución</motivo></infoNotaCredito>${detalle('codigoInterno')}`,
  notaDebito: (fecha) =>
    `<infoNotaDebito>${tags({ fechaEmision: fecha })}${receptor('Comprador')}${modificado(fecha)}<totalSinImpuestos>10.00</totalSinImpuestos><impuestos><impuesto>${IVA_10_TARIFA}</impuesto></impuestos><valorTotal>11.50</valorTotal>${PAGOS}</infoNotaDebito><motivos><motivo>${tags({ razon: 'Intereses', valor: '10.00' })}</motivo></motivos>`,
  guiaRemision: (fecha) =>
    `<infoGuiaRemision>${tags({ dirPartida: 'Bodega', razonSocialTransportista: 'TRANSPORTE', tipoIdentificacionTransportista: '04', rucTransportista: RUC, fechaIniTransporte: fecha, fechaFinTransporte: fecha, placa: 'ABC0123' })}</infoGuiaRemision>` +
    `<destinatarios><destinatario>${tags({ identificacionDestinatario: '0923456784', razonSocialDestinatario: 'PERSONA FICTICIA', dirDestinatario: 'Calle', motivoTraslado: 'Venta' })}<detalles><detalle>${tags({ descripcion: 'Cuaderno', cantidad: '3' })}</detalle></detalles></destinatario></destinatarios>`,
  comprobanteRetencion(fecha, version) {
    const sujeto = receptor('SujetoRetenido', '04', '1712345675001')
    const info = `<infoCompRetencion><fechaEmision>${fecha}</fechaEmision>${version === '2.0.0' ? sujeto.replace('<razonSocial', '<parteRel>NO</parteRel><razonSocial') : sujeto}<periodoFiscal>${fecha.slice(3)}</periodoFiscal></infoCompRetencion>`
    return (
      info +
      (version === '2.0.0'
        ? sustentoOf(fecha)
        : `<impuestos><impuesto>${retenido('312')}${tags({ codDocSustento: '01', numDocSustento: '001001000000001', fechaEmisionDocSustento: fecha })}</impuesto></impuestos>`)
    )
  },
}

export const claveOf = (options: DocumentoDePrueba): string => claveFor(options, CODDOC[options.raiz])

/** XML without signature. */
export function documentoXml(options: DocumentoDePrueba): string {
  const { raiz, version, secuencial = 1, fecha = fechaOf(Date.now()), ruc = RUC, ambiente = '1' } = options
  const tributaria = tags({
    ambiente,
    tipoEmision: '1',
    razonSocial: 'EMPRESA FICTICIA',
    ruc,
    claveAcceso: claveOf({ ...options, fecha }),
    codDoc: CODDOC[raiz] ?? '',
    estab: '001',
    ptoEmi: '001',
    secuencial: pad(secuencial, 9),
    dirMatriz: 'Quito',
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${raiz} id="comprobante" version="${version}"><infoTributaria>${tributaria}</infoTributaria>${CUERPOS[raiz]?.(fecha, version) ?? ''}</${raiz}>`
}
