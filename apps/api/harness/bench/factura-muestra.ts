import { add, buildClaveAcceso, divide, fechaIn, fromUnits, montoOf, percentOf, sum } from '@yupana/fiscal'
import type { Factura } from '@yupana/sri'

const UNO = fromUnits(1)

/** The n-th factura 1.1.0 of a company, as its XML is declared: `lineas` lines at 15 %. */
export function facturaMuestra(n: number, lineas: number, ruc = '1790012344001'): Factura {
  const serie = { ruc, ambiente: '1' as const, estab: '001', ptoEmi: '001', codDoc: '01', secuencial: String(n + 1).padStart(9, '0') }
  const fechaEmision = fechaIn(new Date())
  const detalles = Array.from({ length: lineas }, (_, at) => {
    const base = fromUnits(25 + at)
    return {
      codigoPrincipal: `PROD-${String(at + 1).padStart(3, '0')}`,
      descripcion: `Artículo de prueba número ${at + 1} & accesorios, presentación de ${100 + at} g`,
      cantidad: 2 * UNO,
      precioUnitario: divide(base, 2 * UNO),
      descuento: montoOf(0),
      precioTotalSinImpuesto: base,
      impuestos: [{ codigo: '2', codigoPorcentaje: '4', tarifa: 15 * UNO, baseImponible: base, valor: percentOf(base, 15 * UNO) }],
    }
  })
  const base = sum(detalles.map(({ precioTotalSinImpuesto }) => precioTotalSinImpuesto))
  const valor = percentOf(base, 15 * UNO)
  return {
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
      dirEstablecimiento: 'Av. Inventada N1-23 y Calle Ejemplo',
      obligadoContabilidad: 'SI',
      tipoIdentificacionComprador: '05',
      razonSocialComprador: 'PERSONA FICTICIA DE PRUEBA',
      identificacionComprador: '0923456784',
      direccionComprador: 'Calle Larga 7-32',
      totalSinImpuestos: base,
      totalDescuento: 0,
      totalConImpuestos: [{ codigo: '2', codigoPorcentaje: '4', baseImponible: base, valor }],
      propina: 0,
      importeTotal: add(base, valor),
      moneda: 'DOLAR',
      pagos: [{ formaPago: '20', total: add(base, valor) }],
    },
    detalles,
    infoAdicional: [
      { nombre: 'Email', valor: 'persona@ejemplo.ec' },
      { nombre: 'Teléfono', valor: '022345678' },
    ],
  }
}
