import { buildClaveAcceso, montoOf } from '@yupana/fiscal'

import type { Factura } from '../documentos/factura/factura-tree.ts'

const serie = { estab: '001', ptoEmi: '001', secuencial: '000000001', ruc: '1790012344001', ambiente: '1', codDoc: '01' }
const fechaEmision = '2026-11-20'

/** A sound factura 1.1.0 with two lines, 15 % and 0 %; fictitious people. */
export const buildFactura = (): Factura => ({
  version: '1.1.0',
  infoTributaria: {
    ...serie,
    tipoEmision: '1',
    razonSocial: 'EMPRESA FICTICIA & ASOCIADOS S.A.S.',
    nombreComercial: 'Ficticia Ñandú',
    claveAcceso: buildClaveAcceso({ ...serie, fechaEmision, codigoNumerico: '12345678' }),
    dirMatriz: 'Av. Inventada N1-23 y Calle Ejemplo',
  },
  infoFactura: {
    fechaEmision,
    obligadoContabilidad: 'SI',
    tipoIdentificacionComprador: '05',
    razonSocialComprador: 'PERSONA FICTICIA DE PRUEBA',
    identificacionComprador: '0923456784',
    totalSinImpuestos: montoOf(66_000_000),
    totalDescuento: montoOf(6_470_000),
    totalConImpuestos: [
      { codigo: '2', codigoPorcentaje: '4', baseImponible: montoOf(54_000_000), tarifa: 15_000_000, valor: montoOf(8_100_000) },
      { codigo: '2', codigoPorcentaje: '0', baseImponible: montoOf(12_000_000), tarifa: 0, valor: 0 },
    ],
    propina: 0,
    importeTotal: montoOf(74_100_000),
    moneda: 'DOLAR',
    pagos: [{ formaPago: '20', total: montoOf(74_100_000), plazo: 30_000_000, unidadTiempo: 'dias' }],
  },
  detalles: [
    {
      codigoPrincipal: 'P-001',
      descripcion: 'Producto gravado de 3/4" <nuevo>',
      cantidad: 3_000_000,
      precioUnitario: montoOf(19_990_000),
      descuento: montoOf(5_970_000),
      precioTotalSinImpuesto: montoOf(54_000_000),
      detallesAdicionales: [{ nombre: 'Lote "A"', valor: 'L-7 & L-8' }],
      impuestos: [
        { codigo: '2', codigoPorcentaje: '4', tarifa: 15_000_000, baseImponible: montoOf(54_000_000), valor: montoOf(8_100_000) },
      ],
    },
    {
      codigoPrincipal: 'P-002',
      descripcion: 'Producto tarifa cero',
      cantidad: 1_500_000,
      precioUnitario: montoOf(8_333_333),
      descuento: montoOf(500_000),
      precioTotalSinImpuesto: montoOf(12_000_000),
      impuestos: [{ codigo: '2', codigoPorcentaje: '0', tarifa: 0, baseImponible: montoOf(12_000_000), valor: 0 }],
    },
  ],
  infoAdicional: [
    { nombre: 'Email', valor: 'comprador@example.com' },
    { nombre: 'RUC Proveedor', valor: '1790012344001' },
  ],
})
