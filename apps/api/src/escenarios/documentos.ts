import { emitFactura, type Endpoint, type FacturaFormInput } from '@yupana/contract'

import type { Random } from '../crash/random.ts'

/** A kind of document that goes through the pipeline: one entry here is all that a new one needs. */
export interface TipoEscenario {
  nombre: string
  emit: Endpoint
  /** What a client sends; amounts vary with the seed. `hoy` is the emission's day, 'yyyy-MM-dd'. */
  form(random: Random, hoy: string): unknown
}

/** One line of whole dollars at 15 %, so that the tax is whole cents. */
function factura(random: Random): FacturaFormInput {
  const cents = random.between(1, 40) * 100
  return {
    establecimiento: '001',
    punto: '001',
    comprador: { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'ANA MARÍA PÉREZ', correos: ['ana@ejemplo.ec'] },
    lineas: [{ codigo: 'P-1', descripcion: 'Servicio de prueba', cantidad: 1_000_000, precio_unitario: cents * 10_000, iva: 6 }],
    pagos: [{ forma_pago: '20', total: cents * 11_500 }],
  }
}

export const TIPOS: readonly TipoEscenario[] = [
  { nombre: 'factura-1.1.0', emit: emitFactura, form: factura },
  {
    nombre: 'factura-2.1.0',
    emit: emitFactura,
    form(random, hoy): FacturaFormInput {
      return {
        ...factura(random),
        sustitutiva_guia: {
          dir_partida: 'Quito', dir_destinatario: 'Ambato', fecha_ini: hoy, fecha_fin: hoy, razon_social_transportista: 'TRANSPORTES', tipo_identificacion_transportista: '05',
          identificacion_transportista: '1712345675', placa: 'ABC-1234', destinos: [{ motivo: 'Venta', establecimiento_destino: '001' }],
        },
      }
    },
  },
]
