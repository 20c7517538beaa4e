import {
  emitFactura,
  GUIA_CALLS,
  LIQUIDACION_CALLS,
  NOTA_CALLS,
  RETENCION_CALLS,
  type Endpoint,
  type FacturaFormInput,
  type GuiaRemisionFormInput,
  type LiquidacionCompraFormInput,
  type NotaCreditoFormInput,
  type NotaDebitoFormInput,
  type RetencionFormInput,
} from '@yupana/contract'

import type { Random } from './random.ts'

/** A kind of document that goes through the pipeline: one entry here is all that a new one needs. */
export interface TipoEscenario {
  nombre: string
  emit: Endpoint
  /** What a client sends; amounts vary with the seed. `hoy` is the emission's day, 'yyyy-MM-dd'. */
  form(random: Random, hoy: string): object
}

/** Who issues these withholds too, and may only so. */
export const CONDICION_RETENEDOR = { tipo: 'AGENTE_RETENCION', desde: '2024-01-01', valor: '1' } as const

const UNIT = 1_000_000
const SERIE = { establecimiento: '001', punto: '001' } as const
const ANA = {
  tipo_identificacion: '05',
  identificacion: '1712345675',
  razon_social: 'ANA MARÍA PÉREZ',
  correos: ['ana@ejemplo.ec'],
} as const
const TRANSPORTISTA = { tipo_identificacion: '05', identificacion: '1712345675', razon_social: 'TRANSPORTES' } as const

/** Whole dollars, so that 15 % is whole cents. */
const dollars = (random: Random) => random.between(1, 40) * UNIT
const withIva = (neto: number) => (neto / 100) * 115
const lineaOf = (neto: number) => ({ codigo: 'P-1', descripcion: 'Servicio de prueba', cantidad: UNIT, precio_unitario: neto, iva: 6 })
const pagoOf = (neto: number) => ({ forma_pago: '20', total: withIva(neto) })
const comprador = () => ({ ...ANA, correos: [...ANA.correos] })

/** One line at 15 %. */
function factura(random: Random): FacturaFormInput {
  const neto = dollars(random)
  return { ...SERIE, comprador: comprador(), lineas: [lineaOf(neto)], pagos: [pagoOf(neto)] }
}

function facturaConGuia(random: Random, hoy: string): FacturaFormInput {
  return {
    ...factura(random),
    sustitutiva_guia: {
      dir_partida: 'Quito',
      dir_destinatario: 'Ambato',
      fecha_ini: hoy,
      fecha_fin: hoy,
      razon_social_transportista: TRANSPORTISTA.razon_social,
      tipo_identificacion_transportista: TRANSPORTISTA.tipo_identificacion,
      identificacion_transportista: TRANSPORTISTA.identificacion,
      placa: 'ABC-1234',
      destinos: [{ motivo: 'Venta', establecimiento_destino: '001' }],
    },
  }
}

function liquidacion(random: Random): LiquidacionCompraFormInput {
  const neto = dollars(random)
  return { ...SERIE, proveedor: comprador(), lineas: [lineaOf(neto)], pagos: [pagoOf(neto)] }
}

/** Of a factura that was issued elsewhere. */
const modificado = (random: Random, hoy: string) => ({
  numero: `009-001-${String(random.between(1, 999_999)).padStart(9, '0')}`,
  fecha: hoy,
})

const notaCredito = (random: Random, hoy: string): NotaCreditoFormInput => ({
  tipo: '04',
  ...SERIE,
  comprador: comprador(),
  modificado: modificado(random, hoy),
  clase: 'DEVOLUCION',
  motivo: 'Devolución',
  lineas: [lineaOf(dollars(random))],
})

function notaDebito(random: Random, hoy: string): NotaDebitoFormInput {
  const valor = dollars(random)
  return {
    tipo: '05',
    ...SERIE,
    comprador: comprador(),
    modificado: modificado(random, hoy),
    motivos: [{ razon: 'Interés por mora', valor, iva: 6 }],
    pagos: [pagoOf(valor)],
  }
}

const guia = (random: Random, hoy: string): GuiaRemisionFormInput => ({
  ...SERIE,
  transportista: TRANSPORTISTA,
  placa: 'ABC-1234',
  dir_partida: 'Quito',
  fecha_ini: hoy,
  fecha_fin: hoy,
  destinatarios: [
    {
      ...comprador(),
      direccion: 'Ambato',
      motivo: 'Venta',
      detalles: [{ codigo: 'P-1', descripcion: 'Cuadernos', cantidad: dollars(random) }],
    },
  ],
})

/** Of a purchase with 15 %: income tax 2 %, IVA 30 %. */
function retencion(random: Random, hoy: string): RetencionFormInput {
  const base = dollars(random)
  const total = withIva(base)
  const valor = total - base
  return {
    ...SERIE,
    sujeto: { ...comprador(), tipo_identificacion: '04', identificacion: '1712345675001' },
    docs_sustento: [
      {
        cod_sustento: '01',
        cod_doc: '01',
        ...modificado(random, hoy),
        autorizacion: '1234567890',
        total_sin_impuestos: base,
        importe_total: total,
        impuestos: [{ codigo: '2', codigo_porcentaje: '4', base, tarifa: 15 * UNIT, valor }],
        retenciones: [
          { impuesto: '1', codigo: '312', base, porcentaje: 2 * UNIT },
          { impuesto: '2', codigo: '1', base: valor, porcentaje: 30 * UNIT },
        ],
        pagos: [{ forma_pago: '20', total }],
      },
    ],
  }
}

export const TIPOS: readonly TipoEscenario[] = [
  { nombre: 'factura-1.1.0', emit: emitFactura, form: factura },
  { nombre: 'factura-2.1.0', emit: emitFactura, form: facturaConGuia },
  { nombre: 'liquidacionCompra-1.1.0', emit: LIQUIDACION_CALLS.emit, form: liquidacion },
  { nombre: 'notaCredito-1.1.0', emit: NOTA_CALLS.emit, form: notaCredito },
  { nombre: 'notaDebito-1.0.0', emit: NOTA_CALLS.emit, form: notaDebito },
  { nombre: 'guiaRemision-1.1.0', emit: GUIA_CALLS.emit, form: guia },
  { nombre: 'comprobanteRetencion-2.0.0', emit: RETENCION_CALLS.emit, form: retencion },
]
