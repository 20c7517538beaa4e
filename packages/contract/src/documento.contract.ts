import { TIPO_IDENTIFICACION } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { comprobanteCalls } from './comprobante-calls.contract.ts'
import { endpoint } from './endpoint.ts'
import {
  cantidad,
  conSigno,
  correo,
  digitos,
  fecha,
  idParams,
  listaPrecios,
  monto,
  numeroComprobante,
  porcentaje,
  telefonoOpcional,
  texto,
  textoOpcional,
  uuid,
} from './fields.ts'
import { ReembolsoForm } from './reembolso.contract.ts'

const tag = 'Facturas'

export const ParNombreValor = z.object({ nombre: texto(300), valor: texto(300) })

export const TIPOS_IDENTIFICACION = Object.values(TIPO_IDENTIFICACION)

export const Comprador = z.object({
  persona_id: z.optional(uuid),
  tipo_identificacion: z.enum(TIPOS_IDENTIFICACION),
  identificacion: texto(20),
  razon_social: texto(300),
  direccion: textoOpcional(300),
  telefono: telefonoOpcional(30),
  correos: z._default(z.array(correo).check(z.maxLength(10)), []),
})
export type Comprador = z.infer<typeof Comprador>

/** One line. Quantities, prices and discounts ×10⁶; the discount is an amount in whole cents; `iva` is the specification's tax-rate id. */
export const LineaForm = z.object({
  producto_id: z.optional(uuid),
  codigo: textoOpcional(25),
  codigo_auxiliar: textoOpcional(25),
  descripcion: texto(300),
  unidad_medida: textoOpcional(50),
  cantidad: cantidad,
  precio_unitario: monto,
  descuento: z._default(monto, 0),
  iva: z.int(),
  /** `especifico` is dollars per unit; `unidades` the number of units (litres, sticks, bags), by default the quantity. */
  ice: z.optional(
    z.object({
      codigo: z.string().check(z.regex(/^\d{1,4}$/)),
      tarifa: z.optional(porcentaje),
      especifico: z.optional(monto),
      unidades: z.optional(cantidad),
    }),
  ),
  irbpnr: z.optional(z.object({ tarifa: monto, unidades: z.optional(cantidad) })),
  detalles_adicionales: z._default(z.array(ParNombreValor).check(z.maxLength(3)), []),
})
export type LineaForm = z.infer<typeof LineaForm>

/** A line of a sale. `lista`: source of its price, absent for a typed one; and whether that list is only this line's. */
export const LineaVentaForm = z.extend(LineaForm, { lista: z.optional(listaPrecios), lista_propia: z.optional(z.boolean()) })
export type LineaVentaForm = z.infer<typeof LineaVentaForm>

/**
 * A line of a factura, which alone may tell the price without the State's subsidy (anexo 6): ×10⁶, without IVA; and the line of the quote
 * that it sells, from 0.
 */
export const LineaFacturaForm = z.extend(LineaVentaForm, {
  precio_sin_subsidio: z.optional(monto),
  linea_cotizacion: z.optional(z.int().check(z.nonnegative(), z.maximum(999))),
})
export type LineaFacturaForm = z.infer<typeof LineaFacturaForm>

export const PagoForm = z.object({
  forma_pago: z.string().check(z.regex(/^\d{2}$/, 'Forma de pago no válida.')),
  total: monto,
  plazo: z.optional(z.int().check(z.nonnegative(), z.maximum(99_999))),
  unidad_tiempo: textoOpcional(10),
})

/** Terms of a sale abroad (ficha técnica, anexo 4); its charges, ×10⁶, are added to the total. */
export const Exportacion = z.object({
  incoterm: texto(10),
  lugar_incoterm: texto(300),
  pais_origen: digitos(3),
  puerto_embarque: texto(300),
  puerto_destino: texto(300),
  pais_destino: digitos(3),
  pais_adquisicion: digitos(3),
  incoterm_total: texto(10),
  flete: z._default(monto, 0),
  seguro: z._default(monto, 0),
  gastos_aduaneros: z._default(monto, 0),
  gastos_transporte: z._default(monto, 0),
})
export type Exportacion = z.infer<typeof Exportacion>

