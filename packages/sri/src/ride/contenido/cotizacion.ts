import type { Fecha, Monto, Porcentaje } from '@yupana/fiscal'

import { filled, type ContenidoRide } from './contenido.ts'
import { detalleTabla, type Linea } from './detalle.ts'
import { dia } from './formato.ts'
import { fila, filasImpuestos } from './totales-impuestos.ts'

/** A printed quote: no document of the SRI, but in the same design. Amounts ×10⁶. */
export interface CotizacionImpresa {
  readonly emisor: {
    readonly ruc: string
    readonly razonSocial: string
    readonly nombreComercial?: string | undefined
    readonly direccion: string
    readonly telefono?: string | undefined
    readonly correo?: string | undefined
  }
  readonly numero: string
  /** Number of the version sent to the client; absent for a draft. */
  readonly version?: number | undefined
  readonly fechaEmision: Fecha
  readonly vence: Fecha
  readonly vendedor?: string | undefined
  readonly cliente: {
    readonly razonSocial: string
    readonly identificacion: string
    readonly direccion?: string | undefined
    readonly telefono?: string | undefined
    readonly correos: readonly string[]
  }
  readonly lineas: readonly Linea[]
  readonly totales: {
    readonly subtotal: Monto
    readonly descuento: Monto
    readonly impuestos: readonly {
      readonly codigo: string
      readonly codigoPorcentaje: string
      readonly tarifa: Porcentaje
      readonly baseImponible: Monto
      readonly valor: Monto
    }[]
    readonly total: Monto
  }
  readonly adicional: readonly { readonly nombre: string; readonly valor: string }[]
  readonly condiciones?: string | undefined
}

const LEYENDA = 'Esta cotización no es un comprobante de venta: no tiene validez tributaria.'

/** Content of a printed quote. */
export function contenidoCotizacion(cotizacion: CotizacionImpresa): ContenidoRide {
  const { emisor, cliente, totales, numero, version, fechaEmision, vence, vendedor } = cotizacion
  const { subtotales, impuestos } = filasImpuestos(totales.impuestos, [])
  return {
    titulo: 'COTIZACIÓN',
    emisor: {
      razonSocial: emisor.razonSocial,
      nombreComercial: emisor.nombreComercial,
      ruc: emisor.ruc,
      datos: filled([
        ['Dirección', emisor.direccion],
        ['Teléfono', emisor.telefono],
        ['Correo', emisor.correo],
      ]),
    },
    clave: { numero, ambiente: '', emision: '', fechaEmision },
    comercial: filled([
      ['Fecha', dia(fechaEmision)],
      ['Válida hasta', dia(vence)],
      ['Versión', version === undefined ? undefined : String(version)],
      ['Vendedor', vendedor],
    ]),
    sujeto: filled([
      ['Cliente', cliente.razonSocial, 'ancho'],
      ['Identificación', cliente.identificacion],
      ['Teléfono', cliente.telefono],
      ['Dirección', cliente.direccion, 'ancho'],
      ['Correo', cliente.correos.join(', '), 'ancho'],
    ]),
    cuerpo: [{ tabla: detalleTabla(cotizacion.lineas) }],
    totales: [
      ...subtotales,
      fila('SUBTOTAL SIN IMPUESTOS', totales.subtotal),
      fila('TOTAL DESCUENTO', totales.descuento),
      ...impuestos,
      { ...fila('VALOR TOTAL', totales.total), destacado: true },
    ],
    adicional: cotizacion.adicional,
    pagos: { columnas: [], filas: [] },
    bloques: [
      {
        datos: filled([
          ['Condiciones', cotizacion.condiciones, 'ancho'],
          ['Nota', LEYENDA, 'ancho'],
        ]),
      },
    ],
  }
}
