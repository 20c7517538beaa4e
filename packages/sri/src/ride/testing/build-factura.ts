import { add, fromDecimal, multiplyToCents, percentOf, sum } from '@yupana/fiscal'

import type { DetalleFactura, Factura } from '../../documentos/factura/factura-tree.ts'
import { factura } from '../../documentos/factura/factura.ts'

export const CLAVE = '2011202601179001234400110010010000000021234567817'

export const buildDetalle = (cambios: Partial<DetalleFactura> = {}): DetalleFactura => {
  const cantidad = cambios.cantidad ?? fromDecimal(3)
  const precioUnitario = cambios.precioUnitario ?? fromDecimal(20)
  const base = multiplyToCents(precioUnitario, cantidad)
  return {
    codigoPrincipal: 'P-001',
    descripcion: 'Café tostado y molido',
    cantidad,
    precioUnitario,
    descuento: 0,
    precioTotalSinImpuesto: base,
    impuestos: [
      { codigo: '2', codigoPorcentaje: '4', tarifa: fromDecimal(15), baseImponible: base, valor: percentOf(base, fromDecimal(15)) },
    ],
    ...cambios,
  }
}

/** A factura in producción whose totals follow its lines, all at 15 %. */
export function buildFactura(cambios: Partial<Factura> = {}, info: Partial<Factura['infoFactura']> = {}): Factura {
  const detalles = cambios.detalles ?? [buildDetalle()]
  const base = sum(detalles.map(({ precioTotalSinImpuesto }) => precioTotalSinImpuesto))
  const iva = percentOf(base, fromDecimal(15))
  return {
    version: '2.1.0',
    infoTributaria: {
      ambiente: '2',
      tipoEmision: '1',
      razonSocial: 'EMPRESA FICTICIA & ASOCIADOS S.A.S.',
      nombreComercial: 'Ficticia Ñandú',
      ruc: '1790012344001',
      claveAcceso: CLAVE,
      codDoc: '01',
      estab: '001',
      ptoEmi: '001',
      secuencial: '000000002',
      dirMatriz: 'Av. Inventada N1-23 y Calle Ejemplo',
      agenteRetencion: '1',
      contribuyenteRimpe: 'CONTRIBUYENTE RÉGIMEN RIMPE',
    },
    infoFactura: {
      fechaEmision: '2026-11-20',
      dirEstablecimiento: 'Calle Ejemplo 45',
      contribuyenteEspecial: '5368',
      obligadoContabilidad: 'SI',
      tipoIdentificacionComprador: '05',
      razonSocialComprador: 'PERSONA FICTICIA DE PRUEBA',
      identificacionComprador: '0923456784',
      direccionComprador: 'Calle Falsa 123',
      totalSinImpuestos: base,
      totalDescuento: 0,
      totalConImpuestos: [{ codigo: '2', codigoPorcentaje: '4', baseImponible: base, tarifa: fromDecimal(15), valor: iva }],
      propina: 0,
      importeTotal: add(base, iva),
      moneda: 'DOLAR',
      pagos: [{ formaPago: '20', total: add(base, iva), plazo: fromDecimal(30), unidadTiempo: 'dias' }],
      ...info,
    },
    infoAdicional: [
      { nombre: 'Gran Contribuyente', valor: 'NAC-0001' },
      { nombre: 'RUC Proveedor', valor: '1791234567001' },
    ],
    ...cambios,
    detalles,
  }
}

export const buildXml = (...args: Parameters<typeof buildFactura>): string => factura.toXml(buildFactura(...args))

export const authorised = (xml: string, fecha = '2026-11-20T10:15:30-05:00'): string =>
  `<?xml version="1.0" encoding="UTF-8"?><autorizacion><estado>AUTORIZADO</estado><numeroAutorizacion>${CLAVE}</numeroAutorizacion>` +
  `<fechaAutorizacion>${fecha}</fechaAutorizacion><ambiente>PRODUCCIÓN</ambiente><comprobante><![CDATA[${xml}]]></comprobante></autorizacion>`