/** The whole form of a factura, as the editor keeps it and `emitir` takes it. */
export const FacturaForm = z.object({
  establecimiento: digitos(3),
  punto: digitos(3),
  /** The quote behind this factura. */
  cotizacion_id: z.optional(uuid),
  fecha_emision: z.optional(fecha),
  /** NETO: prices without IVA; PVP: prices that include it (O-60). */
  modo: z._default(z.enum(['NETO', 'PVP']), 'NETO'),
  /** The list of prices of its lines. */
  lista: z.optional(listaPrecios),
  comprador: Comprador,
  lineas: z
    .array(LineaFacturaForm)
    .check(z.minLength(1, 'Agregue al menos una línea.'), z.maxLength(1000, 'Un documento admite hasta 1000 líneas.')),
  pagos: z.array(PagoForm).check(z.minLength(1, 'Indique la forma de pago.'), z.maxLength(20)),
  propina: z._default(monto, 0),
  guia_remision: z.optional(numeroComprobante('Escriba la guía como 001-001-000000123.')),
  placa: textoOpcional(20),
  /** A factura comercial negociable, with the address of its mass notification if it takes part. */
  negociable: z.optional(z.object({ correo: z.optional(correo.check(z.maxLength(100))) })),
  info_adicional: z._default(z.array(ParNombreValor).check(z.maxLength(14, 'Se admiten hasta 14 campos adicionales.')), []),
  exportacion: z.optional(Exportacion),
  reembolsos: z.optional(z.array(ReembolsoForm).check(z.maxLength(500, 'Se admiten hasta 500 reembolsos.'))),
  rubros_terceros: z._default(z.array(z.object({ concepto: texto(300), total: monto })).check(z.maxLength(50)), []),
  sustitutiva_guia: z.optional(
    z.object({
      dir_partida: texto(300),
      dir_destinatario: texto(300),
      fecha_ini: fecha,
      fecha_fin: fecha,
      razon_social_transportista: texto(300),
      tipo_identificacion_transportista: z.enum(TIPOS_IDENTIFICACION),
      identificacion_transportista: texto(20),
      placa: texto(20),
      /** Whether the plate is a motorcycle's, or of another unusual pattern. */
      otra_placa: z.optional(z.boolean()),
      destinos: z
        .array(
          z.object({
            motivo: texto(300),
            doc_aduanero: textoOpcional(64),
            establecimiento_destino: z.optional(digitos(3)),
            ruta: textoOpcional(300),
          }),
        )
        .check(z.minLength(1), z.maxLength(20)),
    }),
  ),
})
export type FacturaForm = z.infer<typeof FacturaForm>
export type FacturaFormInput = z.input<typeof FacturaForm>

export const ImpuestoTotal = z.object({
  codigo: z.string(),
  codigo_porcentaje: z.string(),
  tarifa: z.int(),
  base: conSigno,
  valor: conSigno,
})

/** Amounts of a form, computed by the server (×10⁶). `problemas` block emission, `avisos` do not. */
export const Calculo = z.object({
  fecha_emision: fecha,
  subtotal: conSigno,
  descuento: conSigno,
  impuestos: z.array(ImpuestoTotal),
  propina: conSigno,
  total: conSigno,
  lineas: z.array(z.object({ precio_unitario: conSigno, descuento: conSigno, base: conSigno, iva: z.int(), total: conSigno })),
  problemas: z.array(z.object({ campo: z.string(), message: z.string() })),
  avisos: z.array(z.object({ campo: z.string(), message: z.string() })),
})
export type Calculo = z.infer<typeof Calculo>

/** Every call about facturas (O-46). */
export const FACTURA_CALLS = comprobanteCalls('/v1/documento', { tag, nombre: 'Factura', form: FacturaForm, calculo: Calculo })

export const {
  search: searchFactura,
  calculate: calculateFactura,
  createBorrador,
  editBorrador,
  deleteBorrador,
  readBorrador,
  searchBorrador,
  emit: emitFactura,
  correct: correctFactura,
  duplicate: duplicateFactura,
  read: readComprobante,
  downloadRide,
  downloadXml,
  mail: mailComprobante,
  resend: resendComprobante,
  close: closeComprobante,
  register: registerFactura,
  requestAnulacion,
  withdrawAnulacion,
  recordAnulacion,
} = FACTURA_CALLS

/** The factura of a quote, with warnings to read before it is issued, such as a product that is gone. */
export const FacturaDeCotizacion = z.extend(FacturaForm, { avisos: z.array(z.object({ campo: z.string(), message: z.string() })) })
export type FacturaDeCotizacion = z.infer<typeof FacturaDeCotizacion>
export const facturaOfCotizacion = endpoint('GET /v1/documento/de_cotizacion/:id', {
  costo: 'calculo',
  tag,
  params: idParams,
  summary: 'La factura que saldría de una cotización, con las reglas de hoy; al emitirla la cotización queda facturada',
  reply: FacturaDeCotizacion,
})
